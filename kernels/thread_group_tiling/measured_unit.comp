/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_realtime_clock : require
#extension GL_NV_shader_sm_builtins : require
/*
 * measured_unit: measured_clock, with the multiprocessor that runs each group.
 *
 * Computes    of each group, in row-major order: its ticket, groups that ran when it began, the
 *             ticks at which it began and ended, its multiprocessor.
 * Bench       none: bench/thread_group_tiling/measured.c, `inspect order --measured`.
 * Bindings    0 counters of begun and ended groups, zeros at the start; 1 groups.
 * Constants   none; push of measured.glsl.
 * Dispatch    any grid of groups of 8 by 8.
 * Work        push.steps dependent multiply-adds per thread, two atomics and 32 bytes per group.
 * Error       groups that ran are counted no higher than they were; of the rest none.
 * Needs       shader_clock, shader_sm_builtins (VK_NV_shader_sm_builtins).
 * Source      our own; the constants are the linear congruential generator of Numerical Recipes.
 */
uvec2 measured_clock()
{
    return clockRealtime2x32EXT();
}

uint measured_unit()
{
    return gl_SMIDNV;
}

#include "thread_group_tiling/measured.glsl"

void main()
{
    measured_group();
}
