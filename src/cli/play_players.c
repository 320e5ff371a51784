/* Who plays in `canopy play`: the agents of the two seats, the helper that moves for a human and
 * the one that gives hints, and their searches, which Ctrl-C stops. */
#include "arena/agent.h"
#include "arena/analyst.h"
#include "cli/interrupt.h"
#include "cli/out.h"
#include "cli/play.h"
#include "cli/thought.h"

#include <strings.h>

/* The agent that moves for a human who asks and, without its limits, gives hints and analyses. */
static const char helper[] = "hard";

/* Has Ctrl-C stop the searches there are. */
static void watch(const cn_terminal_game *s) {
    cn_search *const all[] = {s->seat[0].search, s->seat[1].search, s->hints, s->analyst};
    cn_interrupt_watch(all, 4);
}

/* The new search is made before the old one is freed, so that a wrong agent leaves the seat as it
 * was. */
cn_status cn_play_seat(cn_terminal_game *s, int player, const char *agent) {
    cn_search *search = NULL;
    CN_FAIL_IF(strlen(agent) >= CN_AGENT_TEXT, s->cli->error, CN_BAD_USAGE,
               "an agent has at most %d characters", CN_AGENT_TEXT - 1);
    const bool human = strcasecmp(agent, "human") == 0;
    if (!human) {
        CN_TRY(cn_agent_open(s->game, agent, &search, s->cli->error));
    }
    cn_interrupt_watch(NULL, 0); /* before a search is freed */
    cn_seat *seat = &s->seat[player];
    cn_search_free(seat->search);
    seat->search = search;
    snprintf(seat->agent, sizeof seat->agent, "%s", human ? "human" : agent);
    watch(s);
    return CN_OK;
}

bool cn_play_has_human(const cn_terminal_game *s) {
    return !s->seat[0].search || !s->seat[1].search;
}

/* The search in *place, made if it is not there yet; NULL after a note. */
static cn_search *opened(cn_terminal_game *s, cn_search **place, const char *agent) {
    cn_search *search;
    if (*place) return *place;
    if (!cn_play_check(s, cn_agent_open(s->game, agent, &search, s->cli->error))) return NULL;
    *place = search;
    watch(s);
    return search;
}

cn_search *cn_play_helper(cn_terminal_game *s) {
    return opened(s, &s->hints, helper);
}

/* The analyst is the helper without limits of its own: it thinks for as long as each question says.
 */
cn_search *cn_play_analyst(cn_terminal_game *s) {
    cn_spec spec;
    char text[CN_SPEC_MAX];
    cn_status status = cn_analyst_spec(s->game, helper, false, 0, &spec, s->cli->error);
    if (status == CN_OK) status = cn_spec_text(&spec, text, sizeof text, s->cli->error);
    return cn_play_check(s, status) ? opened(s, &s->analyst, text) : NULL;
}

void cn_play_swap(cn_terminal_game *s) {
    const cn_seat first = s->seat[0];
    s->seat[0] = s->seat[1];
    s->seat[1] = first;
}

void cn_play_dismiss(cn_terminal_game *s) {
    cn_interrupt_watch(NULL, 0);
    for (int i = 0; i < 2; i++) {
        cn_search_free(s->seat[i].search);
        s->seat[i].search = NULL;
    }
    cn_search_free(s->hints);
    cn_search_free(s->analyst);
    s->hints = s->analyst = NULL;
}

/* ---- thinking ---- */

/* What a passing note about a search needs. */
typedef struct thinker {
    cn_terminal_game *terminal;
    const char *who;
    cn_progress_fn *also;
} thinker;

/* While a search runs: what it has found so far, in a passing note. */
static void on_progress(const cn_result *so_far, void *user) {
    const thinker *t = user;
    if (t->also) t->also(so_far, t->terminal);
    if (cn_play_resized()) cn_play_show(t->terminal);
    if (so_far->seconds < 0.3) return;
    char depth[32] = "";
    if (so_far->depth > 0) snprintf(depth, sizeof depth, "depth %d, ", so_far->depth);
    cn_out_note(t->terminal->cli, "%s is thinking: %s%s, %.1f s (Ctrl-C: %s)", t->who, depth,
                cn_word_words(t->terminal->game, so_far->score).text, so_far->seconds,
                t->also ? "enough" : "move now");
}

cn_status cn_play_think(cn_terminal_game *s, cn_search *search, const cn_limits *limits,
                        const char *who, cn_progress_fn *progress, cn_result *result) {
    thinker t = {s, who, progress};
    cn_search_forget_stop(search); /* Ctrl-C at the prompt was not about this move */
    if (s->screen) {
        cn_play_show(s);
        cn_out_note(s->cli, "%s is thinking (Ctrl-C: %s)", who, progress ? "enough" : "move now");
    }
    const cn_past past = cn_history_past(&s->history);
    cn_limits told = *limits;
    told.past = &past;
    const cn_status status =
        cn_search_run(search, &s->history.now, &told, on_progress, &t, result, s->cli->error);
    cn_out_note(s->cli, "%s", "");
    return status;
}
