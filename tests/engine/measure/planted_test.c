/* SPDX-License-Identifier: MIT */
/* planted_test.c: bad kernels that the checks must catch, and the right one that they must not. */
#include "bench/tile_subdivision/tiles.h"

#include "planted.kernels.h"

#include "tests/one_case.h"

enum planted_fault {
    FAULT_NONE,
    FAULT_NOTHING,          /* writes nothing at all */
    FAULT_LOST,             /* one tile is not written */
    FAULT_TWICE,            /* one tile is written twice */
    FAULT_NOT_COUNTED,      /* the count is one too low */
    FAULT_PAST_END,         /* writes behind the output's end */
    FAULT_STALE,            /* writes in the first execution only */
    FAULT_ALTERED,          /* one bit of one importance differs */
    FAULT_NO_GROUP_BARRIER, /* shared memory is read without a barrier */
    FAULT_SWAPPED,          /* two tiles have changed places */
    FAULT_LATER_LOST,       /* right at first, one tile lost in later executions */
    FAULT_NO_BARRIER,       /* no barrier between a dispatch and one that reads what it wrote */
};

/* A variant of the real bench, with a kernel that copies the reference's tiles. */
struct planted {
    struct tiles_traits traits; /* first: the bench casts bench_variant.data to it */
    enum planted_fault fault;
};

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const struct tile_list *tiles = &tiles_input(c)->tiles;
    const struct planted *planted = c->variant->data;
    const uint32_t *const words[3] = { tiles->keys, tiles->importances, tiles->thresholds };
    tiles_setup_begin(c, 0);
    state->arguments = buffer_create(c->context.scope, "right keys", 4 * tiles->count, words[0]);
    for (int i = 0; i < 2; i++)
        state->queues[i] =
            buffer_create(c->context.scope, "right bits", 4 * tiles->count, words[1 + i]);
    state->kernel =
        kernel_create_with(c->context.scope, &kernel_planted_planted, (uint32_t)planted->fault,
                           (uint32_t)tiles->count, 1u << 2 * tiles_input(c)->pyramid.top);
    return true;
}

/* Copies the right tiles to the output, then the output back to where they came from. */
static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const struct planted *planted = c->variant->data;
    const struct tiles_buffers *buffers = tiles_input(c)->buffers;
    struct gpu_dispatch dispatch = {
        .kernel = state->kernel,
        .buffers = { state->arguments, state->queues[0], state->queues[1], buffers->keys,
                     buffers->importances, buffers->thresholds, state->control },
        .groups = { (uint32_t)(tiles_input(c)->tiles.count + 63) / 64, 1, 1 },
    };
    gpu_commands_dispatch(commands, &dispatch);
    if (planted->fault != FAULT_NONE && planted->fault != FAULT_NO_BARRIER)
        return;
    if (planted->fault == FAULT_NONE)
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    for (int i = 0; i < 3; i++) {
        struct gpu_buffer *swap = dispatch.buffers[i];
        dispatch.buffers[i] = dispatch.buffers[3 + i];
        dispatch.buffers[3 + i] = swap;
    }
    gpu_commands_dispatch(commands, &dispatch);
}

static double ticks_min = 1; /* ticks that a sample must last */
static bool with_reset;      /* control is reset before each execution */

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    gpu_commands_fill(commands, tiles_state(c)->control, 0, 4 * TILES_CONTROL_WORDS, 0);
}

/* Runs the planted variant on the scene map and returns how its case ended. */
static struct result run_planted(enum planted_fault fault, bool ordered, bool validate)
{
    const struct planted planted = { .traits = { .ordered = ordered }, .fault = fault };
    const struct bench_method method = { .setup = setup,
                                         .reset = with_reset ? reset : NULL,
                                         .record = record };
    const struct bench_variant variant = {
        .name = "planted", .kind = BENCH_GPU, .method = &method, .data = &planted
    };
    return one_case_of(.technique = &tiles_technique, .bench = tiles_technique.benches[0],
                       .variant = &variant, .at = "map:scene/top:6", .validate = validate,
                       .samples = 2, .ticks_min = ticks_min);
}

/*
 * Order is only wrong where it is promised. A race between dispatches may well give the right
 * result: synchronization validation is what sees it. Version 1.3.239 sees a read after a
 * dispatch's write, but no write after one.
 */
TEST(test_faults_are_caught)
{
    static const struct {
        enum planted_fault fault;
        bool ordered, validate, right;
        const char *reason;
    } rows[] = {
        { FAULT_NONE, true, false, true, "" },
        { FAULT_NONE, false, true, true, "" },
        { FAULT_NOTHING, false, false, false, "" },
        { FAULT_LOST, false, false, false, "" },
        { FAULT_NOT_COUNTED, false, false, false, "" },
        { FAULT_TWICE, false, false, false, "" },
        { FAULT_PAST_END, false, false, false, "wrote outside of buffer tile keys" },
        { FAULT_ALTERED, false, false, false, "" },
        { FAULT_NO_GROUP_BARRIER, false, false, false, "" },
        { FAULT_SWAPPED, true, false, false, "" },
        { FAULT_SWAPPED, false, false, true, "" },
        { FAULT_NO_BARRIER, false, true, false, "SYNC-HAZARD" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct result result = run_planted(rows[i].fault, rows[i].ordered, rows[i].validate);
        print_message("fault %d: %s\n", rows[i].fault, result.reason);
        assert_case_ended(result, rows[i].right ? BENCH_OK : BENCH_FAILED_VERIFY, rows[i].reason);
        assert_int_equal(result.c.sample_count, rows[i].right ? 2 : 0);
    }
}

/* Right at the first check; only the second, over poisoned outputs, can see these. */
TEST(test_stale_output)
{
    const struct result result = run_planted(FAULT_STALE, false, false);
    assert_true(result.c.check_before);
    assert_false(result.c.check_after);
    assert_int_equal(result.c.status, BENCH_FAILED_VERIFY);
    assert_int_equal(run_planted(FAULT_LATER_LOST, false, false).c.status, BENCH_FAILED_VERIFY);
}

/* A kernel that keeps state is right when the state is reset before each execution, between
 * repetitions too. */
TEST(test_reset)
{
    with_reset = true;
    struct result result = run_planted(FAULT_STALE, false, true);
    assert_string_equal(result.reason, "");
    assert_int_equal(result.c.status, BENCH_OK);
    ticks_min = 1e12; /* no load can reach it */
    result = run_planted(FAULT_STALE, false, true);
    assert_string_equal(result.reason, "");
    assert_true(result.c.inner_repetitions > 1);
    assert_int_equal(result.c.counters.dispatches, 1);
    assert_int_equal(result.c.counters.fills, 0);
    with_reset = false;
    assert_int_equal(run_planted(FAULT_STALE, false, false).c.status, BENCH_FAILED_VERIFY);
    ticks_min = 1;
}
