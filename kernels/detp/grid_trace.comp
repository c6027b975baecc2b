/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * grid_trace: each ray through a grid whose cells own the discs that have their centre there.
 *
 * Computes    adds the energies of each ray, and 1, to the sums of each disc that it hits.
 *
 *             Owner rule: a disc stands in one cell, and a ray looks at each cell once, so a pair
 *             is looked at once, whatever rounds. The ray must then look at all cells within a
 *             radius of it. It takes slabs of cells across y or z, whichever it is steeper along,
 *             and in each the rows along x that come near enough; discs of a row follow each other,
 *             so that a row costs two reads whatever its length. (With discs in all the cells they
 *             touch, a ray reads twice for each of 1 + |x| + |y| + |z| cells and tests discs up to
 *             eight times; cells of the same size have about as many reads here, half the tests
 *             and an eighth of the discs in memory.)
 *
 *             Which cells, where the slab axis is b: if the ray hits disc c, then c = o + t d + v
 *             with |v| < r. The line is at c_b for t' = t + v_b / d_b, and there it is off from c
 *             by (v_x - m v_b) in x, m = d_x / d_b: at most r sqrt(1 + m^2), whatever t and
 *             whether d has length 1 or not. So c_x lies within that of what the line goes through
 *             between the slab's planes; and likewise the third axis. Besides, c lies within r of
 *             the segment's box, which alone bounds rays that are all but parallel to x.
 *
 *             Margins: `reach` is r and `slack`, 4e-6 of the largest coordinate M. Rounding moves
 *             the point of detp_hit() from the line by less than 3e-7 M, a slab's plane from where
 *             order_count has it by 3e-7 M, which x feels m-fold, b * m by 3e-7 of itself, at most
 *             6e-7 M m: all within slack * sqrt(1 + m^2); the cell of a coordinate is monotonic
 *             but for 3e-7 M. The cull by the distance from the line to the centre has an error of
 *             4e-7 M against the same slack. What is culled can be no hit; what is not goes to
 *             detp_hit() with the input's own floats.
 * Bench       detp.estimate, variant grid; no baseline.
 * Bindings    0 the rays, in any order; 1 the discs in rows of cells, with their place in the input
 *             as fourth word (order_move); 2 where each cell's discs begin, and their number behind
 *             the last; 3 the sums, zero at the start; 4 the tests of each group (not used unless
 *             COUNT).
 * Constants   0 group size; 1 COUNT (0 or 1): count tests, and leave the
 *             sums alone; push.lower, where cells begin;
 *             push.reach; push.scale, cells per length; push.slack; push.cells, on each axis;
 *             push.rays, how many; push.rule, what is a hit; push.side, of cells across y and z.
 * Dispatch    a thread per ray.
 * Work        reads 32 bytes per ray, 8 per row, 16 per disc looked at and 16 more per disc within
 *             reach of the line; 4 atomic additions per hit.
 * Error       none beyond detp_hit(): see the margins.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; a regular grid after Fujimoto et al. 1986, with the owner rule.
 */
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint COUNT = 0;

