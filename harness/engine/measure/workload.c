/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/measure/measure.h"

#include <stdio.h>
#include <stdlib.h>

/* The host part; its trouble is in the context. */
static void build(struct bench_workload *workload, const struct plan_group *group, uint64_t seed,
                  struct input_cache *shelf)
{
    const struct bench *bench = group->bench;
    const struct context_values values = { group->values, group->value_count, group->options,
                                           group->option_count, group->workload_name };
    workload->bench = bench;
    workload->timed = group->case_count > 0 && !group->cases[0].check;
    context_init(&workload->context, seed, values);
    context_set_shelf(&workload->context, shelf);
    workload->state = context_alloc(&workload->context, bench->workload_bytes);
    if (workload->state && bench->workload && !bench->workload(workload))
        context_error(&workload->context, "the input could not be built");
}

static bool is_built(const struct bench_workload *workload)
{
    const enum context_trouble trouble = context_trouble(&workload->context);
    return trouble == CONTEXT_OK || trouble == CONTEXT_UNSUPPORTED;
}

struct bench_workload *workload_create(const struct plan_group *group, uint64_t seed,
                                       struct input_cache *shelf)
{
    struct bench_workload *workload = need_zeroed(1, sizeof(*workload));
    build(workload, group, seed, shelf);
    if (is_built(workload))
        return workload;
    trouble("%s", context_message(&workload->context));
    workload_destroy(&workload);
    return NULL;
}

bool workload_upload(struct bench_workload *workload, struct gpu *gpu)
{
    const struct bench *bench = workload->bench;
    if (!gpu || !context_ok(&workload->context))
        return context_ok(&workload->context);
    workload->context.scope = gpu_scope_create(gpu);
    if (bench->upload && !bench->upload(workload) && context_ok(&workload->context))
        context_error(&workload->context, "the input could not be uploaded");
    gpu_scope_settle(workload->context.scope);
    return context_ok(&workload->context) && !gpu_failed(gpu);
}

static struct bench_workload *other_make(struct workload_others *others,
                                         const struct plan_group *group, uint64_t seed,
                                         struct bench_workload as, struct gpu *gpu)
{
    struct bench_workload *workload = need_bytes(sizeof(*workload));
    *workload = as;
    build(workload, group, seed, NULL);
    if (is_built(workload) && workload_upload(workload, gpu))
        return workload;
    others->trouble = context_trouble(&workload->context);
    snprintf(others->why, sizeof(others->why), "%s", context_message(&workload->context));
    workload_destroy(&workload);
    return NULL;
}

void workload_others_make(struct workload_others *others, const struct plan_group *group,
                          uint64_t seed, uint64_t drawn, struct gpu *gpu)
{
    const struct bench_workload other = { .unanswered = true }, altered = { .altered = drawn | 1 };
    others->tried = true;
    others->other = other_make(others, group, drawn, other, gpu);
    if (group->bench->alters)
        others->altered = other_make(others, group, seed, altered, gpu);
}

void workload_others_finish(struct workload_others *others)
{
    workload_destroy(&others->other);
    workload_destroy(&others->altered);
}

void workload_destroy(struct bench_workload **workload)
{
    if (!*workload)
        return;
    gpu_scope_destroy(&(*workload)->context.scope);
    context_finish(&(*workload)->context);
    free(*workload);
    *workload = NULL;
}
