/* SPDX-License-Identifier: MIT */
/*
 * bound.glsl: what becomes of a range, as bench/reyes_subdivision/bound.c has it: the same
 * functions in the same order of operations, all precise (no contraction), so that they differ at
 * most by what Vulkan allows division and square root. No loops: glslc loses `precise` where it
 * unrolls one.
 *
 * Bindings 0..3 are the same in all kernels of bound-and-split:
 *   0 patches   16 vec4 each: control point 4 i + j, i along u, j along v
 *   1 view      struct reyes_view of bench/reyes_subdivision/device.h
 *   2 drawn     ranges that were drawn
 *   3 control   words of bench/reyes_subdivision/device.h
 */
#ifndef REYES_SUBDIVISION_BOUND_GLSL
#define REYES_SUBDIVISION_BOUND_GLSL

#include "reyes_subdivision/range.glsl"

layout(std430, binding = 0) readonly buffer Patches { vec4 patches[]; };
layout(std430, binding = 1) readonly buffer View
{
    vec4 eye[3]; /* rows of the matrix from object to eye space */
    float scale;
    float near, far;
    float width, height;
    float limit;
    float ribbon;
    uint max_depth;
    uint eye_rule; /* 0: 2014, 1: larger */
} view;

const uint BOUND_CULL_FRUSTUM = 0, BOUND_DRAW = 1, BOUND_SPLIT_V = 2, BOUND_SPLIT_U = 6;
const uint BOUND_CULL_DEPTH = 8;
const float BOUND_DISTANCE_MIN = 1e-12;

bool bound_splits(uint code)
{
    return (code & BOUND_SPLIT_V) != 0;
}

vec4 bezier_weights(float t)
{
    precise float s = 1.0 - t;
    precise float ss = s * s;
    precise float tt = t * t;
    precise vec4 weights = vec4(ss * s, 3.0 * (ss * t), 3.0 * (s * tt), tt * t);
    return weights;
}

vec3 bezier_sum(vec3 a, vec3 b, vec3 c, vec3 d, vec4 weights)
{
    precise vec3 sum = ((a * weights.x + b * weights.y) + c * weights.z) + d * weights.w;
    return sum;
}

vec3 to_eye(vec3 point)
{
    precise vec3 at = vec3(((view.eye[0].x * point.x + view.eye[0].y * point.y) +
                            view.eye[0].z * point.z) + view.eye[0].w,
                           ((view.eye[1].x * point.x + view.eye[1].y * point.y) +
                            view.eye[1].z * point.z) + view.eye[1].w,
                           ((view.eye[2].x * point.x + view.eye[2].y * point.y) +
                            view.eye[2].z * point.z) + view.eye[2].w);
    return at;
}

/* One axis of is_visible(): extent of the box in eye space, pixels of the picture. */
bool is_within(float low, float high, float nearest, float farthest, float size)
{
    precise float half_size = size * 0.5;
    precise float left = (low / (low < 0.0 ? nearest : farthest)) * view.scale + half_size;
    precise float right = (high / (high > 0.0 ? nearest : farthest)) * view.scale + half_size;
    precise float end = (size - 1.0) + view.ribbon;
    return !(left > end) && !(-view.ribbon > right) && left <= right;
}

/* Written so that a box with a NaN is culled. */
bool is_visible(vec3 low, vec3 high)
{
    const float farthest = -low.z, nearest = max(-high.z, view.near);
    return farthest >= view.near && -high.z <= view.far &&
           is_within(low.x, high.x, nearest, farthest, view.width) &&
           is_within(low.y, high.y, nearest, farthest, view.height);
}

/* Three samples along v at one u. */
struct sample_row {
    vec3 first, middle, last;
};

