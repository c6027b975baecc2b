/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
/*
 * gather_again: gather with what the pass before wrote in place of plane 0.
 *
 * Computes    what gather.comp does, with the result before as plane 0.
 * Bench       thread_group_tiling.two_passes, variants row_major, tiled_x and hilbert; baseline
 *             row_major.
 * Bindings    0 and 4 plane 0 (unused); 1..3 planes as images; 5..7 planes as buffers; 8 result,
 *             written once per pixel; 9 counter; 10 the result before: all as wide.glsl and
 *             wide_before.glsl have them.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least), 4 LAUNCH (of
 *             launch.glsl), 5 REVERSED (0 or 1), 6 LAYOUT, 7 FORMAT (both of layout.glsl),
 *             8 PLANES (1..4); push of wide.glsl: own has the nine taps.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        that of gather.comp.
 * Error       none: as gather.comp.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; alternate orders of passes are those of NVIDIA's denoisers (NRD,
 *             NRD_CTA_ORDER_REVERSED).
 */
#include "thread_group_tiling/gather.glsl"
#include "thread_group_tiling/wide_before.glsl"

vec4 gather_first(ivec2 at)
{
    return wide_before(at);
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        wide_store(pixel, gather_sum(pixel));
}
