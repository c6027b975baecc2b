/* SPDX-License-Identifier: MIT */
/* child_test.c: what a process says that measures for another one is not believed as it stands, and
 * it measures what it was asked for, or nothing. The process is this executable, too, and lies, or
 * is another program, as the environment asks for. */
#include "harness/cli/session/session.h"
#include "harness/engine/cpu/cpu.h"
#include "tests/unit.h"

static const char lie_name[] = "CHILD_TEST_LIE";

/* Tables of both processes --------------------------------------------------------------------- */

static const struct bench_axis axes[] = { { .name = "n" }, { .name = NULL } };
static const struct bench_axis own_axes[] = { { .name = "m" }, { .name = NULL } };
static const struct bench_option options[] = { { .name = "first" }, { .name = "map" }, { 0 } };
static const struct bench_variant variants[] = { { .name = "first" },
                                                 { .name = "second", .axes = own_axes },
                                                 { .name = NULL } };
static const struct bench bench = { .name = "b", .axes = axes, .variants = variants };
static const struct bench *const benches[] = { &bench, NULL };
static const struct technique technique = { .name = "t", .benches = benches, .options = options };
static const struct technique *const techniques[] = { &technique, NULL };

/* The process that is asked ------------------------------------------------------------------- */

static json_t *cases_json(const char *name, const char *status)
{
    return json_pack("[{s:s, s:s, s:s, s:s}]", "name", name, "workload", "t.b", "kind", "gpu",
                     "status", status);
}

/* Fails with all that it was asked for. */
static void tell(const struct sampler_params *params, const struct plan_group *group,
                 struct sampler_results *outcome)
{
    const struct plan_case *c = &group->cases[group->case_count - 1];
    *outcome = (struct sampler_results){ .workload_failed = true };
    snprintf(outcome->message, sizeof(outcome->message),
             "seed %d samples %d launch %d of %d %s %s=%d %s=m%x: %s %s %s=%d %s=%s cold %d of %d",
             (int)params->seed, (int)params->rules.samples_max, (int)params->launch,
             (int)group->launches, group->bench->name, group->values[0].axis->name,
             (int)group->values[0].integer, group->options[0].option->name,
             (unsigned char)group->options[0].value[1], c->name, c->variant->name,
             c->values[0].axis->name, (int)c->values[0].integer, c->values[1].axis->name,
             c->values[1].text, c->cold, (int)c->sampling.repetitions);
}

/* Plays a program that lacks the part that was named. */
static int play_program(const char *lacks)
{
    static const struct measurer teller = { .run = tell };
    const struct bench other_bench = { .name = strcmp(lacks, "bench") == 0 ? "c" : "b",
                                       .axes = axes,
                                       .variants = &variants[strcmp(lacks, "variant") == 0] };
    const struct bench *const other_benches[] = { &other_bench, NULL };
    const struct technique other = { .name = strcmp(lacks, "technique") == 0 ? "u" : "t",
                                     .benches = other_benches,
                                     .options = &options[strcmp(lacks, "option") == 0 ? 2 : 0] };
    const struct technique *const others[] = { &other, NULL };
    return worker_main(others, NULL, &teller);
}

static int play_worker(void)
{
    struct json_line_reader lines = { .fd = WORKER_LINES_FD };
    const char *lie = getenv(lie_name);
    if (strncmp(lie, "lacks ", 6) == 0)
        return play_program(lie + 6);
    json_decref(json_line_wait(&lines)); /* the job */
    json_line_write(WORKER_LINES_FD, json_pack("{s:b}", "ready", 1));
    json_decref(json_line_wait(&lines)); /* the group */
    if (strcmp(lie, "case") == 0)
        json_line_write(WORKER_LINES_FD, json_pack("{s:{s:s, s:o}}", "ended", "end", "whole",
                                                   "cases", cases_json("t.b/other", "error")));
    const char *workload = strcmp(lie, "workload") == 0 ? "t.c" : "t.b",
               *name = strcmp(lie, "attempt") == 0 ? "t.b/other" : "t.b/first";
    json_line_write(WORKER_LINES_FD,
                    json_pack("{s:{s:s, s:s, s:b, s:{s:s}, s:o}}", "attempt", "end", "whole",
                              "message", "", "unsupported", 0, "workload", "name", workload,
                              "cases", cases_json(name, "ok")));
    json_decref(json_line_wait(&lines)); /* until the other side has gone */
    json_line_finish(&lines);
    return 0;
}

