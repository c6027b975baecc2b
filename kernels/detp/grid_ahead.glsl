/* SPDX-License-Identifier: MIT */
/*
 * grid_ahead.glsl: each ray through the grid of grid_walk.glsl, three discs of a row at a time,
 * while it is under way where the next row begins: threads wait half as often for memory, and for
 * each other.
 */
#include "detp/grid_walk.glsl"

const uint ROUND = 48;    /* steps between tests of candidates */
const uint AT_A_TIME = 3; /* discs of a step; bench/detp/grid.c has it, too */

uint next_at = 0, next_end = 0; /* discs of the row behind the walk's; none: the same */
bool exhausted = false;         /* there is no row behind that */

/* Takes the row that is next, and asks where the one behind it begins. */
void next_row(inout walk to)
{
    to.at = next_at;
    to.end = next_end;
    if (to.row_at > to.row_last) {
        exhausted = (to.slab_last - to.slab) * to.slab_step <= 0;
        if (!exhausted)
            next_slab(to);
    }
    next_at = next_end = 0;
    if (to.row_at <= to.row_last) {
        const uint first = uint(to.slab) * to.strides.x + uint(to.row_at) * to.strides.y;
        next_at = starts[first + to.x_first];
        next_end = starts[first + to.x_last + 1];
        to.row_at++;
    }
}

/* Tests the next three discs of the row, of which it has at least one; those near enough become
 * candidates. Where the row ends before, its last disc is loaded again, for nothing. */
void look(inout walk to, detp_ray ray)
{
    const uint last = to.end - 1;
    const vec3 first = disc_first(to.at).xyz;
    const vec3 second = disc_first(min(to.at + 1, last)).xyz;
    const vec3 third = disc_first(min(to.at + 2, last)).xyz;
    if (near(ray, first))
        candidate_add(to.at);
    if (to.at + 1 <= last && near(ray, second))
        candidate_add(to.at + 1);
    if (to.at + 2 <= last && near(ray, third))
        candidate_add(to.at + 2);
    const uint count = min(AT_A_TIME, to.end - to.at);
    to.at += count;
    test_count += count;
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.rays)
        return;
    const detp_ray ray = detp_ray_load(rays[2 * i], rays[2 * i + 1]);
    walk to = walk_of(ray);
    while (!to.done) {
        for (uint n = 0; n < ROUND && candidate_count <= CANDIDATES - AT_A_TIME && !to.done; n++) {
            if (to.at == to.end)
                next_row(to);
            if (to.at < to.end)
                look(to, ray);
            to.done = exhausted && to.at == to.end && next_at == next_end;
        }
        candidates_test(ray, push.rule);
    }
    tests_add();
}
