/* Scores to and from JSON. The library writes their JSON as text without jansson (search/score.c),
 * so packing reads that text and unpacking looks up the same keys. */
#include "arena/score_json.h"

json_t *cn_score_pack(const cn_game *game, cn_score score) {
    char text[CN_SCORE_JSON];
    cn_score_json(game, score, text);
    json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
    return json ? json : json_null();
}

/* The place of a word in a list that NULL ends, or 0. */
static int find(const char *word, const char *const *list) {
    for (int i = 0; word && list[i]; i++) {
        if (strcmp(list[i], word) == 0) return i;
    }
    return 0;
}

bool cn_score_unpack(const char *text, cn_score *score) {
    static const char *const kinds[] = {"", "eval", "chance", "points", "outcome", NULL};
    static const char *const bounds[] = {"exact", "at least", "at most", NULL};
    json_t *json = json_loads(text, 0, NULL);
    if (!json && *text == '{') return false;
    const json_t *plies = json_object_get(json, "plies");
    *score = (cn_score){
        .kind = (cn_score_kind)find(json_string_value(json_object_get(json, "kind")), kinds),
        .bound = (cn_score_bound)find(json_string_value(json_object_get(json, "bound")), bounds),
        .proven = json_is_true(json_object_get(json, "proven")),
        .plies = json_is_integer(plies) ? (int)json_integer_value(plies) : -1,
        .unit = (int)json_integer_value(json_object_get(json, "unit")),
        .value = json_number_value(json_object_get(json, "value")),
        .disc = (int)json_integer_value(json_object_get(json, "disc")),
        .margin = (int)json_integer_value(json_object_get(json, "margin")),
    };
    json_decref(json);
    return true;
}