sample_row sample_at(uint base, float u, vec4 weights_first, vec4 weights_middle, vec4 weights_last)
{
    const vec4 weights = bezier_weights(u);
    const vec3 a = bezier_sum(patches[base].xyz, patches[base + 4].xyz, patches[base + 8].xyz,
                              patches[base + 12].xyz, weights);
    const vec3 b = bezier_sum(patches[base + 1].xyz, patches[base + 5].xyz, patches[base + 9].xyz,
                              patches[base + 13].xyz, weights);
    const vec3 c = bezier_sum(patches[base + 2].xyz, patches[base + 6].xyz, patches[base + 10].xyz,
                              patches[base + 14].xyz, weights);
    const vec3 d = bezier_sum(patches[base + 3].xyz, patches[base + 7].xyz, patches[base + 11].xyz,
                              patches[base + 15].xyz, weights);
    return sample_row(to_eye(bezier_sum(a, b, c, d, weights_first)),
                      to_eye(bezier_sum(a, b, c, d, weights_middle)),
                      to_eye(bezier_sum(a, b, c, d, weights_last)));
}

vec3 row_low(sample_row row)
{
    return min(min(row.first, row.middle), row.last);
}

vec3 row_high(sample_row row)
{
    return max(max(row.first, row.middle), row.last);
}

/* Pixels from the middle of the picture. */
vec2 project(vec3 eye)
{
    precise float pixels = view.scale / max(-eye.z, BOUND_DISTANCE_MIN);
    precise vec2 at = eye.xy * pixels;
    return at;
}

float polyline(vec2 a, vec2 b, vec2 c)
{
    precise vec2 ab = b - a;
    precise vec2 bc = c - b;
    precise float first = sqrt(ab.x * ab.x + ab.y * ab.y);
    precise float second = sqrt(bc.x * bc.x + bc.y * bc.y);
    precise float sum = first + second;
    return sum;
}

/* The longest polyline of samples along u, and along v. */
vec2 measure(sample_row a, sample_row b, sample_row c)
{
    const vec2 a0 = project(a.first), a1 = project(a.middle), a2 = project(a.last);
    const vec2 b0 = project(b.first), b1 = project(b.middle), b2 = project(b.last);
    const vec2 c0 = project(c.first), c1 = project(c.middle), c2 = project(c.last);
    return vec2(max(max(polyline(a0, b0, c0), polyline(a1, b1, c1)), polyline(a2, b2, c2)),
                max(max(polyline(a0, a1, a2), polyline(b0, b1, b2)), polyline(c0, c1, c2)));
}

uint split_at_eye(vec4 bounds)
{
    precise vec2 extent = bounds.zw - bounds.xy;
    return (view.eye_rule == 0 ? extent.x < extent.y : extent.x > extent.y) ? BOUND_SPLIT_U
                                                                            : BOUND_SPLIT_V;
}

uint decide(vec4 bounds, sample_row a, sample_row b, sample_row c)
{
    const vec3 low = min(min(row_low(a), row_low(b)), row_low(c));
    const vec3 high = max(max(row_high(a), row_high(b)), row_high(c));
    if (!is_visible(low, high))
        return BOUND_CULL_FRUSTUM;
    if (low.z < 0.0 && high.z >= 0.0)
        return split_at_eye(bounds);
    const vec2 lengths = measure(a, b, c);
    if (!(lengths.x > view.limit) && !(lengths.y > view.limit))
        return BOUND_DRAW;
    return lengths.x > lengths.y ? BOUND_SPLIT_U : BOUND_SPLIT_V;
}

uint bound(range r)
{
    const vec4 bounds = range_bounds(r);
    const uint base = 16 * r.patch_;
    precise vec2 middle = bounds.xy + (bounds.zw - bounds.xy) * 0.5;
    const vec4 first = bezier_weights(bounds.y), last = bezier_weights(bounds.w);
    const vec4 between = bezier_weights(middle.y);
    const uint code = decide(bounds, sample_at(base, bounds.x, first, between, last),
                             sample_at(base, middle.x, first, between, last),
                             sample_at(base, bounds.z, first, between, last));
    return bound_splits(code) && range_depth(r) + 1 >= view.max_depth ? BOUND_CULL_DEPTH : code;
}

#endif
