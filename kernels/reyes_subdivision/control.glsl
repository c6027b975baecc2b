/* SPDX-License-Identifier: MIT */
/*
 * control.glsl: counters of an execution, and what one iteration leaves to the next. Offsets are
 * those of bench/reyes_subdivision/device.h.
 */
#ifndef REYES_SUBDIVISION_CONTROL_GLSL
#define REYES_SUBDIVISION_CONTROL_GLSL

layout(std430, binding = 3) buffer Control { uint control[]; };

const uint DRAWN = 0, SPLITS = 1, CULLED_DEPTH = 2, BOUNDS = 3, ITERATIONS = 4, PEAK = 5;
const uint OVERFLOW = 6, QUEUE = 7;

/* Words of a slot, one per iteration: groups in x, y, z, then these. All 0: nothing to do. */
const uint SLOTS = 16, SLOT_WORDS = 8;
const uint SLOT_COUNT = 3; /* ranges of the iteration's batch */
const uint SLOT_BASE = 4;  /* ranges below the batch */
const uint SLOT_DRAWN = 5; /* ranges drawn by the iterations before */

/* depth * 5 + what, counted where LEVELS is set: in, drawn, split, culled by frustum, by depth. */
const uint LEVELS_AT = 560;

uint slot_word(uint iteration, uint word)
{
    return SLOTS + SLOT_WORDS * iteration + word;
}

#endif
