/* SPDX-License-Identifier: MIT */
/*
 * local_subgroup.glsl: all of local_subgroup.comp, which says what it is; a file of its own for the
 * tests that plant faults in it.
 *
 * All branches around an operation of the subgroup are the same for its lanes: they go by what
 * ballots, control and push constants say. Lanes that part ways in between, as in bound(), come
 * together at a barrier of the subgroup before the next one.
 */
#ifndef REYES_SUBDIVISION_LOCAL_SUBGROUP_GLSL
#define REYES_SUBDIVISION_LOCAL_SUBGROUP_GLSL

#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x_id = 0) in;

/* struct reyes_view of bench/reyes_subdivision/device.h. */
struct bound_view {
    vec4 eye[3]; /* rows of the matrix from object to eye space */
    float scale;
    float near, far;
    float width, height;
    float limit;
    float ribbon;
    uint max_depth;
    uint eye_rule; /* 0: 2014, 1: larger */
};

layout(push_constant) uniform Push
{
    bound_view view;
    uint groups, inputs_word, output_max, list_max, rounds, rounds_max, launch;
} push;

#include "reyes_subdivision/bound_pushed.glsl"
#include "reyes_subdivision/control.glsl"
#include "reyes_subdivision/levels.glsl"

layout(constant_id = 1) const uint DEPTH = 15;
layout(constant_id = 2) const uint ROOM = 544;
layout(constant_id = 3) const uint LISTED = 0;
layout(constant_id = 4) const uint LEVELS = 0;

layout(std430, binding = 2) writeonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) readonly buffer Inputs { uvec2 inputs[]; };
layout(std430, binding = 5) writeonly buffer Counts { uint counts[]; };
layout(std430, binding = 6) writeonly buffer List { uvec2 list[]; };

/* Words of a subgroup in counts. */
const uint COUNT_WORDS = 8;
const uint HEIGHT = 1, PENDING = 2, BOUNDED = 3, SPLIT = 4, HIGHEST = 5, ROUNDS = 6, SUBGROUPS = 7;

/* Memory of each subgroup: the stack, DEPTH ranges a lane, and behind it the gathered ranges, 2 a
 * lane. */
shared uvec2 ranges[ROOM];
shared uint starts[ROOM / (DEPTH + 2)]; /* what each subgroup has reserved */

/* Values of the lane and its subgroup. */
uint lane, lanes;             /* those that are there, in their order */
uint stack_at, gathered_at;   /* in ranges */
uint subgroup, subgroups;     /* of all in the dispatch */
uint inputs_count, taken = 0; /* of its own inputs */
uint height = 0;              /* of the stack */
uint head = 0, gathered = 0;  /* first of the gathered ranges, and how many */
uint bounded = 0, splits = 0, culled = 0, highest = 0, rounds = 0;

void start()
{
    const uvec4 there = subgroupBallot(true);
    const uint first = subgroupBroadcastFirst(gl_LocalInvocationIndex);
    lane = subgroupBallotExclusiveBitCount(there);
    lanes = subgroupBallotBitCount(there);
    stack_at = first * (DEPTH + 2);
    gathered_at = stack_at + lanes * DEPTH;
    subgroup = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    subgroups = push.groups * gl_NumSubgroups;
    const uint count = control[push.inputs_word];
    inputs_count = subgroup < count ? (count - subgroup - 1) / subgroups + 1 : 0;
}

range input_range(uint place)
{
    const uint i = place * subgroups + subgroup;
    return LISTED != 0 ? range_load(inputs[i]) : range_whole(i);
}

/* Adds `count` to a word of control; what it was before, to all lanes. In step. */
uint reserve(uint word, uint count)
{
    subgroupBarrier(); /* all ranges are in place, and the reservation before has been read */
    if (lane == 0)
        starts[gl_SubgroupID] = atomicAdd(control[word], count);
    subgroupBarrier();
    return starts[gl_SubgroupID];
}

/* Place of the i-th of the gathered ranges, which go round. */
uint gathered_place(uint i)
{
    return gathered_at + (head + i < 2 * lanes ? head + i : head + i - 2 * lanes);
}

