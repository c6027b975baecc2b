/* SPDX-License-Identifier: MIT */
/* disc.glsl: the mean that disc.comp stores; functions of disc.c bear the same names. */
#ifndef THREAD_GROUP_TILING_DISC_GLSL
#define THREAD_GROUP_TILING_DISC_GLSL

#include "thread_group_tiling/reciprocal.glsl"
#include "thread_group_tiling/wide.glsl"

struct DiscSeen {
    vec4 light, guide;
    float variance;
};

struct DiscSum {
    vec4 light;
    float weights;
};

DiscSeen disc_seen(ivec2 at)
{
    return DiscSeen(wide_texel(0, at), wide_texel(1, at), wide_texel(2, at).a);
}

float disc_radius(DiscSeen pixel)
{
    precise float sum = (pixel.light.a + pixel.guide.w) + 0.0001220703125;
    precise float radius = 1.0 + (35.0 * pixel.light.a) * reciprocal(sum);
    return radius;
}

ivec2 disc_place(float radius, vec2 turn, ivec2 tap)
{
    precise vec2 at = vec2(tap) * 0.03125;
    precise float across = radius * (at.x * turn.x - at.y * turn.y) + 0.5;
    precise float down = radius * (at.x * turn.y + at.y * turn.x) + 0.5;
    return ivec2(floor(vec2(across, down)));
}

float disc_weight(DiscSeen pixel, DiscSeen tap)
{
    precise float d = (tap.guide.x * pixel.guide.x + tap.guide.y * pixel.guide.y) +
                      tap.guide.z * pixel.guide.z;
    precise float d2 = d * d;
    precise float d4 = d2 * d2;
    precise float t = pixel.guide.w * 0.03125 + 0.0001220703125;
    precise float t2 = t * t;
    precise float dz = tap.guide.w - pixel.guide.w;
    precise float s = pixel.variance + 0.015625;
    precise float above = ((d4 * d4) * t2) * s;
    precise float below = (t2 + dz * dz) * (s + tap.variance);
    precise float weight = above * reciprocal(below);
    return d < 0.5 || weight < 5.9604644775390625e-8 ? 0.0 : weight;
}

void disc_count(inout DiscSum sum, DiscSeen pixel, DiscSeen tap)
{
    const float weight = disc_weight(pixel, tap);
    precise vec4 light = sum.light + weight * tap.light;
    precise float weights = sum.weights + weight;
    sum = DiscSum(light, weights);
}

/* Taps are written out: glslc loses `precise` where it unrolls a loop. */
vec4 disc_mean(ivec2 at, vec2 turn)
{
    const DiscSeen pixel = disc_seen(at);
    const float radius = disc_radius(pixel);
    DiscSum sum = DiscSum(pixel.light, 1.0);
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[0])));
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[1])));
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[2])));
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[3])));
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[4])));
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[5])));
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[6])));
    disc_count(sum, pixel, disc_seen(at + disc_place(radius, turn, own[7])));
    precise vec4 mean = sum.light * reciprocal(sum.weights);
    return mean;
}

#endif
