/* SPDX-License-Identifier: MIT */
/*
 * reduce_levels.glsl: five levels of a pyramid per pass: 16 x 16 threads, one node of level base +
 * 1 each, then four more levels through shared memory. The kernel defines what a node's value is
 * from its four children's (reduce_combine) and what is done with it (reduce_store), for levels up
 * to TOP.
 */
#ifndef TILE_SUBDIVISION_REDUCE_LEVELS_GLSL
#define TILE_SUBDIVISION_REDUCE_LEVELS_GLSL

shared uint reduce_values[16][16];

/* `value` is the caller's node of level `base` + 1, already stored. */
void reduce_levels(uint base, uint value)
{
    const uvec2 thread = gl_LocalInvocationID.xy;
    for (uint step = 1; step < 5 && base + 1 + step <= TOP; step++) {
        const uint side = 16u >> step;
        const bool mine = thread.x < side && thread.y < side;
        reduce_values[thread.y][thread.x] = value;
        barrier();
        uvec4 children = uvec4(0);
        if (mine)
            children = uvec4(reduce_values[2 * thread.y][2 * thread.x],
                             reduce_values[2 * thread.y][2 * thread.x + 1],
                             reduce_values[2 * thread.y + 1][2 * thread.x],
                             reduce_values[2 * thread.y + 1][2 * thread.x + 1]);
        barrier();
        const uvec2 position = gl_WorkGroupID.xy * side + thread;
        const node n = node(base + 1 + step, position.x, position.y);
        if (mine && position.x < 1u << TOP - n.level && position.y < 1u << TOP - n.level) {
            value = reduce_combine(n, children);
            reduce_store(n, value);
        }
    }
}

#endif
