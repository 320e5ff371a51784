/* `canopy perft GAME DEPTH`: how many sequences of so many moves there are. Published counts of
 * many games are known, so it is the standard test of a move generator. */
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

/* A row of the table. */
static void write_depth(int depth, const cn_perft_answer *answer) {
    printf("%5d %20" PRIu64 " %10.3f", depth, answer->leaves, answer->seconds);
    if (answer->seconds > 0) {
        printf(" %14.0f\n", (double)answer->leaves / answer->seconds);
    } else {
        printf(" %14s\n", "-");
    }
}

/* The count below each move of the position, which is how a wrong count is traced to the move that
 * is wrong. */
static void write_divide(const cn_position *position, const cn_perft_answer *answer) {
    for (int i = 0; i < answer->count; i++) {
        printf("%-8s %17" PRIu64 "\n", cn_word_move(position, answer->move[i]).text,
               answer->below[i]);
    }
    printf("%-8s %17" PRIu64 "\n", "total", answer->leaves);
}

/* One depth as an object. */
static json_t *depth_json(int depth, const cn_perft_answer *answer) {
    return json_pack("{s:i, s:I, s:f}", "depth", depth, "leaves", (json_int_t)answer->leaves,
                     "seconds", answer->seconds);
}

/* The leaves below each root move. */
static json_t *divide_json(const cn_position *position, const cn_perft_answer *answer) {
    json_t *list = json_array();
    for (int i = 0; i < answer->count; i++) {
        json_array_append_new(list, json_pack("{s:o, s:I}", "move",
                                              cn_out_move(position, answer->move[i]), "leaves",
                                              (json_int_t)answer->below[i]));
    }
    return list;
}

/* Says how long the next depth will take if it is long: as the last one, times the growth. */
static void foretell(const cn_cli *cli, int depth, double seconds, uint64_t leaves,
                     uint64_t before) {
    const double growth = before ? (double)leaves / (double)before : 1;
    if (seconds * growth > 1) {
        cn_out_note(cli, "depth %d: about %.0f s…", depth, seconds * growth);
    }
}

/* Counts depth by depth, and shows each as soon as it is there. */
static void count(cn_cli *cli, const cn_position *position, const settings *set) {
    static cn_perft_answer answer; /* large for a stack */
    json_t *depths = json_array();
    uint64_t before = 0;
    const int first = set->divide || set->depth == 0 ? set->depth : 1;
    for (int depth = first; depth <= set->depth && cn_out_flush(cli); depth++) {
        const cn_perft_request request = {depth, set->threads, (size_t)set->hash_mb};
        const cn_status status = cn_perft(position, &request, &answer, cli->error);
        cn_out_note(cli, "%s", "");
        cn_out_must(cli, status);
        json_array_append_new(depths, depth_json(depth, &answer));
        if (!set->json && !set->divide) {
            if (depth == first) {
                printf("%5s %20s %10s %14s\n", "depth", "leaves", "seconds", "leaves/s");
            }
            write_depth(depth, &answer);
        }
        foretell(cli, depth + 1, depth < set->depth ? answer.seconds : 0, answer.leaves, before);
        before = answer.leaves;
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

static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    settings *set = given;
    cn_position position;
    if (args->count == 0) {
        cn_out_usage(cli, "how deep? Say `canopy perft %s DEPTH`", args->game->name);
    }
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
