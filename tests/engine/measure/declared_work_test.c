/* SPDX-License-Identifier: MIT */
/*
 * declared_work_test.c: what benches declare, and what is recorded of their work, against what
 * executions show, for every variant of every bench:
 *   groups         by the invocations that the device counts, with each group rounded up to whole
 *                  subgroups at most
 *   chain          no longer than the commands recorded, and kept apart by as many barriers
 *   bytes_written  the bytes of the outputs that change over two poisons, and bytes_intermediate,
 *                  but for what outputs cannot show
 *   the rest       technique by technique, against an instrumented reference
 */
#include "bench/registry.h"

#include "tests/bench/reyes_subdivision/reyes_work.h"
#include "tests/bench/tile_subdivision/tile_work.h"
#include "tests/one_case.h"

static struct gpu *gpu;

/* One case under audit. */
struct audit {
    struct live_case *live;
    struct result *result;
    const struct bench_case *c;
    const struct plan_case *plan;
    const struct technique *technique;
    char message[MESSAGE_BYTES]; /* what differs; empty: nothing */
};

__attribute__((format(printf, 2, 3))) static bool differs(struct audit *audit, const char *format,
                                                          ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(audit->message, sizeof(audit->message), format, arguments);
    va_end(arguments);
    return false;
}

/* Launches ------------------------------------------------------------------------------------ */

/* The commands of one execution, in order. */
struct commands {
    struct gpu_span spans[1 << 17];
    size_t count, dispatches, transfers, barriers, submissions;
};

static bool is_dispatch(const struct gpu_span *span)
{
    return span->kind == GPU_SPAN_DISPATCH || span->kind == GPU_SPAN_DISPATCH_INDIRECT;
}

static void commands_add(struct commands *commands, const struct gpu_span *spans, size_t count)
{
    struct case_window window = case_window_of(spans, count);
    for (size_t i = 0; i < count; i++) {
        if (!case_window_holds(&window, &spans[i]))
            continue;
        assert_true(commands->count < sizeof(commands->spans) / sizeof(commands->spans[0]));
        commands->spans[commands->count++] = spans[i];
        commands->dispatches += is_dispatch(&spans[i]);
        commands->barriers += spans[i].kind == GPU_SPAN_BARRIER;
        commands->transfers += !is_dispatch(&spans[i]) && spans[i].kind != GPU_SPAN_BARRIER;
    }
    commands->submissions++;
}

/* Executes the case under a trace and keeps what lies between its stamps. */
static bool commands_read(struct audit *audit, enum gpu_trace_mode mode, struct commands *commands)
{
    struct span_log log = { 0 };
    const struct gpu_submission *submissions;
    const struct gpu_span *spans;
    struct gpu_trace *trace =
        gpu_trace_begin(gpu, &(struct gpu_trace_params){ .mode = mode, .now_ns = clock_now_ns });
    case_log(audit->live, &log);
    const bool traced = case_trace(audit->live);
    case_log(audit->live, NULL);
    gpu_trace_end(trace);
    const struct host_span *execute = span_log_last(&log, "execute");
    const size_t count = gpu_trace_submissions(trace, &submissions);
    gpu_trace_spans(trace, &spans);
    commands->count = commands->dispatches = commands->transfers = 0;
    commands->barriers = commands->submissions = 0;
    for (size_t i = 0; traced && i < count; i++)
        if (submissions[i].span_count > 0 && submissions[i].submit_ns >= execute->begin_ns &&
            submissions[i].done_ns <= execute->end_ns)
            commands_add(commands, spans + submissions[i].first_span, submissions[i].span_count);
    gpu_trace_destroy(&trace);
    span_log_finish(&log);
    return traced || differs(audit, "it could not be traced: %s", audit->result->reason);
}

