/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/device.h"

#include <stdlib.h>
#include <string.h>

struct reyes_view reyes_view_data(const struct view *view)
{
    struct reyes_view data = {
        .scale = view->scale,
        .near = view->near,
        .far = view->far,
        .width = view->width,
        .height = view->height,
        .limit = view->limit,
        .ribbon = view->ribbon,
        .max_depth = view->max_depth,
        .eye_rule = view->eye_rule == VIEW_EYE_2014 ? 0 : 1,
    };
    memcpy(data.eye, view->eye, sizeof(data.eye));
    return data;
}

/* Room for at least one, so that an empty scene has buffers, too. */
static struct gpu_buffer *create(struct gpu_scope *scope, const char *name, uint64_t count,
                                 uint64_t item_bytes, const void *data)
{
    return gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = name,
                                            .bytes = (count > 0 ? count : 1) * item_bytes,
                                            .data = count > 0 ? data : NULL });
}

static struct gpu_buffer *create_patches(struct gpu_scope *scope, const struct scene *scene)
{
    float(*points)[4] = malloc(((size_t)scene->count * 16 + 1) * sizeof(*points));
    if (!points)
        return NULL;
    for (size_t k = 0; k < (size_t)scene->count * 16; k++) {
        memcpy(points[k], scene->patches[k / 16].points[k % 16], 3 * sizeof(float));
        points[k][3] = 1.0f;
    }
    struct gpu_buffer *buffer =
        create(scope, "patches", scene->count, 16 * sizeof(*points), points);
    free(points);
    return buffer;
}

static struct gpu_buffer *create_whole(struct gpu_scope *scope, uint32_t count)
{
    struct range *ranges = malloc(((size_t)count + 1) * sizeof(*ranges));
    if (!ranges)
        return NULL;
    for (uint32_t patch = 0; patch < count; patch++)
        ranges[patch] = reyes_range_whole(patch);
    struct gpu_buffer *buffer = create(scope, "whole patches", count, sizeof(*ranges), ranges);
    free(ranges);
    return buffer;
}

bool reyes_upload(struct bench_workload *workload)
{
    struct reyes_workload *state = workload->state;
    struct gpu_scope *scope = workload->context.scope;
    const struct reyes_reference *reference = &state->reference;
    const uint64_t slack = 64 + 16 * (uint64_t)reference->undecided.count;
    struct reyes_buffers *buffers = context_alloc(&workload->context, sizeof(*buffers));
    state->buffers = buffers;
    if (!buffers)
        return false;
    buffers->context = &workload->context;
    const struct reyes_view view = reyes_view_data(&state->view);
    buffers->drawn_max = (uint32_t)(reference->drawn.count + slack);
    buffers->ranges_max = (uint32_t)(reference->counts.peak_ranges + slack);
    buffers->patches = create_patches(scope, &state->scene);
    buffers->whole = create_whole(scope, state->scene.count);
    buffers->view = create(scope, "view", 1, sizeof(view), &view);
    buffers->drawn = create(scope, "drawn ranges", buffers->drawn_max, REYES_RANGE_BYTES, NULL);
    return (buffers->patches && buffers->whole) ||
           context_error(&workload->context, "no host memory for %u patches", state->scene.count);
}
