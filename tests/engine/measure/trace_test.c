/* SPDX-License-Identifier: MIT */
/* trace_test.c: what a trace of the device sees, on both ways of putting it on the host's clock. */
#include "harness/engine/gpu/engine.h"

#include "harness/os/os.h"
#include "planted.kernels.h"

#include "tests/device.h"

enum { GROUPS = 3, GROUP_SIZE = 64, WORDS = 1024, DISPATCHES_MANY = 300 };

/* A kernel that does little, its arguments for an indirect dispatch, and what it writes to. */
struct scene {
    struct gpu *gpu;
    struct gpu_scope *scope;
    struct gpu_kernel *kernel;
    struct gpu_buffer *words, *arguments;
    struct gpu_commands *commands;
};

static struct scene scene_create(void)
{
    static const uint32_t arguments[] = { GROUPS, 2, 1 };
    struct scene scene = { .gpu = device_create(true) };
    scene.scope = gpu_scope_create(scene.gpu);
    scene.kernel = kernel_create_with(scene.scope, &kernel_planted_planted, 0, WORDS, WORDS);
    scene.words = buffer_create(scene.scope, "words", 4 * WORDS, NULL);
    scene.arguments = buffer_create(scene.scope, "arguments", sizeof(arguments), arguments);
    scene.commands = gpu_commands_begin(scene.scope);
    assert_non_null(scene.commands);
    return scene;
}

static void scene_finish(struct scene *scene)
{
    assert_int_equal(gpu_failure(scene->gpu)->result, GPU_OK);
    gpu_scope_destroy(&scene->scope);
    gpu_destroy(&scene->gpu);
}

static void record_dispatch(const struct scene *scene, bool indirect)
{
    struct gpu_dispatch dispatch = { .kernel = scene->kernel, .groups = { GROUPS, 1, 1 } };
    for (int i = 0; i < 7; i++)
        dispatch.buffers[i] = scene->words;
    if (indirect)
        dispatch.indirect = scene->arguments;
    gpu_commands_dispatch(scene->commands, &dispatch);
    gpu_commands_barrier(scene->commands, GPU_COMPUTE, GPU_ACCESS_ALL);
}

/* Fill, barrier, dispatch, barrier, indirect dispatch, barrier, copy, read-back, stamp. */
static void record_all(const struct scene *scene, uint32_t *word)
{
    gpu_commands_restart(scene->commands);
    gpu_commands_fill(scene->commands, scene->words, 0, 4 * WORDS, 0);
    gpu_commands_barrier(scene->commands, GPU_TRANSFER, GPU_COMPUTE);
    record_dispatch(scene, false);
    record_dispatch(scene, true);
    gpu_commands_copy(scene->commands, scene->arguments, 0, scene->words, 4, 8);
    gpu_commands_read_back(scene->commands, scene->words, 0, 4, word);
    gpu_commands_timestamp(scene->commands, 5);
}

static const enum gpu_span_kind kinds_wanted[] = {
    GPU_SPAN_FILL,    GPU_SPAN_BARRIER,           GPU_SPAN_DISPATCH,
    GPU_SPAN_BARRIER, GPU_SPAN_DISPATCH_INDIRECT, GPU_SPAN_BARRIER,
    GPU_SPAN_COPY,    GPU_SPAN_READ_BACK,         GPU_SPAN_TIMESTAMP,
};
enum { SPANS_WANTED = sizeof(kinds_wanted) / sizeof(kinds_wanted[0]) };

static void check_spans(const struct gpu_span *spans)
{
    for (size_t i = 0; i < SPANS_WANTED; i++)
        assert_int_equal(spans[i].kind, kinds_wanted[i]);
    assert_string_equal(spans[0].name, "words");
    assert_int_equal(spans[0].bytes, 4 * WORDS);
    assert_string_equal(spans[2].name, "planted/planted");
    assert_int_equal(spans[2].groups[0], GROUPS);
    assert_int_equal(spans[2].group_invocations, GROUP_SIZE);
    assert_int_equal(spans[4].group_invocations, GROUP_SIZE);
    assert_int_equal(spans[4].groups[0], 0);
    assert_string_equal(spans[6].name, "arguments");
    assert_int_equal(spans[6].bytes, 8);
    assert_string_equal(spans[7].name, "words");
    assert_int_equal(spans[8].slot, 5);
    assert_string_equal(gpu_span_kind_name(spans[7].kind), "read_back");
}

static struct gpu_trace *begin(struct gpu *gpu, enum gpu_trace_mode mode, bool estimate)
{
    struct gpu_trace *trace = gpu_trace_begin(
        gpu,
        &(struct gpu_trace_params){ .mode = mode, .now_ns = clock_now_ns, .estimate = estimate });
    assert_non_null(trace);
    return trace;
}