/* The groups of all dispatches are those that the device's count of invocations allows. */
static bool check_groups(struct audit *audit, const struct commands *commands)
{
    const uint64_t subgroup = gpu_info(gpu)->subgroup_size;
    double least = 0, most = 0;
    for (size_t i = 0; i < commands->count; i++) {
        const struct gpu_span *span = &commands->spans[i];
        if (!is_dispatch(span))
            continue;
        const uint64_t size = span->group_invocations;
        const uint64_t rounded = (size + subgroup - 1) / subgroup * subgroup;
        least += (double)((span->invocations + rounded - 1) / rounded);
        most += (double)(span->invocations / size);
    }
    const double groups = audit->result->c.work.groups;
    const bool unknown = audit->c->variant->kind == BENCH_HOST_DRIVEN &&
                         audit->result->c.counters.indirect_dispatches > 0;
    if (unknown ? groups == 0 : groups >= least && groups <= most)
        return true;
    return differs(audit, "%.0f groups are recorded, %.0f to %.0f counted", groups, least, most);
}

/*
 * A chain of n dependent steps takes n commands and n - 1 barriers or returns to the host between
 * them; the harness's own barrier at the end of a sample is not the bench's.
 */
static bool check_chain(struct audit *audit, const struct commands *commands)
{
    const struct run_counters *counters = &audit->result->c.counters;
    const double steps = counters->dispatches + counters->indirect_dispatches + counters->copies +
                         counters->fills + counters->draws + counters->builds + counters->traces;
    const double own = audit->c->variant->kind == BENCH_GPU ? 1 : 0;
    if (steps != (double)(commands->dispatches + commands->transfers) ||
        counters->barriers + own != (double)commands->barriers)
        return differs(audit,
                       "counters have %.0f commands and %.0f barriers, the trace %zu and %zu",
                       steps, counters->barriers + own, commands->dispatches + commands->transfers,
                       commands->barriers);
    const double chain = audit->result->c.work.chain;
    const double kept_apart = counters->barriers + (double)commands->submissions - 1;
    if ((chain < 1 && steps > 0) || chain > steps || chain > kept_apart + 1)
        return differs(audit, "a chain of %.0f is recorded, with %.0f commands and %.0f barriers",
                       chain, steps, kept_apart);
    return true;
}

/* Bytes written ------------------------------------------------------------------------------- */

static void output_poison(const struct case_output *output, uint8_t poison)
{
    if (output->buffer)
        assert_true(
            gpu_buffer_fill(output->buffer, output->offset, output->bytes, 0x01010101u * poison));
    else
        memset(output->memory, poison, output->bytes);
}

/* Marks the bytes that are not poison. */
static void output_mark(const struct case_output *output, uint8_t poison, uint8_t *marks)
{
    CLEANUP(free_pointer) uint8_t *bytes = malloc(output->bytes);
    assert_non_null(bytes);
    if (output->buffer)
        assert_true(gpu_buffer_read(output->buffer, output->offset, bytes, output->bytes));
    else
        memcpy(bytes, output->memory, output->bytes);
    for (uint64_t i = 0; i < output->bytes; i++)
        marks[i] |= bytes[i] != poison;
}

/* Bytes of the outputs that an execution writes: over several poisons, since a result may be one of
 * them, and last bits, which differ from one execution to the next, may be each in its turn. */
static uint64_t bytes_written(struct audit *audit)
{
    static const uint8_t poisons[] = { 0xA5, 0x5A, 0x3C };
    const struct case_output *outputs;
    const size_t count = case_outputs(audit->live, &outputs);
    CLEANUP(free_pointer) uint8_t **marks = calloc(count + 1, sizeof(*marks));
    uint64_t written = 0;
    struct canary_reading clock;
    double ns = 0;
    assert_non_null(marks);
    for (size_t i = 0; i < count; i++)
        marks[i] = calloc(1, outputs[i].bytes);
    for (size_t p = 0; p < sizeof(poisons); p++) {
        for (size_t i = 0; i < count; i++)
            output_poison(&outputs[i], poisons[p]);
        assert_true(case_warm(audit->live, &ns, &clock));
        for (size_t i = 0; i < count; i++)
            output_mark(&outputs[i], poisons[p], marks[i]);
    }
    for (size_t i = 0; i < count; i++) {
        for (uint64_t k = 0; k < outputs[i].bytes; k++)
            written += marks[i][k];
        free(marks[i]);
    }
    return written;
}

