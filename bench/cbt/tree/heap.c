/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/heap.h"
#include "harness/base/need.h"

#include <assert.h>
#include <string.h>

/* Layout --------------------------------------------------------------------------------------- */

size_t cbt_heap_words(uint32_t depth)
{
    return (size_t)1 << (depth - 3);
}

size_t cbt_heap_bitfield_words(uint32_t depth)
{
    return (size_t)1 << (depth - 5);
}

size_t cbt_heap_bitfield_word(uint32_t depth)
{
    return 3 * cbt_heap_bitfield_words(depth);
}

uint64_t cbt_heap_level_address(uint32_t depth, uint32_t level)
{
    return ((uint64_t)1 << level) * (depth + 3 - level);
}

uint32_t cbt_heap_node_depth(uint32_t node)
{
    return 31 - (uint32_t)__builtin_clz(node);
}

uint32_t cbt_heap_node_width(uint32_t depth, uint32_t node)
{
    return depth + 1 - cbt_heap_node_depth(node);
}

uint64_t cbt_heap_node_address(uint32_t depth, uint32_t node)
{
    return ((uint64_t)2 << cbt_heap_node_depth(node)) +
           (uint64_t)node * cbt_heap_node_width(depth, node);
}

uint32_t cbt_heap_node_ceiling(uint32_t depth, uint32_t node)
{
    return node << (depth - cbt_heap_node_depth(node));
}

/* Nodes ---------------------------------------------------------------------------------------- */

static uint64_t pair_read(const uint32_t *words)
{
    return (uint64_t)words[1] << 32 | words[0];
}

static uint32_t bits_read(const struct heap *heap, uint64_t address, uint32_t count)
{
    const uint64_t mask = ((uint64_t)1 << count) - 1;
    return (uint32_t)(pair_read(&heap->words[address / 32]) >> address % 32 & mask);
}

static void bits_write(struct heap *heap, uint64_t address, uint32_t width, uint32_t value)
{
    const uint64_t mask = (((uint64_t)1 << width) - 1) << address % 32;
    uint32_t *words = &heap->words[address / 32];
    const uint64_t pair = (pair_read(words) & ~mask) | ((uint64_t)value << address % 32 & mask);
    words[0] = (uint32_t)pair;
    if (address % 32 + width > 32)
        words[1] = (uint32_t)(pair >> 32);
}

uint32_t cbt_heap_bits_read(const struct heap *heap, uint64_t address, uint32_t count)
{
    return bits_read(heap, address, count);
}

uint32_t cbt_heap_node_read(const struct heap *heap, uint32_t node)
{
    return bits_read(heap, cbt_heap_node_address(heap->depth, node),
                     cbt_heap_node_width(heap->depth, node));
}

void cbt_heap_node_write(struct heap *heap, uint32_t node, uint32_t value)
{
    bits_write(heap, cbt_heap_node_address(heap->depth, node),
               cbt_heap_node_width(heap->depth, node), value);
}

uint32_t cbt_heap_split_position(uint32_t depth, uint32_t node)
{
    assert(cbt_heap_node_depth(node) < depth);
    return cbt_heap_node_ceiling(depth, 2 * node + 1) - (1u << depth);
}

uint32_t cbt_heap_merge_position(uint32_t depth, uint32_t node)
{
    assert(node > 1);
    return cbt_heap_node_ceiling(depth, node | 1) - (1u << depth);
}

static bool position_set(struct heap *heap, uint32_t position, bool value)
{
    uint32_t *word = &heap->words[cbt_heap_bitfield_word(heap->depth) + position / 32];
    const uint32_t bit = 1u << position % 32, before = *word;
    *word = value ? before | bit : before & ~bit;
    return *word != before;
}

bool cbt_heap_node_split(struct heap *heap, uint32_t node)
{
    return position_set(heap, cbt_heap_split_position(heap->depth, node), true);
}

bool cbt_heap_node_merge(struct heap *heap, uint32_t node)
{
    return position_set(heap, cbt_heap_merge_position(heap->depth, node), false);
}

/* Tree ----------------------------------------------------------------------------------------- */

bool cbt_heap_init(struct heap *heap, uint32_t depth)
{
    assert(depth >= HEAP_DEPTH_MIN && depth <= HEAP_DEPTH_MAX);
    *heap = (struct heap){ depth, calloc(cbt_heap_words(depth) + 1, sizeof(*heap->words)) };
    if (heap->words)
        heap->words[0] = 1u << depth;
    return heap->words;
}

