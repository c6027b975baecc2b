/* SPDX-License-Identifier: MIT */
#version 460
/*
 * rounds_barrier: as ceilings/rounds, but every other round has no barrier.
 *
 * Computes    values that other threads have not written yet.
 * Bench       ceilings.launch, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/rounds.
 * Constants   as ceilings/rounds.
 * Dispatch    as ceilings/rounds.
 * Work        as ceilings/rounds.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 128) in;

layout(std430, binding = 0) writeonly buffer Words { uint words[]; };

layout(push_constant) uniform Push
{
    uint rounds, seed;
} push;

/* Two buffers: even rounds read what odd ones write, so each round has one barrier. */
shared uint values[2][128];

void main()
{
    const uint thread = gl_LocalInvocationID.x;
    uint value = push.seed ^ thread;
    for (uint round = 0; round < push.rounds; round += 2) {
        values[0][thread] = value;
        barrier();
        value = values[0][(thread + 1) & 127] * 1664525u + 1013904223u;
        values[1][thread] = value;
        value = values[1][(thread + 1) & 127] * 1664525u + 1013904223u;
    }
    words[thread] = value;
}
