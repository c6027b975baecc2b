/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/host/host.h"

#include "bench/common/hash.h"
#include "bench/stream_reduction/source.h"
#include "harness/random.h"

#include <string.h>

enum { SEED_TURNS = 204 };

static uint32_t kind_of(const struct stream_input *input, uint32_t entry)
{
    const uint32_t words = input->element_words;
    return !stream_entry_is_null(input->elements + (size_t)entry * words, words);
}

/* lengths NULL: counts them alone. */
static void find_runs(const struct stream_input *input, uint32_t *const lengths[2],
                      size_t counts[2])
{
    counts[0] = counts[1] = 0;
    for (uint32_t begin = 0, end; begin < input->entries; begin = end) {
        const uint32_t kind = kind_of(input, begin);
        for (end = begin + 1; end < input->entries && kind_of(input, end) == kind;)
            end++;
        if (lengths)
            lengths[kind][counts[kind]] = end - begin;
        counts[kind]++;
    }
}

bool stream_turns_init(struct context *context, struct stream_turns *turns,
                       const struct stream_input *input)
{
    *turns = (struct stream_turns){ .input = input };
    if (input->entries >= STREAM_TURNS_ENTRIES)
        return true;
    turns->random = hash_seed(context->seed, SEED_TURNS);
    turns->elements = context_alloc(context, stream_input_bytes(input));
    find_runs(input, NULL, turns->counts);
    for (int kind = 0; kind < 2; kind++)
        turns->lengths[kind] = context_alloc(context, 4 * turns->counts[kind] + 4);
    if (!turns->elements || !turns->lengths[0] || !turns->lengths[1])
        return false;
    find_runs(input, turns->lengths, turns->counts);
    turns->first = input->entries > 0 ? kind_of(input, 0) : 0;
    memcpy(turns->elements, input->elements, stream_input_bytes(input));
    return true;
}

void stream_turns_next(struct stream_turns *turns)
{
    const struct stream_input *input = turns->input;
    const size_t words = input->element_words;
    const uint32_t null = words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
    const uint32_t *answer = input->answer;
    uint32_t *to = turns->elements;
    if (!to)
        return;
    for (int kind = 0; kind < 2; kind++) {
        uint32_t *lengths = turns->lengths[kind];
        for (size_t i = turns->counts[kind]; i > 1; i--) {
            const size_t other = random_below(&turns->random, i);
            const uint32_t length = lengths[i - 1];
            lengths[i - 1] = lengths[other];
            lengths[other] = length;
        }
    }
    for (size_t run = 0; run < turns->counts[0] + turns->counts[1]; run++) {
        const uint32_t kind = (turns->first + (uint32_t)run) & 1;
        const size_t length = words * turns->lengths[kind][run / 2];
        for (size_t i = 0; i < length; i++)
            to[i] = kind ? answer[i] : null;
        answer += kind ? length : 0;
        to += length;
    }
}

const uint32_t *stream_turns_elements(const struct stream_turns *turns)
{
    return turns->elements ? turns->elements : turns->input->elements;
}
