/* Writes the results of a match as text and as JSON: score and Elo of two agents, ratings and a
 * cross-table of several, how games ended, and what the agents spent on a move. It serves a match
 * that was just played (match.c) and one that is read from a file (results.c). All scores are in
 * the view of the agent that is named first. */
#include "cli/match_report.h"

#include "arena/ratings.h"
#include "cli/out.h"

#include <math.h>
#include <stdlib.h>

/* ---- words ---- */

/* With few points on one side the interval is far from symmetric, so its ends are shown instead of
 * half its width; if one side has all the points, only one of its ends says anything. */
void cn_report_elo(const cn_tally *t, char *text, size_t size) {
    const cn_elo e = cn_elo_from(t);
    const int games = cn_tally_games(t);
    const double points = t->wins + t->draws / 2.0;
    if (games == 0) {
        snprintf(text, size, "?");
    } else if (points == games) {
        snprintf(text, size, "%+.0f, at least %+.0f", e.elo, e.low);
    } else if (points == 0) {
        snprintf(text, size, "%+.0f, at most %+.0f", e.elo, e.high);
    } else if (fmin(points, games - points) < 10) {
        snprintf(text, size, "%+.0f (%+.0f to %+.0f)", e.elo, e.low, e.high);
    } else {
        snprintf(text, size, "%+.1f ± %.1f", e.elo, (e.high - e.low) / 2);
    }
}

/* A time, which is given in seconds, in the unit that suits it. */
static void duration(double seconds, char out[32]) {
    if (seconds < 0.001) {
        snprintf(out, 32, "%.0f µs", seconds * 1e6);
    } else if (seconds < 1) {
        snprintf(out, 32, "%.1f ms", seconds * 1e3);
    } else {
        snprintf(out, 32, "%.2f s", seconds);
    }
}

/* What the sequential test says: H0 is the lower hypothesis, H1 the higher. */
static const char *verdict(const cn_sprt_state *state) {
    return state->verdict == CN_SPRT_H0   ? "H0 accepted"
           : state->verdict == CN_SPRT_H1 ? "H1 accepted"
                                          : "open";
}

/* Columns that the longest agent takes. */
static int agent_width(const cn_match_report *r) {
    int width = 5;
    for (int i = 0; i < r->standings->players; i++) {
        const int length = cn_text_columns(r->agents[i]);
        if (length > width) width = length;
    }
    return width;
}

/* ---- two agents ---- */

/* Two agents: the score of the first, its Elo with a 95 % interval, and the chance that it is the
 * stronger one (LOS). */
static void write_duel(const cn_match_report *r) {
    const cn_tally *t = &r->standings->tally[1];
    const int games = cn_tally_games(t);
    char elo[80];
    cn_report_elo(t, elo, sizeof elo);
    const cn_elo e = cn_elo_from(t);
    fputc('\n', stdout);
    cn_out_clean(stdout, r->agents[0]);
    fputs(" against ", stdout);
    cn_out_clean(stdout, r->agents[1]);
    printf("\n%-11s +%d =%d -%d of %d games, %.1f %%\n", "score", t->wins, t->draws, t->losses,
           games, 100 * e.score);
    printf("%-11s %s, LOS %.1f %%\n", "Elo", elo, 100 * e.los);
    if (cn_tally_pairs(t) > 0) {
        printf("%-11s %d %d %d %d %d (of 0, 1/2, 1, 3/2 and 2 points)\n", "pairs", t->pairs[0],
               t->pairs[1], t->pairs[2], t->pairs[3], t->pairs[4]);
    }
    if (r->sprt) {
        const cn_sprt_state s = cn_sprt_of(r->sprt, t);
        printf("%-11s LLR %.2f (%.2f to %.2f), %sElo %g against %g: %s\n", "SPRT", s.llr, s.lower,
               s.upper, r->sprt->normalized ? "normalised " : "", r->sprt->elo0, r->sprt->elo1,
               verdict(&s));
    }
}

/* ---- many agents ---- */

/* Ratings of all agents by one model (arena/ratings.h), and the order they make. */
typedef struct ranking {
    double elo[CN_MATCH_PLAYERS], error[CN_MATCH_PLAYERS];
    int order[CN_MATCH_PLAYERS];
} ranking;

/* Fits ratings to all results, and sorts the agents by them, the strongest first. */
static cn_status rank(const cn_standings *s, ranking *out, cn_error *error) {
    const size_t n = (size_t)s->players;
    int *wins = calloc(2 * n * n, sizeof *wins), *draws = wins + n * n;
    if (!wins) return cn_fail(error, CN_NO_MEMORY, "no memory for the ratings");
    for (size_t i = 0; i < n * n; i++) {
        wins[i] = s->tally[i].wins;
        draws[i] = s->tally[i].draws;
    }
    const cn_status status =
        cn_ratings_fit(s->players, wins, draws, 1, out->elo, out->error, error);
    free(wins);
    for (int i = 0; i < s->players; i++) {
        int at = i;
        for (; at > 0 && out->elo[out->order[at - 1]] < out->elo[i]; at--) {
            out->order[at] = out->order[at - 1];
        }
        out->order[at] = i;
    }
    return status;
}

