/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
/*
 * tiling_gather_round: bad on purpose, with halves rounded towards zero.
 *
 * Computes    gather.comp's result, but for the last bit.
 * Bench       tests/bench/thread_group_tiling/tiling_gather_test.c only.
 * Bindings    0..9 of gather.comp.
 * Constants   0..8 of gather.comp; push of wide.glsl.
 * Dispatch    that of gather.comp.
 * Work        that of gather.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own: what a conversion may do, and devices do.
 */
#include "thread_group_tiling/gather.glsl"

vec4 gather_first(ivec2 at)
{
    return wide_texel(0, at);
}

uint towards_zero(float value)
{
    const uint bits = floatBitsToUint(value), magnitude = bits & 0x7fffffffu;
    return magnitude < 0x38800000u ? 0u : magnitude - 0x38000000u >> 13 | (bits >> 16 & 0x8000u);
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (!wide_within(pixel))
        return;
    const vec4 sum = gather_sum(pixel);
    const uint index = layout_index(LAYOUT_BLOCK, FORMAT, uint(size.x), uvec2(pixel));
    result_halves[index] = uvec2(towards_zero(sum.x) | towards_zero(sum.y) << 16,
                                 towards_zero(sum.z) | towards_zero(sum.w) << 16);
}
