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