/* A row for each agent, the strongest first. */
static void write_ranking(const cn_match_report *r, const ranking *ranks) {
    const int width = agent_width(r);
    printf("\n  #  %-*s  %6s  %6s  %5s  %5s  %5s  %5s  %7s\n", width, "agent", "Elo", "95 %",
           "games", "won", "drawn", "lost", "score");
    for (int i = 0; i < r->standings->players; i++) {
        const int player = ranks->order[i];
        const cn_tally t = cn_standings_player(r->standings, player);
        const int games = cn_tally_games(&t);
        printf("%3d  ", i + 1);
        cn_out_cell(r->agents[player], -width);
        /* Rounded to a whole number first, so that a small negative Elo does not read -0. */
        printf("  %+6d  ± %4.0f  %5d  %5d  %5d  %5d  %5.1f %%\n", (int)lround(ranks->elo[player]),
               ranks->error[player], games, t.wins, t.draws, t.losses,
               games ? 100 * (t.wins + t.draws / 2.0) / games : 50);
    }
}

/* Points of each agent against each other, out of how many games. */
static void write_crosstable(const cn_match_report *r, const ranking *ranks) {
    const cn_standings *s = r->standings;
    const int width = agent_width(r);
    printf("\n     %-*s", width, "points");
    for (int i = 0; i < s->players; i++) printf("  %9d", i + 1);
    fputc('\n', stdout);
    for (int i = 0; i < s->players; i++) {
        const int a = ranks->order[i];
        printf("%3d  ", i + 1);
        cn_out_cell(r->agents[a], -width);
        for (int k = 0; k < s->players; k++) {
            const cn_tally *t = &s->tally[a * s->players + ranks->order[k]];
            char text[32] = "-";
            if (cn_tally_games(t) > 0) {
                snprintf(text, sizeof text, "%g/%d", t->wins + t->draws / 2.0, cn_tally_games(t));
            }
            printf("  %9s", k == i ? "*" : text);
        }
        fputc('\n', stdout);
    }
}

/* ---- what both have ---- */

/* Which colour won, how games ended, which agents lost by their own fault, and how many games are
 * the same as an earlier one. */
static void write_facts(const cn_match_report *r) {
    const cn_standings *s = r->standings;
    const int same = cn_standings_duplicates(s);
    printf("%-11s %s won %d, %s %d, %d drawn\n", "colours", r->player[0], s->first_wins,
           r->player[1], s->second_wins, s->draws);
    printf("%-11s", "endings");
    const char *between = " ";
    for (int i = 0; i < CN_CAUSES_COUNT; i++) {
        if (s->causes[i] == 0) continue;
        printf("%s%s %d", between, cn_cause_word((cn_cause)i), s->causes[i]);
        between = ", ";
    }
    fputc('\n', stdout);
    static const cn_cause faults[] = {CN_CAUSE_TIME, CN_CAUSE_ILLEGAL, CN_CAUSE_FAILED};
    for (int i = 0; i < s->players; i++) {
        for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
            const int lost = s->lost[i * CN_CAUSES_COUNT + faults[k]];
            if (lost == 0) continue;
            printf("%-11s %d lost by ", "faults", lost);
            cn_out_clean(stdout, r->agents[i]);
            printf(": %s\n", cn_cause_word(faults[k]));
        }
        if (!s->fault[i][0]) continue;
        printf("%-11s ", "");
        cn_out_clean(stdout, s->fault[i]);
        fputc('\n', stdout);
    }
    if (same > 0) {
        printf("%-11s %d %s the same, move for move, as an earlier one\n", "duplicates", same,
               same == 1 ? "game is" : "games are");
    }
}

/* What each agent spent on a move: time, depth and nodes, as means. */
static void write_efforts(const cn_match_report *r) {
    const int width = agent_width(r);
    printf("\n%-*s  %10s  %6s  %11s  %8s\n", width, "agent", "time/move", "depth", "nodes/move",
           "moves");
    for (int i = 0; i < r->standings->players; i++) {
        const cn_effort *e = &r->standings->effort[i];
        char time[32] = "-", depth[32] = "-", nodes[32] = "-";
        if (e->moves > 0) duration(e->seconds / (double)e->moves, time);
        if (e->thoughts > 0) {
            snprintf(depth, sizeof depth, "%.1f", e->depth / (double)e->thoughts);
            snprintf(nodes, sizeof nodes, "%.0f", e->nodes / (double)e->thoughts);
        }
        cn_out_cell(r->agents[i], -width);
        fputs("  ", stdout);
        cn_out_cell(time, 10);
        printf("  %6s  %11s  %8lld\n", depth, nodes, (long long)e->moves);
    }
}