/* Written bytes that outputs cannot show; all other benches show each byte. */
static const struct unseen {
    const char *technique, *bench; /* bench NULL: all */
    double bytes; /* by which seen and declared may differ; INFINITY: they are not compared */
} unseen[] = {
    /* Words that are written again and again, or are no work: no byte is measured. */
    { "ceilings", "bandwidth", INFINITY },
    { "ceilings", "atomics", INFINITY },
    { "ceilings", "launch", INFINITY },
    { "ceilings", "host_bandwidth", INFINITY },
    { "ceilings", "host_arithmetic", INFINITY },
    /* Levels 0 to 4 are declared in bits; the root lies in the header, which is never poisoned. */
    { "cbt", "sum_reduction", 4 },
    /* Behind the last entry a CPU variant may leave what it stores whole: a vector at most. */
    { "stream_reduction", "compact", 64 },
    /* Counts, and values that steps pass on, are outputs, too. */
    { "reyes_subdivision", NULL, INFINITY },
    /* Targets do not show which pixels were drawn and which were cleared. */
    { "cbt", "draw", INFINITY },
    /* A tree that is updated in place, and what the steps of a frame hand on. */
    { "cbt", "update", INFINITY },
    { "cbt", "update_pass", INFINITY },
    { "cbt", "frame", INFINITY },
    /* The question is how long bytes take to move: they are no work. */
    { "stream_reduction", "transfer", INFINITY },
};

static bool check_written(struct audit *audit)
{
    const struct bench_work *work = &audit->result->c.work;
    double slack = 0;
    for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++)
        if (strcmp(unseen[i].technique, audit->technique->name) == 0 &&
            (!unseen[i].bench || strcmp(unseen[i].bench, audit->c->bench->name) == 0))
            slack = unseen[i].bytes;
    if (isinf(slack))
        return true;
    const double seen = (double)bytes_written(audit) + work->bytes_intermediate;
    return fabs(seen - work->bytes_written) <= slack ||
           differs(audit, "%.0f bytes are written, %.0f declared", seen, work->bytes_written);
}

/* Technique by technique ---------------------------------------------------------------------- */

static const struct {
    const char *technique;
    /* False with a message when work() says something else than an instrumented reference. */
    bool (*check)(const struct bench_case *c, const struct result *result, char *message,
                  size_t message_bytes);
} own_checks[] = { { "reyes_subdivision", reyes_work_check },
                   { "tile_subdivision", tile_work_check } };

/* Audits -------------------------------------------------------------------------------------- */

static double lie_bytes_written, lie_bytes_read, lie_chain, lie_groups;

/* Stands around the work of a variant, and lies as told. */
static void work_lies(const struct bench_case *c, struct bench_work *work)
{
    c->method->work(c, work);
    work->bytes_written += lie_bytes_written;
    work->bytes_read += lie_bytes_read;
}

static bool audit_case(struct audit *audit)
{
    if (!case_start(audit->live))
        return audit->result->c.status == BENCH_UNSUPPORTED ||
               differs(audit, "%s: %s", bench_status_name(audit->result->c.status),
                       audit->result->reason);
    audit->c = case_bench(audit->live);
    audit->result->c.work.chain += lie_chain;
    audit->result->c.work.groups += lie_groups;
    bool right = true;
    if (audit->c->variant->kind != BENCH_CPU) {
        const bool counted = gpu_info(gpu)->features & GPU_PIPELINE_STATISTICS;
        CLEANUP(free_pointer) struct commands *commands = calloc(1, sizeof(*commands));
        assert_non_null(commands);
        right = commands_read(audit, counted ? GPU_TRACE_INVOCATIONS : GPU_TRACE_TIMES, commands) &&
                (!counted || check_groups(audit, commands)) && check_chain(audit, commands);
    }
    right = right && check_written(audit);
    for (size_t i = 0; right && i < sizeof(own_checks) / sizeof(own_checks[0]); i++)
        if (strcmp(own_checks[i].technique, audit->technique->name) == 0)
            right = own_checks[i].check(audit->c, audit->result, audit->message,
                                        sizeof(audit->message));
    return right;
}

