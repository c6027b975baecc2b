/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_split: what a frame splits, and how.
 *
 * Computes    the pattern of each bisector that is split, for the mesh to stay conforming; the list
 *             of them; how many slots they need.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, 1 ids, 2 neighbours, 4 works, 8 chosen, 9 acting.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN.
 * Dispatch    indirect: a thread per chosen bisector, groups of 64.
 * Work        per step of the walk an id, a neighbour and one atomic; one more per bisector. The
 *             walk ends where another has been: POOL and leaf depth bound it.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass Split. It reserves slots for the worst case there
 *             and gives the rest back, and a bisector that gets none is not split; here the exact
 *             need is counted, so that no result depends on the order of threads.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"

/* Sets bits of a pattern; the bits that were set before. */
uint pattern_add(uint slot, uint pattern, inout uint needed)
{
    const uint old = atomicOr(works[4 * slot], pattern);
    needed += bitCount(pattern & ~old);
    if (old == 0)
        acting[list_append(STATE_ACTING)] = slot;
    return old;
}

/*
 * The one beyond the longest edge is of the same depth and splits along, or coarser: then that one
 * is split, its half on this side once more, and the walk goes on from there. Whoever set the
 * centre first walks on.
 */
void main()
{
    const uint index = gl_GlobalInvocationID.x;
    if (index >= list_count(STATE_CHOSEN))
        return;
    uint slot = chosen[index], depth = id_depth(ids[slot]), needed = 0;
    bool goes_on = (pattern_add(slot, PATTERN_CENTRE, needed) & PATTERN_CENTRE) == 0;
    for (uint step = 0; goes_on && step < 64; step++) {
        const uint twin = before[3 * slot + EDGE];
        if (twin == NONE)
            break;
        const uint twin_depth = id_depth(ids[twin]);
        uint pattern = PATTERN_CENTRE;
        if (twin_depth < depth)
            pattern |= before[3 * twin + LEFT] == slot ? PATTERN_LEFT : PATTERN_RIGHT;
        const uint old = pattern_add(twin, pattern, needed);
        goes_on = twin_depth < depth && (old & PATTERN_CENTRE) == 0;
        slot = twin;
        depth = twin_depth;
    }
    if (needed > 0)
        atomicAdd(state[STATE_NEEDED], needed);
}
