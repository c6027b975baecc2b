/* SPDX-License-Identifier: MIT */
/*
 * reyes_planted_test.c: faults planted into variants of bound-and-split, which the checks must
 * catch; and none, which they must not.
 */
#include "planted.kernels.h"

#include "tests/bench/reyes_subdivision/reyes_work.h"
#include "tests/one_case.h"
#include "tests/source_lines.h"

enum fault {
    FAULT_NONE,
    FAULT_LIMIT,       /* a limit that is 0.1 % too large */
    FAULT_FINER,       /* a limit that makes more ranges than there is room for */
    FAULT_DEPTH,       /* k one too small */
    FAULT_RIBBON,      /* a ribbon that is not there */
    FAULT_EYE_RULE,    /* the other side at the eye plane */
    FAULT_LEVEL,       /* the last level is not done */
    FAULT_BEFORE,      /* the frame before was far from the patches, and needed less */
    FAULT_NOT_ADDED,   /* prefix sums of blocks of flags taken for those of all */
    FAULT_NOT_SCANNED, /* sums of groups taken for their prefix sums */
    FAULT_STACK,       /* a stack with less room than group size x k */
    FAULT_FULL,        /* an output that is too small, and nobody returns */
    FAULT_TWICE,       /* a range that is drawn twice, another not at all */
    FAULT_HALVED,      /* a range of which half is drawn */
    FAULT_LATER,       /* as TWICE, but not in the first execution */
    FAULT_PEAK,        /* more ranges at once than the proof allows */
    FAULT_LIST,        /* a list with less room than is left to it */
    FAULT_LINE,        /* a barrier or an atomic of local_subgroup is not there */
};

static struct gpu *gpu;
static enum fault fault;
static int executions;
static uint32_t fault_line; /* of local_subgroup.glsl */
static const struct bench_method *original;

/* The view that the kernels see, in set-up and after it; the reference keeps its own. */
static void plant_view(const struct reyes_workload *workload, bool before)
{
    struct reyes_view view;
    struct gpu_buffer *buffer = workload->buffers->view;
    if (before && fault != FAULT_BEFORE)
        return;
    assert_true(gpu_buffer_read(buffer, 0, &view, sizeof(view)));
    if (fault == FAULT_LIMIT)
        view.limit *= 1.001f;
    else if (fault == FAULT_FINER)
        view.limit /= 8;
    else if (fault == FAULT_DEPTH)
        --view.max_depth;
    else if (fault == FAULT_RIBBON)
        view.ribbon = 0;
    else if (fault == FAULT_EYE_RULE)
        view.eye_rule = 1;
    else if (fault == FAULT_BEFORE)
        view.limit *= before ? 64.0f : 1.0f / 64;
    assert_true(gpu_buffer_write(buffer, 0, &view, sizeof(view)));
}

/* The kernels of local_subgroup and local_redistributed, with stacks of that many ranges a lane. */
static void plant_subgroup(struct bench_case *c, uint32_t depth)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t size = run->group_size;
    run->local = kernel_create_with(c->context.scope, &kernel_planted_reyes_local_subgroup, size,
                                    depth, size * (depth + 2), 0, 0, fault_line);
    run->local_listed = kernel_create_with(c->context.scope, &kernel_planted_reyes_local_subgroup,
                                           size, depth, size * (depth + 2), 1, 0, fault_line);
}

static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    plant_view(c->workload->state, true);
    if (!original->setup(c))
        return false;
    const uint32_t k = run->workload->view.max_depth, size = run->group_size;
    plant_view(run->workload, false);
    assert_true(gpu_buffer_read(run->workload->buffers->view, 0, &run->view, sizeof(run->view)));
    if (fault == FAULT_LEVEL)
        run->iterations_recorded = run->workload->reference.counts.level_count - 1;
    else if (fault == FAULT_NOT_ADDED)
        run->add_sums = NULL;
    else if (fault == FAULT_NOT_SCANNED)
        run->split = kernel_create_with(c->context.scope, &kernel_reyes_subdivision_split, 128, 0,
                                        1, 0, run->group_limit);
    else if (fault == FAULT_LINE)
        plant_subgroup(c, k);
    else if (fault == FAULT_LIST)
        run->saved = reyes_buffer(c, "list of ranges", 8, REYES_RANGE_BYTES, NULL);
    else if (fault == FAULT_STACK && run->held > 0)
        run->local = kernel_create_with(c->context.scope, &kernel_reyes_subdivision_local_spill,
                                        size, run->held + 1, run->held, 0);
    else if (fault == FAULT_STACK && run->scheme == &reyes_scheme_local_subgroup)
        plant_subgroup(c, k / 8);
    else if (fault == FAULT_STACK)
        run->local = kernel_create_with(c->context.scope, &kernel_reyes_subdivision_local, size,
                                        size * k / 8, 0, 0, 0);
    else if (fault == FAULT_FULL)
        run->output = run->workload->buffers->drawn_max / 2;
    executions = 0;
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reyes_run *run = reyes_run(c);
    struct gpu_buffer *drawn = run->workload->buffers->drawn;
    original->record(c, commands);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    if (fault == FAULT_TWICE)
        gpu_commands_copy(commands, drawn, 8, drawn, 0, 8);
    else if (fault == FAULT_HALVED) /* the word of a range that was split once more, along u */
        gpu_commands_fill(commands, drawn, 4, 4, 21u << 27);
    else if (fault == FAULT_PEAK)
        gpu_commands_fill(commands, run->control, 4 * REYES_PEAK, 4, 1000000);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_ACCESS_ALL);
}

