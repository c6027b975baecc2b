/* SPDX-License-Identifier: MIT */
/*
 * reyes_planted_test.c: faults planted into variants of bound-and-split, which the checks must
 * catch; and none, which they must not.
 */
#include "bench/reyes_subdivision/case.h"
#include "bench/reyes_subdivision/pipeline.h"
#include "bench/reyes_subdivision/technique.h"
#include "harness/measure/sampler.h"

#include "reyes_subdivision.kernels.h"

#include <string.h>

#include "tests/device.h"

enum fault {
    FAULT_NONE,
    FAULT_LIMIT,       /* a limit that is 0.1 % too large */
    FAULT_DEPTH,       /* k one too small */
    FAULT_RIBBON,      /* a ribbon that is not there */
    FAULT_EYE_RULE,    /* the other side at the eye plane */
    FAULT_LEVEL,       /* the last level is not done */
    FAULT_NOT_SCANNED, /* sums of groups taken for their prefix sums */
    FAULT_STACK,       /* a stack with less room than group size x k */
    FAULT_FULL,        /* an output that is too small, and nobody returns */
    FAULT_TWICE,       /* a range that is drawn twice, another not at all */
    FAULT_HALVED,      /* a range of which half is drawn */
    FAULT_LATER,       /* as TWICE, but not in the first execution */
    FAULT_PEAK,        /* more ranges at once than the proof allows */
    FAULT_UNSHADED,    /* a picture of which a part is missing */
};

static struct gpu *gpu;
static enum fault fault;
static int executions;
static const struct reyes_variant *original;

/* The view that the kernels see; the reference keeps its own. */
static void plant_view(struct reyes_run *run)
{
    struct reyes_view view;
    struct gpu_buffer *buffer = run->workload->buffers->view;
    assert_true(gpu_buffer_read(buffer, 0, &view, sizeof(view)));
    if (fault == FAULT_LIMIT)
        view.limit *= 1.001f;
    else if (fault == FAULT_DEPTH)
        --view.max_depth;
    else if (fault == FAULT_RIBBON)
        view.ribbon = 0;
    else if (fault == FAULT_EYE_RULE)
        view.eye_rule = 1;
    assert_true(gpu_buffer_write(buffer, 0, &view, sizeof(view)));
}

static bool setup(struct reyes_run *run)
{
    const uint32_t k = run->workload->view.max_depth, size = run->params.group_size;
    if (!original->setup(run))
        return false;
    plant_view(run);
    if (fault == FAULT_LEVEL)
        run->iterations_recorded = run->workload->reference.counts.level_count - 1;
    else if (fault == FAULT_NOT_SCANNED)
        run->split = reyes_kernel(run, &kernel_reyes_subdivision_split,
                                  (uint32_t[]){ 128, 0, 1, 0, reyes_group_limit(run) }, 5);
    else if (fault == FAULT_STACK)
        run->local = reyes_kernel(run, &kernel_reyes_subdivision_local,
                                  (uint32_t[]){ size, size * k / 8, 0, 0, 0 }, 5);
    else if (fault == FAULT_FULL)
        run->params.output = run->workload->buffers->drawn_max / 2;
    executions = 0;
    return true;
}

static void record(struct reyes_run *run, struct gpu_commands *commands)
{
    struct gpu_buffer *drawn = run->workload->buffers->drawn;
    original->record(run, commands);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    if (fault == FAULT_TWICE)
        gpu_commands_copy(commands, drawn, 8, drawn, 0, 8);
    else if (fault == FAULT_HALVED) /* the word of a range that was split once more, along u */
        gpu_commands_fill(commands, drawn, 4, 4, 21u << 27);
    else if (fault == FAULT_PEAK)
        gpu_commands_fill(commands, run->control, 4 * REYES_PEAK, 4, 1000000);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_ACCESS_ALL);
}

