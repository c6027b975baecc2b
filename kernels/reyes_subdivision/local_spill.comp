/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * local_spill: LOCAL whose stack has its top in shared memory, and the rest in a spill buffer.
 *
 * Computes    as local with room for all in the output. Shared memory has the last HELD ranges of
 *             the stack at most, each at its place modulo HELD. Before children are pushed, so many
 *             of the lowest go to the spill buffer as there is no room for; a round that takes more
 *             than shared memory has reads the rest from there.
 * Bench       reyes_subdivision.bound_and_split, variants local_spill; baseline breadth_scans.
 * Bindings    0..3 of bound.glsl; 4 per group SAVE_WORDS words of counts, zeroed before; 5 per
 *             group STACK - HELD spilled ranges.
 * Constants   0 group size, at most 512; 1 STACK >= group size x max_depth; 2 HELD, at least twice
 *             the group size and less than STACK; 3 LEVELS counts per depth, for `inspect`;
 *             push.groups; push.output_max, room for drawn ranges; push.rounds_max.
 * Dispatch    push.groups groups in x.
 * Work        as local; 16 bytes per spilled range.
 * Error       as bound.comp.
 * Needs       subgroup_arithmetic; 8 HELD bytes of shared memory and 1 KiB; no forward progress
 *             between groups. The loop ends after push.rounds_max rounds at the latest.
 * Source      Weber 2014, section 3.3: «then a small amount of global memory can be allocated for
 *             spill buffers»; how is not said.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"
#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/control.glsl"
#include "reyes_subdivision/levels.glsl"

layout(constant_id = 1) const uint STACK = 960;
layout(constant_id = 2) const uint HELD = 256;
layout(constant_id = 3) const uint LEVELS = 0;

layout(std430, binding = 2) writeonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) writeonly buffer Saves { uint saves[]; };
layout(std430, binding = 5) coherent buffer Spilled { uvec2 spilled[]; };

layout(push_constant) uniform Push
{
    uint groups, output_max, rounds_max;
} push;

/* Words of a group in saves. */
const uint SAVE_WORDS = 8;
const uint HEIGHT = 1, PENDING = 2, BOUNDED = 3, SPLIT = 4, HIGHEST = 5, ROUNDS = 6, SPILLS = 7;

shared uvec2 held[HELD];    /* ranges from `base` on */
shared uint base, height;   /* of the stack: the first that is held, and behind the last */
shared uint taken;          /* inputs of the group's queue */
shared uint fresh, resumed; /* lanes with new ranges, with ranges of the stack */
shared uint output_start, unwritten;
shared uint processed, splits, highest, spills;

uint spilled_at(uint i)
{
    return (STACK - HELD) * gl_WorkGroupID.x + i;
}

/* Inputs of the group's queue. */
uint queue_length()
{
    const uint inputs_count = control[slot_word(0, SLOT_COUNT)], group = gl_WorkGroupID.x;
    return group < inputs_count ? (inputs_count - group - 1) / push.groups + 1 : 0;
}

/* Thread 0 decides who does what: the work of a round. */
void schedule()
{
    const uint wanted = gl_WorkGroupSize.x - min(height, gl_WorkGroupSize.x);
    fresh = min(wanted, queue_length() - taken);
    taken += fresh;
    resumed = min(height, gl_WorkGroupSize.x - fresh);
    height -= resumed;
    processed += fresh + resumed;
}

/* Loads the range of a lane in a round. */
range load_range(uint lane)
{
    if (lane < fresh)
        return range_whole((taken - fresh + lane) * push.groups + gl_WorkGroupID.x);
    const uint i = height + lane - fresh;
    return range_load(i < base ? spilled[spilled_at(i)] : held[i % HELD]);
}

/* Makes room for `count` ranges above `height`; the new base. All threads, in step. */
uint spill(uint count)
{
    const uint first = min(base, height);
    const uint last = max(first, max(height + count, HELD) - HELD);
    for (uint i = first + gl_LocalInvocationIndex; i < last; i += gl_WorkGroupSize.x)
        if (i < STACK - HELD)
            spilled[spilled_at(i)] = held[i % HELD];
    memoryBarrierBuffer();
    barrier(); /* children take the places of what was spilled; later rounds read it */
    return last;
}

/* Pushes the children of the lanes that split, `rank` of all. */
void push_children(range r, uint code, uint rank)
{
    const uint at = height + 2 * rank;
    if (bound_splits(code)) {
        held[at % HELD] = range_store(range_child(r, code == BOUND_SPLIT_U, 0));
        held[(at + 1) % HELD] = range_store(range_child(r, code == BOUND_SPLIT_U, 1));
    }
}

/* Appends the lanes' ranges to the output, `rank` of `count`. In step, a barrier at its end. */
void emit(range r, bool draws, uint rank, uint count)
{
    if (gl_LocalInvocationIndex == 0)
        output_start = atomicAdd(control[DRAWN], count);
    barrier();
    const uint start = output_start;
    const uint room = start < push.output_max ? push.output_max - start : 0;
    if (draws && rank < room)
        drawn[start + rank] = range_store(r);
    if (gl_LocalInvocationIndex == 0)
        unwritten += count > room ? count - room : 0;
    barrier();
}

/* One thread, once all have pushed. */
void count_pushed(uint count, uint new_base)
{
    spills += new_base - min(base, height);
    base = new_base;
    splits += count;
    if (height + 2 * count > STACK)
        control[OVERFLOW] = 1;
    height = min(height + 2 * count, STACK);
    highest = max(highest, height);
}

void save(uint rounds)
{
    saves[SAVE_WORDS * gl_WorkGroupID.x + HEIGHT] = height;
    saves[SAVE_WORDS * gl_WorkGroupID.x + PENDING] = unwritten;
    saves[SAVE_WORDS * gl_WorkGroupID.x + BOUNDED] = processed;
    saves[SAVE_WORDS * gl_WorkGroupID.x + SPLIT] = splits;
    saves[SAVE_WORDS * gl_WorkGroupID.x + HIGHEST] = highest;
    saves[SAVE_WORDS * gl_WorkGroupID.x + ROUNDS] = rounds;
    saves[SAVE_WORDS * gl_WorkGroupID.x + SPILLS] = spills;
}

void main()
{
    const uint lane = gl_LocalInvocationIndex;
    if (lane == 0) {
        base = height = taken = unwritten = processed = splits = highest = spills = 0;
    }
    uint rounds = 0;
    while (rounds < push.rounds_max) {
        if (lane == 0)
            schedule();
        barrier();
        if (fresh + resumed == 0)
            break;
        rounds++;
        uint code = 0;
        range r = range_whole(0);
        if (lane < fresh + resumed) {
            r = load_range(lane);
            code = bound(r);
            if (LEVELS != 0)
                levels_count(r, code);
            if (code == BOUND_CULL_DEPTH)
                atomicAdd(control[CULLED_DEPTH], 1);
        }
        uint sums;
        const uint ranks = scan_group((code == BOUND_DRAW ? 1u : 0u) |
                                          (bound_splits(code) ? 1u << 16 : 0u),
                                      sums);
        const uint new_base = spill(2 * (sums >> 16));
        push_children(r, code, ranks >> 16);
        emit(r, code == BOUND_DRAW, ranks & 0xffffu, sums & 0xffffu);
        if (lane == 0)
            count_pushed(sums >> 16, new_base);
    }
    barrier();
    if (lane == 0)
        save(rounds);
}
