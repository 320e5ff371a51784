/* `canopy stats GAME` shows what random games tell of a game: how wide and long its tree is, whom
 * it favours, and how many playouts a core makes in a second. The games are the same for the same
 * seed. */
#include "lab/random_games.h"

#include "cli/interrupt.h"
#include "cli/source.h"
#include "cli/verbs.h"
#include "core/clock.h"
#include "lab/statistics.h"

/* What the flags say. */
typedef struct settings {
    bool json;
    int games, seed;
    cn_source source;
} settings;

/* A share of the games with its 95 % interval (Wilson's), in percent. */
static void write_share(const char *name, const char *verb, int count, int games) {
    char label[64];
    const cn_interval share = cn_wilson(count, (size_t)games);
    snprintf(label, sizeof label, "%s%s", name, verb);
    printf("%-14s %5.1f %%  (%.1f to %.1f)\n", label, 100 * share.value, 100 * share.low,
           100 * share.high);
}

/* The figures as text. A game that was stopped for its length counts as a draw. */
static void write_stats(const cn_position *p, const settings *set, const cn_random_games *s,
                        double speed) {
    const cn_game *game = p->game;
    printf("%s: %d random games, seed %d\n", game->title, s->games, set->seed);
    printf("%-14s mean %.2f, max %d (of %d at most)\n", "branching",
           s->plies ? (double)s->branches / (double)s->plies : 0, s->branches_max,
           p->rules->moves_max);
    printf("%-14s mean %.2f, min %d, max %d\n", "length", (double)s->plies / s->games,
           s->length_min, s->length_max);
    write_share(game->player[0], " wins", s->outcomes[CN_FIRST_WINS], s->games);
    write_share("draws", "", s->outcomes[CN_DRAW] + s->outcomes[CN_ONGOING], s->games);
    write_share(game->player[1], " wins", s->outcomes[CN_SECOND_WINS], s->games);
    printf("%-14s %" PRIu32 " bytes, at most %zu in use\n", "state", p->rules->state_size,
           s->live_max);
    printf("%-14s %.0f a second on one core\n", "playouts", speed);
}

/* A share of the games with its 95 % interval, 0 to 1. */
static json_t *share_json(int count, int games) {
    const cn_interval share = cn_wilson(count, (size_t)games);
    return json_pack("{s:i, s:f, s:[f,f]}", "count", count, "share", share.value, "interval",
                     share.low, share.high);
}

/* The statistics as one object; `speed` is in playouts a second. */
static void write_json(const cn_cli *cli, const cn_position *p, const settings *set,
                       const cn_random_games *s, double speed) {
    const int draws = s->outcomes[CN_DRAW] + s->outcomes[CN_ONGOING];
    cn_out_json(
        cli,
        json_pack("{s:s, s:i, s:i, s:{s:f, s:i, s:i}, s:{s:f, s:i, s:i}, s:o, s:o, s:o, s:i, s:I, "
                  "s:f}",
                  "game", p->game->name, "games", s->games, "seed", set->seed, "branching", "mean",
                  s->plies ? (double)s->branches / (double)s->plies : 0, "max", s->branches_max,
                  "moves_max", (int)p->rules->moves_max, "length", "mean",
                  (double)s->plies / s->games, "min", s->length_min, "max", s->length_max, "first",
                  share_json(s->outcomes[CN_FIRST_WINS], s->games), "draws",
                  share_json(draws, s->games), "second",
                  share_json(s->outcomes[CN_SECOND_WINS], s->games), "state_size",
                  (int)p->rules->state_size, "live_max", (json_int_t)s->live_max, "playouts_per_s",
                  speed));
}

/* Plays the games, until all are played or an interrupt, and shows what they tell. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    const cn_position *p = &args->position;
    cn_random_games stats = {0};
    cn_interrupt_watch(NULL, 0);
    const double start = cn_clock_seconds();
    double noted = start + 0.9; /* the first note comes after a second */
    while (stats.games < set->games && !cn_interrupted()) {
        cn_random_games_play(&stats, p, (uint64_t)set->seed);
        const double now = cn_clock_seconds();
        if (now - noted > 0.1) {
            noted = now;
            cn_out_note(cli, "%d of %d games, %.1f s…", stats.games, set->games, now - start);
        }
    }
    cn_out_note(cli, "%s", "");
    if (stats.games == 0) return CN_EXIT_INTERRUPTED;
    const double speed = cn_playout_speed(p, 0.2);
    if (set->json) {
        write_json(cli, p, set, &stats, speed);
    } else {
        write_stats(p, set, &stats, speed);
    }
    return cn_interrupted() ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_INT(settings, games, "games", 'n', "N", 1, 1000000000),
    CN_INT(settings, seed, "seed", 0, "N", 0, 1000000000),
    CN_SOURCE_FLAGS(settings, source),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

const cn_verb cn_verb_stats = {CN_VERB(stats), CN_SETTINGS(.games = 1000, .seed = 1),
                               .source = offsetof(settings, source), .takes = CN_TAKES_GAME};
