/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include "bench/common/hash.h"
#include "bench/stream_reduction/source.h"

enum { WIDTH_WANTED = 512, SCALE_MAX = 32, PICTURE_SIDE_MAX = 2048 };

static const uint8_t null_colour[3] = { 40, 40, 48 };

/* One pixel of each entry is left between them where there is room. */
static void entry_draw(struct image *image, uint32_t scale, uint32_t x, uint32_t y,
                       const uint8_t rgb[3])
{
    const uint32_t side = scale > 3 ? scale - 1 : scale;
    for (uint32_t i = 0; i < side * side; i++)
        image_set(image, (int64_t)x * scale + i % side, (int64_t)y * scale + i / side, rgb);
}

/*
 * Left the stream, right its almost square output, to one scale. Valid entries have the colour of
 * their place in the stream, so that order is seen; null is dark, and what is outside of the output
 * black.
 */
static void picture_draw(struct image *image, const struct stream_input *tuples)
{
    const uint32_t side = tuples->side, gap = side / 16 + 1;
    const struct stream_shape shape = stream_shape_of(tuples->count);
    uint32_t scale = WIDTH_WANTED / side, place = 0;
    scale = scale < 1 ? 1 : scale > SCALE_MAX ? SCALE_MAX : scale;
    image_init(image, (2 * side + gap) * scale, side * scale);
    for (uint32_t i = 0; i < shape.columns * shape.rows; i++)
        entry_draw(image, scale, side + gap + i % shape.columns, i / shape.columns, null_colour);
    for (uint32_t k = 0; k < tuples->entries; k++) {
        uint8_t rgb[3];
        if (stream_entry_is_null(tuples->elements + (size_t)k * tuples->element_words,
                                 tuples->element_words)) {
            entry_draw(image, scale, k % side, k / side, null_colour);
            continue;
        }
        /* From blue over green and yellow to red. */
        enum { STOPS = 5 };
        static const uint8_t stops[STOPS][3] = {
            { 60, 90, 230 }, { 40, 190, 200 }, { 110, 210, 80 }, { 245, 210, 60 }, { 235, 80, 60 }
        };
        const double at = (double)k / tuples->entries * (STOPS - 1);
        const int i = at < STOPS - 2 ? (int)at : STOPS - 2;
        for (int channel = 0; channel < 3; channel++) {
            const double from = stops[i][channel], to = stops[i + 1][channel];
            rgb[channel] = (uint8_t)(from + (to - from) * (at - i) + 0.5);
        }
        entry_draw(image, scale, k % side, k / side, rgb);
        entry_draw(image, scale, side + gap + place % shape.columns, place / shape.columns, rgb);
        place++;
    }
}

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
    if (tuples.side > PICTURE_SIDE_MAX)
        return context_error(&inspection->context, "--picture shows streams of --n %d at most",
                             PICTURE_SIDE_MAX);
    picture_draw(image, &tuples);
    return true;
}

const struct inspection_kind stream_inspections[] = {
    { .name = "stream",
      .summary = "a seeded stream and its compaction: count, hashes, shape, picture",
      .options = options,
      .inspect = inspect },
    { 0 },
};
