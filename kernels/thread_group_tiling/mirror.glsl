/* SPDX-License-Identifier: MIT */
/*
 * mirror.glsl: a plane of a picture that is repeated, every second time mirrored, as
 * bench/thread_group_tiling/picture/picture.h has it.
 */
#ifndef THREAD_GROUP_TILING_MIRROR_GLSL
#define THREAD_GROUP_TILING_MIRROR_GLSL

layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Picture { vec4 picture[]; };

layout(push_constant) uniform Push { uvec2 size, base; };

/* The picture's texel of a pixel within size. */
vec4 mirror_texel(uvec2 at)
{
    const uvec2 turn = at % (2 * base);
    const uvec2 from = mix(2 * base - 1 - turn, turn, lessThan(turn, base));
    return picture[from.y * base.x + from.x];
}

#endif
