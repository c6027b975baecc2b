/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * sample: which pixels a micropolygon covers.
 *
 * Computes    first pass: the least depth of each pixel over whose middle a micropolygon lies;
 *             second pass: the lowest colour among those of that depth. The order of micropolygons
 *             does not matter.
 * Bench       reyes_subdivision.frame, all variants.
 * Bindings    1 view, 3 control of bound.glsl; 4..7 of micropolygon.glsl; depths and colours of
 *             pixels all 0xffffffff at the start.
 * Constants   0 group size; 1 DICE; 2 COLOUR: the second pass; push of micropolygon.glsl.
 * Dispatch    a thread per micropolygon; the group's index is x + y * groups in x; threads beyond
 *             the count do nothing.
 * Work        reads 16 bytes per corner and 4 per colour, an atomic of 4 bytes per pixel covered;
 *             REYES_SAMPLE_OPERATIONS operations (device.h), 48 of them per pixel of its box.
 * Error       a pixel whose middle is as good as on an edge may be counted either way; not precise:
 *             half a pixel more or less, one rounding.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups; its loops are over the
 *             pixels of a box within the picture.
 * Source      Weber 2014, section 2; micropolygon sampling of Micropolis, one sample per pixel.
 */
layout(local_size_x_id = 0) in;

#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/micropolygon.glsl"

layout(constant_id = 2) const uint COLOUR = 0;

layout(std430, binding = 4) readonly buffer Grids { vec4 grids[]; };
layout(std430, binding = 5) readonly buffer Shades { uint shades[]; };
layout(std430, binding = 6) buffer Depths { uint depths[]; };
layout(std430, binding = 7) buffer Picture { uint picture[]; };

/* Twice the signed area of a, b, c. */
float edge(vec2 a, vec2 b, vec2 c)
{
    precise float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return area;
}

bool covers(vec2 a, vec2 b, vec2 c, vec2 at)
{
    const float x = edge(a, b, at), y = edge(b, c, at), z = edge(c, a, at);
    return edge(a, b, c) != 0.0 &&
           ((x >= 0.0 && y >= 0.0 && z >= 0.0) || (x <= 0.0 && y <= 0.0 && z <= 0.0));
}

vec2 to_pixels(vec3 eye)
{
    precise float pixels = view.scale / -eye.z;
    precise vec2 at = vec2(view.width * 0.5 + eye.x * pixels, view.height * 0.5 - eye.y * pixels);
    return at;
}

void sample_pixel(uint pixel, uint depth, uint k)
{
    if (COLOUR == 0)
        atomicMin(depths[pixel], depth);
    else if (depths[pixel] == depth)
        atomicMin(picture[pixel], shades[k]);
}

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint k = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint index = k / (DICE * DICE), i = k / DICE % DICE, j = k % DICE;
    if (index >= drawn_count())
        return;
    const vec3 a = grids[corner_index(index, i, j)].xyz;
    const vec3 b = grids[corner_index(index, i + 1, j)].xyz;
    const vec3 c = grids[corner_index(index, i + 1, j + 1)].xyz;
    const vec3 d = grids[corner_index(index, i, j + 1)].xyz;
    if (!(min(min(-a.z, -b.z), min(-c.z, -d.z)) >= view.near))
        return;
    precise float depth = ((-a.z - b.z) + (-c.z - d.z)) * 0.25;
    const vec2 pa = to_pixels(a), pb = to_pixels(b), pc = to_pixels(c), pd = to_pixels(d);
    const vec2 size = vec2(view.width, view.height);
    const vec2 low = min(min(pa, pb), min(pc, pd)), high = max(max(pa, pb), max(pc, pd));
    const ivec2 first = ivec2(ceil(max(low - 0.5, vec2(0.0))));
    const ivec2 last = ivec2(floor(min(high - 0.5, size - 1.0)));
    for (int y = first.y; y <= last.y; y++)
        for (int x = first.x; x <= last.x; x++) {
            const vec2 middle = vec2(float(x) + 0.5, float(y) + 0.5);
            if (covers(pa, pb, pc, middle) || covers(pa, pc, pd, middle))
                sample_pixel(uint(y) * uint(view.width) + uint(x), floatBitsToUint(depth), k);
        }
}
