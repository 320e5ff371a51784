/* What searches find, a line each: the same on every platform, or else the line shows where not.
 * Only the library is used, so that it can be built where nothing else is installed. */
#include <canopy/canopy.h>
#include <canopy/rng.h>
#include <stdio.h>
#include <string.h>

static const char *const agents[] = {
    "minimax:nodes=1500",
    "alphabeta:nodes=2500",
    "pvs:nodes=4000",
    "pvs:nodes=4000,expert=off",
    "pvs:nodes=2500,eval=learned,expert=off",
    "mcts:iterations=300",
    "mcts:iterations=300,rave=on,expand=all,fpu=0.6,c=0.7",
    "mcts:iterations=200,bias=20,bias-scale=70,decisive=on",
    "mcts:iterations=200,strategy=root,trees=3,threads=2,c=0.3",
    "mcts:iterations=150,rollouts=3,playouts=2,final=robust",
    "uct:iterations=300",
    "uct:iterations=300,reward=eval",
};

static uint64_t add(uint64_t digest, uint64_t value) {
    return cn_mix64(digest ^ value);
}

static uint64_t add_score(uint64_t digest, cn_score score) {
    uint64_t bits;
    memcpy(&bits, &score.value, sizeof bits);
    digest = add(digest, bits);
    digest = add(digest, (uint64_t)(int64_t)score.plies);
    return add(digest, (uint64_t)score.kind);
}

static uint64_t digest_of(const cn_result *r) {
    uint64_t digest = add(r->best, r->nodes);
    digest = add_score(digest, r->score);
    for (int i = 0; i < r->count; i++) {
        digest = add(digest, r->moves[i].move);
        digest = add(digest, r->moves[i].visits);
        digest = add_score(digest, r->moves[i].score);
    }
    for (int i = 0; i < r->line_length; i++) digest = add(digest, r->line[i]);
    return digest;
}

static void search(const cn_game *game, const cn_position *p, const char *spec, int number) {
    static cn_result result;
    cn_error error = {""};
    cn_search *s;
    cn_status status = cn_search_new(game, spec, &s, &error);
    if (status == CN_OK) {
        status = cn_search_run(s, p, NULL, NULL, NULL, &result, &error);
        cn_search_free(s);
    }
    if (status != CN_OK) {
        printf("%s %d %s: %s\n", game->name, number, spec, error.text);
    } else {
        printf("%s %d %s: %016llx\n", game->name, number, spec,
               (unsigned long long)digest_of(&result));
    }
}

int main(void) {
    for (const cn_game *const *game = cn_games(); *game; game++) {
        cn_error error;
        cn_position *p;
        cn_rng rng = cn_rng_make(11, 7);
        if (cn_position_open(*game, NULL, NULL, &p, &error) != CN_OK) return 1;
        for (int number = 0; number < 2; number++) {
            for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
                search(*game, p, agents[i], number);
            }
            /* Some moves on, by random ones. */
            for (int ply = 0; ply < 5 && cn_position_over(p) == CN_ONGOING; ply++) {
                cn_move list[CN_MOVES_MAX];
                const int count = cn_position_moves(p, list);
                cn_position_play(p, list[cn_rng_below(&rng, (uint32_t)count)], NULL);
            }
            if (cn_position_over(p) != CN_ONGOING) break;
        }
        cn_position_close(p);
    }
    return 0;
}
