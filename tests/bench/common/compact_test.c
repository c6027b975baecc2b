/* SPDX-License-Identifier: MIT */
/*
 * compact_test.c: compaction of streams of every length to 5000 (on a software device each 61st of
 * them, but for --full) and of those around powers of two, by each method, against a plain loop; of
 * many of these lengths, with tiles that tell nothing; and what is declared, against what is
 * recorded. lengths.h says how many, and how far the powers go.
 */
#include "bench/common/compact.h"
#include "bench/common/hash.h"

#include "tests/bench/common/lengths.h"

enum {
    EVERY = 5000,
    BATCH = 128, /* lengths of one submission */
    UNTOUCHED = 0x7ead7ead,
};

/* How the entries of a stream are chosen. */
enum pattern { MIXED, RUNS, NONE_KEPT, ALL_KEPT, FEW, PATTERN_COUNT };

static bool kept_at(enum pattern pattern, uint32_t i)
{
    const uint32_t h = hash_triple(i, 3, 1);
    switch (pattern) {
    case MIXED: return h >> 31;
    case RUNS: return hash_triple(i / 3000, 5, 1) >> 31;
    case FEW: return h >> 25 == 0;
    case ALL_KEPT: return true;
    default: return false;
    }
}

static const uint32_t minus_one = 0xbf800000;

/* Tuples that are kept may have -1 in all components but one. */
static void entry_make(uint32_t *entry, uint32_t words, bool kept, uint32_t i)
{
    if (words == 1) {
        entry[0] = kept ? i : 0xffffffff;
        return;
    }
    for (uint32_t k = 0; k < 4; k++)
        entry[k] = kept && (k == i % 4 || i % 7 > 0) ? hash_triple(i, k, 2) >> 8 : minus_one;
}

struct stream {
    uint32_t words, entries;
    uint32_t *input, *answer; /* entries * words; of the answer the first are in use */
    uint32_t *kept;           /* before each entry, and in all */
    struct gpu_buffer *buffer;
};

static struct stream stream_create(struct gpu_scope *scope, enum pattern pattern, uint32_t words,
                                   uint32_t entries)
{
    struct stream stream = { .words = words, .entries = entries };
    const size_t bytes = 4 * (size_t)words * (entries > 0 ? entries : 1);
    stream.input = malloc(bytes);
    stream.answer = malloc(bytes);
    stream.kept = malloc(4 * ((size_t)entries + 1));
    assert_true(stream.input && stream.answer && stream.kept);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < entries; i++) {
        const bool keep = kept_at(pattern, i);
        uint32_t *entry = stream.input + (size_t)words * i;
        entry_make(entry, words, keep, i);
        stream.kept[i] = kept;
        if (keep)
            memcpy(stream.answer + (size_t)words * kept++, entry, 4 * (size_t)words);
    }
    stream.kept[entries] = kept;
    stream.buffer = buffer_create(scope, "stream", bytes, stream.input);
    return stream;
}

static void stream_free(struct stream *stream)
{
    free(stream->input);
    free(stream->answer);
    free(stream->kept);
}

/* Checks the result of compacting `entries` of the stream. Groups that only wait may wait in vain:
 * then the count says so. */
static void check_output(const struct compact *compact, const struct stream *stream,
                         uint32_t entries, uint32_t count, const uint32_t *output,
                         size_t output_words)
{
    if (compact->params.method == COMPACT_LOOK_BACK && count == COMPACT_LOST)
        return;
    const uint32_t kept = stream->kept[entries];
    const size_t words = (size_t)kept * stream->words;
    if (count != kept)
        fail_msg("of %u entries of %u words %u are counted, wanted %u", entries, stream->words,
                 count, kept);
    for (size_t i = 0; i < words; i++)
        if (output[i] != stream->answer[i])
            fail_msg("of %u entries of %u words: word %zu is %08x, wanted %08x", entries,
                     stream->words, i, output[i], stream->answer[i]);
    for (size_t i = words; i < output_words; i++)
        if (output[i] != UNTOUCHED)
            fail_msg("of %u entries of %u words: word %zu was written, of %zu", entries,
                     stream->words, i, words);
}

