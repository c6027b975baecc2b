/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/leaves.h"

#include "bench/common/axis.h"
#include "bench/common/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Recalls what the reference found in an earlier launch. False where it is not kept whole. */
static bool recall_answer(struct context *context, struct update_answer *answer,
                          const struct update_workload *wanted)
{
    const struct context_part states = { answer->states, sizeof(answer->states) };
    struct context_part parts[UPDATE_FRAMES_MAX];
    const uint32_t frames = cbt_sequence_frames(wanted->kind);
    if (!context_recall(context, "states", &states, 1))
        return false;
    for (uint32_t f = 0; f < frames; f++) {
        const size_t bytes = answer->states[f].leaf_count * sizeof(*answer->leaves[f]);
        answer->frames[f] = cbt_sequence_frame(wanted->kind, wanted->course.depth, f);
        answer->leaves[f] = context_alloc(context, bytes);
        parts[f] = (struct context_part){ answer->leaves[f], bytes };
    }
    return context_ok(context) && context_recall(context, "leaves", parts, frames);
}

/* Serves context_share(): the argument is the workload's state. */
static bool make_answer(struct context *context, void *state, const void *argument)
{
    const struct update_workload *wanted = argument;
    struct update_answer *answer = state;
    struct reference reference;
    if (recall_answer(context, answer, wanted) || !context_ok(context))
        return context_ok(context);
    if (!cbt_reference_init(&reference, wanted->kind, wanted->course.depth))
        return context_error(context, "not enough memory for a tree of depth %u",
                             wanted->course.depth);
    bool ok = true;
    for (uint32_t f = 0; ok && f < cbt_sequence_frames(wanted->kind); f++) {
        cbt_reference_step(&reference);
        const size_t bytes = reference.leaf_count * sizeof(*reference.leaves);
        answer->frames[f] = cbt_sequence_frame(wanted->kind, wanted->course.depth, f);
        answer->states[f] = cbt_reference_state(&reference);
        answer->leaves[f] = context_alloc(context, bytes);
        ok = answer->leaves[f];
        if (ok)
            memcpy(answer->leaves[f], reference.leaves, bytes);
    }
    if (ok) {
        struct context_part parts[UPDATE_FRAMES_MAX];
        for (uint32_t f = 0; f < reference.frame; f++)
            parts[f] = (struct context_part){ answer->leaves[f], answer->states[f].leaf_count *
                                                                     sizeof(*answer->leaves[f]) };
        context_keep(context, "leaves", parts, reference.frame);
        context_keep(context, "states",
                     &(struct context_part){ answer->states, sizeof(answer->states) }, 1);
    }
    cbt_reference_finish(&reference);
    return ok;
}

/* The leaves that a frame up to the measured one finds. */
static const uint32_t *leaves_of(const struct update_workload *workload, uint32_t frame,
                                 size_t *count)
{
    static const uint32_t first_leaves[] = { 2, 3 };
    const struct update_answer *answer = workload->answer;
    *count = frame == 0 ? 2 : answer->states[frame - 1].leaf_count;
    return frame == 0 ? first_leaves : answer->leaves[frame - 1];
}

/* The tree that a frame of a workload's sequence finds. */
struct found {
    const struct update_workload *workload;
    uint32_t frame;
};

/* Serves context_share(). */
static bool make_heap(struct context *context, void *state, const void *argument)
{
    const struct found *found = argument;
    size_t count;
    const uint32_t *leaves = leaves_of(found->workload, found->frame, &count);
    return cbt_heap_create_leaves(context, state, found->workload->course.depth, leaves, count);
}

/* Workloads of a sequence share the tree, which nobody changes. */
static bool share_heap(struct context *context, struct heap *heap,
                       const struct update_workload *workload, uint32_t frame)
{
    char key[64];
    snprintf(key, sizeof(key), "cbt.update/%s/%u/tree %u", cbt_sequence_names[workload->kind],
             workload->course.depth, frame);
    const struct heap *shared =
        context_share(context, key, sizeof(*heap), make_heap, &(struct found){ workload, frame });
    if (shared)
        *heap = *shared;
    return shared;
}

bool cbt_update_bits(struct context *context, struct heap *heap,
                     const struct update_workload *workload, uint32_t frame)
{
    size_t count;
    const uint32_t *leaves = leaves_of(workload, frame, &count);
    const bool created = cbt_heap_create(context, heap, workload->course.depth);
    if (created)
        cbt_heap_mark(heap, leaves, count);
    return created;
}

bool cbt_update_workload(struct bench_workload *workload)
{
    struct update_workload *state = workload->state;
    struct context *context = &workload->context;
    char key[64];
    const char *sequence = context_text(context, "sequence");
    const char *frame = context_text(context, "frame");
    state->kind = (enum sequence_kind)axis_place(context, "sequence", cbt_sequence_names);
    const uint32_t frames = cbt_sequence_frames(state->kind);
    state->frame = strcmp(frame, "split") == 0   ? frames - 2
                   : strcmp(frame, "merge") == 0 ? frames - 1
                                                 : (uint32_t)strtoul(frame, NULL, 10);
    if (state->frame >= frames)
        return context_error(context, "frame %s: sequence %s has frames 0 to %u", frame, sequence,
                             frames - 1);
    state->course = (struct leaves_course){
        .rule = cbt_leaves_rule_sequence,
        .depth = (uint32_t)context_integer(context, "depth"),
        .push_bytes = sizeof(state->answer->frames[0]),
    };
    snprintf(key, sizeof(key), "cbt.update/%s/%u", cbt_sequence_names[state->kind],
             state->course.depth);
    state->answer = context_share(context, key, sizeof(*state->answer), make_answer, state);
    if (!state->answer)
        return false;
    state->course.pushes = state->answer->frames;
    state->course.states = state->answer->states;
    for (uint32_t f = 0; f <= state->frame; f++)
        if (state->course.leaves_max < state->answer->states[f].leaf_count)
            state->course.leaves_max = state->answer->states[f].leaf_count;
    const struct reference_state *measured = &state->answer->states[state->frame];
    context_fact_count(context, "frame", state->frame);
    context_fact_count(context, "leaves_before", measured->leaves_before);
    context_fact_count(context, "leaves_after", measured->leaf_count);
    context_fact_count(context, "bits_changed", measured->changed);
    context_fact_hash(
        context, "leaves_hash",
        hash_bytes(state->answer->leaves[state->frame], 4 * (size_t)measured->leaf_count));
    return share_heap(context, &state->before, state, state->frame) &&
           share_heap(context, &state->after, state, state->frame + 1);
}
