/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/leaves.h"

#include "bench/common/hash.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"

#include <stdatomic.h>
#include <string.h>

enum { WIDE_NODES = 128 }; /* nodes 1..127, levels 0 to 6, are 32 bits wide */

/* Width in bits of a node, and where it lies. */
static uint32_t node_width(uint32_t depth, uint32_t node, uint32_t *word, uint32_t *shift)
{
    const uint32_t lowest = 1u << (depth - POOL_LOWEST);
    if (node >= lowest) {
        *word = WIDE_NODES - 1 + (lowest - WIDE_NODES) / 2 + (node - lowest) / 4;
        *shift = (node - lowest) % 4 * 8;
        return 8;
    }
    if (node >= WIDE_NODES) {
        *word = WIDE_NODES - 1 + (node - WIDE_NODES) / 2;
        *shift = node % 2 * 16;
        return 16;
    }
    *word = node - 1;
    *shift = 0;
    return 32;
}

uint32_t cbt_pool_tree_words(uint32_t depth)
{
    const uint32_t lowest = 1u << (depth - POOL_LOWEST);
    return WIDE_NODES - 1 + (lowest - WIDE_NODES) / 2 + lowest / 4;
}

uint32_t cbt_pool_tree_read(const uint32_t *tree, uint32_t depth, uint32_t node)
{
    uint32_t word, shift;
    const uint32_t width = node_width(depth, node, &word, &shift);
    return tree[word] >> shift & 0xffffffffu >> (32 - width);
}

static void tree_write(uint32_t *tree, uint32_t depth, uint32_t node, uint32_t value)
{
    uint32_t word, shift;
    const uint32_t mask = 0xffffffffu >> (32 - node_width(depth, node, &word, &shift));
    tree[word] = (tree[word] & ~(mask << shift)) | (value & mask) << shift;
}

void cbt_pool_tree_reduce(uint32_t *tree, const uint32_t *bits, uint32_t depth)
{
    const uint32_t lowest = 1u << (depth - POOL_LOWEST);
    for (uint32_t node = 0; node < lowest; node++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 4; i++)
            sum += (uint32_t)__builtin_popcount(bits[4 * node + i]);
        tree_write(tree, depth, lowest + node, sum);
    }
    for (uint32_t node = lowest - 1; node > 0; node--)
        tree_write(tree, depth, node,
                   cbt_pool_tree_read(tree, depth, 2 * node) +
                       cbt_pool_tree_read(tree, depth, 2 * node + 1));
}

/* Check --------------------------------------------------------------------------------------- */

/* A leaf and its slot; ordered by where it starts. */
struct entry {
    uint32_t start, id, slot;
};

/* Sorts by the starts; `other` has room for as many. Leaves with the same start, of which one is
 * wrong, keep their order. */
static void sort_entries(struct entry *entries, struct entry *other, size_t count)
{
    enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };
    for (uint32_t shift = 0; shift < 32; shift += DIGIT_BITS) {
        size_t places[DIGITS + 1] = { 0 };
        for (size_t i = 0; i < count; i++)
            places[(entries[i].start >> shift) % DIGITS + 1]++;
        for (size_t digit = 1; digit < DIGITS; digit++)
            places[digit] += places[digit - 1];
        for (size_t i = 0; i < count; i++)
            other[places[(entries[i].start >> shift) % DIGITS]++] = entries[i];
        struct entry *swapped = entries;
        entries = other;
        other = swapped;
    }
}

/* Cells of leaves, found by their ids. */
struct index {
    uint32_t mask; /* cells, a power of two, less one */
    struct index_cell {
        uint32_t id, slot; /* id 0: empty */
    } * cells;
};

static struct index_cell *cell_of(const struct index *index, uint32_t id)
{
    uint32_t at = hash_mix(id) & index->mask;
    while (index->cells[at].id != 0 && index->cells[at].id != id)
        at = (at + 1) & index->mask;
    return &index->cells[at];
}

/* Bits, tree and live list. */
static bool check_slots(struct context *context, const struct pool_view *view)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < view->slots; slot++) {
        const bool live = view->ids[slot] != 0;
        if (live != (view->bits[slot / 32] >> slot % 32 & 1))
            return context_mismatch(context, "frame %u: slot %u: its bit is %d, its id %llx",
                                    view->frame, slot, !live, (unsigned long long)view->ids[slot]);
        if (live && view->ids[slot] >> 32 != 0)
            return context_mismatch(context, "frame %u: slot %u: id %llx of more than 32 bits",
                                    view->frame, slot, (unsigned long long)view->ids[slot]);
        count += live;
    }
    if (count != view->live_count)
        return context_mismatch(context, "frame %u: %u slots are taken for %u leaves", view->frame,
                                count, view->live_count);
    OWNED uint32_t *sums = need_zeroed(cbt_pool_tree_words(view->depth), sizeof(*sums));
    cbt_pool_tree_reduce(sums, view->bits, view->depth);
    uint32_t node = 1;
    const uint32_t nodes = 2u << (view->depth - POOL_LOWEST);
    while (node < nodes && cbt_pool_tree_read(sums, view->depth, node) ==
                               cbt_pool_tree_read(view->tree, view->depth, node))
        node++;
    return node == nodes ||
           context_mismatch(context, "frame %u: node %u of the allocator is %u, wanted %u",
                            view->frame, node, cbt_pool_tree_read(view->tree, view->depth, node),
                            cbt_pool_tree_read(sums, view->depth, node));
}