/* Every length ------------------------------------------------------------------------------- */

struct every {
    uint32_t step; /* as lengths_has() takes it */
    struct compact compact;
    struct stream stream;
    struct gpu_buffer *output, *counts, *lengths;
    struct gpu_buffer *outputs; /* of a batch */
};

/* Lengths below are the host's and the device's by turns. */
static void record_length(struct gpu_commands *commands, const struct every *every, uint32_t length,
                          uint32_t place)
{
    const uint64_t bytes = gpu_buffer_bytes(every->output);
    gpu_commands_fill(commands, every->output, 0, bytes, UNTOUCHED);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    compact_record(commands, &every->compact,
                   &(struct compact_streams){ .input = every->stream.buffer,
                                              .output = every->output,
                                              .count = every->counts,
                                              .count_word = length,
                                              .entries = length,
                                              .length = length % 2 ? every->lengths : NULL,
                                              .length_word = length });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER | GPU_COMPUTE);
    gpu_commands_copy(commands, every->outputs, place * bytes, every->output, 0, bytes);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_TRANSFER);
}

static void check_batch(struct gpu_commands *commands, const struct every *every, uint32_t first,
                        uint32_t *outputs)
{
    const uint32_t end = first + BATCH < EVERY + 1 ? first + BATCH : EVERY + 1;
    const size_t words = gpu_buffer_bytes(every->output) / 4;
    uint32_t counts[BATCH];
    gpu_commands_restart(commands);
    for (uint32_t length = first; length < end; length++)
        if (lengths_has(every->step, length))
            record_length(commands, every, length, length - first);
    assert_true(gpu_commands_submit(commands));
    assert_true(gpu_buffer_read(every->outputs, 0, outputs, 4 * words * (end - first)));
    assert_true(gpu_buffer_read(every->counts, 4 * first, counts, 4 * (end - first)));
    for (uint32_t length = first; length < end; length++)
        if (lengths_has(every->step, length))
            check_output(&every->compact, &every->stream, length, counts[length - first],
                         outputs + words * (length - first), words);
}

static void check_lengths(struct gpu *gpu, struct compact_params params, enum pattern pattern,
                          uint32_t step)
{
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    const uint64_t words = (uint64_t)EVERY * params.entry_words;
    CLEANUP(free_pointer) uint32_t *outputs = malloc(4 * words * BATCH);
    assert_non_null(outputs);
    params.entries = EVERY;
    uint32_t lengths[EVERY + 1];
    for (uint32_t i = 0; i <= EVERY; i++)
        lengths[i] = i;
    struct every every = { .step = step,
                           .compact = compact_create(scope, &params),
                           .stream = stream_create(scope, pattern, params.entry_words, EVERY),
                           .output = lengths_buffer(scope, "output", words, NULL),
                           .outputs = lengths_buffer(scope, "outputs", words * BATCH, NULL),
                           .counts = lengths_buffer(scope, "counts", EVERY + 1, NULL),
                           .lengths = buffer_create(scope, "lengths", sizeof(lengths), lengths) };
    struct gpu_commands *commands = gpu_commands_begin(scope);
    for (uint32_t first = 0; first <= EVERY; first += BATCH)
        check_batch(commands, &every, first, outputs);
    assert_null(gpu_scope_broken_guard(scope));
    assert_false(gpu_failed(gpu));
    stream_free(&every.stream);
}

static bool can(const struct gpu *gpu, enum compact_method method)
{
    const uint32_t needs = method == COMPACT_REDUCE_THEN_SCAN ? COMPACT_NEEDS_REDUCE_THEN_SCAN
                                                              : COMPACT_NEEDS_SINGLE_PASS;
    return (gpu_info(gpu)->features & needs) == needs;
}

/* Of words and of tuples: all lengths, but for a software device without --full, or those by the
 * device's step, so many times as wide. */
static void check_method(struct compact_params params, enum pattern pattern, uint32_t steps)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    const uint32_t all = lengths_step(gpu) == 1 || device_full() ? 1 : LENGTHS_STEP;
    for (uint32_t words = 1; can(gpu, params.method) && words <= 4; words += 3) {
        params.entry_words = words;
        check_lengths(gpu, params, pattern, steps > 0 ? steps * lengths_step(gpu) : all);
    }
}

