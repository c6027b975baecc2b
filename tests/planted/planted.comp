/* SPDX-License-Identifier: MIT */
#version 460
/*
 * planted: a bad kernel on purpose. It is given the right tiles and copies them, but for one FAULT.
 *
 * Computes    out = in, with the fault of enum planted_fault in tests/engine/measure/planted_test.c.
 * Bench       tests/engine/measure/planted_test.c only.
 * Bindings    0 1 2 right keys, importances, thresholds; 3 4 5 output; 6 control.
 * Constants   0 FAULT, 1 COUNT of tiles, 2 CAPACITY of the output.
 * Dispatch    ceil(COUNT / 64) groups of 64.
 * Work        copies 12 bytes per tile.
 */
layout(local_size_x = 64) in;

layout(constant_id = 0) const uint FAULT = 0;
layout(constant_id = 1) const uint COUNT = 1;
layout(constant_id = 2) const uint CAPACITY = 1;

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Importances { uint importances[]; };
layout(std430, binding = 2) readonly buffer Thresholds { uint thresholds[]; };
layout(std430, binding = 3) buffer OutKeys { uint out_keys[]; };
layout(std430, binding = 4) writeonly buffer OutImportances { uint out_importances[]; };
layout(std430, binding = 5) writeonly buffer OutThresholds { uint out_thresholds[]; };
layout(std430, binding = 6) buffer Control { uint control[]; };

const uint NOTHING = 1, LOST = 2, TWICE = 3, NOT_COUNTED = 4, PAST_END = 5, STALE = 6, ALTERED = 7,
           NO_GROUP_BARRIER = 8, SWAPPED = 9, LATER_LOST = 10;

shared uint sources[64];

void copy(uint from, uint to)
{
    out_keys[to] = keys[from];
    out_importances[to] = importances[from] ^ (FAULT == ALTERED && from == COUNT / 2 ? 1 : 0);
    out_thresholds[to] = thresholds[from];
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    const uint thread = gl_LocalInvocationIndex;
    /*
     * Every group counts itself after looking: the first execution never sees them all, later ones
     * always do.
     */
    const bool again = control[32] >= gl_NumWorkGroups.x;
    barrier();
    if (thread == 0)
        atomicAdd(control[32], 1);
    if (FAULT == NOTHING || (FAULT == STALE && again))
        return;
    uint source = i;
    if (FAULT == NO_GROUP_BARRIER) {
        /* Reversed within the group, twice: right only with a barrier before each read. */
        sources[63 - thread] = gl_WorkGroupID.x * 64 + 63 - thread;
        source = sources[thread];
    }
    if (FAULT == SWAPPED && i < 2 && COUNT > 1)
        source = 1 - i;
    const bool lost = (FAULT == LOST && i == COUNT / 2) || (FAULT == LATER_LOST && again && i == 0);
    if (i < COUNT && !lost)
        copy(source, i);
    if (i != 0)
        return;
    control[0] = COUNT + (FAULT == TWICE ? 1 : 0) - (FAULT == NOT_COUNTED ? 1 : 0);
    if (FAULT == TWICE)
        copy(0, COUNT);
    if (FAULT == PAST_END)
        out_keys[CAPACITY] = 0;
}
