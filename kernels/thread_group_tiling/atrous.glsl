/* SPDX-License-Identifier: MIT */
/*
 * atrous.glsl: one pixel of an edge-stopping à-trous pass, as bench/thread_group_tiling/
 * picture.h defines it, function by function. Who includes it says where light and guide of
 * a pixel come from, and which pixels are inside. Taps are written out, none in a loop: glslc loses
 * `precise` where it unrolls one.
 */
#ifndef THREAD_GROUP_TILING_ATROUS_GLSL
#define THREAD_GROUP_TILING_ATROUS_GLSL

#include "thread_group_tiling/reciprocal.glsl"

/* Red, green, blue and variance; normal and depth. Outside, any finite numbers. `tap` is in taps
 * from the pixel, of -2 to 2. */
vec4 atrous_light(ivec2 pixel, ivec2 tap);
vec4 atrous_guide(ivec2 pixel, ivec2 tap);
bool atrous_inside(ivec2 pixel, ivec2 tap);

struct AtrousPixel {
    ivec2 at;
    vec4 guide;
    float luminance, spread, depth_may, slope_x, slope_y;
};

struct AtrousSum {
    vec4 light;
    float weights;
};

float atrous_luminance(vec4 light)
{
    precise float l = (0.2126 * light.r + 0.7152 * light.g) + 0.0722 * light.b;
    return l;
}

/* The lesser difference of depth to two taps, of those that are inside. */
float atrous_slope(AtrousPixel pixel, ivec2 step_, vec4 before, vec4 after)
{
    const bool has_before = atrous_inside(pixel.at, -step_);
    const bool has_after = atrous_inside(pixel.at, step_);
    precise float a = abs(before.w - pixel.guide.w);
    precise float b = abs(after.w - pixel.guide.w);
    if (has_before && has_after)
        return min(a, b);
    return has_before ? a : has_after ? b : 0.0;
}

float atrous_alike_normals(vec4 a, vec4 b)
{
    precise float d = (a.x * b.x + a.y * b.y) + a.z * b.z;
    precise float d2 = d * d;
    precise float d4 = d2 * d2;
    precise float d8 = d4 * d4;
    precise float d16 = d8 * d8;
    precise float d32 = d16 * d16;
    return d < 0.5 ? 0.0 : d32;
}

float atrous_binomial(int i)
{
    return i == 0 ? 0.375 : abs(i) == 1 ? 0.25 : 0.0625;
}

float atrous_weight(AtrousPixel pixel, ivec2 tap, vec4 light, vec4 guide)
{
    const float h = atrous_binomial(tap.x) * atrous_binomial(tap.y);
    precise float may = (pixel.depth_may + float(abs(tap.x)) * pixel.slope_x) +
                        float(abs(tap.y)) * pixel.slope_y;
    precise float t2 = may * may;
    precise float dz = guide.w - pixel.guide.w;
    precise float dl = atrous_luminance(light) - pixel.luminance;
    precise float above = ((h * atrous_alike_normals(guide, pixel.guide)) * t2) * pixel.spread;
    precise float below = (t2 + dz * dz) * (pixel.spread + dl * dl);
    precise float weight = above * reciprocal(below);
    return weight < 5.9604644775390625e-8 ? 0.0 : weight;
}

void atrous_count(inout AtrousSum sum, vec4 light, float weight)
{
    precise vec3 rgb = sum.light.rgb + weight * light.rgb;
    precise float variance = sum.light.a + (weight * weight) * light.a;
    precise float weights = sum.weights + weight;
    sum = AtrousSum(vec4(rgb, variance), weights);
}

void atrous_add_guided(inout AtrousSum sum, AtrousPixel pixel, ivec2 tap, vec4 guide)
{
    const vec4 light = atrous_light(pixel.at, tap);
    const float weight = atrous_weight(pixel, tap, light, guide);
    atrous_count(sum, light, atrous_inside(pixel.at, tap) ? weight : 0.0);
}

void atrous_add(inout AtrousSum sum, AtrousPixel pixel, int i, int j)
{
    atrous_add_guided(sum, pixel, ivec2(i, j), atrous_guide(pixel.at, ivec2(i, j)));
}

void atrous_add_row(inout AtrousSum sum, AtrousPixel pixel, int j)
{
    atrous_add(sum, pixel, -2, j);
    atrous_add(sum, pixel, -1, j);
    atrous_add(sum, pixel, 0, j);
    atrous_add(sum, pixel, 1, j);
    atrous_add(sum, pixel, 2, j);
}

/* Light and variance of the result. */
vec4 atrous_filter(ivec2 at)
{
    const vec4 light = atrous_light(at, ivec2(0));
    const vec4 left = atrous_guide(at, ivec2(-1, 0)), right = atrous_guide(at, ivec2(1, 0));
    const vec4 upper = atrous_guide(at, ivec2(0, -1)), lower = atrous_guide(at, ivec2(0, 1));
    AtrousPixel pixel;
    pixel.at = at;
    pixel.guide = atrous_guide(at, ivec2(0));
    pixel.luminance = atrous_luminance(light);
    precise float spread = 16.0 * light.a + 0.0001220703125;
    precise float depth_may = pixel.guide.w * 0.00390625 + 0.0001220703125;
    pixel.spread = spread;
    pixel.depth_may = depth_may;
    pixel.slope_x = atrous_slope(pixel, ivec2(1, 0), left, right);
    pixel.slope_y = atrous_slope(pixel, ivec2(0, 1), upper, lower);

    AtrousSum sum = AtrousSum(vec4(0), 0.0);
    atrous_add_row(sum, pixel, -2);
    atrous_add(sum, pixel, -2, -1);
    atrous_add(sum, pixel, -1, -1);
    atrous_add_guided(sum, pixel, ivec2(0, -1), upper);
    atrous_add(sum, pixel, 1, -1);
    atrous_add(sum, pixel, 2, -1);
    atrous_add(sum, pixel, -2, 0);
    atrous_add_guided(sum, pixel, ivec2(-1, 0), left);
    atrous_count(sum, light, 0.140625);
    atrous_add_guided(sum, pixel, ivec2(1, 0), right);
    atrous_add(sum, pixel, 2, 0);
    atrous_add(sum, pixel, -2, 1);
    atrous_add(sum, pixel, -1, 1);
    atrous_add_guided(sum, pixel, ivec2(0, 1), lower);
    atrous_add(sum, pixel, 1, 1);
    atrous_add(sum, pixel, 2, 1);
    atrous_add_row(sum, pixel, 2);

    const float over = reciprocal(sum.weights);
    precise vec3 rgb = sum.light.rgb * over;
    precise float variance = sum.light.a * (over * over);
    return vec4(rgb, variance < 5.9604644775390625e-8 ? 0.0 : variance);
}

#endif
