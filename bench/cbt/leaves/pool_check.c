/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/pool.h"
#include "bench/cbt/tree/leb.h"

#include <stdlib.h>

/* A leaf and its slot; ordered by where it starts. */
struct entry {
    uint64_t start;
    uint32_t id, slot;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static uint64_t start_of(uint32_t id)
{
    return (uint64_t)id << (31 - cbt_heap_node_depth(id));
}

/* The slot of a leaf; POOL_NONE where the node is no leaf. */
static uint32_t slot_of(const struct entry *entries, size_t count, uint32_t id)
{
    const struct entry key = { .start = id == 0 ? 0 : start_of(id) };
    const struct entry *found = bsearch(&key, entries, count, sizeof(*entries), compare_entries);
    return found && found->id == id ? found->slot : POOL_NONE;
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
        return context_mismatch(context, "frame %u: %u slots are taken, where there are %u leaves",
                                view->frame, count, view->live_count);
    uint32_t *sums = calloc(cbt_pool_tree_words(view->depth), sizeof(*sums));
    if (!sums)
        return context_error(context, "no memory is left to check a pool");
    cbt_pool_tree_reduce(sums, view->bits, view->depth);
    uint32_t node = 1;
    const uint32_t nodes = 2u << (view->depth - POOL_LOWEST);
    while (node < nodes && cbt_pool_tree_read(sums, view->depth, node) ==
                               cbt_pool_tree_read(view->tree, view->depth, node))
        node++;
    const bool same =
        node == nodes ||
        context_mismatch(context, "frame %u: node %u of the allocator is %u, wanted %u",
                         view->frame, node, cbt_pool_tree_read(view->tree, view->depth, node),
                         cbt_pool_tree_read(sums, view->depth, node));
    free(sums);
    return same;
}

static bool check_live(struct context *context, const struct pool_view *view)
{
    if (!view->live)
        return true;
    bool *seen = calloc((size_t)1 << view->depth, sizeof(*seen));
    bool ok = seen || context_error(context, "no memory is left to check a pool");
    for (uint32_t i = 0; ok && i < view->live_count; i++) {
        const uint32_t slot = view->live[i];
        if (slot >= view->slots || view->ids[slot] == 0 || seen[slot])
            ok = context_mismatch(
                context, "frame %u: entry %u of the live list, slot %u: free, or listed twice",
                view->frame, i, slot);
        else
            seen[slot] = true;
    }
    free(seen);
    return ok;
}

/*
 * Across a short edge lies a leaf of the same depth, or the one of the next depth whose longest
 * edge it is; across the longest edge one of the same depth or of the depth before.
 */
static bool check_neighbours(struct context *context, const struct pool_view *view,
                             const struct entry *entries)
{
    static const char *const names[POOL_EDGES] = { "left", "right", "longest" };
    for (uint32_t i = 0; i < view->live_count; i++) {
        const struct leb_neighbours n = cbt_leb_node_neighbours(entries[i].id);
        const uint32_t candidates[POOL_EDGES][2] = { { n.left, 2 * n.left },
                                                     { n.right, 2 * n.right + 1 },
                                                     { n.edge, n.edge >> 1 } };
        for (int edge = 0; edge < POOL_EDGES; edge++) {
            const uint32_t *candidate = candidates[edge];
            uint32_t wanted = POOL_NONE;
            for (int k = 0; candidate[0] != 0 && k < 2 && wanted == POOL_NONE; k++)
                wanted = slot_of(entries, view->live_count, candidate[k]);
            if (candidate[0] != 0 && wanted == POOL_NONE)
                return context_mismatch(context,
                                        "frame %u: leaf %u: nothing conforms across its %s edge",
                                        view->frame, entries[i].id, names[edge]);
            const uint32_t got = view->neighbours[entries[i].slot][edge];
            if (got != wanted)
                return context_mismatch(
                    context, "frame %u: leaf %u in slot %u: slot %u across its %s edge, wanted %u",
                    view->frame, entries[i].id, entries[i].slot, got, names[edge], wanted);
        }
    }
    return true;
}

bool cbt_pool_check(struct context *context, const struct pool_view *view, uint32_t *leaves)
{
    if (!check_slots(context, view) || !check_live(context, view))
        return false;
    struct entry *entries = malloc((view->live_count + 1) * sizeof(*entries));
    if (!entries)
        return context_error(context, "no memory is left to check a pool");
    size_t count = 0;
    for (uint32_t slot = 0; slot < view->slots; slot++)
        if (view->ids[slot] != 0) {
            const uint32_t id = (uint32_t)view->ids[slot];
            entries[count++] = (struct entry){ start_of(id), id, slot };
        }
    qsort(entries, count, sizeof(*entries), compare_entries);
    for (size_t i = 0; i < count; i++)
        leaves[i] = entries[i].id;
    const bool ok = check_neighbours(context, view, entries);
    free(entries);
    return ok;
}
