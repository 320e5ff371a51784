/* Work that rank 0 deals out as questions, such as the games of a match. Rank 0 keeps a list of the
 * questions under way; a thread, the courier, receives the answers and wakes who asked. Another
 * rank answers each question in a thread of its own. */
#include "cluster/farm.h"

#include "parallel/thread.h"

#include <stdatomic.h>
#include <stdlib.h>

/* ---- rank 0 ---- */

/* A question under way: on the stack of who asked. */
typedef struct waiting {
    uint32_t ticket;
    int rank;
    bool answered;
    cn_message answer;
    struct waiting *next;
} waiting;

/* Rank 0: the questions that are under way. */
struct cn_farm {
    uint32_t run;
    cn_lock lock; /* of all that follows */
    cn_signal answered;
    waiting *list;
    uint32_t last; /* ticket */
    bool over;
    cn_thread courier;
};

/* Hands an answer to who waits for it. One that nobody waits for is dropped. With the lock taken.
 */
static void take_answer(cn_farm *f, cn_message *m) {
    uint32_t ticket;
    if (m->kind != CN_MESSAGE_DONE || m->run != f->run ||
        !cn_message_get(m, &ticket, sizeof ticket)) {
        return;
    }
    for (waiting **at = &f->list; *at; at = &(*at)->next) {
        if ((*at)->ticket != ticket) continue;
        (*at)->answer = *m;
        (*at)->answered = true;
        *at = (*at)->next;
        m->bytes = NULL;
        return;
    }
}

/* Rank 0: the thread that receives answers and watches whether the ranks that owe one are alive. */
static void run_courier(void *user) {
    cn_farm *f = user;
    cn_rest rest = {0};
    for (;;) {
        cn_message m;
        cn_lock_take(&f->lock);
        bool came = false;
        while (cn_cluster_receive(&m)) {
            take_answer(f, &m);
            cn_message_free(&m);
            came = true;
        }
        if (came) cn_signal_raise(&f->answered);
        for (const waiting *w = f->list; w; w = w->next) cn_cluster_watch(w->rank);
        const bool over = f->over;
        cn_lock_leave(&f->lock);
        if (over) return;
        if (came) rest = (cn_rest){0};
        cn_cluster_rest(&rest, 2e-3);
    }
}

/* Sends a message without contents to all ranks. */
static void tell(const cn_farm *f, cn_message_kind kind) {
    cn_message m = cn_message_new(kind, f->run);
    cn_cluster_tell(cn_cluster_ranks(), &m);
}

cn_status cn_farm_open(cn_farm **out, cn_error *error) {
    *out = NULL;
    if (!cn_cluster_take()) return CN_OK;
    cn_farm *f = calloc(1, sizeof *f);
    cn_status status = f ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory to deal out work");
    if (status == CN_OK) {
        f->run = cn_cluster_number();
        cn_lock_init(&f->lock);
        cn_signal_init(&f->answered);
        status = cn_thread_start(&f->courier, run_courier, f, error);
    }
    if (status != CN_OK) {
        free(f);
        cn_cluster_give_back();
        return status;
    }
    tell(f, CN_MESSAGE_FARM);
    *out = f;
    return CN_OK;
}

/* The entry of the list is on the stack of the thread that asks, which cannot return before the
 * courier has taken the entry off the list. */
cn_message cn_farm_ask(cn_farm *f, int rank, cn_message *question) {
    cn_lock_take(&f->lock);
    waiting mine = {.ticket = ++f->last, .rank = rank, .next = f->list};
    cn_message m = cn_message_new(CN_MESSAGE_TASK, f->run);
    cn_message_put(&m, &mine.ticket, sizeof mine.ticket);
    if (question->bytes) cn_message_put(&m, question->bytes, question->size);
    cn_message_free(question);
    if (m.bytes) {
        f->list = &mine;
        cn_cluster_await(rank);
        cn_cluster_send(rank, &m);
        while (!mine.answered) cn_signal_wait(&f->answered, &f->lock);
    }
    cn_lock_leave(&f->lock);
    return mine.answer;
}

void cn_farm_stop(cn_farm *f) {
    tell(f, CN_MESSAGE_STOP);
}

