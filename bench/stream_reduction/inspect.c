/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include "bench/common/hash.h"
#include "bench/stream_reduction/reference.h"
#include "bench/stream_reduction/source.h"

static const struct inspection_option options[] = {
    { "n", "N", "the stream is n x n entries, 1 to 16384; 64 unless given" },
    { "p", "P", "probability that an entry is valid, 0 to 1; 0.5 unless given" },
    { "cluster", "C", "mean length of runs of entries that are valid or null together; 1" },
    { .name = NULL },
};

static uint64_t answer_hash(const struct stream_input *input)
{
    return hash_bytes(input->answer, 4 * (size_t)input->count * input->element_words);
}

static bool inspect(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    int64_t side = 64, cluster = 1;
    double probability = 0.5;
    if (!inspection_integer(inspection, "n", 1, STREAM_SIDE_MAX, &side) ||
        !inspection_number(inspection, "p", 0, 1, &probability) ||
        !inspection_integer(inspection, "cluster", 1, STREAM_CLUSTER_MAX, &cluster))
        return false;
    const struct stream_source source =
        stream_source_of(context->seed, probability, (uint32_t)cluster);
    struct stream_input tuples = { .side = (uint32_t)side, .element_words = STREAM_TUPLE_WORDS };
    struct stream_input indices = { .side = (uint32_t)side, .element_words = STREAM_INDEX_WORDS };
    if (!stream_input_fill(context, &tuples, &source) ||
        !stream_input_fill(context, &indices, &source))
        return false;
    if (tuples.count != indices.count)
        return context_mismatch(context, "%u tuples are valid, and %u indices", tuples.count,
                                indices.count);
    const struct stream_shape shape = stream_shape_of(tuples.count);
    context_fact_count(context, "count", tuples.count);
    context_fact_hash(context, "tuples_hash", answer_hash(&tuples));
    context_fact_hash(context, "indices_hash", answer_hash(&indices));
    context_fact_count(context, "columns", shape.columns);
    context_fact_count(context, "rows", shape.rows);
    struct image *image = inspection_picture(inspection);
    if (!image)
        return true;
    if (tuples.side > STREAM_PICTURE_SIDE_MAX)
        return context_error(&inspection->context, "--picture shows streams of --n %d at most",
                             STREAM_PICTURE_SIDE_MAX);
    return stream_picture_draw(image, &tuples) ||
           context_error(&inspection->context, "not enough memory for the picture");
}

const struct inspection_kind stream_inspections[] = {
    { .name = "stream",
      .summary = "a seeded stream and its compaction: count, hashes, shape, picture",
      .options = options,
      .inspect = inspect },
    { 0 },
};
