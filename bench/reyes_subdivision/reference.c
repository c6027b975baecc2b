/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/reference.h"

#include "bench/common/array.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/trouble.h"

#include <assert.h>
#include <stdlib.h>

void reyes_range_list_add(struct range_list *list, struct range range)
{
    struct range *moved = array_room(list->ranges, list->count, &list->capacity, sizeof(*moved));
    list->failed = list->failed || !moved;
    if (!moved)
        return;
    list->ranges = moved;
    list->ranges[list->count++] = range;
}

void reyes_range_list_finish(struct range_list *list)
{
    free(list->ranges);
    *list = (struct range_list){ 0 };
}

void reyes_reference_finish(struct reyes_reference *reference)
{
    reyes_range_list_finish(&reference->drawn);
    reyes_range_list_finish(&reference->undecided);
}

/* Subdivision --------------------------------------------------------------------------------- */

static void reference_step(struct reyes_reference *reference, struct reyes_reference_level *level,
                           enum bound_code code, struct range range, struct range_list *next)
{
    const bool along_u = code == BOUND_SPLIT_U;
    level->in++;
    switch (code) {
    case BOUND_CULL_FRUSTUM: ++level->culled_frustum; break;
    case BOUND_CULL_DEPTH: ++level->culled_depth; break;
    case BOUND_DRAW:
        ++level->drawn;
        reyes_range_list_add(&reference->drawn, range);
        break;
    case BOUND_SPLIT_U:
    case BOUND_SPLIT_V:
        level->split++;
        reyes_range_list_add(next, reyes_range_child(range, along_u, 0));
        reyes_range_list_add(next, reyes_range_child(range, along_u, 1));
    }
}

/* The fate of each range of a depth. All threads decide it, since the ranges are independent. */
struct reference_level_codes {
    const struct view *view;
    const struct bound_patch *patches;
    const struct range_list *now;
    struct reference_code {
        enum bound_code code;
        bool undecided;
    } * codes;
};

static void reference_bound(void *context, size_t i)
{
    const struct reference_level_codes *level = context;
    const struct range range = level->now->ranges[i];
    struct reference_code *code = &level->codes[i];
    code->code = reyes_bound(level->view, &level->patches[range.patch], range, &code->undecided);
}

static bool reference_subdivide_level(struct reyes_reference *reference, struct cpu_pool *pool,
                                      struct reference_level_codes codes, struct range_list *next)
{
    enum { CHUNK = 1024 };
    struct reyes_reference_level *level =
        &reference->counts.levels[reference->counts.level_count++];
    const struct range_list *now = codes.now;
    codes.codes = malloc(now->count * sizeof(*codes.codes));
    if (!codes.codes)
        return false;
    cpu_pool_each(now->count > CHUNK ? pool : NULL, now->count, CHUNK, reference_bound, &codes);
    for (size_t i = 0; i < now->count; i++) {
        const struct reference_code *code = &codes.codes[i];
        if (code->undecided)
            reyes_range_list_add(&reference->undecided, now->ranges[i]);
        reference_step(reference, level, code->code, now->ranges[i], next);
    }
    free(codes.codes);
    return !next->failed && !reference->drawn.failed && !reference->undecided.failed;
}

bool reyes_reference_subdivide(struct reyes_reference *reference, const struct view *view,
                               const struct bound_patch *patches, uint32_t count,
                               uint64_t ranges_max)
{
    struct range_list lists[2] = { { 0 }, { 0 } };
    struct cpu_pool *pool = cpu_pool_create(0);
    assert(view->max_depth >= 1 && view->max_depth <= REYES_LEVELS);
    *reference = (struct reyes_reference){ .counts = { .n_in = count } };
    for (uint32_t patch = 0; patch < count; patch++)
        reyes_range_list_add(&lists[0], reyes_range_whole(patch));
    bool good = !lists[0].failed, many = false;
    for (uint32_t depth = 0; good && !many && lists[depth % 2].count > 0; depth++) {
        struct range_list *now = &lists[depth % 2], *next = &lists[(depth + 1) % 2];
        next->count = 0;
        const struct reference_level_codes codes = { view, patches, now, NULL };
        good = reference_subdivide_level(reference, pool, codes, next);
        many = next->count > ranges_max || reference->drawn.count > ranges_max;
    }
    cpu_pool_destroy(&pool);
    reyes_range_list_finish(&lists[0]);
    reyes_range_list_finish(&lists[1]);
    if (many)
        return trouble("more ranges than this tool takes: a larger limit, or a smaller max_depth");
    if (!good)
        return trouble("no memory left");
    struct reyes_reference_counts *counts = &reference->counts;
    for (uint32_t depth = 0; depth < counts->level_count; depth++) {
        const struct reyes_reference_level *level = &counts->levels[depth];
        counts->n_out += level->drawn;
        counts->splits += level->split;
        counts->culled_frustum += level->culled_frustum;
        counts->culled_depth += level->culled_depth;
        counts->bounds += level->in;
        if (level->in > counts->peak_ranges)
            counts->peak_ranges = level->in;
    }
    assert(counts->bounds == counts->n_in + 2 * counts->splits);
    return (reyes_range_sort(reference->drawn.ranges, reference->drawn.count, count) &&
            reyes_range_sort(reference->undecided.ranges, reference->undecided.count, count)) ||
           trouble("no memory left");
}

