/* SPDX-License-Identifier: MIT */
/* grid_trace.glsl: each ray through the grid of grid_walk.glsl, a disc at a time. */
#include "detp/grid_walk.glsl"

const uint ROUND = 48; /* steps between tests of candidates */

void next_row(inout walk to)
{
    const uint first = uint(to.slab) * to.strides.x + uint(to.row_at) * to.strides.y;
    to.at = starts[first + to.x_first];
    to.end = starts[first + to.x_last + 1];
    to.row_at++;
}

/* A step: at most a slab, a row of it and a disc of that, so that threads which are not at the same
 * place have little to wait for. */
void walk_on(inout walk to, detp_ray ray)
{
    if (to.at == to.end && to.row_at > to.row_last) {
        to.done = (to.slab_last - to.slab) * to.slab_step <= 0;
        if (!to.done)
            next_slab(to);
    }
    if (to.at == to.end && to.row_at <= to.row_last)
        next_row(to);
    if (to.at < to.end) {
        if (near(ray, disc_first(to.at).xyz))
            candidate_add(to.at);
        to.at++;
        test_count++;
    }
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.rays)
        return;
    const detp_ray ray = detp_ray_load(rays[2 * i], rays[2 * i + 1]);
    walk to = walk_of(ray);
    while (!to.done) {
        for (uint n = 0; n < ROUND && candidate_count < CANDIDATES && !to.done; n++)
            walk_on(to, ray);
        candidates_test(ray, push.rule);
    }
    tests_add();
}
