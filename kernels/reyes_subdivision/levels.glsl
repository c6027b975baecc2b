/* SPDX-License-Identifier: MIT */
/* levels.glsl: counts per depth, for `inspect` only: never in what is timed. */
#ifndef REYES_SUBDIVISION_LEVELS_GLSL
#define REYES_SUBDIVISION_LEVELS_GLSL

void levels_count(range r, uint code)
{
    const uint at = LEVELS_AT + 5 * range_depth(r);
    atomicAdd(control[at], 1);
    atomicAdd(control[at + (code == BOUND_DRAW           ? 1
                            : bound_splits(code)         ? 2
                            : code == BOUND_CULL_FRUSTUM ? 3
                                                         : 4)],
              1);
}

#endif
