/* What the endgame solver of Othello knows of a position, in the memory of the engine's table.
 *
 * Buckets and entries are those of kernel/table.h: four entries of two words to a cache line, the
 * second word being the key XOR the first, so that halves of two writes match no key. Only the
 * first word means something else, and depth and age are where the table's own code expects them,
 * so that both kinds of entries can live side by side:
 *
 *     bits  0-6   the score is at least 2 * n - 64
 *     bits  7-13  the score is at most 2 * n - 64
 *     bits 24-30  the best move, 127 for none
 *     bits 31-37  the best move before that, 127 for none
 *     bits 40-47  empty squares
 *     bits 48-49  how selective the search was that found the bounds, 0: not at all
 *     bits 50-55  age
 *     all others  20 more bits of a second hash of the board
 *
 * All entries of a bucket agree in the bits of the key that choose it, some 20 to 26; with the
 * second hash at least 58 bits tell two boards apart. */
#pragma once

#include <canopy/kernel/table.h>

#define ENDTABLE_CHECK UINT64_C(0xff0000c000ffc000)

enum {
    NO_SQUARE = 127,
    NEAR_BUCKETS = 1024, /* 64 KiB, which stays in a core's second cache */
};

/* The two hashes of a board: the key, and the bits of the second one at their places in an entry.
 */
typedef struct end_key {
    uint64_t key, check;
} end_key;

/* What the table knows of a position, in the view of its side to move. */
typedef struct end_hit {
    int lower, upper; /* as far as a search as selective as the one that asks may believe them */
    int move[2];
} end_hit;

CN_INLINE end_key end_key_of(uint64_t own, uint64_t opp) {
    const uint64_t a = own * UINT64_C(0x9e3779b97f4a7c15), b = opp * UINT64_C(0xc2b2ae3d27d4eb4f);
    const uint64_t turned = b >> 29 | b << 35;
    uint64_t key = (a ^ a >> 32) + turned;
    key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (end_key){key ^ key >> 31, ((a >> 13) + b * 5 + (b >> 31)) & ENDTABLE_CHECK};
}

CN_INLINE void endtable_prefetch(const cn_table *table, end_key key) {
    __builtin_prefetch(cn_table_bucket(table, key.key));
}

/* The one place of a board with few empty squares, in a part of the table that stays in the
 * processor's cache: most such boards that come again do so soon. */
CN_INLINE cn_table_entry *endtable_near(const cn_table *table, end_key key) {
    const uint64_t buckets = table->buckets < NEAR_BUCKETS ? table->buckets : NEAR_BUCKETS;
    return &table->entries[((key.key & UINT32_MAX) * buckets >> 32) * CN_BUCKET + (key.key >> 62)];
}

/* What an entry says of a board, for a search as selective as `level`. False if it is of another
 * one. */
CN_INLINE bool endtable_read(const cn_table_entry *entry, end_key key, int level, end_hit *hit) {
    const uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    const uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    if ((check ^ data) != key.key || (data & ENDTABLE_CHECK) != key.check || !data) return false;
    const bool sound = (int)(data >> 48 & 3) <= level;
    hit->lower = sound ? 2 * (int)(data & 127) - 64 : -64;
    hit->upper = sound ? 2 * (int)(data >> 7 & 127) - 64 : 64;
    hit->move[0] = (int)(data >> 24 & 127);
    hit->move[1] = (int)(data >> 31 & 127);
    return true;
}

CN_INLINE void endtable_write(cn_table_entry *entry, end_key key, uint32_t age, int empties,
                              int level, int lower, int upper, int move, int second) {
    const uint64_t data = (uint64_t)(lower + 64) >> 1 | (uint64_t)((upper + 64) >> 1) << 7 |
                          (uint64_t)move << 24 | (uint64_t)second << 31 | (uint64_t)empties << 40 |
                          (uint64_t)level << 48 | (uint64_t)(age & 63) << 50 | key.check;
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, key.key ^ data, memory_order_relaxed);
}

/* Looks a board up; `level` is how selective the search is that asks. False if it is not there. */
CN_INLINE bool endtable_probe(const cn_table *table, end_key key, int level, end_hit *hit) {
    cn_table_entry *bucket = cn_table_bucket(table, key.key);
    for (int i = 0; i < CN_BUCKET; i++) {
        if (endtable_read(&bucket[i], key, level, hit)) return true;
    }
    return false;
}

/* Adds what is known now to what was known of the same board. Bounds of a less selective search
 * replace others, and stay when others come. */
CN_INLINE void endtable_store(cn_table *table, end_key key, int empties, int level, int lower,
                              int upper, int move) {
    cn_table_entry *bucket = cn_table_bucket(table, key.key), *place = bucket;
    int least = INT32_MAX, second = NO_SQUARE;
    for (int i = 0; i < CN_BUCKET; i++) {
        const uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key.key && (data & ENDTABLE_CHECK) == key.check && data) {
            const int known_lower = 2 * (int)(data & 127) - 64;
            const int known_upper = 2 * (int)(data >> 7 & 127) - 64;
            const int first = (int)(data >> 24 & 127), known_level = (int)(data >> 48 & 3);
            if (known_level < level) {
                lower = known_lower;
                upper = known_upper;
                level = known_level;
            } else if (known_level == level) {
                if (known_lower > lower) lower = known_lower;
                if (known_upper < upper) upper = known_upper;
            }
            if (move == NO_SQUARE || move == first) {
                move = first;
                second = (int)(data >> 31 & 127);
            } else {
                second = first;
            }
            place = &bucket[i];
            break;
        }
        const int worth = cn_table_worth(data, table->age);
        if (worth < least) {
            least = worth;
            place = &bucket[i];
        }
    }
    endtable_write(place, key, table->age, empties, level, lower, upper, move, second);
}
