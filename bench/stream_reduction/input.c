/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/source.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"
#include "bench/common/hash.h"
#include "bench/stream_reduction/stream.h"
#include "harness/engine/cpu/cpu.h"

#include <stdlib.h>
#include <string.h>

enum { SEED_VALIDITY = 201, SEED_EDGES, SEED_VALUES };

struct stream_source stream_source_of(uint64_t seed, double probability, uint32_t cluster)
{
    return (struct stream_source){
        .validity = hash_seed(seed, SEED_VALIDITY),
        .edges = hash_seed(seed, SEED_EDGES),
        .values = hash_seed(seed, SEED_VALUES),
        .cluster = cluster,
        .limit = (uint64_t)(probability * 4294967296.0),
    };
}

bool stream_source_is_valid(const struct stream_source *source, uint32_t entry)
{
    const uint32_t block = entry / source->cluster, place = entry % source->cluster;
    const uint32_t run = block + (place >= hash_triple(source->edges, block, 0) % source->cluster);
    return hash_triple(source->validity, run, 0) < source->limit;
}

void stream_source_tuple(const struct stream_source *source, uint32_t entry,
                         uint32_t words[STREAM_TUPLE_WORDS])
{
    const bool valid = stream_source_is_valid(source, entry);
    const uint32_t mask = valid ? hash_triple(source->values, entry, 4) : 0;
    const bool masked = mask >> 28 == 0 && (mask & 15) != 15;
    for (uint32_t j = 0; j < STREAM_TUPLE_WORDS; j++) {
        float component = -1;
        if (valid && !(masked && (mask >> j & 1) != 0))
            component = (float)(hash_triple(source->values, entry, j) >> 8) * 0x1p-24f;
        memcpy(&words[j], &component, sizeof(component));
    }
}

uint32_t stream_source_index(const struct stream_source *source, uint32_t entry)
{
    return stream_source_is_valid(source, entry) ? entry : STREAM_NULL_INDEX;
}

bool stream_entry_is_null(const uint32_t *entry, uint32_t element_words)
{
    const uint32_t null = element_words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
    for (uint32_t i = 0; i < element_words; i++)
        if (entry[i] != null)
            return false;
    return true;
}

uint32_t stream_reference_count(const uint32_t *elements, uint32_t entries, uint32_t element_words)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < entries; k++)
        count += !stream_entry_is_null(elements + (size_t)k * element_words, element_words);
    return count;
}

uint32_t stream_reference_compact(uint32_t *output, const uint32_t *elements, uint32_t entries,
                                  uint32_t element_words)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < entries; k++) {
        const uint32_t *entry = elements + (size_t)k * element_words;
        if (stream_entry_is_null(entry, element_words))
            continue;
        memcpy(output + (size_t)count * element_words, entry, 4 * (size_t)element_words);
        count++;
    }
    return count;
}

struct stream_shape stream_shape_of(uint32_t count)
{
    struct stream_shape shape = { 0, 0 };
    while ((uint64_t)shape.columns * shape.columns < count)
        shape.columns++;
    if (shape.columns > 0)
        shape.rows = (count + shape.columns - 1) / shape.columns;
    return shape;
}

static const char *const probability_names[] = { "0", "0.01", "0.1", "0.5", "0.9", "1", NULL };
static const char *const element_names[] = { "tuple", "index", NULL };

const struct bench_axis stream_input_axes[] = {
    AXIS("n", "the stream is n x n entries", .min = 1, .max = STREAM_SIDE_MAX,
         .values = { "64,256", "64,256,1024,2048,4096", "64,128,256,512,1024,2048,4096,8192" },
         .check = "3,1,33,63,65,101"),
    AXIS("p", "probability that an entry is valid", .names = probability_names,
         .values = { "0.5", "0.5", "0.5" }, .check = "1,0,0.5"),
    AXIS("element", "kind of an entry: a tuple of four floats, or an index of four bytes",
         .names = element_names, .values = { "tuple", "tuple", "tuple" }, .check = "index,tuple"),
    AXIS("cluster", "mean length of runs of entries that are valid or null together", .min = 1,
         .max = STREAM_CLUSTER_MAX, AT_DEFAULT("1")),
    { 0 },
};

uint64_t stream_input_bytes(const struct stream_input *input)
{
    return 4 * (uint64_t)input->entries * input->element_words;
}

/* A stream while it is made; entries do not depend on each other. */
struct filling {
    struct stream_input *input;
    const struct stream_source *source;
};

static void fill_entries(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct filling *filling = context;
    uint32_t *elements = filling->input->elements;
    (void)thread;
    for (size_t k = begin; k < end; k++)
        if (filling->input->element_words == STREAM_TUPLE_WORDS)
            stream_source_tuple(filling->source, (uint32_t)k, elements + STREAM_TUPLE_WORDS * k);
        else
            elements[k] = stream_source_index(filling->source, (uint32_t)k);
}

