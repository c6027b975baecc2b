/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/update_workload.h"

#include "bench/cbt/tree/reduction.h"
#include "bench/cbt/tree/reference.h"
#include "bench/common/hash.h"

#include <stdlib.h>
#include <string.h>

static bool choose_frame(struct bench_workload *workload)
{
    struct update_workload *state = workload->state;
    const char *sequence = context_text(&workload->context, "sequence");
    const char *frame = context_text(&workload->context, "frame");
    while (strcmp(cbt_sequence_names[state->kind], sequence) != 0)
        state->kind++;
    state->depth = (uint32_t)context_integer(&workload->context, "depth");
    const uint32_t frames = cbt_sequence_frames(state->kind);
    state->frame = strcmp(frame, "split") == 0   ? frames - 2
                   : strcmp(frame, "merge") == 0 ? frames - 1
                                                 : (uint32_t)strtoul(frame, NULL, 10);
    if (state->frame >= frames)
        return context_error(&workload->context, "frame %s: sequence %s has frames 0 to %u", frame,
                             sequence, frames - 1);
    state->push = cbt_sequence_frame(state->kind, state->depth, state->frame);
    return true;
}

static bool heap_copy(struct bench_workload *workload, struct heap *copy, const struct heap *heap)
{
    const size_t bytes = 4 * (cbt_heap_words(heap->depth) + 1);
    uint32_t *words = context_alloc(&workload->context, bytes);
    if (!words)
        return false;
    memcpy(words, heap->words, bytes);
    cbt_heap_borrow(copy, heap->depth, words);
    return true;
}

static bool run_reference(struct bench_workload *workload, struct reference *reference)
{
    struct update_workload *state = workload->state;
    for (uint32_t f = 0; f <= state->frame; f++) {
        state->leaves_before = (uint32_t)reference->leaf_count;
        if (f == state->frame && !heap_copy(workload, &state->before, &reference->heap))
            return false;
        if (!cbt_reference_step(reference))
            return context_error(&workload->context, "no memory is left for frame %u", f);
        const uint32_t count = (uint32_t)reference->leaf_count;
        state->leaf_counts[f] = count;
        state->leaf_hashes[f] = hash_bytes(reference->leaves, 4 * (size_t)count);
        state->leaves_max = count > state->leaves_max ? count : state->leaves_max;
    }
    state->leaves_after = (uint32_t)reference->leaf_count;
    state->changed = reference->changed_count;
    return heap_copy(workload, &state->after, &reference->heap);
}

bool cbt_update_workload(struct bench_workload *workload)
{
    struct update_workload *state = workload->state;
    struct reference reference;
    if (!choose_frame(workload))
        return false;
    state->leaf_hashes = context_alloc(&workload->context, 8 * ((size_t)state->frame + 1));
    state->leaf_counts = context_alloc(&workload->context, 4 * ((size_t)state->frame + 1));
    if (!state->leaf_hashes || !state->leaf_counts)
        return false;
    if (!cbt_reference_init(&reference, state->kind, state->depth))
        return context_error(&workload->context, "no memory is left for a tree of depth %u",
                             state->depth);
    const bool ok = run_reference(workload, &reference);
    cbt_reference_finish(&reference);
    context_fact_count(&workload->context, "frame", state->frame);
    context_fact_count(&workload->context, "leaves_before", state->leaves_before);
    context_fact_count(&workload->context, "leaves_after", state->leaves_after);
    context_fact_count(&workload->context, "bits_changed", state->changed);
    context_fact_hash(&workload->context, "leaves_hash", state->leaf_hashes[state->frame]);
    return ok;
}

uint32_t cbt_update_workload_marked_tiles(const struct update_workload *workload)
{
    const size_t first = cbt_heap_bitfield_word(workload->depth);
    const size_t tile = (size_t)1 << (REDUCTION_TILE_BITS - 5);
    uint32_t count = 0;
    for (size_t i = 0; i < cbt_heap_bitfield_words(workload->depth); i += tile)
        count += memcmp(&workload->before.words[first + i], &workload->after.words[first + i],
                        4 * tile) != 0;
    return count;
}
