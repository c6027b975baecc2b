/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include "bench/common/hash.h"
#include "bench/stream_reduction/source.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Entries of the answer by hash, as lists that those of the output are taken from. Each part has
 * the lists of a range of hashes to itself. */
struct bag {
    const struct stream_input *input;
    const uint32_t *output;
    uint32_t *wanted, *came; /* per entry of either: its hash */
    uint32_t *first;         /* per hash: index + 1 of an entry of the answer, 0 for none */
    uint32_t *next;          /* per such entry: the same */
    uint32_t lists, parts;   /* powers of two */
    atomic_bool wrong;       /* none is left for an entry of the output */
};

static uint32_t entry_hash(const uint32_t *entry, uint32_t words)
{
    uint32_t hash = 0;
    for (uint32_t i = 0; i < words; i++)
        hash = hash_mix(hash + entry[i]);
    return hash;
}

static void bag_hash(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct bag *bag = context;
    const uint32_t words = bag->input->element_words, mask = bag->lists - 1;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        bag->wanted[i] = entry_hash(bag->input->answer + i * words, words) & mask;
        bag->came[i] = entry_hash(bag->output + i * words, words) & mask;
    }
}

/* Takes one entry like this out; false where none is left. */
static bool bag_take(const struct bag *bag, uint32_t hash, const uint32_t *entry)
{
    const uint32_t words = bag->input->element_words;
    for (uint32_t *link = &bag->first[hash]; *link != 0; link = &bag->next[*link - 1])
        if (memcmp(bag->input->answer + (size_t)(*link - 1) * words, entry, 4 * (size_t)words) ==
            0) {
            *link = bag->next[*link - 1];
            return true;
        }
    return false;
}

static void bag_compare(void *context, size_t part)
{
    struct bag *bag = context;
    const uint32_t words = bag->input->element_words, count = bag->input->count;
    const uint32_t lists = bag->lists / bag->parts, low = (uint32_t)part * lists;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t hash = bag->wanted[i];
        if (hash - low >= lists)
            continue;
        bag->next[i] = bag->first[hash];
        bag->first[hash] = i + 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (bag->came[i] - low >= lists ||
            bag_take(bag, bag->came[i], bag->output + i * (size_t)words))
            continue;
        atomic_store(&bag->wrong, true);
        return;
    }
}

/* On all CPUs where there is enough to do. */
static bool bag_run(struct bag *bag)
{
    enum { PARTS = 16, WORTH_A_POOL = 1 << 14, CHUNK = 1 << 12 };
    const uint32_t count = bag->input->count;
    const bool many = count >= WORTH_A_POOL;
    OWNED_BY(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(many ? 0 : 1);
    bag->lists = bag->parts = many ? PARTS : 1;
    while (bag->lists < count)
        bag->lists *= 2;
    OWNED uint32_t *memory = calloc(3 * (size_t)count + bag->lists, sizeof(*memory));
    if (!memory)
        return false;
    bag->first = memory;
    bag->wanted = memory + bag->lists;
    bag->came = bag->wanted + count;
    bag->next = bag->came + count;
    atomic_init(&bag->wrong, false);
    cpu_pool_run(pool, count, CHUNK, bag_hash, bag);
    cpu_pool_each(pool, bag->parts, 1, bag_compare, bag);
    return true;
}

static bool null_entry(const void *element_words, uint64_t at, void *entry)
{
    const uint32_t words = *(const uint32_t *)element_words;
    uint32_t *null = entry;
    (void)at;
    for (uint32_t i = 0; i < words; i++)
        null[i] = words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
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
    struct bag bag = { .input = input, .output = output };
    if (output && traits.unordered && !bag_run(&bag))
        return context_error(&c->context, "no memory to compare sets");
    /* Sorting takes long: it is for sets that the lists found wrong, and says how. Behind the valid
     * entries of an almost square output lies null. */
    return output &&
           ((traits.unordered && !atomic_load(&bag.wrong)) ||
            context_compare(&c->context, traits.unordered ? "the entries, sorted" : "the entries",
                            output, input->answer, input->count,
                            (struct context_element){ .noun = "entry",
                                                      .bytes = 4 * input->element_words,
                                                      .multiset = traits.unordered })) &&
           context_compare(&c->context, "entries after the last valid one",
                           output + (size_t)input->count * input->element_words, NULL,
                           places - input->count,
                           (struct context_element){ .noun = "entry",
                                                     .bytes = 4 * input->element_words,
                                                     .first = input->count,
                                                     .answer = null_entry,
                                                     .argument = &input->element_words });
}