static bool check_live(struct context *context, const struct pool_view *view)
{
    if (!view->live)
        return true;
    OWNED bool *seen = need_zeroed((size_t)1 << view->depth, sizeof(*seen));
    for (uint32_t i = 0; i < view->live_count; i++) {
        const uint32_t slot = view->live[i];
        if (slot >= view->slots || view->ids[slot] == 0 || seen[slot])
            return context_mismatch(
                context, "frame %u: entry %u of the live list, slot %u: free, or listed twice",
                view->frame, i, slot);
        seen[slot] = true;
    }
    return true;
}

/* The slots across the edges of a leaf, by id arithmetic; POOL_NONE where the square ends. False
 * with the edge that nothing conforms across. */
static bool neighbours_of(const struct index *index, uint32_t id, uint32_t wanted[POOL_EDGES],
                          int *edge)
{
    /*
     * Across a short edge lies a leaf of the same depth, or the one of the next depth whose longest
     * edge it is; across the longest edge one of the same depth or of the depth before.
     */
    const struct leb_neighbours n = cbt_leb_node_neighbours(id);
    const uint32_t candidates[POOL_EDGES][2] = { { n.left, 2 * n.left },
                                                 { n.right, 2 * n.right + 1 },
                                                 { n.edge, n.edge >> 1 } };
    for (*edge = 0; *edge < POOL_EDGES; (*edge)++) {
        const uint32_t *candidate = candidates[*edge];
        uint32_t *slot = &wanted[*edge];
        *slot = POOL_NONE;
        for (int k = 0; candidate[0] != 0 && k < 2 && *slot == POOL_NONE; k++) {
            const struct index_cell *cell = cell_of(index, candidate[k]);
            *slot = cell->id == candidate[k] && cell->id != 0 ? cell->slot : POOL_NONE;
        }
        if (candidate[0] != 0 && *slot == POOL_NONE)
            return false;
    }
    return true;
}

struct linking {
    const struct pool_view *view;
    const struct entry *entries;
    const struct index *index;
    atomic_size_t wrong; /* the first entry that is; live_count: none */
};

static void link_entry(void *context, size_t i)
{
    struct linking *linking = context;
    uint32_t wanted[POOL_EDGES];
    int edge;
    const uint32_t *got = linking->view->neighbours[linking->entries[i].slot];
    if (neighbours_of(linking->index, linking->entries[i].id, wanted, &edge) &&
        memcmp(wanted, got, sizeof(wanted)) == 0)
        return;
    size_t first = atomic_load(&linking->wrong);
    while (i < first && !atomic_compare_exchange_weak(&linking->wrong, &first, i))
        continue;
}

/* Checks many leaves on all CPUs. */
static bool check_neighbours(struct context *context, const struct pool_view *view,
                             const struct entry *entries, const struct index *index)
{
    enum { MANY = 1 << 13 };
    struct linking linking = { .view = view, .entries = entries, .index = index };
    struct cpu_pool *pool = view->live_count < MANY ? NULL : cpu_pool_create(0);
    atomic_init(&linking.wrong, view->live_count);
    cpu_pool_each(pool, view->live_count, 0, link_entry, &linking);
    cpu_pool_destroy(&pool);
    const size_t wrong = atomic_load(&linking.wrong);
    if (wrong == view->live_count)
        return true;
    static const char *const names[POOL_EDGES] = { "left", "right", "longest" };
    const struct entry *entry = &entries[wrong];
    uint32_t wanted[POOL_EDGES];
    int edge;
    if (!neighbours_of(index, entry->id, wanted, &edge))
        return context_mismatch(context, "frame %u: leaf %u: nothing conforms across its %s edge",
                                view->frame, entry->id, names[edge]);
    for (edge = 0; view->neighbours[entry->slot][edge] == wanted[edge]; edge++)
        continue;
    return context_mismatch(
        context, "frame %u: leaf %u in slot %u: slot %u across its %s edge, wanted %u", view->frame,
        entry->id, entry->slot, view->neighbours[entry->slot][edge], names[edge], wanted[edge]);
}

bool cbt_pool_check(struct context *context, const struct pool_view *view, uint32_t *leaves)
{
    if (!check_slots(context, view) || !check_live(context, view))
        return false;
    OWNED struct entry *entries = need_bytes(2 * ((size_t)view->live_count + 1) * sizeof(*entries));
    size_t count = 0;
    for (uint32_t slot = 0; slot < view->slots; slot++)
        if (view->ids[slot] != 0) {
            const uint32_t id = (uint32_t)view->ids[slot];
            entries[count++] = (struct entry){ id << (31 - cbt_heap_node_depth(id)), id, slot };
        }
    sort_entries(entries, entries + count, count);
    for (size_t i = 0; i < count; i++)
        leaves[i] = entries[i].id;
    uint32_t cells = 2;
    while (cells < 2 * count)
        cells *= 2;
    OWNED struct index_cell *memory = need_zeroed(cells, sizeof(*memory));
    const struct index index = { cells - 1, memory };
    for (size_t i = 0; i < count; i++)
        *cell_of(&index, entries[i].id) = (struct index_cell){ entries[i].id, entries[i].slot };
    return check_neighbours(context, view, entries, &index);
}
