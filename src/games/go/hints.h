/* What helps a search: evaluation, move order, wins at once, symmetry. It is a part of the template
 * games/go/board.h, where its types and sets are defined. */

/* The static value for the side to move, in hundredths of a point, with komi. "area": points nearer
 * to own stones than to the opponent's, less the opposite, as if the game ended so; and liberties,
 * a tenth of a point each. "stones": stones on the board only. */
static int MY(eval)(const void *p, int heuristic) {
    const state *s = p;
    const field f = shape(s);
    set black = s->stones[0], white = s->stones[1];
    int value;
    if (heuristic == 0) {
        set empty = minus(f.full, or (black, white));
        value = 10 * (tally(and(grow(&f, black), empty)) - tally(and(grow(&f, white), empty)));
        for (;;) {
            const set b = and(grow(&f, black), empty), w = and(grow(&f, white), empty);
            if (!any(or (b, w))) break;
            black = or (black, minus(b, w));
            white = or (white, minus(w, b));
            empty = minus(empty, or (b, w));
        }
        value += 100 * (tally(black) - tally(white));
    } else {
        value = 100 * (tally(black) - tally(white));
    }
    value -= 50 * s->head.komi;
    return s->head.turn ? -value : value;
}

/* Captures first, then contact and the middle; pass last. */
static int MY(order)(const void *p, cn_move move) {
    const state *s = p;
    const field f = shape(s);
    if (move == PASS) return -1;
    const set me = s->stones[s->head.turn], you = s->stones[s->head.turn ^ 1];
    set taken, lost;
    place(&f, me, you, move, true, &taken, &lost);
    const set around = and(grow(&f, point(move)), f.full);
    const int row = move / f.n, column = move % f.n, last = f.n - 1;
    const int height =
        (row < last - row ? row : last - row) + (column < last - column ? column : last - column);
    return 64 * tally(taken) + 8 * tally(and(around, you)) + 2 * tally(minus(around, me)) + height;
}

/* What Go thinks of the moves before a search (games/go/priors.h). */
static void MY(priors)(const void *p, const cn_move *moves, int count, float *chance,
                       float *visits) {
    (GO_SIDE == 9 ? GO_NINE.priors : go_priors)(p, moves, count, chance, visits);
}

/* A move that wins at once: a pass after a pass if the board is won as it stands, or any move that
 * wins where the limit of moves ends the game with it. There is no search for longer wins. */
static cn_move MY(forced)(const void *p, int budget, cn_forced *win) {
    (void)budget;
    win->plies = 1;
    const state *s = p;
    const go_head *h = &s->head;
    if (h->outcome != CN_ONGOING) return CN_MOVE_NONE;
    if (h->passes == 1) {
        const int score = MY(score)(s);
        if (h->turn ? score < 0 : score > 0) return PASS;
    }
    if (h->moves + 1 < h->limit) return CN_MOVE_NONE;
    cn_move list[CN_MOVES_MAX];
    const int count = MY(moves)(s, list);
    for (int i = 0; i < count; i++) {
        state next;
        memcpy(&next, s, sizeof next.head + sizeof next.stones);
        next.head.past = 0; /* the game ends here: nothing looks back */
        MY(play)(&next, list[i]);
        if (next.head.outcome == cn_win_of(h->turn)) return list[i];
    }
    return CN_MOVE_NONE;
}

#if GO_PAST
/* Bytes of the state in use: the past is as long as the game. */
static size_t MY(live)(const void *p) {
    const state *s = p;
    return offsetof(state, past) + s->head.past * sizeof s->past[0];
}
#endif

#if !GO_PAST || GO_SIDE == 5
/* Image k (cn_grid_image) of a set of points on n x n. */
GO_INLINE set MY(image)(int n, int k, set a) {
    set r = none();
    for (int i = 0; i < GO_WORDS; i++) {
        for (uint64_t left = a.w[i]; left; left &= left - 1) {
            flip(&r, cn_grid_image(n, k, 64 * i + __builtin_ctzll(left)));
        }
    }
    return r;
}

/* Image k of a position. On 5x5 the entries of the past are boards and have images too; elsewhere
 * there is no past, and the hash of the stones is made anew. */
static void MY(symmetry)(const void *p, int k, void *image) {
    const state *s = p;
    state *out = image;
    const int n = side(s);
    out->head = s->head;
    for (int player = 0; player < 2; player++) {
        out->stones[player] = MY(image)(n, k, s->stones[player]);
    }
    if (s->head.ko != GO_NO_POINT) out->head.ko = (uint16_t)cn_grid_image(n, k, s->head.ko);
    if (s->head.last) out->head.last = (uint16_t)(cn_grid_image(n, k, s->head.last - 1) + 1);
    if (s->head.before) out->head.before = (uint16_t)(cn_grid_image(n, k, s->head.before - 1) + 1);
#if GO_PAST
    const uint64_t board = (UINT64_C(1) << GO_EXACT_SHIFT) - 1;
    for (int i = 0; i < s->head.past; i++) {
        const uint64_t entry = s->past[i];
        const set b = {{entry & board}}, w = {{entry >> GO_EXACT_SHIFT & board}};
        out->past[i] = MY(image)(n, k, b).w[0] | MY(image)(n, k, w).w[0] << GO_EXACT_SHIFT |
                       entry >> GO_EXACT_SIDE << GO_EXACT_SIDE;
    }
#elif GO_SIDE != 5
    out->head.hash = 0;
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < GO_WORDS; i++) {
            for (uint64_t left = out->stones[player].w[i]; left; left &= left - 1) {
                out->head.hash ^= go_key[player][64 * i + __builtin_ctzll(left)];
            }
        }
    }
#endif
}

/* The move of image k that a move of the position becomes. */
static cn_move MY(symmetry_move)(const void *p, int k, cn_move move) {
    const int n = side((const state *)p);
    return move == PASS ? move : (cn_move)cn_grid_image(n, k, move);
}
#endif

/* The stones of the side to move and of the other, for learned evaluations. */
static void MY(planes)(const void *p, uint64_t *own, uint64_t *opp) {
    const state *s = p;
    memcpy(own, &s->stones[s->head.turn], sizeof *s->stones);
    memcpy(opp, &s->stones[s->head.turn ^ 1], sizeof *s->stones);
}