/* Of a host-driven variant. */
static bool drive(struct reyes_run *run)
{
    struct gpu_buffer *drawn = run->workload->buffers->drawn;
    struct range ranges[2];
    if (!original->drive(run))
        return false;
    if (fault == FAULT_LATER && executions++ > 0) {
        assert_true(gpu_buffer_read(drawn, 0, ranges, sizeof(ranges)));
        ranges[1] = ranges[0];
        assert_true(gpu_buffer_write(drawn, 0, ranges, sizeof(ranges)));
    }
    return true;
}

struct planted {
    enum fault fault;
    const struct reyes_variant *variant;
    const char *axis, *value; /* of the bench, besides the scene */
    const char *scene;
    const char *reason; /* part of what the check says; NULL: it is right */
};

/* Status and reason of the variant's only case. */
static void run_planted(const struct planted *planted, struct result *copy)
{
    struct reyes_variant variant = *planted->variant;
    fault = planted->fault;
    original = planted->variant;
    variant.setup = setup;
    if (variant.record)
        variant.record = record;
    if (variant.drive)
        variant.drive = drive;
    struct bench_variant variants[2] = { { 0 }, { 0 } };
    const struct bench_variant *row = reyes_bound_and_split.variants;
    while (row->data != planted->variant)
        row++;
    variants[0] = *row;
    variants[0].data = &variant;
    struct bench bench = reyes_bound_and_split;
    bench.variants = variants;
    const struct bench *const benches[] = { &bench, NULL };
    struct technique technique = reyes_technique;
    technique.benches = benches;
    const struct technique *const techniques[] = { &technique, NULL };
    const struct plan_setting axes[] = { { "scene", planted->scene },
                                         { planted->axis, planted->value } };
    const struct plan_request request = { .techniques = techniques, .axes = axes, .axis_count = 2 };
    char message[PLAN_MESSAGE_BYTES] = "";
    struct plan plan;
    struct sampler_outcome outcome;
    if (!plan_init(&plan, &request, message))
        fail_msg("%s", message);
    struct sampler_params params = { .gpu = gpu,
                                     .seed = 7,
                                     .rules = sampler_rules_for(BENCH_QUICK, true) };
    params.rules.samples_min = params.rules.samples_max = 1;
    sampler_group_run(&params, &plan.groups[0], &outcome);
    assert_int_equal(outcome.count, 1);
    *copy = outcome.results[0];
    sampler_outcome_finish(&outcome);
    plan_finish(&plan);
}

static void test_faults(void **state)
{
    (void)state;
    static const struct planted planted[] = {
        { FAULT_NONE, &reyes_breadth, "limit", "16", "teapot", NULL },
        { FAULT_NONE, &reyes_bounded, "limit", "16", "teapot", NULL },
        { FAULT_NONE, &reyes_local, "limit", "16", "teapot", NULL },
        { FAULT_NONE, &reyes_local_host, "limit", "16", "teapot", NULL },
        { FAULT_LIMIT, &reyes_breadth, "limit", "8", "teapot", "" },
        { FAULT_LIMIT, &reyes_local, "limit", "8", "hair_generated.500", "" },
        { FAULT_DEPTH, &reyes_breadth_append, "max_depth", "14", "teapot", "splits" },
        { FAULT_RIBBON, &reyes_bounded, "limit", "8", "hair_generated.1000", "" },
        { FAULT_EYE_RULE, &reyes_breadth, "max_depth", "7", "eye_plane", "splits" },
        { FAULT_LEVEL, &reyes_breadth, "limit", "16", "teapot", "bounds, for n_in + 2 splits" },
        { FAULT_LEVEL, &reyes_breadth_append, "limit", "16", "teapot", "bounds, for n_in" },
        { FAULT_NOT_SCANNED, &reyes_breadth, "limit", "16", "teapot", "" },
        { FAULT_STACK, &reyes_local, "limit", "8", "teapot", "no room left" },
        { FAULT_FULL, &reyes_local, "limit", "16", "teapot", "unwritten" },
        { FAULT_LEVEL, &reyes_bounded_fused, "limit", "16", "teapot", "splits" },
        { FAULT_TWICE, &reyes_breadth, "limit", "16", "teapot", "range " },
        { FAULT_HALVED, &reyes_local_seeded, "limit", "16", "teapot", "range " },
        { FAULT_LATER, &reyes_breadth_host, "limit", "16", "teapot", "another set" },
        { FAULT_PEAK, &reyes_bounded, "limit", "16", "teapot", "the proof has fewer" },
    };
    if (!gpu)
        skip();
    for (size_t i = 0; i < sizeof(planted) / sizeof(planted[0]); i++) {
        struct result result;
        run_planted(&planted[i], &result);
        const bool right = !planted[i].reason;
        if (result.status != (right ? BENCH_OK : BENCH_FAILED_VERIFY) ||
            (!right && !strstr(result.reason, planted[i].reason)))
            fail_msg("fault %d of row %zu: %s, '%s'", (int)planted[i].fault, i,
                     bench_status_name(result.status), result.reason);
        if (!right)
            print_message("%s\n", result.reason);
    }
}

