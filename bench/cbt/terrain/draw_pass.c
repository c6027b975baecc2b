/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include "cbt.kernels.h"

#include <string.h>

const char *const cbt_draw_pass_names[] = { "colour", "gbuffer", "shadow", "cascades", NULL };

static void light_pictures(const struct frame_scene *scene, uint32_t count,
                           struct draw_pass_kind *kind)
{
    uint32_t side = 1;
    while (2 * side <= scene->target.height)
        side *= 2;
    kind->parallel = true;
    kind->picture_count = count;
    for (uint32_t i = 0; i < count; i++) {
        kind->pictures[i] = (struct draw_picture){ &scene->lights[i], side, side };
        kind->views[i] = FRAME_VIEWS + i;
    }
}

struct draw_pass_kind cbt_draw_pass_kind(const struct frame_scene *scene, enum draw_pass pass)
{
    static const uint32_t sky = 0xFFE6D2B4; /* a light blue */
    struct draw_pass_kind kind = {
        .fragment = &kernel_cbt_frame_shade,
        .colours = { GPU_PIXEL_RGBA8 },
        .clear = sky,
        .picture_count = 1,
        .pictures = { { &scene->views[FRAME_START_VIEW], cbt_flight_picture_width(&scene->target),
                        scene->target.height } },
        .views = { FRAME_START_VIEW },
    };
    if (pass == DRAW_COLOUR)
        return kind;
    if (pass == DRAW_GBUFFER) {
        kind.fragment = &kernel_cbt_frame_gbuffer;
        kind.clear = 0;
        for (int i = 1; i < GPU_COLOURS_MAX; i++)
            kind.colours[i] = i == DRAW_GBUFFER_LEAVES ? GPU_PIXEL_UINT : GPU_PIXEL_RGBA8;
        return kind;
    }
    kind = (struct draw_pass_kind){ 0 };
    light_pictures(scene, pass == DRAW_SHADOW ? 1 : FLIGHT_CASCADES, &kind);
    return kind;
}

struct gpu_target *cbt_draw_target_create(struct gpu_scope *scope,
                                          const struct draw_pass_kind *kind,
                                          const enum gpu_pixel colours[GPU_COLOURS_MAX])
{
    struct gpu_target_params params = { .name = "picture",
                                        .width = kind->pictures[0].width,
                                        .height = kind->pictures[0].height };
    memcpy(params.colours, colours, sizeof(params.colours));
    return gpu_target_create(scope, &params);
}

/* Whether no byte of a colour is more than 1 from that of another. */
static bool colours_near(uint32_t a, uint32_t b)
{
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        const int difference = (int)(a >> shift & 0xFF) - (int)(b >> shift & 0xFF);
        if (difference < -1 || difference > 1)
            return false;
    }
    return true;
}

void cbt_draw_colours_settle(uint32_t *wanted, const uint32_t *got, uint64_t pixels, uint32_t clear)
{
    for (uint64_t k = 0; k < pixels; k++)
        if (wanted[k] != clear && got[k] != clear && wanted[k] >> 24 == got[k] >> 24 &&
            colours_near(wanted[k], got[k]))
            wanted[k] = got[k];
}
