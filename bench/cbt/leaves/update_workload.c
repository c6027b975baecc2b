/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/update_workload.h"

#include <stdlib.h>
#include <string.h>

static bool choose_frame(struct bench_workload *workload, enum sequence_kind *kind)
{
    struct update_workload *state = workload->state;
    const char *sequence = context_text(&workload->context, "sequence");
    const char *frame = context_text(&workload->context, "frame");
    while (strcmp(cbt_sequence_names[*kind], sequence) != 0)
        (*kind)++;
    const uint32_t frames = cbt_sequence_frames(*kind);
    state->frame = strcmp(frame, "split") == 0   ? frames - 2
                   : strcmp(frame, "merge") == 0 ? frames - 1
                                                 : (uint32_t)strtoul(frame, NULL, 10);
    return state->frame < frames ||
           context_error(&workload->context, "frame %s: sequence %s has frames 0 to %u", frame,
                         sequence, frames - 1);
}

static bool run_reference(struct bench_workload *workload, struct reference *reference)
{
    struct update_workload *state = workload->state;
    const uint32_t depth = state->course.depth;
    for (uint32_t f = 0; f <= state->frame; f++) {
        if (f == state->frame &&
            !cbt_heap_copy(&workload->context, &state->before, &reference->heap))
            return false;
        if (!cbt_reference_step(reference))
            return context_error(&workload->context, "no memory is left for frame %u", f);
        state->frames[f] = cbt_sequence_frame(reference->kind, depth, f);
        state->states[f] = cbt_reference_state(reference);
        if (state->course.leaves_max < state->states[f].leaf_count)
            state->course.leaves_max = state->states[f].leaf_count;
    }
    return cbt_heap_copy(&workload->context, &state->after, &reference->heap);
}

bool cbt_update_workload(struct bench_workload *workload)
{
    struct update_workload *state = workload->state;
    enum sequence_kind kind = SEQUENCE_P;
    struct reference reference;
    if (!choose_frame(workload, &kind))
        return false;
    state->course = (struct leaves_course){
        .rule = cbt_leaves_rule_sequence,
        .depth = (uint32_t)context_integer(&workload->context, "depth"),
        .pushes = state->frames,
        .push_bytes = sizeof(state->frames[0]),
        .states = state->states,
    };
    if (!cbt_reference_init(&reference, kind, state->course.depth))
        return context_error(&workload->context, "no memory is left for a tree of depth %u",
                             state->course.depth);
    const bool ok = run_reference(workload, &reference);
    const struct reference_state *measured = &state->states[state->frame];
    cbt_reference_finish(&reference);
    context_fact_count(&workload->context, "frame", state->frame);
    context_fact_count(&workload->context, "leaves_before", measured->leaves_before);
    context_fact_count(&workload->context, "leaves_after", measured->leaf_count);
    context_fact_count(&workload->context, "bits_changed", measured->changed);
    context_fact_hash(&workload->context, "leaves_hash", measured->hash);
    return ok;
}