/* One submission traced: order, names, and where its spans lie on the host's clock. */
static void trace_times(struct scene *scene, bool estimate)
{
    const struct gpu_submission *submission;
    const struct gpu_span *spans;
    uint32_t word;
    const double before_ns = clock_now_ns();
    struct gpu_trace *trace = begin(scene->gpu, GPU_TRACE_TIMES, estimate);
    record_all(scene, &word);
    assert_true(gpu_commands_submit(scene->commands));
    gpu_trace_end(trace);
    const double after_ns = clock_now_ns();
    assert_int_equal(gpu_trace_submissions(trace, &submission), 1);
    assert_int_equal(gpu_trace_spans(trace, &spans), SPANS_WANTED);
    assert_int_equal(submission->span_count, SPANS_WANTED);
    check_spans(spans);
    assert_true(before_ns <= submission->submit_ns);
    assert_true(submission->submit_ns <= submission->submitted_ns);
    assert_true(submission->submitted_ns <= submission->done_ns);
    assert_true(submission->done_ns <= after_ns);
    const bool can = gpu_info(scene->gpu)->features & GPU_CALIBRATED_TIMESTAMPS;
    assert_int_equal(submission->calibrated, can && !estimate);
    const double slack_ns = submission->calibrated ? submission->deviation_ns + 2000 : 1;
    assert_true(spans[0].begin_ns >= submission->submit_ns - slack_ns);
    assert_true(spans[SPANS_WANTED - 1].end_ns <= submission->done_ns + slack_ns);
    for (size_t i = 0; i < SPANS_WANTED; i++) {
        assert_true(spans[i].begin_ns <= spans[i].end_ns);
        assert_true(i == 0 || spans[i].begin_ns == spans[i - 1].end_ns);
    }
    gpu_trace_destroy(&trace);
    assert_null(trace);
}

/* Both ways, the calibrated one by Mesa's CPU driver, too, since version 22. */
TEST(test_times)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    trace_times(&scene, false);
    trace_times(&scene, true);
}

/* More commands than one pool of queries holds, twice: pools are used again. */
TEST(test_many)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    const struct gpu_span *spans;
    CLEANUP(gpu_trace_destroy) struct gpu_trace *trace = begin(scene.gpu, GPU_TRACE_TIMES, false);
    for (int turn = 0; turn < 2; turn++) {
        gpu_commands_restart(scene.commands);
        for (int i = 0; i < DISPATCHES_MANY; i++)
            record_dispatch(&scene, i % 2 == 1);
        assert_true(gpu_commands_submit(scene.commands));
    }
    assert_int_equal(gpu_trace_spans(trace, &spans), 4 * DISPATCHES_MANY);
}

static bool counted(uint64_t invocations, uint64_t groups, uint32_t subgroup_size)
{
    const uint64_t rounded = (GROUP_SIZE + subgroup_size - 1) / subgroup_size * subgroup_size;
    return invocations >= groups * GROUP_SIZE && invocations <= groups * rounded;
}

TEST(test_invocations)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    const struct gpu_span *spans;
    uint32_t word;
    const struct gpu_info *info = gpu_info(scene.gpu);
    if (!(info->features & GPU_PIPELINE_STATISTICS)) {
        const struct gpu_trace_params params = { GPU_TRACE_INVOCATIONS, clock_now_ns, false };
        assert_null(gpu_trace_begin(scene.gpu, &params));
        assert_int_equal(gpu_failure(scene.gpu)->result, GPU_UNSUPPORTED);
        gpu_recover(scene.gpu);
        scene_finish(&scene);
        skip();
    }
    CLEANUP(gpu_trace_destroy)
    struct gpu_trace *trace = begin(scene.gpu, GPU_TRACE_INVOCATIONS, false);
    record_all(&scene, &word);
    assert_true(gpu_commands_submit(scene.commands));
    assert_int_equal(gpu_trace_spans(trace, &spans), SPANS_WANTED);
    check_spans(spans);
    assert_true(counted(spans[2].invocations, GROUPS, info->subgroup_size));
    assert_true(counted(spans[4].invocations, 2 * GROUPS, info->subgroup_size));
    assert_int_equal(spans[0].invocations, 0);
}

/* Commands recorded without a trace have no time stamps; those recorded with one also run
 * without. */
TEST(test_off)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    const struct gpu_submission *submissions;
    const struct gpu_span *spans;
    uint32_t word;
    record_all(&scene, &word);
    struct gpu_trace *trace = begin(scene.gpu, GPU_TRACE_TIMES, false);
    assert_true(gpu_commands_submit(scene.commands));
    assert_true(gpu_buffer_fill(scene.words, 0, 4, 1));
    assert_int_equal(gpu_trace_submissions(trace, &submissions), 2);
    assert_int_equal(submissions[0].span_count + submissions[1].span_count, 0);
    record_all(&scene, &word);
    gpu_trace_end(trace);
    assert_true(gpu_commands_submit(scene.commands));
    assert_int_equal(gpu_trace_submissions(trace, &submissions), 2);
    assert_int_equal(gpu_trace_spans(trace, &spans), 0);
    gpu_trace_destroy(&trace);
    gpu_trace_destroy(&trace);
    gpu_trace_end(NULL);
    assert_int_equal(gpu_trace_spans(NULL, &spans), 0);
    gpu_fail(scene.gpu, GPU_ERROR, "planted");
    assert_null(gpu_trace_begin(scene.gpu, &(struct gpu_trace_params){ .now_ns = clock_now_ns }));
    gpu_recover(scene.gpu);
}