/* Frame --------------------------------------------------------------------------------------- */

static void frame_record(struct bench_case *c, struct gpu_commands *commands)
{
    reyes_frame.method.record(c, commands);
    if (fault != FAULT_UNSHADED)
        return;
    /* The state of a case of frame: its run, then its pipeline. */
    const struct reyes_pipeline *pipeline =
        (const struct reyes_pipeline *)((const char *)c->state + sizeof(struct reyes_run));
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_fill(commands, pipeline->picture, gpu_buffer_bytes(pipeline->picture) / 8 * 4,
                      4000, UINT32_MAX);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_ACCESS_ALL);
}

static void test_frame(void **state)
{
    (void)state;
    if (!gpu)
        skip();
    for (int round = 0; round < 2; round++) {
        fault = round == 0 ? FAULT_NONE : FAULT_UNSHADED;
        struct bench_variant variants[2] = { { 0 }, { 0 } };
        const struct bench_variant *row = reyes_frame.variants;
        while (strcmp(row->name, "breadth_append") != 0)
            row++;
        variants[0] = *row;
        struct bench bench = reyes_frame;
        bench.variants = variants;
        bench.method.record = frame_record;
        const struct bench *const benches[] = { &bench, NULL };
        struct technique technique = reyes_technique;
        technique.benches = benches;
        const struct technique *const techniques[] = { &technique, NULL };
        const struct plan_setting axes[] = { { "scene", "teapot" }, { "size", "200x200" } };
        const struct plan_request request = { .techniques = techniques,
                                              .axes = axes,
                                              .axis_count = 2 };
        char message[PLAN_MESSAGE_BYTES] = "";
        struct plan plan;
        struct sampler_outcome outcome;
        assert_true(plan_init(&plan, &request, message));
        struct sampler_params params = { .gpu = gpu,
                                         .seed = 7,
                                         .rules = sampler_rules_for(BENCH_QUICK, true) };
        params.rules.samples_min = params.rules.samples_max = 1;
        sampler_group_run(&params, &plan.groups[0], &outcome);
        const struct result *result = &outcome.results[0];
        if (result->status != (round == 0 ? BENCH_OK : BENCH_FAILED_VERIFY))
            fail_msg("round %d: %s, '%s'", round, bench_status_name(result->status),
                     result->reason);
        if (round == 1)
            assert_non_null(strstr(result->reason, "covered pixels are not the reference's"));
        sampler_outcome_finish(&outcome);
        plan_finish(&plan);
    }
}

int main(void)
{
    char message[GPU_MESSAGE_BYTES];
    enum gpu_result result;
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_faults),
                                        cmocka_unit_test(test_frame) };
    gpu = gpu_create(&(struct gpu_params){ .validate = false }, &result, message);
    if (!gpu)
        print_message("no device: %s\n", message);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    const int unusable = gpu || result == GPU_UNSUPPORTED ? 0 : 1;
    gpu_destroy(&gpu);
    return failed + unusable;
}