void cbt_heap_finish(struct heap *heap)
{
    free(heap->words);
    *heap = (struct heap){ 0 };
}

bool cbt_heap_create(struct context *context, struct heap *heap, uint32_t depth)
{
    const size_t bytes = (cbt_heap_words(depth) + 1) * sizeof(*heap->words);
    *heap = (struct heap){ depth, context_alloc(context, bytes) };
    if (heap->words)
        heap->words[0] = 1u << depth;
    return heap->words;
}

bool cbt_heap_copy(struct context *context, struct heap *heap, const struct heap *from)
{
    const bool created = cbt_heap_create(context, heap, from->depth);
    if (created)
        memcpy(heap->words, from->words, cbt_heap_words(from->depth) * sizeof(*heap->words));
    return created;
}

void cbt_heap_mark(struct heap *heap, const uint32_t *leaves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        position_set(heap, cbt_heap_node_ceiling(heap->depth, leaves[i]) - (1u << heap->depth),
                     true);
}

void cbt_heap_fill(struct heap *heap, const uint32_t *leaves, size_t count, struct cpu_pool *pool)
{
    enum { WORTH_A_REDUCTION = 64 };
    const bool many = count > ((size_t)1 << heap->depth) / WORTH_A_REDUCTION;
    cbt_heap_mark(heap, leaves, count);
    if (many) {
        cbt_heap_reduce(heap, pool);
        return;
    }
    OWNED uint32_t *positions = need_bytes(count * sizeof(*positions));
    for (size_t i = 0; i < count; i++)
        positions[i] = cbt_heap_node_ceiling(heap->depth, leaves[i]) - (1u << heap->depth);
    cbt_heap_positions_add(heap, positions, count, 1, pool);
}

bool cbt_heap_create_leaves(struct context *context, struct heap *heap, uint32_t depth,
                            const uint32_t *leaves, size_t count)
{
    enum { WORTH_A_POOL = 1 << 12 };
    if (!cbt_heap_create(context, heap, depth))
        return false;
    OWNED_BY(cpu_pool_destroy)
    struct cpu_pool *pool = count >= WORTH_A_POOL ? cpu_pool_create(0) : NULL;
    cbt_heap_fill(heap, leaves, count, pool);
    return true;
}

struct level {
    struct heap *heap;
    uint32_t level;
};

/* Nodes of a level lie one behind the other: it is written front to back, a word at a time. `begin`
 * and `end` count 32 nodes each, which are whole words. */
static void level_reduce(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct level *what = context;
    const struct heap *heap = what->heap;
    const uint32_t width = heap->depth + 1 - what->level, child_width = width - 1;
    uint64_t from = cbt_heap_level_address(heap->depth, what->level + 1) + 64 * child_width * begin;
    uint32_t *to =
        &heap->words[cbt_heap_level_address(heap->depth, what->level) / 32 + width * begin];
    uint64_t sum = 0;
    uint32_t bits = 0;
    (void)thread;
    for (uint64_t i = 32 * begin; i < 32 * end; i++, from += 2 * child_width) {
        const uint64_t value = (uint64_t)bits_read(heap, from, child_width) +
                               bits_read(heap, from + child_width, child_width);
        sum |= value << bits;
        bits += width;
        if (bits >= 32) {
            *to++ = (uint32_t)sum;
            sum >>= 32;
            bits -= 32;
        }
    }
}

void cbt_heap_reduce(struct heap *heap, struct cpu_pool *pool)
{
    enum { SHARED_LEVELS = 5, LARGE_LEVEL = 14 };
    for (uint32_t level = heap->depth; level-- > SHARED_LEVELS;) {
        struct level what = { heap, level };
        const size_t count = ((size_t)1 << level) / 32;
        cpu_pool_run(level >= LARGE_LEVEL ? pool : NULL, count, 0, level_reduce, &what);
    }
    for (uint32_t node = 1u << SHARED_LEVELS; node-- > 1;)
        cbt_heap_node_write(heap, node,
                            cbt_heap_node_read(heap, 2 * node) +
                                cbt_heap_node_read(heap, 2 * node + 1));
    bits_write(heap, 0, heap->depth + 3, 1u << heap->depth);
}

/* Adds to nodes from one on up to that level. Values stay within their widths: no other bit, and no
 * other word, is touched. */