void cn_farm_close(cn_farm *f) {
    if (!f) return;
    tell(f, CN_MESSAGE_END);
    cn_lock_take(&f->lock);
    f->over = true;
    cn_lock_leave(&f->lock);
    cn_thread_join(f->courier);
    cn_signal_free(&f->answered);
    cn_lock_free(&f->lock);
    free(f);
    cn_cluster_give_back();
}

/* ---- the others ---- */

/* Another rank: what it is doing for rank 0. */
typedef struct hand {
    uint32_t run;
    const cn_farm_work *work;
    cn_lock lock;
    cn_farm_task *tasks;
    _Atomic bool stopped;
} hand;

/* One question that is being answered, on a thread of its own. */
struct cn_farm_task {
    hand *hand;
    cn_message question;
    uint32_t ticket;
    cn_thread thread;
    void *running;
    bool done;
    cn_farm_task *next;
};

void cn_farm_running(cn_farm_task *t, void *running) {
    cn_lock_take(&t->hand->lock);
    t->running = running;
    cn_lock_leave(&t->hand->lock);
}

const _Atomic bool *cn_farm_stopped(const cn_farm_task *t) {
    return &t->hand->stopped;
}

/* Answers one question and sends the answer. */
static void run_task(void *user) {
    cn_farm_task *t = user;
    const cn_farm_work *work = t->hand->work;
    cn_message answer = cn_message_new(CN_MESSAGE_DONE, t->hand->run);
    cn_message_put(&answer, &t->ticket, sizeof t->ticket);
    if (work) work->answer(&t->question, &answer, t, work->user);
    cn_cluster_send(0, &answer);
    cn_lock_take(&t->hand->lock);
    t->running = NULL;
    t->done = true;
    cn_lock_leave(&t->hand->lock);
}

/* Starts to answer a question, which it takes over; without memory or a thread for that it is
 * answered here. */
static void begin_task(hand *h, cn_message *m) {
    cn_error error;
    cn_farm_task here, *t = malloc(sizeof *t);
    const bool alone = t == NULL;
    if (alone) t = &here;
    *t = (cn_farm_task){.hand = h, .question = *m, .next = h->tasks};
    m->bytes = NULL;
    cn_message_get(&t->question, &t->ticket, sizeof t->ticket);
    t->question.at += 2 * sizeof(uint32_t); /* the head of the message inside */
    h->tasks = t;
    if (alone || cn_thread_start(&t->thread, run_task, t, &error) != CN_OK) {
        h->tasks = t->next;
        run_task(t); /* then one after the other */
        cn_message_free(&t->question);
        if (!alone) free(t);
    }
}

/* Frees the tasks that have ended, or ends all; makes those that run end if the farm is stopped. */
static void look_after(hand *h, bool all) {
    for (cn_farm_task **at = &h->tasks; *at;) {
        cn_farm_task *t = *at;
        cn_lock_take(&h->lock);
        const bool done = t->done;
        const bool halt = all || atomic_load_explicit(&h->stopped, memory_order_relaxed);
        if (!done && t->running && halt) h->work->halt(t->running);
        cn_lock_leave(&h->lock);
        if (done) {
            cn_thread_join(t->thread);
            *at = t->next;
            cn_message_free(&t->question);
            free(t);
        } else {
            at = &t->next;
        }
    }
}

void cn_farm_serve(uint32_t run, const cn_farm_work *work) {
    hand h = {.run = run, .work = work};
    cn_rest rest = {0};
    double beat = 0;
    bool over = false;
    cn_lock_init(&h.lock);
    while (!over || h.tasks) {
        cn_message m;
        while (cn_cluster_receive(&m)) {
            if (m.run == run && m.kind == CN_MESSAGE_TASK) begin_task(&h, &m);
            if (m.run == run && (m.kind == CN_MESSAGE_STOP || m.kind == CN_MESSAGE_END)) {
                atomic_store_explicit(&h.stopped, true, memory_order_relaxed);
            }
            over |= m.run == run && m.kind == CN_MESSAGE_END;
            cn_message_free(&m);
            rest = (cn_rest){0};
            if (over) break; /* what follows is another matter */
        }
        look_after(&h, over);
        cn_cluster_beat(&beat);
        if (!over || h.tasks) cn_cluster_rest(&rest, 2e-3);
    }
    cn_lock_free(&h.lock);
}
