/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/host/host.h"
#include "bench/stream_reduction/source.h"
#include "harness/engine/measure/measure.h"
#include "tests/unit.h"

enum { TURNS = 5 };

static struct stream_input make(struct context *context, uint32_t side, double probability,
                                uint32_t words, uint32_t cluster)
{
    struct stream_input input = { .side = side, .element_words = words };
    const struct stream_source source = stream_source_of(7, probability, cluster);
    context_init(context, 7, (struct context_values){ 0 });
    assert_true(stream_input_fill(context, &input, &source));
    return input;
}

/* How often runs of each length are there, valid ones at odd places; runs are at most a line. */
static void count_runs(const struct stream_input *input, const uint32_t *elements, uint32_t *times)
{
    const uint32_t words = input->element_words;
    memset(times, 0, 4 * 2 * ((size_t)input->entries + 1));
    for (uint32_t begin = 0, end; begin < input->entries; begin = end) {
        const bool null = stream_entry_is_null(elements + (size_t)begin * words, words);
        for (end = begin + 1; end < input->entries; end++)
            if (stream_entry_is_null(elements + (size_t)end * words, words) != null)
                break;
        times[2 * (end - begin) + !null]++;
    }
}

/* Every turn has the answer and the runs of the input; returns in how many turns the nulls lie
 * where they lay before. */
static int check_turns(struct context *context, const struct stream_input *input)
{
    const size_t bytes = 4 * (size_t)input->entries * input->element_words;
    const size_t times_bytes = 4 * 2 * ((size_t)input->entries + 1);
    CLEANUP(free_pointer) uint32_t *output = malloc(bytes + 4), *before = malloc(bytes + 4);
    CLEANUP(free_pointer) uint32_t *times = malloc(times_bytes), *wanted = malloc(times_bytes);
    struct stream_turns turns;
    int same = 0;
    assert_true(stream_turns_init(context, &turns, input));
    assert_memory_equal(stream_turns_elements(&turns), input->elements, bytes);
    count_runs(input, input->elements, wanted);
    for (int turn = 0; turn < TURNS; turn++) {
        memcpy(before, stream_turns_elements(&turns), bytes);
        stream_turns_next(&turns);
        const uint32_t *elements = stream_turns_elements(&turns);
        assert_int_equal(
            stream_reference_compact(output, elements, input->entries, input->element_words),
            input->count);
        assert_memory_equal(output, input->answer, 4 * input->count * input->element_words);
        count_runs(input, elements, times);
        assert_memory_equal(times, wanted, times_bytes);
        same += memcmp(before, elements, bytes) == 0;
    }
    return same;
}

TEST(test_turns_differ_in_nothing_but_where_nulls_are)
{
    static const double probabilities[] = { 0, 0.1, 0.5, 0.9, 1 };
    for (int i = 0; i < 5; i++) {
        for (uint32_t words = 1; words <= 4; words += 3) {
            for (uint32_t cluster = 1; cluster <= 16; cluster *= 16) {
                CLEANUP(context_finish) struct context context;
                const struct stream_input input =
                    make(&context, 64, probabilities[i], words, cluster);
                const bool all_alike = probabilities[i] == 0 || probabilities[i] == 1;
                assert_int_equal(check_turns(&context, &input), all_alike ? TURNS : 0);
            }
        }
    }
}

TEST(test_an_empty_stream_has_turns)
{
    CLEANUP(context_finish) struct context context;
    const struct stream_input input = make(&context, 0, 0.5, 4, 1);
    check_turns(&context, &input);
}

TEST(test_a_long_stream_is_read_itself)
{
    CLEANUP(context_finish) struct context context;
    struct stream_turns turns;
    const struct stream_input input = make(&context, 1024, 0.5, 1, 1);
    assert_true(stream_turns_init(&context, &turns, &input));
    stream_turns_next(&turns);
    assert_ptr_equal(stream_turns_elements(&turns), input.elements);
}

TEST(test_no_memory_is_told)
{
    CLEANUP(context_finish) struct context context;
    struct stream_turns turns;
    const struct stream_input input = make(&context, 64, 0.5, 1, 1);
    context_refuse_memory(&context, true);
    assert_false(stream_turns_init(&context, &turns, &input));
    assert_int_equal(context_trouble(&context), CONTEXT_ERROR);
}

/* The answer is made in parts, here two. */
TEST(test_the_answer_is_the_reference_of_all)
{
    for (uint32_t words = 1; words <= 4; words += 3) {
        CLEANUP(context_finish) struct context context;
        const struct stream_input input = make(&context, 301, 0.5, words, 1);
        CLEANUP(free_pointer) uint32_t *output = malloc(4 * (size_t)input.entries * words);
        assert_non_null(output);
        assert_int_equal(stream_reference_compact(output, input.elements, input.entries, words),
                         input.count);
        assert_memory_equal(output, input.answer, 4 * (size_t)input.count * words);
    }
}
