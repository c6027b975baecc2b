/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * local: LOCAL: each work-group subdivides by itself, with a stack in shared memory.
 *
 * Computes    a group takes ranges from its queue (every groups-th input), bounds as many as it has
 *             threads, pushes the children of split ones, side by side, and appends drawn ones to
 *             the output, until queue and stack are empty. New ranges take the lower lanes, the
 *             stack's the higher ones, so that the stack stays sorted by depth, which bounds it by
 *             group size x max_depth. If the output is full, the group saves its stack and the
 *             ranges it could not write, and goes on from there at the next launch.
 * Bench       reyes_subdivision.bound_and_split, variants local, local_host, local_shared and
 *             local_seeded; baseline breadth_scans.
 * Bindings    0..3 of bound.glsl; 4 input ranges, where SEEDED; 5 per group SAVE_WORDS words of
 *             counts, zeroed before the first launch; 6 per group STACK + group size saved ranges.
 * Constants   0 group size, at most 512; 1 STACK >= group size x max_depth; 2 SHARED_QUEUE: one
 *             queue for all groups, in the text's words; 3 SEEDED: the input is the ranges of a
 *             slot, otherwise whole patches; 4 LEVELS counts per depth, for `inspect`; push.groups;
 *             push.slot, that has the number of inputs; push.output_base, what earlier launches
 *             have written; push.output_max, room from there; push.rounds_max.
 * Dispatch    push.groups groups in x.
 * Work        reads each input and its patch, writes 8 bytes per drawn range;
 *             REYES_BOUND_OPERATIONS operations (device.h) per bound; bound by latency where inputs
 *             are few.
 * Error       as bound.comp.
 * Needs       subgroup_arithmetic; 8 STACK bytes of shared memory and 1 KiB; no forward progress
 *             between groups: none waits for another. The loop ends after push.rounds_max rounds at
 *             the latest, as if the output were full.
 * Source      Weber 2014, section 3.3; a queue per group as the report's program has it.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"
#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/control.glsl"
#include "reyes_subdivision/levels.glsl"

layout(constant_id = 1) const uint STACK = 960;
layout(constant_id = 2) const uint SHARED_QUEUE = 0;
layout(constant_id = 3) const uint SEEDED = 0;
layout(constant_id = 4) const uint LEVELS = 0;

layout(std430, binding = 2) writeonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) readonly buffer Inputs { uvec2 inputs[]; };
layout(std430, binding = 5) buffer Saves { uint saves[]; };
layout(std430, binding = 6) buffer Saved { uvec2 saved[]; };

layout(push_constant) uniform Push
{
    uint groups, slot, output_base, output_max, rounds_max;
} push;

/* Words of a group in saves. */
const uint SAVE_WORDS = 8;
const uint TAKEN = 0, HEIGHT = 1, PENDING = 2, BOUNDED = 3, SPLIT = 4, HIGHEST = 5, ROUNDS = 6;

shared uvec2 stack[STACK];
shared uint height;         /* of the stack */
shared uint taken;          /* inputs taken from the group's queue */
shared uint queue_first;    /* of the inputs of this round */
shared uint fresh, resumed; /* lanes with new ranges, with ranges of the stack */
shared uint output_start, unwritten;
shared uint processed, splits, highest;

uint group_save(uint word)
{
    return SAVE_WORDS * gl_WorkGroupID.x + word;
}

uint group_saved(uint i)
{
    return (STACK + gl_WorkGroupSize.x) * gl_WorkGroupID.x + i;
}

/* Inputs of the group's queue. */
uint queue_length()
{
    const uint inputs_count = control[slot_word(push.slot, SLOT_COUNT)];
    if (SHARED_QUEUE != 0)
        return inputs_count;
    const uint group = gl_WorkGroupID.x;
    return group < inputs_count ? (inputs_count - group - 1) / push.groups + 1 : 0;
}

/* Takes up to `wanted` inputs; sets queue_first and fresh. One thread. */
void take(uint wanted)
{
    const uint length = queue_length();
    if (SHARED_QUEUE != 0 && wanted > 0)
        queue_first = atomicAdd(control[QUEUE], wanted);
    else
        queue_first = taken;
    fresh = queue_first < length ? min(wanted, length - queue_first) : 0;
    taken += fresh;
}

range input_range(uint place)
{
    const uint i = SHARED_QUEUE != 0 ? place : place * push.groups + gl_WorkGroupID.x;
    return SEEDED != 0 ? range_load(inputs[i]) : range_whole(i);
}

