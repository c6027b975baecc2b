/* SPDX-License-Identifier: MIT */
/*
 * grid_walk.glsl: which cells of a grid a ray looks at, where cells own the discs that have their
 * centre there.
 *
 * Owner rule: a disc stands in one cell, and a ray looks at each cell once, so a pair is looked at
 * once, whatever rounds. The ray must then look at all cells within a radius of it. It takes slabs
 * of cells across y or z, whichever it is steeper along, and in each the rows along x that come
 * near enough; discs of a row follow each other, so that a row costs two reads whatever its length.
 * (With discs in all the cells they touch, a ray reads twice for each of 1 + |x| + |y| + |z| cells
 * and tests discs up to eight times; cells of the same size have about as many reads here, half
 * the tests and an eighth of the discs in memory.)
 *
 * Which cells, where the slab axis is b: if the ray hits disc c, then c = o + t d + v with |v| < r.
 * The line is at c_b for t' = t + v_b / d_b, and there it is off from c by v_x - m v_b in x,
 * m = d_x / d_b: at most r sqrt(1 + m^2), whatever t and whether d has length 1 or not. So c_x lies
 * within that of what the line goes through between the slab's planes; and likewise the third axis.
 * Besides, c lies within r of the segment's box, which alone bounds rays that are all but parallel
 * to x.
 *
 * Margins: push.reach is r and a slack of 8e-6 of the largest coordinate M. Rounding moves the
 * point of detp_hit() from the line by less than 3e-7 M, and a plane from where order_count has it
 * by 3e-7 M, which x feels m-fold; least + j * step rounds by less than 2e-6 M m, as all its parts
 * are at most 2 M m: all within slack * sqrt(1 + m^2). The cell of a coordinate is monotonic but
 * for 3e-7 M. The cull by the distance from the line to the centre errs by 1e-6 M at most. What is
 * culled can be no hit; what is not goes to detp_hit() with the input's own floats.
 *
 * push.lower, where cells begin; push.reach; push.scale, cells per length, of which y and z have
 * the same; push.rays, how many; push.cells, on each axis, such that no centre is in the last EDGE
 * of them; push.rule, what is a hit; push.discs, how many.
 */
#include "detp/trace.glsl"

layout(std430, binding = 2) readonly buffer Starts { uint starts[]; };

layout(push_constant) uniform Push
{
    vec3 lower;
    float reach;
    vec3 scale;
    uint rays;
    uvec3 cells;
    detp_rule rule;
    uint discs;
} push;

const float FAR = 1e30;
const float LEVEL = 1e-6; /* a slope is not taken from a smaller component */
const float EDGE = 0.005;

vec4 disc_first(uint at)
{
    return discs[at];
}

vec4 disc_second(uint at)
{
    return discs[push.discs + at];
}

/* Along one axis, in cells: where slab number j takes the line with what it reaches to, from
 * least + j * step to most + j * step, and where the segment does. */
struct span {
    float step, least, most, low, high;
};

/* A walk: slabs, in each of them rows, in each of them discs. */
struct walk {
    span x, row;
    float slab, slab_last, slab_step;
    uvec2 strides; /* of starts, from a slab and from a row to the next */
    int row_at, row_last;
    uint x_first, x_last;
    uint at, end; /* discs of the row */
    bool done;
};

span span_of(float origin, float slab_origin, float step, float reach, float low, float high)
{
    const float base = origin - slab_origin * step;
    return span(step, base + min(step, 0) - reach, base + max(step, 0) + reach, low, high);
}

vec2 span_at(span s, float slab)
{
    return vec2(max(s.step * slab + s.least, s.low), min(s.step * slab + s.most, s.high));
}

walk walk_of(detp_ray ray)
{
    const vec3 end = ray.origin + (ray.t_max + push.rule.t_slack) * ray.direction;
    const vec3 least = min(ray.origin, end) - push.reach, most = max(ray.origin, end) + push.reach;
    const vec3 origin = (ray.origin - push.lower) * push.scale;
    const vec3 low = max((least - push.lower) * push.scale, 0);
    const vec3 high = min((most - push.lower) * push.scale, vec3(push.cells) - EDGE);
    const uint b = abs(ray.direction.y) >= abs(ray.direction.z) ? 1 : 2, w = 3 - b;
    const bool steep = abs(ray.direction[b]) > LEVEL;
    const float run = steep ? 1 / ray.direction[b] : 0;
    const vec2 slope = vec2(ray.direction.x, ray.direction[w]) * run;
    const vec2 scale = vec2(push.scale.x, push.scale[w]);
    const vec2 step = slope * scale / push.scale[b];
    const vec2 reach = steep ? push.reach * sqrt(1 + slope * slope) * scale : vec2(FAR);
    walk to;
    to.x = span_of(origin.x, origin[b], step.x, reach.x, low.x, high.x);
    to.row = span_of(origin[w], origin[b], step.y, reach.y, low[w], high[w]);
    const bool back = ray.direction[b] < 0; /* as the ray goes: neighbours walk together */
    to.slab_step = back ? -1 : 1;
    to.slab = floor(back ? high[b] : low[b]) - to.slab_step;
    to.slab_last = floor(back ? low[b] : high[b]);
    to.strides = uvec2(push.cells.x, push.cells.x * push.cells.y);
    to.strides = b == 1 ? to.strides : to.strides.yx;
    to.row_at = 0;
    to.row_last = -1;
    to.x_first = to.x_last = to.at = to.end = 0;
    to.done = false;
    return to;
}

/* True when the line comes as near to the centre as the ray has to for a hit. */
bool near(detp_ray ray, vec3 centre)
{
    const vec3 to = centre - ray.origin;
    const vec3 off = to - dot(to, ray.direction) * ray.direction;
    return dot(off, off) < push.reach * push.reach;
}

void next_slab(inout walk to)
{
    to.slab += to.slab_step;
    const vec2 x = span_at(to.x, to.slab), row = span_at(to.row, to.slab);
    const bool any = x.x <= x.y && row.x <= row.y;
    to.x_first = any ? uint(x.x) : 0;
    to.x_last = any ? uint(x.y) : 0;
    to.row_at = any ? int(row.x) : 0;
    to.row_last = any ? int(row.y) : -1;
}