TEST(test_reduce_then_scan)
{
    check_method((struct compact_params){ .method = COMPACT_REDUCE_THEN_SCAN }, MIXED, 0);
}

/* Fewer lengths of NUMBERED: what comes of a length is the text of single_pass. */
TEST(test_single_pass)
{
    check_method((struct compact_params){ .method = COMPACT_SINGLE_PASS }, MIXED, 0);
    check_method((struct compact_params){ .method = COMPACT_NUMBERED }, MIXED, 4);
}

TEST(test_look_back)
{
    check_method((struct compact_params){ .method = COMPACT_LOOK_BACK }, MIXED, 0);
}

/* With so few looks that groups give up: the output is right, or the count says that it is not. */
TEST(test_losses)
{
    struct compact_params params = { .method = COMPACT_LOOK_BACK, .rows = 1, .spins = 1 };
    check_method(params, MIXED, 1);
    params.withheld = 3; /* whoever meets such a tile is lost */
    check_method(params, MIXED, 1);
}

/* Tiles are of 256 tuples or 1024 words, so that there are many; all of them, or each third, are
 * counted by others. */
TEST(test_fallback)
{
    struct compact_params params = { .rows = 1, .spins = 1 };
    params.method = COMPACT_SINGLE_PASS;
    params.withheld = 1;
    check_method(params, RUNS, 1);
    params.withheld = 3;
    check_method(params, RUNS, 1);
    params.method = COMPACT_NUMBERED;
    check_method(params, RUNS, 1);
}

/* Long streams ------------------------------------------------------------------------------- */

/* The first `compact->params.entries` of the stream. */
static void check_stream(struct gpu *gpu, const struct compact *compact,
                         const struct stream *stream, bool device_length)
{
    const uint32_t entries = compact->params.entries;
    const size_t words = (size_t)entries * compact->params.entry_words;
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *output = lengths_buffer(scope, "output", words, NULL);
    struct gpu_buffer *counts = lengths_buffer(scope, "counts", 3, NULL);
    uint32_t *outputs = malloc(4 * words + 4), count;
    assert_non_null(outputs);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_buffer_write(counts, 8, &entries, 4);
    gpu_commands_fill(commands, output, 0, 4 * words, UNTOUCHED);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    compact_record(commands, compact,
                   &(struct compact_streams){ .input = stream->buffer,
                                              .output = output,
                                              .count = counts,
                                              .count_word = 1,
                                              .entries = entries,
                                              .length = device_length ? counts : NULL,
                                              .length_word = 2 });
    for (int again = 0; again < 3; again++) /* what it leaves behind is what it needs */
        if (!gpu_commands_submit(commands))
            fail_msg("%s", gpu_failure(gpu)->message);
    assert_true(gpu_buffer_read(output, 0, outputs, 4 * words));
    assert_true(gpu_buffer_read(counts, 4, &count, 4));
    check_output(compact, stream, entries, count, outputs, words);
    assert_null(gpu_scope_broken_guard(scope));
    assert_false(gpu_failed(gpu));
    free(outputs);
}

static void check_powers(struct gpu *gpu, uint32_t words, enum pattern pattern)
{
    const uint64_t limit = gpu_info(gpu)->limits.storage_buffer_bytes_max / (4 * words);
    const uint32_t longest = lengths_longest(gpu), most = limit < longest ? limit : longest;
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct stream stream = stream_create(scope, pattern, words, most);
    for (uint32_t power = 8192; power - 1 <= most; power *= 2)
        for (uint32_t entries = power - 1; entries <= power + 1 && entries <= most; entries++)
            for (enum compact_method method = 0; method < COMPACT_METHOD_COUNT; method++) {
                const struct compact_params params = { .method = method,
                                                       .entry_words = words,
                                                       .entries = entries };
                CLEANUP(gpu_scope_destroy) struct gpu_scope *own = gpu_scope_create(gpu);
                if (!can(gpu, method))
                    continue;
                const struct compact compact = compact_create(own, &params);
                check_stream(gpu, &compact, &stream, entries > power);
                assert_null(gpu_scope_broken_guard(own));
            }
    stream_free(&stream);
}