static void nodes_add(struct heap *heap, uint32_t node, uint32_t level, int change)
{
    for (; node >> level > 0; node >>= 1) {
        const uint64_t address = cbt_heap_node_address(heap->depth, node);
        uint32_t *words = &heap->words[address / 32];
        const uint32_t shift = address % 32;
        if (shift + cbt_heap_node_width(heap->depth, node) <= 32) {
            words[0] += (uint32_t)change << shift;
            continue;
        }
        const uint64_t pair = pair_read(words) + ((uint64_t)(int64_t)change << shift);
        words[0] = (uint32_t)pair;
        words[1] = (uint32_t)(pair >> 32);
    }
}

void cbt_heap_position_add(struct heap *heap, uint32_t position, int change)
{
    nodes_add(heap, ((1u << heap->depth) + position) >> 1, 0, change);
}

/*
 * Positions by the node of level ROOTS above them. From level ROOTS + 5 on, what lies below such a
 * node is whole words, so that each has a thread of its own; what lies above is added at once for
 * all positions below a node of the last level there.
 */
enum { ROOTS = 8, ABOVE = ROOTS + 4 };

struct additions {
    struct heap *heap;
    int change;
    uint32_t *positions;         /* in the order of their roots */
    uint32_t ends[1 << ROOTS];   /* of those of each root */
    uint32_t counts[1 << ABOVE]; /* by the node of level ABOVE */
};

static void add_below(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct additions *additions = context;
    const uint32_t first = 1u << additions->heap->depth;
    (void)thread;
    for (uint32_t i = begin > 0 ? additions->ends[begin - 1] : 0; i < additions->ends[end - 1]; i++)
        nodes_add(additions->heap, (first + additions->positions[i]) >> 1, ABOVE + 1,
                  additions->change);
}

static void add_by_root(struct heap *heap, const uint32_t *positions, size_t count, int change,
                        struct cpu_pool *pool)
{
    OWNED uint32_t *ordered = need_bytes(count * sizeof(*ordered));
    OWNED struct additions *additions = need_bytes(sizeof(*additions));
    uint32_t begin = 0;
    *additions = (struct additions){ .heap = heap, .change = change, .positions = ordered };
    for (size_t i = 0; i < count; i++)
        additions->counts[positions[i] >> (heap->depth - ABOVE)]++;
    for (uint32_t root = 0; root < 1u << ROOTS; root++) {
        additions->ends[root] = begin;
        for (uint32_t i = root << (ABOVE - ROOTS); i < (root + 1) << (ABOVE - ROOTS); i++)
            begin += additions->counts[i];
    }
    for (size_t i = 0; i < count; i++)
        ordered[additions->ends[positions[i] >> (heap->depth - ROOTS)]++] = positions[i];
    cpu_pool_run(pool, 1 << ROOTS, 1, add_below, additions);
    for (uint32_t i = 0; i < 1u << ABOVE; i++)
        if (additions->counts[i] > 0)
            nodes_add(heap, (1u << ABOVE) + i, 0, change * (int)additions->counts[i]);
}

void cbt_heap_positions_add(struct heap *heap, const uint32_t *positions, size_t count, int change,
                            struct cpu_pool *pool)
{
    if (pool && heap->depth > ABOVE + 1)
        add_by_root(heap, positions, count, change, pool);
    else
        for (size_t i = 0; i < count; i++)
            cbt_heap_position_add(heap, positions[i], change);
}

uint32_t cbt_heap_leaf_count(const struct heap *heap)
{
    return cbt_heap_node_read(heap, 1);
}

uint32_t cbt_heap_decode(const struct heap *heap, uint32_t handle)
{
    uint32_t node = 1;
    while (cbt_heap_node_read(heap, node) > 1) {
        const uint32_t left = cbt_heap_node_read(heap, 2 * node);
        node = 2 * node + (handle >= left);
        handle -= node & 1 ? left : 0;
    }
    return node;
}

struct walk {
    const struct heap *heap;
    uint32_t *leaves;
};

/* From the leaf of one handle to that of another. */
static void walk_leaves(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct walk *walk = context;
    (void)thread;
    if (begin == end)
        return;
    uint32_t node = cbt_heap_decode(walk->heap, (uint32_t)begin);
    walk->leaves[begin] = node;
    for (size_t i = begin + 1; i < end; i++) {
        while (node & 1)
            node >>= 1;
        node++;
        while (cbt_heap_node_read(walk->heap, node) > 1)
            node *= 2;
        walk->leaves[i] = node;
    }
}

void cbt_heap_leaves(const struct heap *heap, uint32_t *leaves, struct cpu_pool *pool)
{
    const size_t count = cbt_heap_leaf_count(heap);
    struct walk walk = { heap, leaves };
    cpu_pool_run(pool, count, 0, walk_leaves, &walk);
}