#include "detp/detp.glsl"

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 2) readonly buffer Starts { uint starts[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
layout(std430, binding = 4) buffer Tests { uint tests[]; };

layout(push_constant) uniform Push
{
    vec3 lower;
    float reach;
    vec3 scale;
    float slack;
    uvec3 cells;
    uint rays;
    detp_rule rule;
    float side;
} push;

const float FAR = 1e30;
const float LEVEL = 1e-6; /* a slope is not taken from a smaller component */

/* The axes of a ray's walk: slabs across `slab`, rows of them side by side along `row`. */
struct axes {
    float origin, lower, scale, low, high;
    int last;      /* cell */
    uint stride;   /* of starts, from a cell to the next */
};

axes axes_of(uint k, vec3 origin, vec3 low, vec3 high)
{
    return axes(origin[k], push.lower[k], push.scale[k], low[k], high[k], int(push.cells[k]) - 1,
                k == 1 ? push.cells.x : push.cells.x * push.cells.y);
}

int cell_of(float position, float lower, float scale, int last)
{
    return int(clamp((position - lower) * scale, 0, float(last)));
}

/* True when the line comes as near to the centre as the ray has to for a hit. */
bool near(detp_ray ray, vec3 centre)
{
    const vec3 to = centre - ray.origin;
    const vec3 off = to - dot(to, ray.direction) * ray.direction;
    return dot(off, off) < push.reach * push.reach;
}

void add(uint disc, uint energies)
{
    const uvec3 energy = detp_energy(energies);
    atomicAdd(sums[4 * disc], energy.x);
    atomicAdd(sums[4 * disc + 1], energy.y);
    atomicAdd(sums[4 * disc + 2], energy.z);
    atomicAdd(sums[4 * disc + 3], 1u);
}

void test(detp_ray ray, uint at)
{
    const vec4 first = discs[2 * at];
    if (!near(ray, first.xyz))
        return;
    const vec4 second = discs[2 * at + 1];
    if (COUNT == 0 && detp_hit(ray, detp_disc_load(first, second), push.rule))
        add(floatBitsToUint(first.w), ray.energies);
}

/* Between two planes the line goes from `a` to `b`; what of it counts lies from low to high. */
vec2 range(float a, float b, float reach, float low, float high)
{
    return vec2(max(min(a, b) - reach, low), min(max(a, b) + reach, high));
}

uint walk(detp_ray ray)
{
    const vec3 end = ray.origin + (ray.t_max + push.rule.t_slack) * ray.direction;
    const vec3 low = min(ray.origin, end) - push.reach, high = max(ray.origin, end) + push.reach;
    const bool along_y = abs(ray.direction.y) >= abs(ray.direction.z);
    const axes b = axes_of(along_y ? 1 : 2, ray.origin, low, high);
    const axes w = axes_of(along_y ? 2 : 1, ray.origin, low, high);
    const vec2 step = along_y ? ray.direction.yz : ray.direction.zy;
    const bool steep = abs(step.x) > LEVEL;
    const vec2 slope = steep ? vec2(ray.direction.x, step.y) / step.x : vec2(0);
    const vec2 reach = steep ? push.reach * sqrt(1 + slope * slope) : vec2(FAR);

    int slab = cell_of(b.low, b.lower, b.scale, b.last) - 1;
    const int slab_last = cell_of(b.high, b.lower, b.scale, b.last);
    int row = 0, row_last = -1, x_first = 0, x_last = 0;
    uint at = 0, at_end = 0, count = 0;
    for (;;) {
        while (at == at_end) {
            if (row > row_last) {
                if (slab == slab_last)
                    return count;
                slab++;
                const float plane = b.lower + float(slab) * push.side - b.origin;
                const vec2 planes = vec2(plane, plane + push.side);
                const vec2 line_x = ray.origin.x + planes * slope.x;
                const vec2 line_w = w.origin + planes * slope.y;
                const vec2 x = range(line_x.x, line_x.y, reach.x, low.x, high.x);
                const vec2 rows = range(line_w.x, line_w.y, reach.y, w.low, w.high);
                x_first = cell_of(x.x, push.lower.x, push.scale.x, int(push.cells.x) - 1);
                x_last = cell_of(x.y, push.lower.x, push.scale.x, int(push.cells.x) - 1);
                row = cell_of(rows.x, w.lower, w.scale, w.last);
                row_last = cell_of(rows.y, w.lower, w.scale, w.last);
                if (x.x > x.y || rows.x > rows.y)
                    row_last = row - 1;
            } else {
                const uint first = uint(slab) * b.stride + uint(row) * w.stride;
                at = starts[first + uint(x_first)];
                at_end = starts[first + uint(x_last) + 1];
                row++;
            }
        }
        test(ray, at);
        at++;
        count++;
    }
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.rays)
        return;
    const uint count = walk(detp_ray_load(rays[2 * i], rays[2 * i + 1]));
    if (COUNT != 0)
        atomicAdd(tests[gl_WorkGroupID.x], count);
}