TEST(test_powers_of_two)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    check_powers(gpu, 1, MIXED);
    check_powers(gpu, 4, MIXED);
}

/* So many, or the most there are: on a software device, which takes half a minute to compile them,
 * the most where masks have a bit per row, and else 5, but for --full. */
static uint32_t rows_of(const struct gpu *gpu, const struct compact_params *params, uint32_t rows)
{
    const bool quick = gpu_info_is_software(gpu_info(gpu)) && !device_full() &&
                       params->method != COMPACT_REDUCE_THEN_SCAN;
    const uint32_t most = quick ? 5 : compact_rows_max(params->method, params->entry_words);
    return rows < most ? rows : most;
}

static void check_patterns(struct gpu *gpu, struct compact_params params,
                           const struct stream streams[PATTERN_COUNT])
{
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    const struct compact compact = compact_create(scope, &params);
    for (enum pattern pattern = MIXED; can(gpu, params.method) && pattern < PATTERN_COUNT;
         pattern++)
        check_stream(gpu, &compact, &streams[pattern], pattern % 2);
    assert_null(gpu_scope_broken_guard(scope));
}

/* With the most rows, which drivers take long to compile, some tiles are withheld: the others tell,
 * and both are met. A software device, which takes longest to compile, has each two of rows,
 * withheld tiles or groups, and words together, and the three of them for --full. */
static void check_parameters(struct gpu *gpu, uint32_t words,
                             const struct stream streams[PATTERN_COUNT])
{
    const uint32_t rows[] = { 1, 3, UINT32_MAX, 5, 7, 9, 20, 28 };
    struct compact_params params = { .entry_words = words, .entries = streams[0].entries };
    /* The test again, with vectors of another width (tests/meson.build): what is not most, and of
     * the others, which differ in how often a loop is met, several. */
    const bool again = getenv("LP_NATIVE_VECTOR_WIDTH") && !device_full();
    /* Some rows alone met a fault of a GPU's driver: stream-reduction.md, Why. */
    const bool software = gpu_info_is_software(gpu_info(gpu));
    const int count = software ? 3 : 8;
    const bool pairs = software && !device_full();
    for (int i = again ? 1 : 0; i < (again ? 2 : count); i++) {
        /* On a software device, which takes longest to compile, one row has the constants of
         * test_fallback. */
        const bool alike = software && !device_full() && i == 0;
        const uint32_t withheld[] = { 0, 1, alike ? 3 : 5 };
        params.spins = alike ? 1 : 0;
        params.withheld = 0;
        params.method = COMPACT_REDUCE_THEN_SCAN;
        params.rows = rows_of(gpu, &params, rows[i]);
        check_patterns(gpu, params, streams);
        params.method = COMPACT_SINGLE_PASS;
        params.rows = rows_of(gpu, &params, rows[i]);
        const int turn = i + (words > 1);
        for (int k = i < 2 ? 0 : 2; k < 3; k++) {
            params.withheld = withheld[k];
            if (!pairs || i == 2 || (turn + k) % 2 == 0)
                check_patterns(gpu, params, streams);
        }
        params.method = COMPACT_NUMBERED;
        if (!pairs || turn % 2 == 0)
            check_patterns(gpu, params, streams);
        params.group_size = gpu_info(gpu)->limits.group_invocations_max >= 512 ? 512 : 0;
        if (!pairs || turn % 2 == 1)
            check_patterns(gpu, params, streams);
        params.group_size = 0;
    }
}

/* Patterns, rows and tiles that are withheld, with the validation layers on. */
TEST(test_parameters)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    for (uint32_t words = 1; words <= 4; words += 3) {
        CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
        struct stream streams[PATTERN_COUNT];
        for (enum pattern pattern = MIXED; pattern < PATTERN_COUNT; pattern++)
            streams[pattern] = stream_create(scope, pattern, words, device_full() ? 40001 : 20001);
        check_parameters(gpu, words, streams);
        for (enum pattern pattern = MIXED; pattern < PATTERN_COUNT; pattern++)
            stream_free(&streams[pattern]);
    }
}

/* An argument is the one test that is run. */