/* The reference's answers of parts of a stream, one behind the other, are its answer of all. */
enum { PART = 1 << 16 };
struct parts {
    const struct stream_input *input;
    uint32_t *counts; /* of each part; then how many come before it */
};

static const uint32_t *part_elements(const struct parts *parts, size_t part, uint32_t *entries)
{
    const size_t first = part * PART, rest = parts->input->entries - first;
    *entries = (uint32_t)(rest < PART ? rest : PART);
    return parts->input->elements + first * parts->input->element_words;
}

static void part_count(void *context, size_t i)
{
    const struct parts *parts = context;
    uint32_t entries;
    const uint32_t *elements = part_elements(parts, i, &entries);
    parts->counts[i] = stream_reference_count(elements, entries, parts->input->element_words);
}

static void part_compact(void *context, size_t i)
{
    const struct parts *parts = context;
    const uint32_t words = parts->input->element_words;
    uint32_t entries;
    const uint32_t *elements = part_elements(parts, i, &entries);
    stream_reference_compact(parts->input->answer + (size_t)parts->counts[i] * words, elements,
                             entries, words);
}

/* Makes the answer. False with the trouble told. */
static bool answer_make(struct context *context, struct stream_input *input, struct cpu_pool *pool)
{
    const size_t count = (input->entries + (size_t)PART - 1) / PART;
    struct parts parts = { input, context_alloc(context, count * sizeof(*parts.counts)) };
    if (!parts.counts)
        return false;
    cpu_pool_each(pool, count, 1, part_count, &parts);
    input->count = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t own = parts.counts[i];
        parts.counts[i] = input->count;
        input->count += own;
    }
    input->answer = context_alloc(context, 4 * (size_t)input->count * input->element_words + 4);
    if (!input->answer)
        return false;
    cpu_pool_each(pool, count, 1, part_compact, &parts);
    return true;
}

/* Changes one word of a valid entry, which stays valid: outputs have the sizes that they had. */
static void alter(struct stream_input *input)
{
    const uint32_t words = input->element_words;
    for (uint32_t i = 0; i < input->entries; i++) {
        const uint32_t k = (uint32_t)((input->altered + i) % input->entries);
        uint32_t *entry = input->elements + (size_t)k * words;
        if (stream_entry_is_null(entry, words))
            continue;
        uint32_t *word = entry + input->altered % words;
        *word ^= 1;
        if (stream_entry_is_null(entry, words))
            *word ^= 3;
        return;
    }
}

bool stream_input_fill(struct context *context, struct stream_input *input,
                       const struct stream_source *source)
{
    enum { WORTH_A_POOL = 1 << 14, CHUNK = 1 << 12 };
    struct filling filling = { input, source };
    input->entries = input->side * input->side;
    input->elements = context_alloc(context, stream_input_bytes(input));
    if (!input->elements)
        return false;
    /* On all CPUs where there is enough to do. */
    struct cpu_pool *pool = cpu_pool_create(input->entries >= WORTH_A_POOL ? 0 : 1);
    cpu_pool_run(pool, input->entries, CHUNK, fill_entries, &filling);
    if (input->altered)
        alter(input);
    const bool made = answer_make(context, input, pool);
    cpu_pool_destroy(&pool);
    return made;
}

bool stream_input_make(struct bench_workload *workload)
{
    struct context *context = &workload->context;
    struct stream_input *input = workload->state;
    const bool tuples = strcmp(context_text(context, "element"), "tuple") == 0;
    input->side = (uint32_t)context_integer(context, "n");
    input->element_words = tuples ? STREAM_TUPLE_WORDS : STREAM_INDEX_WORDS;
    input->altered = workload->altered;
    const struct stream_source source =
        stream_source_of(context->seed, strtod(context_text(context, "p"), NULL),
                         (uint32_t)context_integer(context, "cluster"));
    if (!stream_input_fill(context, input, &source))
        return false;
    context_fact_count(context, "count", input->count);
    /* It takes as long as the answer itself. */
    uint64_t hash = 0;
    const struct context_part part = { &hash, sizeof(hash) };
    if (!context_recall(context, "answer's hash", &part, 1)) {
        hash = hash_bytes(input->answer, 4 * (size_t)input->count * input->element_words);
        context_keep(context, "answer's hash", &part, 1);
    }
    context_fact_hash(context, tuples ? "tuples_hash" : "indices_hash", hash);
    return true;
}

bool stream_input_upload(struct bench_workload *workload)
{
    struct stream_input *input = workload->state;
    struct gpu_scope *scope = workload->context.scope;
    const uint64_t bytes = stream_input_bytes(input);
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    if (info && bytes > info->limits.storage_buffer_bytes_max)
        return true;
    input->buffer = buffer_create(scope, "stream", bytes, input->elements);
    return input->buffer;
}
