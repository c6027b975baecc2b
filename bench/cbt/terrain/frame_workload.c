/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/frame_workload.h"

#include "bench/cbt/terrain/draw_device.h"

bool cbt_frame_workload(struct bench_workload *workload)
{
    struct frame_workload *state = workload->state;
    const uint32_t frames = (uint32_t)context_integer(&workload->context, "frames");
    if (frames % 2 != 0)
        return context_error(&workload->context,
                             "frames:%u leaves a split without its merge; take an "
                             "even number",
                             frames);
    context_fact_count(&workload->context, "frames", frames);
    return cbt_frame_scene_build(workload, frames, &state->scene);
}

bool cbt_frame_workload_upload(struct bench_workload *workload)
{
    struct frame_workload *state = workload->state;
    const struct heightmap *map = &state->scene.map;
    struct gpu_scope *scope = workload->context.scope;
#define CREATE(name_, bytes_, data_)                                                               \
    gpu_buffer_create(                                                                             \
        scope, &(struct gpu_buffer_params){ .name = name_, .bytes = bytes_, .data = data_ })
    state->heights = CREATE("heights", 2 * cbt_heightmap_height_count(map->levels), map->heights);
    state->variances =
        CREATE("variances", 4 * cbt_heightmap_variance_count(map->levels), map->variances);
    state->views = CREATE("views", sizeof(state->scene.views), state->scene.views);
#undef CREATE
    return state->views;
}

struct frame_push cbt_frame_push_of(const struct frame_workload *workload, uint32_t frame)
{
    return (struct frame_push){ frame, frame % 2, workload->scene.map.levels };
}

bool cbt_frame_arguments_check(struct bench_case *c, struct gpu_buffer *arguments)
{
    const struct frame_workload *workload = c->workload->state;
    const struct frame_scene *scene = &workload->scene;
    uint32_t got[DRAW_ARGUMENTS_WORDS], wanted[DRAW_ARGUMENTS_WORDS];
    cbt_draw_arguments(scene, scene->end.leaf_count, wanted);
    if (!gpu_buffer_read(arguments, 0, got, sizeof(got)))
        return false;
    for (int i = 0; i < DRAW_ARGUMENTS_WORDS; i++)
        if (got[i] != wanted[i])
            return context_mismatch(&c->context, "word %d of the arguments is %u, wanted %u", i,
                                    got[i], wanted[i]);
    return true;
}
