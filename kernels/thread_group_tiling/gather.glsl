/* SPDX-License-Identifier: MIT */
/* gather.glsl: the sum that gather.comp and gather_again.comp store. They say what plane 0 is. */
#ifndef THREAD_GROUP_TILING_GATHER_GLSL
#define THREAD_GROUP_TILING_GATHER_GLSL

#include "thread_group_tiling/wide.glsl"

/* Per tap, and in it per plane. */
const vec4 V = vec4(4, 2, 1, 1) / 256;
const vec4 W[9] = { 8 * V, 4 * V, 4 * V, 4 * V, 4 * V, 2 * V, 2 * V, 2 * V, 2 * V };

vec4 gather_first(ivec2 at);

vec4 gather_sum(ivec2 pixel)
{
    precise vec4 sum = vec4(0);
    [[unroll]] for (int t = 0; t < 9; t++) {
        const ivec2 at = pixel + own[t];
        sum = fma(vec4(W[t].x), gather_first(at), sum);
        if (PLANES > 1)
            sum = fma(vec4(W[t].y), wide_texel(1, at), sum);
        if (PLANES > 2)
            sum = fma(vec4(W[t].z), wide_texel(2, at), sum);
        if (PLANES > 3)
            sum = fma(vec4(W[t].w), wide_texel(3, at), sum);
    }
    return sum;
}

#endif
