/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/batches.h"

#include <stdlib.h>
#include <string.h>

struct batches {
    const struct view *view;
    const struct bound_patch *patches;
    const struct batches_params *params;
    struct range_list stack, batch, seconds; /* seconds: of NONINTERLEAVED */
    struct range_list *drawn;
};

static bool batches_step(struct batches *batches, struct range range)
{
    const enum bound_code code =
        reyes_bound(batches->view, &batches->patches[range.patch], range, NULL);
    const bool along_u = code == BOUND_SPLIT_U;
    if (code == BOUND_DRAW)
        return reyes_range_list_add(batches->drawn, range);
    if (!bound_splits(code))
        return true;
    return reyes_range_list_add(&batches->stack, reyes_range_child(range, along_u, 0)) &&
           reyes_range_list_add(batches->params->noninterleaved ? &batches->seconds
                                                                : &batches->stack,
                                reyes_range_child(range, along_u, 1));
}

static bool batches_iterate(struct batches *batches)
{
    const uint64_t p = batches->params->batch;
    const size_t height = batches->stack.count;
    const size_t taken = height < p ? height : (size_t)p;
    bool good = true;
    batches->batch.count = batches->seconds.count = 0;
    for (size_t i = height - taken; good && i < height; i++)
        good = reyes_range_list_add(&batches->batch, batches->stack.ranges[i]);
    batches->stack.count = height - taken;
    for (size_t i = 0; good && i < taken; i++)
        good = batches_step(batches, batches->batch.ranges[i]);
    for (size_t i = 0; good && i < batches->seconds.count; i++)
        good = reyes_range_list_add(&batches->stack, batches->seconds.ranges[i]);
    return good;
}

static bool ends_add(uint64_t **ends, uint64_t *iterations, uint64_t end)
{
    if ((*iterations & (*iterations - 1)) == 0) {
        const uint64_t grown = *iterations > 0 ? 2 * *iterations : 1;
        uint64_t *moved = realloc(*ends, grown * sizeof(*moved));
        if (!moved)
            return false;
        *ends = moved;
    }
    (*ends)[(*iterations)++] = end;
    return true;
}

bool reyes_batches_subdivide(const struct view *view, const struct bound_patch *patches,
                             uint32_t count, const struct batches_params *params,
                             struct range_list *drawn, uint64_t **ends, uint64_t *iterations)
{
    struct batches batches = { .view = view, .patches = patches, .params = params, .drawn = drawn };
    bool good = true;
    *drawn = (struct range_list){ 0 };
    *ends = NULL;
    *iterations = 0;
    for (uint32_t patch = 0; good && patch < count; patch++)
        good = reyes_range_list_add(&batches.stack, reyes_range_whole(patch));
    while (good && batches.stack.count > 0) {
        if (params->visit)
            params->visit(params->state, &batches.stack);
        good = batches_iterate(&batches) && ends_add(ends, iterations, drawn->count);
    }
    reyes_range_list_finish(&batches.stack);
    reyes_range_list_finish(&batches.batch);
    reyes_range_list_finish(&batches.seconds);
    return good;
}

/* Tree ---------------------------------------------------------------------------------------- */

/* Adds `range` and room for its halves; they are none so far. */
static bool tree_add(struct batches_tree *tree, struct range_list *ranges, struct range range)
{
    if (tree->count == UINT32_MAX || !reyes_range_list_add(ranges, range))
        return false;
    if ((tree->count & (tree->count - 1)) == 0) {
        const size_t room = tree->count > 0 ? 2 * (size_t)tree->count : 1;
        uint32_t *halves = realloc(tree->halves, room * sizeof(*halves));
        if (!halves)
            return false;
        tree->halves = halves;
    }
    tree->halves[tree->count++] = 0;
    return true;
}

bool reyes_batches_tree(struct batches_tree *tree, const struct view *view,
                        const struct bound_patch *patches, uint32_t patch_count)
{
    struct range_list ranges = { 0 };
    bool good = true;
    *tree = (struct batches_tree){ .patch_count = patch_count };
    for (uint32_t patch = 0; good && patch < patch_count; patch++)
        good = tree_add(tree, &ranges, reyes_range_whole(patch));
    for (uint32_t i = 0; good && i < tree->count; i++) {
        const struct range range = ranges.ranges[i];
        const enum bound_code code = reyes_bound(view, &patches[range.patch], range, NULL);
        if (!bound_splits(code))
            continue;
        const bool along_u = code == BOUND_SPLIT_U;
        tree->halves[i] = tree->count;
        good = tree_add(tree, &ranges, reyes_range_child(range, along_u, 0)) &&
               tree_add(tree, &ranges, reyes_range_child(range, along_u, 1));
    }
    reyes_range_list_finish(&ranges);
    return good;
}

/* Ranges by their numbers in the tree. */
struct walk {
    uint32_t *numbers;
    size_t count, room;
};

static bool walk_add(struct walk *walk, uint32_t number)
{
    if (walk->count == walk->room) {
        const size_t room = 2 * walk->room + 1024;
        uint32_t *numbers = realloc(walk->numbers, room * sizeof(*numbers));
        if (!numbers)
            return false;
        walk->numbers = numbers;
        walk->room = room;
    }
    walk->numbers[walk->count++] = number;
    return true;
}

/* An iteration: the last `taken` ranges of the stack leave it, and their halves come. */
static bool walk_step(const struct batches_tree *tree, bool noninterleaved, size_t taken,
                      struct walk *stack, struct walk *batch, struct walk *seconds)
{
    const size_t left = stack->count - taken;
    bool good = true;
    batch->count = seconds->count = 0;
    for (size_t i = left; good && i < stack->count; i++)
        good = walk_add(batch, stack->numbers[i]);
    stack->count = left;
    for (size_t i = 0; good && i < batch->count; i++) {
        const uint32_t first = tree->halves[batch->numbers[i]];
        if (first > 0)
            good = walk_add(stack, first) && walk_add(noninterleaved ? seconds : stack, first + 1);
    }
    for (size_t i = 0; good && i < seconds->count; i++)
        good = walk_add(stack, seconds->numbers[i]);
    return good;
}

bool reyes_batches_walk(const struct batches_tree *tree, const struct batches_params *params,
                        void (*take)(void *state, uint64_t ranges), void *state)
{
    struct walk stack = { 0 }, batch = { 0 }, seconds = { 0 };
    bool good = true;
    for (uint32_t patch = 0; good && patch < tree->patch_count; patch++)
        good = walk_add(&stack, patch);
    while (good && stack.count > 0) {
        const size_t taken = stack.count < params->batch ? stack.count : (size_t)params->batch;
        take(state, taken);
        good = walk_step(tree, params->noninterleaved, taken, &stack, &batch, &seconds);
    }
    free(stack.numbers);
    free(batch.numbers);
    free(seconds.numbers);
    return good;
}