/* Drives a variant from the host. */
static bool drive(struct bench_case *c)
{
    struct gpu_buffer *drawn = reyes_run(c)->workload->buffers->drawn;
    struct range ranges[2];
    if (!original->drive(c))
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
    const char *variant;
    const char *at;     /* of the axes */
    const char *reason; /* part of what the check says; NULL: it is right */
};

static struct result run_planted(const struct planted *planted)
{
    struct one_case one = { .technique = &reyes_technique,
                            .bench = &reyes_bound_and_split,
                            .at = planted->at,
                            .gpu = gpu,
                            .untimed = true,
                            .seed = 7 };
    struct bench_variant variant = *one_variant(one.bench, planted->variant);
    struct bench_method method = *variant.method;
    fault = planted->fault;
    original = variant.method;
    method.setup = setup;
    if (method.record)
        method.record = record;
    if (method.drive)
        method.drive = drive;
    variant.method = &method;
    one.variant = &variant;
    return one_case_run(&one);
}

TEST(test_faults)
{
    static const struct planted planted[] = {
        { FAULT_NONE, "breadth", "scene:teapot/limit:16", NULL },
        { FAULT_NONE, "bounded", "scene:teapot/limit:16", NULL },
        { FAULT_NONE, "local", "scene:teapot/limit:16", NULL },
        { FAULT_NONE, "local_host", "scene:teapot/limit:16", NULL },
        { FAULT_LIMIT, "breadth", "scene:teapot/limit:8", "" },
        { FAULT_LIMIT, "local", "scene:hair_generated.500/limit:8", "" },
        { FAULT_DEPTH, "breadth_append", "scene:teapot/max_depth:14", "splits" },
        { FAULT_RIBBON, "bounded", "scene:hair_generated.1000/limit:8", "" },
        { FAULT_EYE_RULE, "breadth", "scene:eye_plane/max_depth:7", "splits" },
        { FAULT_LEVEL, "breadth", "scene:teapot/limit:16", "ranges wait after" },
        { FAULT_LEVEL, "breadth_append", "scene:teapot/limit:16", "ranges wait after" },
        { FAULT_BEFORE, "breadth", "scene:teapot/limit:16", "more than the one before" },
        { FAULT_BEFORE, "breadth_append", "scene:teapot/limit:16", "more than the one before" },
        { FAULT_BEFORE, "bounded", "scene:teapot/limit:16", "more than the one before" },
        { FAULT_BEFORE, "bounded_fused", "scene:teapot/limit:16", "more than the one before" },
        { FAULT_NONE, "breadth_scans", "scene:teapot/limit:16", NULL },
        { FAULT_NONE, "bounded_scans", "scene:teapot/limit:16", NULL },
        { FAULT_LIMIT, "breadth_scans", "scene:teapot/limit:8", "" },
        { FAULT_FINER, "breadth_scans", "scene:teapot/limit:16", "where there can be" },
        { FAULT_DEPTH, "bounded_scans", "scene:teapot/max_depth:14", "splits" },
        { FAULT_NOT_ADDED, "breadth_scans", "scene:teapot/limit:16", "" },
        { FAULT_NOT_ADDED, "bounded_scans", "scene:teapot/limit:16", "" },
        { FAULT_LATER, "breadth_scans", "scene:teapot/limit:16", "range " },
        { FAULT_NOT_SCANNED, "breadth", "scene:teapot/limit:16", "" },
        { FAULT_STACK, "local", "scene:teapot/limit:8", "no room left" },
        { FAULT_FULL, "local", "scene:teapot/limit:16", "unwritten" },
        { FAULT_NONE, "local_spill", "scene:teapot/limit:8", NULL },
        { FAULT_STACK, "local_spill", "scene:teapot/limit:8", "no room left" },
        { FAULT_NONE, "local_subgroup", "scene:teapot/limit:16", NULL },
        { FAULT_NONE, "local_redistributed", "scene:teapot/limit:16", NULL },
        { FAULT_LIMIT, "local_subgroup", "scene:hair_generated.500/limit:8", "" },
        { FAULT_STACK, "local_subgroup", "scene:teapot/limit:8", "no room left" },
        { FAULT_STACK, "local_redistributed", "scene:teapot/limit:8", "no room left" },
        { FAULT_FULL, "local_subgroup", "scene:teapot/limit:16", "no room left" },
        { FAULT_LIST, "local_redistributed", "scene:teapot/limit:16", "no room left" },
        { FAULT_LEVEL, "bounded_fused", "scene:teapot/limit:16", "ranges wait after" },
        { FAULT_TWICE, "breadth", "scene:teapot/limit:16", "range " },
        { FAULT_HALVED, "local_seeded", "scene:teapot/limit:16", "range " },
        { FAULT_LATER, "breadth_host", "scene:teapot/limit:16", "range " },
        { FAULT_PEAK, "bounded", "scene:teapot/limit:16", "the proof has fewer" },
    };
    for (size_t i = 0; i < sizeof(planted) / sizeof(planted[0]); i++) {
        const struct result result = run_planted(&planted[i]);
        const bool right = !planted[i].reason;
        assert_case_ended(result, right ? BENCH_OK : BENCH_FAILED_VERIFY, planted[i].reason);
        if (!right)
            print_message("%s\n", result.reason);
    }
}