/* The process that asks ----------------------------------------------------------------------- */

static struct plan_case cases[] = {
    { .name = "t.b/first",
      .variant = &variants[0],
      .values = { { &axes[0], "4", 4 } },
      .value_count = 1 },
    { .name = "t.b/second",
      .variant = &variants[1],
      .values = { { &axes[0], "4", 4 }, { &own_axes[0], "x", 0 } },
      .value_count = 2,
      .cold = true,
      .sampling = { .repetitions = 32 } },
};
static const struct plan_option_value given[] = { { &options[1], "m\xff.pgm" } };
static struct plan_group group = { .technique = &technique,
                                   .bench = &bench,
                                   .workload_name = "t.b",
                                   .values = { { &axes[0], "4", 4 } },
                                   .value_count = 1,
                                   .options = given,
                                   .option_count = 1,
                                   .cases = cases,
                                   .case_count = 2,
                                   .launches = 3 };

static struct arena arena;

static void ask(const char *lie, bool ahead, struct attempt *attempt)
{
    static const volatile sig_atomic_t never = 0;
    const struct run_request request = { .case_timeout_s = 60, .seed = 7, .samples = 5 };
    struct gpu_info device;
    cpu_device_info(&device);
    struct worker_job job = { .how = run_request_measuring(&request, false),
                              .techniques = techniques,
                              .device = &device,
                              .interrupted = &never,
                              .launch = 2 };
    struct child child = { .job = &job };
    setenv(lie_name, lie, 1);
    attempt_init(attempt, &arena);
    if (ahead)
        child_begin(&child);
    child_run(&child, &group, attempt);
    child_stop(&child);
}

/* A slow device is waited for as long as it is asked for. */
TEST(test_waits)
{
    static const struct {
        uint32_t asked_s;
        bool software;
        uint64_t seconds;
    } waits[] = { { 0, false, 60 }, { 0, true, 300 }, { 4000, false, 2000 }, { 1, true, 0 } };
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        const struct run_request request = { .case_timeout_s = waits[i].asked_s };
        const uint64_t wait_ns = run_request_measuring(&request, waits[i].software).wait_ns;
        assert_int_equal(wait_ns / 1000000000, waits[i].seconds);
        assert_true(wait_ns > 0);
    }
}

TEST(test_truth)
{
    for (int ahead = 0; ahead < 2; ahead++) {
        CLEANUP(attempt_finish) struct attempt attempt;
        ask("none", ahead, &attempt);
        assert_int_equal(attempt.end, ATTEMPT_WHOLE);
        assert_int_equal(attempt.case_count, 1);
    }
}

TEST(test_lies)
{
    static const char *const lies[][2] = { { "case", "'t.b/other'" },
                                           { "attempt", "'t.b/other'" },
                                           { "workload", "'t.c'" } };
    for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
        CLEANUP(attempt_finish) struct attempt attempt;
        ask(lies[i][0], false, &attempt);
        assert_int_equal(attempt.end, ATTEMPT_FAILED);
        assert_holds(attempt.message, lies[i][1]);
        assert_int_equal(attempt.case_count, 0);
    }
}

TEST(test_asked)
{
    static const char *const lies[] = { "lacks nothing", "lacks technique", "lacks bench",
                                        "lacks variant", "lacks option" };
    for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
        CLEANUP(attempt_finish) struct attempt attempt;
        ask(lies[i], false, &attempt);
        assert_int_equal(attempt.end, ATTEMPT_FAILED);
        assert_string_equal(attempt.message,
                            i > 0 ? "t.b: the measuring process does not know all of it; try "
                                    "--no-isolate"
                                  : "t.b: seed 7 samples 5 launch 2 of 3 b n=4 map=mff: "
                                    "t.b/second second n=4 m=x cold 1 of 32");
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], WORKER_COMMAND) == 0)
        return play_worker();
    return unit_run(NULL, NULL);
}
