/* The server's clock: what has to happen every so often. */
#include "core/clock.h"
#include "web/callers.h"
#include "web/job.h"
#include "web/lab.h"

enum { ABANDONED = 10, EXPLAINED = 5, BEAT = 10 }; /* seconds */

static const double tick = 0.05; /* seconds between events of a kind, at least */

/* A reason to end a job that nobody asked to end, or NULL. */
static const char *reason(cn_job *job) {
    double lonely;
    if ((cn_job_urgent(job) && job->kind != CN_JOB_EXPLAIN) || atomic_load(&job->stop)) return NULL;
    cn_lock_take(&job->lock);
    const double begun = job->begun;
    cn_lock_leave(&job->lock);
    const double age = begun > 0 ? cn_clock_seconds() - begun : 0;
    if (job->kind == CN_JOB_EXPLAIN) return age > EXPLAINED ? "it took too long" : NULL;
    if (age > ABANDONED && cn_hub_listeners(&job->session->hub, &lonely) == 0 &&
        lonely > ABANDONED) {
        return "nobody listens";
    }
    return NULL;
}

static void look_after(cn_job *job) {
    const char *why = reason(job);
    if (why) {
        cn_lock_take(&job->lock);
        snprintf(job->message, sizeof job->message, "%s", why);
        cn_lock_leave(&job->lock);
        cn_job_halt(job);
    }
    cn_job_yield(job);
    cn_job_tell(job);
}

/* Only this thread takes jobs off the list; others put them in front. */
static void look_after_all(cn_web *web) {
    cn_budget_balance(&web->budget);
    cn_lock_take(&web->jobs_lock);
    cn_job *job = web->jobs;
    cn_lock_leave(&web->jobs_lock);
    while (job) {
        cn_job *next = job->next;
        if (!atomic_load(&job->ended)) {
            look_after(job);
        } else {
            cn_lock_take(&web->jobs_lock);
            cn_job **link = &web->jobs;
            while (*link != job) link = &(*link)->next;
            *link = next;
            web->job_count--;
            cn_lock_leave(&web->jobs_lock);
            cn_thread_join(job->thread);
            cn_job_free(job);
        }
        job = next;
    }
}

static void beat(cn_session *s, void *user) {
    (void)user;
    cn_hub_beat(&s->hub);
}

static bool jobless(cn_web *web) {
    cn_lock_take(&web->jobs_lock);
    const bool none = web->jobs == NULL;
    cn_lock_leave(&web->jobs_lock);
    return none && !cn_lab_busy(web);
}

/* Sleeps until the next tick; towards the end, when jobs end within milliseconds, for a short one.
 */
static void sleep_tick(cn_web *web) {
    const bool stopping = atomic_load(&web->stopping);
    const double seconds = stopping ? 0.002 : jobless(web) ? 0.5 : tick;
    cn_lock_take(&web->clock_lock);
    if (stopping || !atomic_load(&web->stopping)) {
        cn_signal_wait_for(&web->clock_signal, &web->clock_lock, seconds);
    }
    cn_lock_leave(&web->clock_lock);
}

static void run(void *user) {
    cn_web *web = user;
    double swept = cn_clock_seconds(), beaten = swept;
    for (;;) {
        const bool last = atomic_load(&web->stopping);
        const double now = cn_clock_seconds();
        const bool beating = now - beaten > BEAT;
        look_after_all(web);
        cn_callers_tick(web);
        cn_lab_tick(web, beating);
        if (last && jobless(web)) return;
        if (beating) {
            cn_sessions_each(web, beat, NULL);
            beaten = now;
        }
        if (now - swept > 1) {
            cn_sessions_expire(web);
            swept = now;
        }
        sleep_tick(web);
    }
}

cn_status cn_clock_start(cn_web *web, cn_error *error) {
    const cn_status status = cn_thread_start(&web->clock, run, web, error);
    web->ticking = status == CN_OK;
    return status;
}

static void end_session(cn_session *s, void *user) {
    (void)user;
    cn_lock_take(&s->lock);
    s->gone = true;
    for (int slot = 0; slot < CN_SLOTS; slot++) cn_job_stop(s, (cn_slot)slot, true);
    cn_lock_leave(&s->lock);
    cn_hub_end(&s->hub);
}

void cn_clock_stop(cn_web *web) {
    atomic_store(&web->stopping, true);
    cn_sessions_each(web, end_session, NULL);
    cn_lab_stop(web);
    cn_lock_take(&web->clock_lock);
    cn_signal_raise(&web->clock_signal);
    cn_lock_leave(&web->clock_lock);
    if (web->ticking) cn_thread_join(web->clock);
}
