/* The transposition table: what a search already knows of a position, shared by threads without
 * locks.
 *
 * One allocation of buckets of four entries, a bucket to a cache line. An entry is two words:
 *
 *     data    bits  0-23  value + 2^23 (a win counts plies from this position, not from the root)
 *             bits 24-39  best move, or CN_MOVE_NONE
 *             bits 40-47  depth searched below this position
 *             bits 48-49  bound: 1 the value is at least this, 2 at most, 3 exactly
 *             bits 50-55  age: the search that wrote it, modulo 64
 *             bit  56     solid: no heuristic value went into it, only ended games
 *     check   key XOR data
 *
 * Two threads that write one entry at once can leave halves of both; XOR makes such an entry match
 * no key (Hyatt and Mann, "A lockless transposition-table implementation for parallel search", ICGA
 * Journal 25, 2002). Both words are relaxed atomics: nothing else is published through them. Layout
 * and contents are the same on every platform. */
#ifndef CANOPY_KERNEL_TABLE_H
#define CANOPY_KERNEL_TABLE_H

#include <canopy/game.h>
#include <canopy/kernel/inline.h>
#include <stdatomic.h>

/* Entries of a bucket, and kinds of bounds: the value is at least, at most, exactly this. */
enum { CN_BUCKET = 4, CN_BOUND_LOWER = 1, CN_BOUND_UPPER = 2, CN_BOUND_EXACT = 3 };

/* One position; both words 0: empty. */
typedef struct cn_table_entry {
    _Atomic uint64_t check, data;
} cn_table_entry;

/* A table. Threads share `entries`; the other fields do not change while they search. All zero is a
 * table without memory, which must not be probed. */
typedef struct cn_table {
    cn_table_entry *entries; /* buckets x CN_BUCKET */
    uint64_t buckets;        /* any number up to 2^32 */
    uint32_t age;            /* of the search that runs, modulo 64 */
} cn_table;

/* What the table knows of a position. `value` is in the view of the side to move there, with wins
 * counted from the position; `move` may be CN_MOVE_NONE. */
typedef struct cn_table_hit {
    int value, depth, bound;
    cn_move move;
    bool solid;
} cn_table_hit;

/* The bucket of a key: its low 32 bits are scaled to the number of buckets, which need not be a
 * power of two. */
CN_INLINE cn_table_entry *cn_table_bucket(const cn_table *table, uint64_t key) {
    return &table->entries[((key & UINT32_MAX) * table->buckets >> 32) * CN_BUCKET];
}

/* True if the table knows the position; then `hit` is what it knows. From any thread, also while
 * others store. The move may be another position's, by a collision of keys, and illegal here. */
CN_INLINE bool cn_table_probe(const cn_table *table, uint64_t key, cn_table_hit *hit) {
    cn_table_entry *bucket = cn_table_bucket(table, key);
    for (int i = 0; i < CN_BUCKET; i++) {
        const uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) != key || data == 0) continue;
        hit->value = (int)(data & 0xffffff) - (1 << 23);
        hit->move = (cn_move)(data >> 24 & 0xffff);
        hit->depth = (int)(data >> 40 & 0xff);
        hit->bound = (int)(data >> 48 & 3);
        hit->solid = data >> 56 & 1;
        return true;
    }
    return false;
}

/* How much an entry is worth keeping: deep and of this search. It loses four plies for each search
 * since it was written. */
CN_INLINE int cn_table_worth(uint64_t data, uint32_t age) {
    const int depth = (int)(data >> 40 & 0xff);
    const int older = (int)((age - (uint32_t)(data >> 50)) & 63);
    return data == 0 ? -1000 : depth - 4 * older;
}

/* Stores what is known of a position, in place of what it knew of the same position, or else of the
 * entry in its bucket that is worth least. */
CN_INLINE void cn_table_store(cn_table *table, uint64_t key, int value, int depth, int bound,
                              cn_move move, bool solid) {
    cn_table_entry *bucket = cn_table_bucket(table, key), *place = bucket;
    int least = INT32_MAX;
    for (int i = 0; i < CN_BUCKET; i++) {
        const uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key) { /* one entry a position: the newest */
            place = &bucket[i];
            if (move == CN_MOVE_NONE) move = (cn_move)(data >> 24 & 0xffff);
            break;
        }
        const int worth = cn_table_worth(data, table->age);
        if (worth < least) {
            least = worth;
            place = &bucket[i];
        }
    }
    const uint64_t data = (uint64_t)(value + (1 << 23)) | (uint64_t)move << 24 |
                          (uint64_t)(depth & 0xff) << 40 | (uint64_t)bound << 48 |
                          (uint64_t)(table->age & 63) << 50 | (uint64_t)solid << 56;
    atomic_store_explicit(&place->data, data, memory_order_relaxed);
    atomic_store_explicit(&place->check, key ^ data, memory_order_relaxed);
}

#endif
