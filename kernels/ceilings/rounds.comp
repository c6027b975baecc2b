/* SPDX-License-Identifier: MIT */
#version 460
/*
 * rounds: rounds of one group, each of which needs what another thread wrote in the one before.
 *
 * Computes    after push.rounds rounds, of which each takes the value of the thread beside it,
 *             times 1664525, plus 1013904223, modulo 2^32: words[i] = the value of thread i. They
 *             begin at push.seed ^ i.
 * Bench       ceilings.launch, variant round; the baseline is dispatch.
 * Bindings    0 a word per thread.
 * Constants   none; push.rounds, push.seed.
 * Dispatch    1 group of 128.
 * Work        a barrier, a load from and a store to shared memory per round. Bound by their
 *             latency.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; the constants are the linear congruential generator of Numerical Recipes.
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
    for (uint round = 0; round < push.rounds; round++) {
        values[round & 1][thread] = value;
        barrier();
        value = values[round & 1][(thread + 1) & 127] * 1664525u + 1013904223u;
    }
    words[thread] = value;
}