/*
 * Every barrier and every atomic of the stacks of subgroups. Without a barrier the lanes of Mesa's
 * CPU driver, which go in step, are right all the same; it is run, and what came is said.
 */
TEST(test_subgroup)
{
    static const struct {
        const char *call;
        uint32_t count;
        bool seen;
    } calls[] = { { "subgroupBarrier()", 4, false }, { "atomicAdd(", 2, true } };
    const struct planted planted = { FAULT_LINE, "local_redistributed", "scene:teapot/max_depth:5",
                                     NULL };
    uint32_t lines[8];
    fault_line = 0;
    struct result result = run_planted(&planted);
    assert_case_ended(result, BENCH_OK, NULL);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        assert_int_equal(
            source_lines("reyes_subdivision/local_subgroup.glsl", calls[i].call, lines, 8),
            calls[i].count);
        for (uint32_t k = 0; k < calls[i].count; k++) {
            fault_line = lines[k];
            result = run_planted(&planted);
            if (calls[i].seen)
                assert_case_ended(result, BENCH_FAILED_VERIFY, NULL);
            print_message("without %s %u: %s %s\n", calls[i].call, k + 1,
                          bench_status_name(result.c.status), result.reason);
        }
    }
    fault_line = 0;
}

/* One rule for all: what the frame before needed, an eighth more, and one; levels end with k. */
TEST(test_recorded)
{
    static const struct {
        bool bounded;
        uint32_t needed, recorded;
    } rule[] = {
        { false, 0, 1 }, { false, 7, 8 },  { false, 8, 10 },   { false, 14, 15 },
        { false, 3, 4 }, { true, 14, 16 }, { true, 100, 113 }, { true, 0, 1 },
    };
    struct reyes_workload workload = { .view = { .max_depth = 15 } };
    for (size_t i = 0; i < sizeof(rule) / sizeof(rule[0]); i++) {
        struct reyes_run run = { .workload = &workload,
                                 .scheme = rule[i].bounded ? &reyes_scheme_bounded
                                                           : &reyes_scheme_breadth };
        reyes_iterations_record(&run, rule[i].needed);
        assert_int_equal(run.iterations_recorded, rule[i].recorded);
    }
}

/* Work that is declared wrongly is found: declared_work_test.c asks the same. */
TEST(test_work)
{
    struct reyes_workload input = { .reference.counts = { .n_in = 3, .splits = 7, .n_out = 10 } };
    const struct bench_workload workload = { .state = &input };
    const struct bench_case c = { .bench = &reyes_bound_and_split, .workload = &workload };
    struct result result = { .c.work = { .bytes_read = 3 * 192,
                                         .bytes_written = 10 * 8,
                                         .operations = 17.0 * REYES_BOUND_OPERATIONS } };
    char message[256] = "";
    assert_true(reyes_work_check(&c, &result, message, sizeof(message)));
    result.c.work.operations = 17 * 850;
    assert_false(reyes_work_check(&c, &result, message, sizeof(message)));
    assert_holds(message, "operations are made");
    assert_int_not_equal(reyes_work_operations(&kernel_reyes_subdivision_bound),
                         reyes_work_operations(&kernel_reyes_subdivision_dice));
}

/* Frame --------------------------------------------------------------------------------------- */

static void frame_record(struct bench_case *c, struct gpu_commands *commands)
{
    reyes_frame.around->record(c, commands);
    /* The state of a case of frame: its run, then its pipeline. */
    const struct reyes_pipeline *pipeline =
        (const struct reyes_pipeline *)((const char *)c->state + sizeof(struct reyes_run));
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_fill(commands, pipeline->picture, gpu_buffer_bytes(pipeline->picture) / 8 * 4,
                      4000, UINT32_MAX);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_ACCESS_ALL);
}

TEST(test_frame)
{
    struct one_case one = { .technique = &reyes_technique,
                            .bench = &reyes_frame,
                            .variant = one_variant(&reyes_frame, "breadth_append"),
                            .at = "scene:teapot/size:200x200",
                            .gpu = gpu,
                            .seed = 7 };
    struct bench_method unshaded = *reyes_frame.around;
    struct bench bench = reyes_frame;
    assert_case_ended(one_case_run(&one), BENCH_OK, NULL);
    unshaded.record = frame_record;
    bench.around = &unshaded;
    one.bench = &bench;
    assert_case_ended(one_case_run(&one), BENCH_FAILED_VERIFY,
                      "covered pixels are not the reference's");
}

int main(void)
{
    return device_unit_run(&gpu, false);
}
