/* SPDX-License-Identifier: MIT */
/*
 * bound_pushed.glsl: bound() of bound.glsl for a loop of bounds, bit for bit as there: functions
 * of the same names in the same order of operations, all precise. The view is in push constants,
 * and takes neither registers nor loads. Of the control points those with the same j are loaded at
 * a time, and summed up for all three u. No loops: glslc loses `precise` where it unrolls one.
 *
 * Bindings    0 patches, as in bound.glsl. The includer declares push.view, a bound_view.
 */
#ifndef REYES_SUBDIVISION_BOUND_PUSHED_GLSL
#define REYES_SUBDIVISION_BOUND_PUSHED_GLSL

#include "reyes_subdivision/range.glsl"

layout(std430, binding = 0) readonly buffer Patches { vec4 patches[]; };
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
    precise vec3 at = vec3(((push.view.eye[0].x * point.x + push.view.eye[0].y * point.y) +
                            push.view.eye[0].z * point.z) + push.view.eye[0].w,
                           ((push.view.eye[1].x * point.x + push.view.eye[1].y * point.y) +
                            push.view.eye[1].z * point.z) + push.view.eye[1].w,
                           ((push.view.eye[2].x * point.x + push.view.eye[2].y * point.y) +
                            push.view.eye[2].z * point.z) + push.view.eye[2].w);
    return at;
}

/* One axis of is_visible(): extent of the box in eye space, pixels of the picture. */
bool is_within(float low, float high, float nearest, float farthest, float size)
{
    precise float half_size = size * 0.5;
    precise float left = (low / (low < 0.0 ? nearest : farthest)) * push.view.scale + half_size;
    precise float right = (high / (high > 0.0 ? nearest : farthest)) * push.view.scale + half_size;
    precise float end = (size - 1.0) + push.view.ribbon;
    return !(left > end) && !(-push.view.ribbon > right) && left <= right;
}

/* Written so that a box with a NaN is culled. */
bool is_visible(vec3 low, vec3 high)
{
    const float farthest = -low.z, nearest = max(-high.z, push.view.near);
    return farthest >= push.view.near && -high.z <= push.view.far &&
           is_within(low.x, high.x, nearest, farthest, push.view.width) &&
           is_within(low.y, high.y, nearest, farthest, push.view.height);
}

/* Three samples along v at one u. */
struct sample_row {
    vec3 first, middle, last;
};

/* Points of the curve along u with the same j, at three u. */
struct curve_points {
    vec3 first, middle, last;
};

curve_points curve_at(uint base, vec4 weights_first, vec4 weights_middle, vec4 weights_last)
{
    const vec3 a = patches[base].xyz, b = patches[base + 4].xyz, c = patches[base + 8].xyz;
    const vec3 d = patches[base + 12].xyz;
    return curve_points(bezier_sum(a, b, c, d, weights_first),
                        bezier_sum(a, b, c, d, weights_middle),
                        bezier_sum(a, b, c, d, weights_last));
}

sample_row sample_at(vec3 a, vec3 b, vec3 c, vec3 d, vec4 weights_first, vec4 weights_middle,
                     vec4 weights_last)
{
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
    precise float pixels = push.view.scale / max(-eye.z, BOUND_DISTANCE_MIN);
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
    return (push.view.eye_rule == 0 ? extent.x < extent.y : extent.x > extent.y) ? BOUND_SPLIT_U
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
    if (!(lengths.x > push.view.limit) && !(lengths.y > push.view.limit))
        return BOUND_DRAW;
    return lengths.x > lengths.y ? BOUND_SPLIT_U : BOUND_SPLIT_V;
}

uint bound(range r)
{
    const vec4 bounds = range_bounds(r);
    const uint base = 16 * r.patch_;
    precise vec2 middle = bounds.xy + (bounds.zw - bounds.xy) * 0.5;
    const vec4 left = bezier_weights(bounds.x), centre = bezier_weights(middle.x);
    const vec4 right = bezier_weights(bounds.z);
    const curve_points a = curve_at(base, left, centre, right);
    const curve_points b = curve_at(base + 1, left, centre, right);
    const curve_points c = curve_at(base + 2, left, centre, right);
    const curve_points d = curve_at(base + 3, left, centre, right);
    const vec4 first = bezier_weights(bounds.y), between = bezier_weights(middle.y);
    const vec4 last = bezier_weights(bounds.w);
    const uint code =
        decide(bounds, sample_at(a.first, b.first, c.first, d.first, first, between, last),
               sample_at(a.middle, b.middle, c.middle, d.middle, first, between, last),
               sample_at(a.last, b.last, c.last, d.last, first, between, last));
    return bound_splits(code) && range_depth(r) + 1 >= push.view.max_depth ? BOUND_CULL_DEPTH
                                                                           : code;
}

#endif
