/* SPDX-License-Identifier: MIT */
/*
 * wide.glsl: what wide kernels share: the pixel of an invocation by the order, texels of the planes
 * in any layout, the result. bench/thread_group_tiling/wide.h makes what is bound here.
 *
 *   0..3  planes as images, 4..7 the same as buffers: LAYOUT says which of both hold them; planes
 *         beyond PLANES repeat plane 0
 *   8     the result, a texel per pixel of the format of the planes, in blocks for LAYOUT_IMAGE
 *   9     the counter of launch.glsl, 0 at the start, and again at the end
 *   10    of kernels with a pass before them: its result; what wide_before.glsl declares
 *   11..  the bench's own
 *
 * Constants 0 and 1 are the group's size, 2..8 those below; the bench's own begin at 9. own[] of
 * the push constants is the bench's.
 */
#ifndef THREAD_GROUP_TILING_WIDE_GLSL
#define THREAD_GROUP_TILING_WIDE_GLSL

const int LAUNCH_BINDING = 9;
#include "thread_group_tiling/launch.glsl"
#include "thread_group_tiling/layout.glsl"
#include "thread_group_tiling/order.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;

layout(constant_id = 2) const uint ORDER = 0;
layout(constant_id = 3) const uint N = 16;
layout(constant_id = 4) const uint LAUNCH = LAUNCH_ID;
layout(constant_id = 5) const uint REVERSED = 0;
layout(constant_id = 6) const uint LAYOUT = 0;
layout(constant_id = 7) const uint FORMAT = 0;
layout(constant_id = 8) const uint PLANES = 3;

layout(binding = 0) uniform sampler2D plane_0;
layout(binding = 1) uniform sampler2D plane_1;
layout(binding = 2) uniform sampler2D plane_2;
layout(binding = 3) uniform sampler2D plane_3;
layout(std430, binding = 4) readonly buffer Halves0 { uvec2 halves_0[]; };
layout(std430, binding = 5) readonly buffer Halves1 { uvec2 halves_1[]; };
layout(std430, binding = 6) readonly buffer Halves2 { uvec2 halves_2[]; };
layout(std430, binding = 7) readonly buffer Halves3 { uvec2 halves_3[]; };
layout(std430, binding = 4) readonly buffer Floats0 { vec4 floats_0[]; };
layout(std430, binding = 5) readonly buffer Floats1 { vec4 floats_1[]; };
layout(std430, binding = 6) readonly buffer Floats2 { vec4 floats_2[]; };
layout(std430, binding = 7) readonly buffer Floats3 { vec4 floats_3[]; };
layout(std430, binding = 8) writeonly buffer ResultHalves { uvec2 result_halves[]; };
layout(std430, binding = 8) writeonly buffer ResultFloats { vec4 result_floats[]; };

layout(push_constant) uniform Push { uvec2 grid; ivec2 size; ivec2 own[12]; };

shared uvec2 wide_shared_group;

/* The group of the launch that this one is. The last to draw a ticket puts the counter back. */
uvec2 wide_mapped()
{
    const uint groups = grid.x * grid.y;
    uint launch = launch_take(LAUNCH, grid);
    if (LAUNCH == LAUNCH_TICKET && launch == groups - 1u)
        launch_counter = 0;
    if (REVERSED == 1)
        launch = groups - 1u - launch;
    return order_map(ORDER, launch, grid, N);
}

/* Row by row is how devices launch: there is nothing to map. */
bool wide_is_launched_so()
{
    return ORDER == ORDER_ROW_MAJOR && LAUNCH == LAUNCH_ID && REVERSED == 0;
}

/* Maps of rows and tiles are a few instructions, which every thread may follow; the descent of the
 * curves is one thread's, and a ticket is drawn once. In uniform control flow. */
uvec2 wide_group()
{
    if (wide_is_launched_so())
        return gl_WorkGroupID.xy;
    if (LAUNCH != LAUNCH_TICKET && ORDER != ORDER_MORTON && ORDER != ORDER_HILBERT)
        return wide_mapped();
    if (gl_LocalInvocationIndex == 0)
        wide_shared_group = wide_mapped();
    barrier();
    return wide_shared_group;
}

/* May lie outside of size: after all barriers, such an invocation has nothing to do. */
ivec2 wide_pixel()
{
    return ivec2(wide_group() * gl_WorkGroupSize.xy + gl_LocalInvocationID.xy);
}

bool wide_within(ivec2 pixel)
{
    return all(lessThan(pixel, size));
}

vec4 wide_image(uint plane, ivec2 at)
{
    switch (plane) {
    case 0: return texelFetch(plane_0, at, 0);
    case 1: return texelFetch(plane_1, at, 0);
    case 2: return texelFetch(plane_2, at, 0);
    default: return texelFetch(plane_3, at, 0);
    }
}

vec4 wide_unpacked(uvec2 halves)
{
    return vec4(unpackHalf2x16(halves.x), unpackHalf2x16(halves.y));
}

vec4 wide_halves(uint plane, uint index)
{
    switch (plane) {
    case 0: return wide_unpacked(halves_0[index]);
    case 1: return wide_unpacked(halves_1[index]);
    case 2: return wide_unpacked(halves_2[index]);
    default: return wide_unpacked(halves_3[index]);
    }
}

vec4 wide_floats(uint plane, uint index)
{
    switch (plane) {
    case 0: return floats_0[index];
    case 1: return floats_1[index];
    case 2: return floats_2[index];
    default: return floats_3[index];
    }
}

/* The texel of a plane, by a number that the compiler knows; of the nearest one for pixels outside.
 */
vec4 wide_texel(uint plane, ivec2 at)
{
    const ivec2 within = clamp(at, ivec2(0), size - 1);
    if (LAYOUT == LAYOUT_IMAGE)
        return wide_image(plane, within);
    const uint index = layout_index(LAYOUT, FORMAT, uint(size.x), uvec2(within));
    if (FORMAT == FORMAT_RGBA16F)
        return wide_halves(plane, index);
    return wide_floats(plane, index);
}

/*
 * Bits of the nearest half, ties to even, in integers, since devices may round a conversion as they
 * like. What lies below the least normal half is 0, what lies beyond the largest is that.
 */
uint wide_half(float value)
{
    const uint bits = floatBitsToUint(value);
    const uint magnitude = bits & 0x7fffffffu;
    const uint nearest = magnitude + 0xfffu + (magnitude >> 13 & 1u);
    const uint rebased = min((nearest - 0x38000000u) >> 13, 0x7bffu);
    return magnitude < 0x38800000u ? 0u : rebased | (bits >> 16 & 0x8000u);
}

void wide_store(ivec2 pixel, vec4 value)
{
    const uint layout_ = LAYOUT == LAYOUT_LINEAR ? LAYOUT_LINEAR : LAYOUT_BLOCK;
    const uint index = layout_index(layout_, FORMAT, uint(size.x), uvec2(pixel));
    if (FORMAT == FORMAT_RGBA16F)
        result_halves[index] = uvec2(wide_half(value.x) | wide_half(value.y) << 16,
                                     wide_half(value.z) | wide_half(value.w) << 16);
    else
        result_floats[index] = value;
}

#endif
