/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"

#include "harness/engine/gpu/gpu.h"

#include <stdio.h>
#include <string.h>

bool tiles_pyramid_image_wanted(const struct bench_case *c)
{
    return strcmp(context_text_or(&c->context, "source", "buffer"), "image") == 0;
}

bool tiles_pyramid_image_create(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const struct pyramid *pyramid = &tiles_input(c)->pyramid;
    struct gpu_scope *scope = c->context.scope;
    const struct gpu_image_params params = { .name = "importance",
                                             .width = 1u << pyramid->top,
                                             .height = 1u << pyramid->top,
                                             .levels = pyramid->top + 1,
                                             .format = GPU_R32F,
                                             .usage = GPU_IMAGE_SAMPLED,
                                             .data = pyramid->values };
    state->image = gpu_image_create(scope, &params);
    state->sampler = gpu_sampler_create(
        scope, &(struct gpu_sampler_params){ GPU_NEAREST, GPU_NEAREST, GPU_CLAMP });
    bool good = state->image && state->sampler;
    for (uint32_t level = 1; good && level <= pyramid->top; level++)
        good = gpu_image_write(state->image, level,
                               pyramid->values + tiles_pyramid_offset(pyramid->top, level));
    return good;
}

bool tiles_pyramid_image_check(struct bench_case *c)
{
    const struct pyramid *pyramid = &tiles_input(c)->pyramid;
    const size_t base = (size_t)1 << 2 * pyramid->top;
    uint32_t *texels = context_alloc(&c->context, base * sizeof(*texels));
    char name[128];
    for (uint32_t level = 0; texels && level <= pyramid->top; level++) {
        const float *right = pyramid->values + tiles_pyramid_offset(pyramid->top, level);
        const size_t count = base >> 2 * level;
        if (!gpu_image_read(tiles_state(c)->image, level, texels))
            return false;
        snprintf(name, sizeof(name), "%smip level %u", tiles_input(c)->place, level);
        if (!context_compare(
                &c->context, name, texels, right, count,
                (struct context_element){ .noun = "texel", .row = 1u << (pyramid->top - level) }))
            return false;
    }
    return texels;
}