/* The first `count` of the gathered ranges, at most one a lane, go to the output. In step. */
void write_gathered(uint count)
{
    const uint at = reserve(DRAWN, count) + lane;
    if (lane < count && at < push.output_max)
        drawn[at] = ranges[gathered_place(lane)];
    else if (lane < count)
        control[OVERFLOW] = 1;
    head = head + count < 2 * lanes ? head + count : head + count - 2 * lanes;
    gathered -= count;
}

/* The stack goes to the list. In step. */
void leave()
{
    const uint to = reserve(QUEUE, height);
    for (uint i = lane; i < height; i += lanes)
        if (to + i < push.list_max)
            list[to + i] = ranges[stack_at + i];
        else
            control[OVERFLOW] = 1;
    height = 0;
}

/* Settles the lanes' ranges. All lanes call it in step, and a barrier follows before the stack is
 * read. */
void settle(range r, uint code)
{
    const uvec4 splitting = subgroupBallot(bound_splits(code));
    const uvec4 drawing = subgroupBallot(code == BOUND_DRAW);
    const uint at = height + 2 * subgroupBallotExclusiveBitCount(splitting);
    if (bound_splits(code) && at + 1 < lanes * DEPTH) {
        ranges[stack_at + at] = range_store(range_child(r, code == BOUND_SPLIT_U, 0));
        ranges[stack_at + at + 1] = range_store(range_child(r, code == BOUND_SPLIT_U, 1));
    } else if (bound_splits(code)) {
        control[OVERFLOW] = 1;
    }
    if (code == BOUND_DRAW)
        ranges[gathered_place(gathered + subgroupBallotExclusiveBitCount(drawing))] =
            range_store(r);
    const uint count = subgroupBallotBitCount(splitting);
    splits += count;
    height = min(height + 2 * count, lanes * DEPTH);
    highest = max(highest, height);
    gathered += subgroupBallotBitCount(drawing);
    culled += subgroupBallotBitCount(subgroupBallot(code == BOUND_CULL_DEPTH));
}

/* A range per lane, of `fresh` inputs and of as many from the stack as there are. In step. */
void do_round(uint fresh)
{
    const uint resumed = min(height, lanes - fresh);
    uint code = BOUND_CULL_FRUSTUM;
    range r = range_whole(0);
    height -= resumed;
    bounded += fresh + resumed;
    subgroupBarrier(); /* all of the stack is in place */
    if (lane < fresh + resumed) {
        if (lane < fresh)
            r = input_range(taken + lane);
        else
            r = range_load(ranges[stack_at + height + lane - fresh]);
        code = bound(r);
        if (LEVELS != 0)
            levels_count(r, code);
    }
    taken += fresh;
    subgroupBarrier(); /* all have read it, and what is gathered, and are together */
    settle(r, code);
    if (gathered >= lanes)
        write_gathered(lanes);
}

/* One lane. */
void save()
{
    const uint at = COUNT_WORDS * (push.launch * subgroups + subgroup);
    counts[at + HEIGHT] = height;
    counts[at + PENDING] = inputs_count - taken;
    counts[at + BOUNDED] = bounded;
    counts[at + SPLIT] = splits;
    counts[at + HIGHEST] = highest;
    counts[at + ROUNDS] = rounds;
    counts[at + SUBGROUPS] = gl_NumSubgroups;
    if (culled > 0)
        atomicAdd(control[CULLED_DEPTH], culled);
}

void main()
{
    start();
    for (; rounds < push.rounds_max; rounds++) {
        const uint left = inputs_count - taken;
        const uint fresh = 2 * height <= lanes ? min(lanes - height, left) : 0;
        if (left == 0 && (height == 0 || rounds >= push.rounds))
            break;
        do_round(fresh);
    }
    if (push.list_max > 0 && height > 0 && taken == inputs_count)
        leave();
    if (gathered > 0)
        write_gathered(gathered);
    if (lane == 0)
        save();
}

#endif
