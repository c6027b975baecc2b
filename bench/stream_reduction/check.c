/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/check.h"

#include "bench/common/hash.h"
#include "bench/stream_reduction/reference.h"
#include "bench/stream_reduction/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An entry as text: its words in hexadecimal. */
enum { ENTRY_TEXT_BYTES = 40 };

static const char *entry_text(char text[ENTRY_TEXT_BYTES], const uint32_t *entry, uint32_t words)
{
    size_t used = 0;
    for (uint32_t i = 0; i < words; i++)
        used += (size_t)snprintf(text + used, ENTRY_TEXT_BYTES - used, "%s%08x", i == 0 ? "" : " ",
                                 entry[i]);
    return text;
}

static bool check_ordered(struct context *context, const struct stream_input *input,
                          const uint32_t *output)
{
    char came[ENTRY_TEXT_BYTES], wanted[ENTRY_TEXT_BYTES];
    const uint32_t words = input->element_words;
    if (memcmp(output, input->answer, 4 * (size_t)input->count * words) == 0)
        return true;
    uint32_t i = 0;
    while (memcmp(output + (size_t)i * words, input->answer + (size_t)i * words,
                  4 * (size_t)words) == 0)
        i++;
    return context_mismatch(context, "entry %u of %u is %s, wanted %s", i, input->count,
                            entry_text(came, output + (size_t)i * words, words),
                            entry_text(wanted, input->answer + (size_t)i * words, words));
}

/* Entries of the answer by hash, as lists that entries are taken from. */
struct bag {
    const struct stream_input *input;
    uint32_t *first; /* per hash: index + 1 of an entry, 0 for none */
    uint32_t *next;  /* per entry: the same */
    uint32_t mask;
};

static uint32_t *bag_list(const struct bag *bag, const uint32_t *entry)
{
    uint32_t hash = 0;
    for (uint32_t i = 0; i < bag->input->element_words; i++)
        hash = hash_mix(hash + entry[i]);
    return &bag->first[hash & bag->mask];
}

static bool bag_init(struct bag *bag, const struct stream_input *input)
{
    uint32_t lists = 1;
    while (lists < input->count)
        lists *= 2;
    *bag = (struct bag){ .input = input,
                         .first = calloc(lists, sizeof(*bag->first)),
                         .next = calloc((size_t)input->count + 1, sizeof(*bag->next)),
                         .mask = lists - 1 };
    if (!bag->first || !bag->next)
        return false;
    for (uint32_t i = 0; i < input->count; i++) {
        uint32_t *list = bag_list(bag, input->answer + (size_t)i * input->element_words);
        bag->next[i] = *list;
        *list = i + 1;
    }
    return true;
}

static void bag_finish(struct bag *bag)
{
    free(bag->first);
    free(bag->next);
}

/* Takes one entry like this out; false where none is left. */
static bool bag_take(struct bag *bag, const uint32_t *entry)
{
    const uint32_t words = bag->input->element_words;
    for (uint32_t *link = bag_list(bag, entry); *link != 0; link = &bag->next[*link - 1])
        if (memcmp(bag->input->answer + (size_t)(*link - 1) * words, entry, 4 * (size_t)words) ==
            0) {
            *link = bag->next[*link - 1];
            return true;
        }
    return false;
}

static bool check_unordered(struct context *context, const struct stream_input *input,
                            const uint32_t *output)
{
    struct bag bag;
    const uint32_t words = input->element_words;
    char came[ENTRY_TEXT_BYTES];
    bool right = bag_init(&bag, input) || context_error(context, "no memory to compare sets");
    for (uint32_t i = 0; right && i < input->count; i++)
        right = bag_take(&bag, output + (size_t)i * words) ||
                context_mismatch(context, "entry %u of %u, %s, is not wanted, or not so often", i,
                                 input->count, entry_text(came, output + (size_t)i * words, words));
    bag_finish(&bag);
    return right;
}

/* Behind the valid entries of an almost square output lies null. */
static bool check_filled(struct context *context, const struct stream_input *input,
                         const uint32_t *output, uint64_t places)
{
    char came[ENTRY_TEXT_BYTES];
    const uint32_t words = input->element_words;
    for (uint64_t i = input->count; i < places; i++)
        if (!stream_entry_is_null(output + i * words, words))
            return context_mismatch(context, "entry %llu of %llu is %s, wanted null",
                                    (unsigned long long)i, (unsigned long long)places,
                                    entry_text(came, output + i * words, words));
    return true;
}

/* The count comes first: an output that was allocated for it may have no room for the answer. */
bool stream_check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    const struct stream_input *input = stream_input_of(c);
    const struct stream_case *state = c->state;
    const struct stream_traits traits = stream_traits_of(c);
    const struct stream_shape shape = stream_shape_of(input->count);
    const uint64_t places = traits.square ? (uint64_t)shape.columns * shape.rows : input->count;
    const bool host = c->variant->kind == BENCH_CPU;
    const uint32_t *count =
        host ? state->host_count : context_read(&c->context, state->count, 0, sizeof(*count));
    if (!count)
        return false;
    if (*count != input->count)
        return context_mismatch(&c->context, "%u entries are counted, wanted %u", *count,
                                input->count);
    const uint32_t *output =
        host ? state->host
             : context_read(&c->context, state->output, 0, 4 * places * input->element_words);
    return output &&
           (traits.unordered ? check_unordered : check_ordered)(&c->context, input, output) &&
           check_filled(&c->context, input, output, places);
}