/* Audits the cases of a group. Returns how many are not as declared; the last message is kept. */
static size_t audit_group(const struct plan_group *group, bool quiet, char message[MESSAGE_BYTES])
{
    size_t wrong = 0;
    CLEANUP(workload_destroy) struct bench_workload *workload = workload_create(group, 1, NULL);
    assert_non_null(workload);
    assert_true(workload_upload(workload, gpu));
    for (size_t i = 0; i < group->case_count; i++) {
        CLEANUP(result_finish) struct result result = { 0 };
        struct audit audit = { .result = &result,
                               .plan = &group->cases[i],
                               .technique = group->technique };
        result_init(&result, group, &group->cases[i]);
        audit.live = case_create(gpu, &group->cases[i], workload,
                                 (struct case_tools){ .canary = NULL }, &result);
        assert_non_null(audit.live);
        if (!audit_case(&audit)) {
            wrong++;
            snprintf(message, MESSAGE_BYTES, "%s", audit.message);
            if (!quiet)
                print_error("%s: %s\n", result.c.name, audit.message);
        }
        case_destroy(&audit.live);
    }
    gpu_scope_destroy(&workload->context.scope);
    return wrong;
}

/* Audits one bench, or what a test made of it. */
static size_t audit_bench(const struct technique *technique, const struct bench *bench,
                          const char *filter, bool quiet, char message[MESSAGE_BYTES])
{
    struct one_case wanted = { .technique = technique,
                               .bench = bench,
                               .filter = filter,
                               .check = PLAN_CHECK_ALONE,
                               .without_baselines = true };
    CLEANUP(one_plan_finish) struct one_plan one;
    size_t wrong = 0;
    one_plan_init(&one, &wanted);
    for (size_t i = 0; i < one.plan.group_count; i++)
        wrong += audit_group(&one.plan.groups[i], quiet, message);
    return wrong;
}

TEST(test_declared)
{
    char message[MESSAGE_BYTES];
    size_t wrong = 0;
    if (!gpu)
        skip();
    for (size_t i = 0; registry_techniques[i]; i++)
        for (const struct bench *const *bench = registry_techniques[i]->benches; *bench; bench++)
            wrong += audit_bench(registry_techniques[i], *bench, NULL, false, message);
    assert_int_equal(wrong, 0);
    assert_int_equal(gpu_failure(gpu)->result, GPU_OK);
}

/* Faults -------------------------------------------------------------------------------------- */

static void assert_found(const struct bench *bench, const char *part)
{
    char message[MESSAGE_BYTES] = "";
    const size_t wrong =
        audit_bench(&tiles_technique, bench, "/(per_level|subtree/.*:2$)", true, message);
    if (wrong == 0 || !strstr(message, part))
        print_error("%zu wrong, '%s', wanted '%s'\n", wrong, message, part);
    assert_true(wrong > 0);
    assert_holds(message, part);
}

/* The audit exists for this: each lie is found. */
TEST(test_lies)
{
    if (!gpu)
        skip();
    static const struct bench_method lies = { .work = work_lies };
    struct bench bench = *tiles_technique.benches[0];
    bench.around = &lies;
    lie_bytes_written = 12;
    assert_found(&bench, "bytes are written");
    lie_bytes_written = 0, lie_bytes_read = -4;
    assert_found(&bench, "bytes are read");
    lie_bytes_read = 0, lie_chain = 1000;
    assert_found(&bench, "a chain of");
    lie_chain = 0, lie_groups = 1;
    if (gpu_info(gpu)->features & GPU_PIPELINE_STATISTICS)
        assert_found(&bench, " groups are recorded, ");
    lie_groups = 0;
}

int main(void)
{
    return device_unit_run(&gpu, false);
}