/* Comparison ---------------------------------------------------------------------------------- */

/* The order of reyes_range_sort(), on the rectangles themselves. */
static int range_order(struct range a, struct range b)
{
    if (a.patch != b.patch)
        return a.patch < b.patch ? -1 : 1;
    const struct range_bounds x = reyes_range_bounds(a), y = reyes_range_bounds(b);
    const float left[4] = { x.u0, x.v0, x.u1, x.v1 }, right[4] = { y.u0, y.v0, y.u1, y.v1 };
    for (int i = 0; i < 4; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static bool reference_may_differ(const struct reyes_reference *reference, struct range range)
{
    size_t first = 0, end = reference->undecided.count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (reference->undecided.ranges[middle].patch < range.patch)
            first = middle + 1;
        else
            end = middle;
    }
    for (; first < reference->undecided.count; first++) {
        const struct range outer = reference->undecided.ranges[first];
        if (outer.patch != range.patch)
            break;
        if (reyes_range_within(range, outer))
            return true;
    }
    return false;
}

static bool reference_refuse(struct range range, const char *what)
{
    const struct range_bounds bounds = reyes_range_bounds(range);
    return trouble("range %s: patch %u, u %g to %g, v %g to %g", what, range.patch,
                   (double)bounds.u0, (double)bounds.u1, (double)bounds.v0, (double)bounds.v1);
}

bool reyes_reference_matches(const struct reyes_reference *reference, const struct range *ranges,
                             size_t count, uint64_t *differences)
{
    const struct range *wanted = reference->drawn.ranges;
    const size_t wanted_count = reference->drawn.count;
    size_t i = 0, k = 0;
    *differences = 0;
    while (i < count || k < wanted_count) {
        int order = 0;
        if (i < count && i > 0 && range_order(ranges[i - 1], ranges[i]) == 0)
            return reference_refuse(ranges[i], "drawn twice");
        if (i == count)
            order = 1;
        else if (k == wanted_count)
            order = -1;
        else
            order = range_order(ranges[i], wanted[k]);
        if (order != 0) {
            const struct range odd = order < 0 ? ranges[i] : wanted[k];
            ++*differences;
            if (!reference_may_differ(reference, odd))
                return reference_refuse(odd, order < 0 ? "not wanted" : "missing");
        }
        i += order <= 0;
        k += order >= 0;
    }
    return true;
}

/* Batches ------------------------------------------------------------------------------------- */

struct batches {
    const struct view *view;
    const struct bound_patch *patches;
    const struct batches_params *params;
    struct range_list stack, batch, seconds; /* seconds: of NONINTERLEAVED */
    struct range_list *drawn;
};

static void batches_iterate(struct batches *batches)
{
    const uint64_t p = batches->params->batch;
    const size_t height = batches->stack.count;
    const size_t taken = height < p ? height : (size_t)p;
    batches->batch.count = batches->seconds.count = 0;
    for (size_t i = height - taken; i < height; i++)
        reyes_range_list_add(&batches->batch, batches->stack.ranges[i]);
    batches->stack.count = height - taken;
    for (size_t i = 0; i < batches->batch.count; i++) {
        const struct range range = batches->batch.ranges[i];
        const enum bound_code code =
            reyes_bound(batches->view, &batches->patches[range.patch], range, NULL);
        const bool along_u = code == BOUND_SPLIT_U;
        if (code == BOUND_DRAW)
            reyes_range_list_add(batches->drawn, range);
        if (!bound_splits(code))
            continue;
        reyes_range_list_add(&batches->stack, reyes_range_child(range, along_u, 0));
        reyes_range_list_add(batches->params->noninterleaved ? &batches->seconds : &batches->stack,
                             reyes_range_child(range, along_u, 1));
    }
    for (size_t i = 0; i < batches->seconds.count; i++)
        reyes_range_list_add(&batches->stack, batches->seconds.ranges[i]);
}

bool reyes_batches_subdivide(const struct view *view, const struct bound_patch *patches,
                             uint32_t count, const struct batches_params *params,
                             struct range_list *drawn, uint64_t **ends, uint64_t *iterations)
{
    struct batches batches = { .view = view, .patches = patches, .params = params, .drawn = drawn };
    size_t room = 0;
    *drawn = (struct range_list){ 0 };
    *ends = NULL;
    *iterations = 0;
    for (uint32_t patch = 0; patch < count; patch++)
        reyes_range_list_add(&batches.stack, reyes_range_whole(patch));
    bool good = !batches.stack.failed;
    while (good && batches.stack.count > 0) {
        if (params->visit)
            params->visit(params->state, &batches.stack);
        uint64_t *grown = array_room(*ends, *iterations, &room, sizeof(*grown));
        *ends = grown ? grown : *ends;
        if (grown)
            batches_iterate(&batches);
        good = grown && !batches.stack.failed && !batches.batch.failed && !batches.seconds.failed &&
               !drawn->failed;
        if (good)
            (*ends)[(*iterations)++] = drawn->count;
    }
    reyes_range_list_finish(&batches.stack);
    reyes_range_list_finish(&batches.batch);
    reyes_range_list_finish(&batches.seconds);
    return good;
}
