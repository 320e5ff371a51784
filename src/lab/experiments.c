/* The built-in experiments: every table and figure of five published reports on parallel game-tree
 * search in Haskell, by our agents with their parameters, and every number that the reports print.
 * They are data, not code: experiments.json, which the build makes part of the program, is read
 * when the list is first asked for.
 *
 * Depths count plies from the root there; a report's depth below each root move is one more.
 * Published figures have the labels of their configurations; {} is one that the report does not
 * have. An experiment that repeats another with more work (`scaled`) has that one's machine and
 * figures. */
#include "lab/experiment.h"

#include "arena/json.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The fields of each struct by the keys they have in the file; arena/json.h explains the letters.
 */
#define EXPERIMENT(letter, member) CN_JSON_FIELD(cn_experiment, letter, #member, member)
static const cn_json_field experiment_fields[] = {
    EXPERIMENT('s', name),       EXPERIMENT('s', what),
    EXPERIMENT('s', note),       EXPERIMENT('s', game),
    EXPERIMENT('s', options),    EXPERIMENT('s', opponent),
    EXPERIMENT('i', opening),    EXPERIMENT('i', steps),
    EXPERIMENT('b', per_step),   EXPERIMENT('i', trials),
    EXPERIMENT('s', machine),    EXPERIMENT('s', scaled),
    EXPERIMENT('b', no_speedup), {NULL, 0, 0},
};

#define CONTENDER(letter, member) CN_JSON_FIELD(cn_contender, letter, #member, member)
static const cn_json_field contender_fields[] = {
    CONTENDER('s', label),    CONTENDER('s', spec), CONTENDER('i', steps),
    CONTENDER('s', opponent), {NULL, 0, 0},
};

#define FIGURE(letter, member) CN_JSON_FIELD(cn_figure, letter, #member, member)
static const cn_json_field figure_fields[] = {
    FIGURE('f', seconds),    FIGURE('f', productivity),
    FIGURE('f', mutator),    FIGURE('f', collector),
    FIGURE('I', sparks),     FIGURE('I', converted),
    FIGURE('I', overflowed), FIGURE('I', dud),
    FIGURE('I', collected),  FIGURE('I', fizzled),
    FIGURE('f', least_wins), FIGURE('f', most_wins),
    FIGURE('s', verdict),    {NULL, 0, 0},
};

/* What is read of the file. The experiments' texts belong to `root`. */
typedef struct library {
    json_t *root;
    cn_experiment *list;
    cn_figure *figures; /* of all experiments, one after the other */
} library;

/* Reads one experiment; its figures are put where `figures` points, which then points behind them.
 */
static void read_experiment(json_t *json, cn_experiment *e, cn_figure **figures) {
    json_t *list = json_object_get(json, "figures"), *item;
    const char *side = json_string_value(json_object_get(json, "side")), *label;
    size_t i;
    cn_json_unpack_struct(json, experiment_fields, e);
    if (side && strcmp(side, "second") == 0) e->side = CN_SIDE_SECOND;
    if (side && strcmp(side, "both") == 0) e->side = CN_SIDE_BOTH;
    json_array_foreach(json_object_get(json, "agents"), i, item) {
        if (i < CN_CONTENDERS) cn_json_unpack_struct(item, contender_fields, &e->agents[i]);
    }
    json_array_foreach(json_object_get(json, "sweeps"), i, item) {
        if (i < CN_SWEEPS) e->sweeps[i] = json_string_value(item);
    }
    if (list) e->figures = *figures;
    json_object_foreach(list, label, item) {
        cn_json_unpack_struct(item, figure_fields, *figures);
        (*figures)++->label = label;
    }
    if (list) ++*figures; /* without a label: the end of the list */
}

/* Frees everything that was read. */
static void unload(library *l) {
    json_decref(l->root);
    free(l->list);
    free(l->figures);
    free(l);
}

/* The experiment of a name in a list, or NULL. */
static const cn_experiment *find(const cn_experiment *list, const char *name) {
    while (list->name && strcmp(list->name, name) != 0) list++;
    return list->name ? list : NULL;
}

/* Reads the file; NULL: no memory. */
static library *load(void) {
    const cn_builtin *file = &cn_lab_files[1];
    library *l = calloc(1, sizeof *l);
    json_t *json;
    size_t i, count = 0;
    if (!l) return NULL;
    l->root = json_loadb((const char *)file->bytes, file->size, 0, NULL);
    json_array_foreach(l->root, i, json) {
        count += json_object_size(json_object_get(json, "figures")) + 1;
    }
    l->list = calloc(json_array_size(l->root) + 1, sizeof *l->list);
    l->figures = calloc(count + 1, sizeof *l->figures);
    if (!l->root || !l->list || !l->figures) {
        unload(l);
        return NULL;
    }
    cn_figure *figures = l->figures;
    json_array_foreach(l->root, i, json) read_experiment(json, &l->list[i], &figures);
    for (cn_experiment *e = l->list; e->name; e++) {
        const cn_experiment *model = e->scaled ? find(l->list, e->scaled) : NULL;
        if (!model) continue;
        e->machine = model->machine;
        e->figures = model->figures;
    }
    return l;
}

/* Any thread may call this. The list is read once and kept for the life of the process; if two
 * threads read it at the same time, the second drops its own. */
const cn_experiment *cn_experiments(void) {
    static const cn_experiment none = {0};
    static _Atomic(library *) known;
    library *l = atomic_load(&known), *other = NULL;
    if (l) return l->list;
    l = load();
    if (l && !atomic_compare_exchange_strong(&known, &other, l)) {
        unload(l); /* another thread was faster */
        l = other;
    }
    return l ? l->list : &none;
}

const cn_experiment *cn_experiment_find(const char *name) {
    return find(cn_experiments(), name);
}