void cn_report_write(const cn_cli *cli, const cn_match_report *r) {
    const cn_standings *s = r->standings;
    printf("%s%s%s: %d of %d games, %s, seed %lld\n", r->title, *r->options ? " " : "", r->options,
           s->games, r->total, r->openings, (long long)r->seed);
    if (s->games == 0) return;
    if (s->players > 2 || r->crosstable) {
        ranking ranks;
        cn_out_must(cli, rank(s, &ranks, cli->error));
        if (s->players > 2) write_ranking(r, &ranks);
        if (r->crosstable) write_crosstable(r, &ranks);
        if (s->players > 2) fputc('\n', stdout);
    }
    if (s->players == 2) write_duel(r);
    write_facts(r);
    write_efforts(r);
}

/* ---- JSON ---- */

/* The games of one pairing, in the view of its first agent. */
static json_t *pairing_json(const cn_tally *t, int first, int second) {
    const cn_elo e = cn_elo_from(t);
    return json_pack("{s:i, s:i, s:i, s:i, s:[i,i,i,i,i], s:f, s:f, s:[f,f], s:f, s:i, s:i}",
                     "games", cn_tally_games(t), "wins", t->wins, "draws", t->draws, "losses",
                     t->losses, "pairs", t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3],
                     t->pairs[4], "score", e.score, "elo", e.elo, "interval", e.low, e.high, "los",
                     e.los, "first", first, "second", second);
}

/* All games of one agent, and what it spent on them. */
static json_t *agent_json(const cn_match_report *r, const ranking *ranks, int player) {
    const cn_effort *e = &r->standings->effort[player];
    const cn_tally t = cn_standings_player(r->standings, player);
    json_t *lost = json_object();
    for (int i = 0; i < CN_CAUSES_COUNT; i++) {
        const int count = r->standings->lost[player * CN_CAUSES_COUNT + i];
        if (count > 0) json_object_set_new(lost, cn_cause_word((cn_cause)i), json_integer(count));
    }
    const char *fault = r->standings->fault[player];
    json_t *depth = json_null(), *nodes = json_null();
    if (e->thoughts > 0) {
        depth = json_real(e->depth / (double)e->thoughts);
        nodes = json_real(e->nodes / (double)e->thoughts);
    }
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:I, s:o, s:o, s:o, s:s?}", "agent",
                     r->agents[player], "games", cn_tally_games(&t), "wins", t.wins, "draws",
                     t.draws, "losses", t.losses, "rating", ranks->elo[player], "rating_error",
                     ranks->error[player], "seconds_per_move",
                     e->moves ? e->seconds / (double)e->moves : 0.0, "moves", (json_int_t)e->moves,
                     "depth", depth, "nodes_per_move", nodes, "lost", lost, "fault",
                     *fault ? fault : NULL);
}

/* Agents are numbered from 1 in the pairings, as they are in the text. */
void cn_report_json(const cn_cli *cli, const cn_match_report *r, json_t *more) {
    const cn_standings *s = r->standings;
    ranking ranks;
    cn_out_must(cli, rank(s, &ranks, cli->error));
    json_t *agents = json_array(), *pairings = json_array(), *endings = json_object();
    for (int i = 0; i < s->players; i++) {
        json_array_append_new(agents, agent_json(r, &ranks, i));
        for (int k = i + 1; k < s->players; k++) {
            const cn_tally *t = &s->tally[i * s->players + k];
            if (cn_tally_games(t) == 0) continue;
            json_array_append_new(pairings, pairing_json(t, i + 1, k + 1));
        }
    }
    for (int i = 0; i < CN_CAUSES_COUNT; i++) {
        if (s->causes[i] == 0) continue;
        json_object_set_new(endings, cn_cause_word((cn_cause)i), json_integer(s->causes[i]));
    }
    json_t *sprt = json_null();
    if (r->sprt) {
        const cn_sprt_state state = cn_sprt_of(r->sprt, &s->tally[1]);
        sprt = json_pack("{s:f, s:f, s:f, s:f, s:s, s:f, s:[f,f], s:s}", "elo0", r->sprt->elo0,
                         "elo1", r->sprt->elo1, "alpha", r->sprt->alpha, "beta", r->sprt->beta,
                         "model", r->sprt->normalized ? "normalized" : "logistic", "llr", state.llr,
                         "bounds", state.lower, state.upper, "verdict", verdict(&state));
    }
    json_t *all = json_pack(
        "{s:s, s:s, s:s, s:I, s:i, s:i, s:o, s:o, s:o, s:{s:i, s:i, s:i}, s:o, s:i}", "game",
        r->game, "options", r->options, "openings", r->openings, "seed", (json_int_t)r->seed,
        "games", s->games, "total", r->total, "agents", agents, "pairings", pairings, "sprt", sprt,
        "colours", "first", s->first_wins, "second", s->second_wins, "draws", s->draws, "endings",
        endings, "duplicates", cn_standings_duplicates(s));
    if (more) json_object_update(all, more);
    json_decref(more);
    cn_out_json(cli, all);
}
