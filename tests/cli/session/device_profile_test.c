/* SPDX-License-Identifier: MIT */
/* The profile of a run that asks for none, by its device; devices are made up. */
#include "tests/cli/session/made_command.h"

static const struct bench_axis size_axes[] = {
    { .name = "n", .min = 1, .max = 9, .values = { "1", "2", "3" } }, { .name = NULL }
};
static const struct bench_variant one_variant[] = { { .name = "a" }, { .name = NULL } };
static const struct bench sized = {
    .name = "sized", .axes = size_axes, .variants = one_variant, .workload = build
};
static const struct bench *const sized_benches[] = { &sized, NULL };
static const struct technique sized_technique = { .name = "t", .benches = sized_benches };
static const struct technique *const sized_alone[] = { &sized_technique, NULL };

static void set_devices(int count, enum gpu_kind first, enum gpu_kind second)
{
    techniques = sized_alone;
    device_count = count;
    device_kinds[0] = first;
    device_kinds[1] = second;
}

static void assert_run(const char *path, const char *profile, size_t cases)
{
    CLEANUP(run_destroy) struct run *run = load(path);
    assert_string_equal(run->session.profile, profile);
    assert_int_equal(run->case_count, cases);
    unlink(path);
}

/* Runs the options, which write x.json. */
static void assert_runs(const char *options, const char *profile, size_t cases)
{
    assert_int_equal(command(unit_text("run --quiet --out x.json %s", options)), EXIT_CODE_OK);
    assert_run("x.json", profile, cases);
}

/* Counts the lines, one for each case. */
static int listed(const char *line)
{
    int lines = 0;
    assert_int_equal(command(line), EXIT_CODE_OK);
    FILE *file = fopen("output", "r");
    assert_non_null(file);
    for (int c = fgetc(file); c != EOF; c = fgetc(file))
        lines += c == '\n';
    fclose(file);
    return lines;
}

TEST_IN(test_kinds, set_up, folder_remove)
{
    static const enum gpu_kind gpus[] = { GPU_DISCRETE, GPU_INTEGRATED, GPU_VIRTUAL, GPU_OTHER };
    for (size_t i = 0; i < sizeof(gpus) / sizeof(gpus[0]); i++) {
        set_devices(1, gpus[i], gpus[i]);
        assert_int_equal(command("run --out x.json"), EXIT_CODE_OK);
        assert_error(", profile paper, ");
        assert_run("x.json", "paper", 2);
        assert_int_equal(listed("run --list-cases"), 2);
    }
    set_devices(1, GPU_CPU, GPU_CPU);
    assert_int_equal(command("run --out x.json"), EXIT_CODE_OK);
    assert_error(", profile quick, ");
    assert_run("x.json", "quick", 1);
    assert_int_equal(listed("run --list-cases"), 1);
}

/* A profile that is asked for is used on any device. */
TEST_IN(test_asked_for, set_up, folder_remove)
{
    set_devices(1, GPU_DISCRETE, GPU_DISCRETE);
    assert_runs("--profile quick", "quick", 1);
    set_devices(1, GPU_CPU, GPU_CPU);
    assert_runs("--profile full", "full", 3);
    assert_int_equal(listed("run --list-cases --profile full"), 3);
}

/* Several devices: each its own; one of several, its own, too. */
TEST_IN(test_several, set_up, folder_remove)
{
    set_devices(2, GPU_DISCRETE, GPU_CPU);
    assert_int_equal(command("run --quiet --device all --out x.json"), EXIT_CODE_OK);
    assert_run("x-made-1-0.json", "paper", 2);
    assert_run("x-made-1-1.json", "quick", 1);
    assert_runs("--device 1", "quick", 1);
    assert_int_equal(listed("run --list-cases --device 1"), 1);
    assert_int_equal(listed("run --list-cases"), 2);
    /* Nobody can tell two runs on standard output apart. */
    assert_untried("run --quiet --device all --json", "choose one of 2 devices");
}

/* The filter selects cases of the device's profile, once. */
TEST_IN(test_filter, set_up, folder_remove)
{
    set_devices(1, GPU_DISCRETE, GPU_DISCRETE);
    assert_runs("--filter n:2", "paper", 1);
    set_devices(1, GPU_CPU, GPU_CPU);
    assert_untried("run --quiet --filter n:2 --out x.json", "n:2");
    assert_int_equal(access("x.json", F_OK), -1);
    set_devices(2, GPU_DISCRETE, GPU_CPU);
    assert_untried("run --quiet --filter ( --device all --out x.json", "not a regular expression");
    set_devices(0, GPU_CPU, GPU_CPU);
    assert_int_equal(listed("run --list-cases"), 1);
    assert_int_equal(command("run --quiet --filter ( --out x.json"), EXIT_CODE_UNTRIED);
    assert_int_equal(command("run --quiet --out x.json"), EXIT_CODE_NOTHING);
}

/* An interrupted run goes on with the profile that it was begun with. */
TEST_IN(test_resumed, set_up, folder_remove)
{
    set_devices(1, GPU_DISCRETE, GPU_DISCRETE);
    assert_mishap(INTERRUPT, 1, EXIT_CODE_UNTRIED, "run --quiet --out x.json");
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_OK);
    assert_run("x.json", "paper", 2);
}
