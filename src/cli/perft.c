/* `canopy perft GAME DEPTH` counts the sequences of so many moves, depth by depth. The counts of
 * many games are published, so this is the standard test of a move generator: a generator that is
 * wrong anywhere counts wrong. --divide shows the count below each move, by which a fault is found.
 */
#include "engine/perft.h"

#include "cli/source.h"
#include "cli/thought.h"
#include "cli/verbs.h"

enum { DEPTH_MAX = 200 };

/* What the flags say, and the word DEPTH. */
typedef struct settings {
    bool divide, json;
    int threads, hash_mb;
    cn_source source;
    int depth;
} settings;

/* The count below each move of the position, which is how a wrong count is traced to the move that
 * is wrong. */
static void write_divide(const cn_position *position, const cn_perft_answer *answer) {
    for (int i = 0; i < answer->count; i++) {
        printf("%-8s %17" PRIu64 "\n", cn_word_move(position, answer->move[i]).text,
               answer->below[i]);
    }
    printf("%-8s %17" PRIu64 "\n", "total", answer->leaves);
}

/* The same as a list of objects. */
static json_t *divide_json(const cn_position *position, const cn_perft_answer *answer) {
    json_t *list = json_array();
    for (int i = 0; i < answer->count; i++) {
        json_array_append_new(list, json_pack("{s:o, s:I}", "move",
                                              cn_out_move(position, answer->move[i]), "leaves",
                                              (json_int_t)answer->below[i]));
    }
    return list;
}

/* A row of the table, with its heading before the first. */
static void write_depth(int depth, bool first, const cn_perft_answer *answer) {
    char speed[32] = "-";
    if (answer->seconds > 0) {
        snprintf(speed, sizeof speed, "%.0f", (double)answer->leaves / answer->seconds);
    }
    if (first) printf("%5s %20s %10s %14s\n", "depth", "leaves", "seconds", "leaves/s");
    printf("%5d %20" PRIu64 " %10.3f %14s\n", depth, answer->leaves, answer->seconds, speed);
}

/* Counts depth by depth, and shows each as soon as it is there. */
static void count(cn_cli *cli, const cn_position *position, const settings *set) {
    static cn_perft_answer answer; /* large for a stack */
    json_t *depths = json_array();
    double before = 0; /* leaves of the depth before */
    const int first = set->divide || set->depth == 0 ? set->depth : 1;
    for (int depth = first; depth <= set->depth && cn_out_flush(cli); depth++) {
        const cn_perft_request request = {depth, set->threads, (size_t)set->hash_mb};
        const cn_status status = cn_perft(position, &request, &answer, cli->error);
        cn_out_note(cli, "%s", "");
        cn_out_must(cli, status);
        json_array_append_new(depths,
                              json_pack("{s:i, s:I, s:f}", "depth", depth, "leaves",
                                        (json_int_t)answer.leaves, "seconds", answer.seconds));
        if (!set->json && !set->divide) write_depth(depth, depth == first, &answer);
        /* The next depth takes as long as this one, times the growth. */
        const double growth = before > 0 ? (double)answer.leaves / before : 1;
        if (depth < set->depth && answer.seconds * growth > 1) {
            cn_out_note(cli, "depth %d: about %.0f s…", depth + 1, answer.seconds * growth);
        }
        before = (double)answer.leaves;
    }
    if (!set->json) {
        json_decref(depths);
        if (set->divide) write_divide(position, &answer);
        return;
    }
    json_t *json = json_pack("{s:s, s:o, s:o}", "game", position->game->name, "position",
                             cn_out_position(position), "depths", depths);
    if (set->divide) json_object_set_new(json, "divide", divide_json(position, &answer));
    cn_out_json(cli, json);
}

/* The first word is how deep; the position comes from the flags. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    settings *set = given;
    cn_position position;
    CN_USAGE_IF(args->count == 0, cli, "how deep? Say `canopy perft %s DEPTH`", args->game->name);
    set->depth = cn_args_int(cli, "DEPTH", args->word[0], 0, DEPTH_MAX);
    cn_source_read(cli, args, &set->source, &position);
    count(cli, &position, set);
    cn_position_free(&position);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_SWITCH(settings, divide, "divide", 0),
    CN_THREADS_FLAG(settings, threads),
    CN_INT(settings, hash_mb, "hash", 0, "MB", 1, 65536),
    CN_SOURCE_FLAGS(settings, source),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

const cn_verb cn_verb_perft = {CN_VERB(perft), CN_SETTINGS(.threads = 1), .takes = CN_TAKES_GAME,
                               .words_most = 1};