/* Thread 0 decides who does what: the work of a round. */
void schedule()
{
    const uint wanted = gl_WorkGroupSize.x - min(height, gl_WorkGroupSize.x);
    fresh = 0;
    if (wanted > 0)
        take(wanted);
    resumed = min(height, gl_WorkGroupSize.x - fresh);
    height -= resumed;
    processed += fresh + resumed;
}

/*
 * Appends the lanes' ranges to the output, `rank` of `count`. Those beyond its end become pending;
 * true then, also when the output was full already: the group must leave. In step, with a barrier
 * at its end.
 */
bool emit(range r, bool draws, uint rank, uint count)
{
    if (gl_LocalInvocationIndex == 0)
        output_start = atomicAdd(control[DRAWN], count);
    barrier();
    const uint start = output_start;
    const uint room = start < push.output_max ? push.output_max - start : 0;
    if (draws && rank < room)
        drawn[push.output_base + start + rank] = range_store(r);
    else if (draws)
        saved[group_saved(STACK + rank - room)] = range_store(r);
    if (gl_LocalInvocationIndex == 0)
        unwritten = count > room ? count - room : 0;
    barrier();
    return start + count >= push.output_max;
}

/* Counts and stack from the launch before. True when the output is full again. */
bool resume()
{
    const uint pending = saves[group_save(PENDING)], saved_height = saves[group_save(HEIGHT)];
    if (gl_LocalInvocationIndex == 0) {
        taken = saves[group_save(TAKEN)];
        unwritten = 0;
        height = saved_height;
        processed = saves[group_save(BOUNDED)];
        splits = saves[group_save(SPLIT)];
        highest = saves[group_save(HIGHEST)];
    }
    for (uint i = gl_LocalInvocationIndex; i < saved_height; i += gl_WorkGroupSize.x)
        stack[i] = saved[group_saved(i)];
    range r = range_whole(0);
    const bool draws = gl_LocalInvocationIndex < pending;
    if (draws)
        r = range_load(saved[group_saved(STACK + gl_LocalInvocationIndex)]);
    barrier();
    return pending > 0 && emit(r, draws, gl_LocalInvocationIndex, pending);
}

void save(uint rounds)
{
    for (uint i = gl_LocalInvocationIndex; i < height; i += gl_WorkGroupSize.x)
        saved[group_saved(i)] = stack[i];
    if (gl_LocalInvocationIndex > 0)
        return;
    saves[group_save(TAKEN)] = taken;
    saves[group_save(HEIGHT)] = height;
    saves[group_save(PENDING)] = unwritten;
    saves[group_save(BOUNDED)] = processed;
    saves[group_save(SPLIT)] = splits;
    saves[group_save(HIGHEST)] = highest;
    saves[group_save(ROUNDS)] += rounds;
}

/* Pushes the children of the lanes that split, `rank` of `count`. Nobody reads the stack before the
 * next barrier. */
void push_children(range r, uint code, uint rank, uint count)
{
    const uint at = height + 2 * rank;
    if (bound_splits(code) && at + 1 < STACK) {
        stack[at] = range_store(range_child(r, code == BOUND_SPLIT_U, 0));
        stack[at + 1] = range_store(range_child(r, code == BOUND_SPLIT_U, 1));
    }
}

/* One thread, once all have pushed. */
void count_pushed(uint count)
{
    splits += count;
    if (height + 2 * count > STACK)
        control[OVERFLOW] = 1;
    height = min(height + 2 * count, STACK);
    highest = max(highest, height);
}

void main()
{
    const uint lane = gl_LocalInvocationIndex;
    bool full = resume();
    uint rounds = 0;
    while (!full && rounds < push.rounds_max) {
        if (lane == 0)
            schedule();
        barrier();
        if (fresh + resumed == 0)
            break;
        rounds++;
        uint code = 0;
        range r = range_whole(0);
        if (lane < fresh + resumed) {
            if (lane < fresh)
                r = input_range(queue_first + lane);
            else
                r = range_load(stack[height + lane - fresh]);
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
        push_children(r, code, ranks >> 16, sums >> 16);
        full = emit(r, code == BOUND_DRAW, ranks & 0xffffu, sums & 0xffffu);
        if (lane == 0)
            count_pushed(sums >> 16);
    }
    barrier();
    save(rounds);
}
