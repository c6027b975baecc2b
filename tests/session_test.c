/* SPDX-License-Identifier: MIT */
/* Commands from end to end, in a process each, with doubles for the sampler and the device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/cli/cli.h"
#include "harness/results.h"
#include "harness/workload.h"

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 16, GROUPS = 3, CASES = 3 };

/* What the doubles do; set before a command is run. */
enum trouble { NONE, INTERRUPT, KILL, LOST, WRONG, UNSUPPORTED, WORKLOAD };
static enum trouble trouble;
static int trouble_group; /* how many groups before it comes */
static int device_count = 1, devices_creatable = 100;
static char device_uuid[33] = "00112233445566778899aabbccddeeff";

static char folder[64], errors[4096];

#include "tests/selftest_double.h"
#include "tests/trace_double.h"

/* Doubles of harness/gpu ---------------------------------------------------------------------- */

enum gpu_result gpu_list(struct gpu_info **infos, int *count)
{
    *infos = device_count == 0 ? NULL : calloc((size_t)device_count, sizeof(**infos));
    *count = device_count;
    for (int i = 0; i < device_count; i++) {
        struct gpu_info *info = &(*infos)[i];
        *info = (struct gpu_info){ .index = i, .name = "Double 1", .usable = true };
        snprintf(info->uuid, sizeof(info->uuid), "%s", device_uuid);
        snprintf(info->driver_uuid, sizeof(info->driver_uuid), "%s", device_uuid);
        snprintf(info->api_version, sizeof(info->api_version), "1.3.0");
        info->uuid[0] = (char)('0' + i);
    }
    return GPU_OK;
}

int gpu_choose(const struct gpu_info *infos, int count, const char *selector,
               char message[GPU_MESSAGE_BYTES])
{
    (void)infos;
    snprintf(message, GPU_MESSAGE_BYTES, "no device");
    return count == 0 || (selector != NULL && strcmp(selector, "none") == 0) ? -1 : 0;
}

struct gpu *gpu_create(const struct gpu_params *params, enum gpu_result *result,
                       char message[GPU_MESSAGE_BYTES])
{
    (void)params;
    *result = GPU_ERROR;
    snprintf(message, GPU_MESSAGE_BYTES, "the device is gone");
    return devices_creatable-- > 0 ? malloc(1) : NULL;
}

void gpu_destroy(struct gpu **gpu)
{
    free(*gpu);
    *gpu = NULL;
}

void gpu_fault_plant(struct gpu *gpu, enum gpu_result result)
{
    (void)gpu;
    (void)result;
}

const char *gpu_feature_name(enum gpu_feature feature)
{
    return feature == GPU_SHADER_CLOCK ? "shader_clock" : "other";
}

const char *gpu_kind_name(enum gpu_kind kind)
{
    return kind == GPU_DISCRETE ? "discrete" : "other";
}

const char *gpu_loader_version(void)
{
    return "1.3.0";
}

bool gpu_info_is_software(const struct gpu_info *info)
{
    return info->kind == GPU_CPU;
}

/* `inspect` is linked, and not called. */
const struct gpu_info *gpu_info(const struct gpu *gpu)
{
    (void)gpu;
    return NULL;
}

const struct gpu_failure *gpu_failure(const struct gpu *gpu)
{
    (void)gpu;
    return NULL;
}

bool gpu_failed(const struct gpu *gpu)
{
    return gpu == NULL;
}

struct gpu_scope *gpu_scope_create(struct gpu *gpu)
{
    (void)gpu;
    return NULL;
}

void gpu_scope_destroy(struct gpu_scope **scope)
{
    *scope = NULL;
}

const char *gpu_scope_broken_guard(struct gpu_scope *scope)
{
    (void)scope;
    return NULL;
}

/* Doubles of harness/sampler.c ---------------------------------------------------------------- */

struct sampler_rules sampler_rules_for(enum bench_profile profile, bool software)
{
    (void)profile;
    (void)software;
    return (struct sampler_rules){ .samples_min = 1, .samples_max = 1 };
}

static void result_measure(struct result *result)
{
    result->samples = calloc(1, sizeof(*result->samples));
    result->samples[0] = (struct result_sample){ .gpu_ns = 5.0, .wall_ns = 6.0 };
    result->sample_count = 1;
    result->stop = RESULT_STOP_SAMPLES;
    result->inner_repetitions = 1;
    result->verified_before = result->verified_after = true;
    result->gpu = (struct stats_summary){ .count = 1, .median = 5.0 };
    result->wall = (struct stats_summary){ .count = 1, .median = 6.0 };
}

static void result_fill(struct result *result, size_t index, bool here)
{
    static const enum bench_status statuses[] = {
        [LOST] = BENCH_DEVICE_LOST, [WRONG] = BENCH_FAILED_VERIFY, [UNSUPPORTED] = BENCH_UNSUPPORTED
    };
    if (here && trouble == KILL && index == 1)
        raise(SIGKILL);
    if (here && trouble == INTERRUPT && index > 0)
        return; /* not measured */
    if (here && index == 1 && trouble >= LOST) {
        result->status = statuses[trouble];
        snprintf(result->reason, sizeof(result->reason), "for a test");
    } else {
        result_measure(result);
    }
}

void sampler_group_run(const struct sampler_params *params, const struct plan_group *group,
                       struct sampler_outcome *outcome)
{
    static int groups;
    bool here = groups++ == trouble_group;
    assert_non_null(params->gpu);
    *outcome = (struct sampler_outcome){ .count = group->case_count };
    outcome->results = calloc(group->case_count, sizeof(*outcome->results));
    if (here && trouble == WORKLOAD) {
        outcome->workload_failed = true;
        snprintf(outcome->message, sizeof(outcome->message), "cannot read 'x'");
        return;
    }
    outcome->workload =
        workload_create(group, params->seed, outcome->message, sizeof(outcome->message));
    outcome->facts = workload_facts(outcome->workload);
    for (size_t i = 0; i < group->case_count; i++) {
        struct result *result = &outcome->results[i];
        snprintf(result->name, sizeof(result->name), "%s", group->cases[i].name);
        snprintf(result->workload, sizeof(result->workload), "%s", group->workload_name);
        result->technique = group->technique;
        result->bench = group->bench;
        result->variant = group->cases[i].variant;
        result->baseline = group->cases[i].baseline;
        result_fill(result, i, here);
    }
    if (here && trouble == INTERRUPT)
        raise(SIGTERM);
    /* As the sampler does with what another case's loss left unmeasured. */
    if (here && trouble == LOST) {
        result_finish(&outcome->results[group->case_count - 1]);
        outcome->results[group->case_count - 1].status = BENCH_SKIPPED;
    }
    outcome->device_unusable = here && trouble == LOST;
    outcome->interrupted = *params->interrupted != 0;
}

void sampler_outcome_finish(struct sampler_outcome *outcome)
{
    for (size_t i = 0; i < outcome->count; i++)
        result_finish(&outcome->results[i]);
    free(outcome->results);
    workload_destroy(&outcome->workload);
}

/* A technique with GROUPS groups of CASES cases ------------------------------------------------ */

static bool build(struct bench_workload *workload)
{
    bench_fact_count(workload, "seed", workload->seed);
    return true;
}

static const struct bench_axis axes[] = {
    { .name = "n", .min = 1, .max = 9, .values = { "1,2,3" } }, { .name = NULL }
};
static const struct bench_variant variants[] = {
    { .name = "a" }, { .name = "b", .needs = GPU_SHADER_CLOCK }, { .name = "c" }, { .name = NULL }
};
static const struct bench bench = {
    .name = "b", .axes = axes, .variants = variants, .workload = build
};
static const struct bench *const benches[] = { &bench, NULL };
static const struct technique technique = { .name = "t", .alias = "tee", .benches = benches };
static const struct technique *const techniques[] = { &technique, NULL };

/* Runs one command line, words apart by blanks. Returns its exit code, or minus the signal. */
static int command(const char *line)
{
    char text[1024], *argv[ARGUMENTS_MAX + 1] = { NULL };
    int argc = 0, status = 0;
    snprintf(text, sizeof(text), "claimcheck %s", line);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("errors", "w", stderr) == NULL || freopen("output", "w", stdout) == NULL)
            _exit(126);
        int code = cli_main(argc, argv, techniques);
        fflush(NULL);
        _exit(code);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    FILE *file = fopen("errors", "r");
    assert_non_null(file);
    errors[fread(errors, 1, sizeof(errors) - 1, file)] = 0;
    fclose(file);
    trouble = NONE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int command_in_trouble(enum trouble kind, int group, const char *line)
{
    trouble = kind;
    trouble_group = group;
    return command(line);
}

static void assert_error(const char *part)
{
    if (strstr(errors, part) == NULL)
        fail_msg("no '%s' in '%s'", part, errors);
}

/* Each case once, in all. */
static void assert_cases(const char *path, size_t wanted)
{
    char message[1024];
    json_t *document = results_load(path, message, sizeof(message));
    if (document == NULL)
        fail_msg("%s", message);
    const json_t *cases = json_object_get(document, "cases"), *c;
    json_t *names = json_object();
    size_t i;
    assert_int_equal(json_array_size(cases), wanted);
    json_array_foreach(cases, i, c)
        json_object_set_new(names, json_string_value(json_object_get(c, "name")), json_true());
    assert_int_equal(json_object_size(names), wanted);
    json_decref(names);
    json_decref(document);
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void test_whole_run(void **state)
{
    (void)state;
    assert_int_equal(command("run --quiet --out x.json"), CLI_OK);
    if (strstr(errors, "load average") == NULL) /* of what else this machine does */
        assert_string_equal(errors, "");
    assert_cases("x.json", GROUPS * CASES);
    assert_false(exists("x.json.journal"));
    assert_int_equal(command("run --quiet --out x.json"), CLI_UNTRIED);
    assert_error("'x.json' is there already");
    assert_int_equal(command("run --resume x.json"), CLI_OK);
    assert_int_equal(command("run --resume x.json.journal"), CLI_OK);
}

static void test_interrupted_and_resumed(void **state)
{
    (void)state;
    assert_int_equal(command_in_trouble(INTERRUPT, 1, "run --quiet --out x.json"), CLI_UNTRIED);
    assert_error("interrupted: continue with: claimcheck run --resume x.json");
    assert_false(exists("x.json"));
    assert_cases("x.json.journal", CASES + 1);
    assert_int_equal(command("run --quiet --out x.json"), CLI_UNTRIED);
    assert_error("--resume x.json");
    /* Interrupted once more: the baseline of the group is not written twice. */
    assert_int_equal(command_in_trouble(INTERRUPT, 0, "run --quiet --resume x.json"), CLI_UNTRIED);
    assert_cases("x.json.journal", CASES + 1);
    assert_int_equal(command("run --quiet --resume x.json.journal"), CLI_OK);
    assert_cases("x.json", GROUPS * CASES);
}

static void test_killed_and_resumed(void **state)
{
    (void)state;
    assert_int_equal(
        command_in_trouble(KILL, 2, "run --quiet --seed 5 --axis n=4,5,6 --out x.json"), -SIGKILL);
    assert_cases("x.json.journal", 2 * CASES);
    assert_int_equal(command("run --resume x.json --seed 5"), CLI_UNTRIED);
    assert_error("leave out --seed");
    assert_int_equal(command("run --quiet --resume x.json"), CLI_OK);
    assert_cases("x.json", GROUPS * CASES);
}

static void test_resume_wants_the_same_device(void **state)
{
    (void)state;
    assert_int_equal(command_in_trouble(KILL, 1, "run --quiet --out x.json"), -SIGKILL);
    device_uuid[5] = 'f';
    assert_int_equal(command("run --quiet --resume x.json"), CLI_UNTRIED);
    device_uuid[5] = '2';
    assert_error("which is not here");
    assert_int_equal(command("run --quiet --resume x.json"), CLI_OK);
}

static void test_resume_of_all_cases_only_writes_the_file(void **state)
{
    (void)state;
    char message[1024];
    assert_int_equal(command_in_trouble(INTERRUPT, 9, "run --quiet --out x.json"), CLI_OK);
    json_t *document = results_load("x.json", message, sizeof(message));
    json_t *cases = json_incref(json_object_get(document, "cases")), *c;
    json_t *workloads = json_incref(json_object_get(document, "workloads"));
    json_object_del(document, "cases");
    json_object_del(document, "workloads");
    FILE *file = fopen("x.json.journal", "w");
    json_dumpf(document, file, JSON_COMPACT);
    fputc('\n', file);
    size_t i;
    json_array_foreach(cases, i, c)
    {
        fputs("{\"case\":", file);
        json_dumpf(c, file, JSON_COMPACT);
        fputs("}\n", file);
    }
    assert_int_equal(fclose(file), 0);
    json_decref(document);
    json_decref(cases);
    json_decref(workloads);
    assert_int_equal(unlink("x.json"), 0);
    devices_creatable = 0;
    assert_int_equal(command("run --quiet --resume x.json"), CLI_OK);
    devices_creatable = 100;
    assert_cases("x.json", GROUPS * CASES);
}

static void test_device_lost(void **state)
{
    (void)state;
    assert_int_equal(command_in_trouble(LOST, 1, "run --quiet --out x.json"), CLI_UNTRIED);
    assert_error("made anew");
    assert_cases("x.json", GROUPS * CASES);
    devices_creatable = 1;
    assert_int_equal(command_in_trouble(LOST, 1, "run --quiet --out y.json"), CLI_UNTRIED);
    devices_creatable = 100;
    assert_error("the device is gone");
    assert_error("--resume y.json");
    assert_cases("y.json.journal", 2 * CASES - 1);
}

static void test_statuses_decide_the_exit_code(void **state)
{
    (void)state;
    assert_int_equal(command_in_trouble(WRONG, 0, "run --quiet --out a.json"), CLI_WRONG);
    assert_int_equal(command("run --resume a.json"), CLI_WRONG);
    assert_int_equal(command_in_trouble(UNSUPPORTED, 0, "run --quiet --out b.json"), CLI_OK);
}

static void test_workload_failed(void **state)
{
    (void)state;
    assert_int_equal(command_in_trouble(WORKLOAD, 0, "run --quiet --out x.json"), CLI_UNTRIED);
    assert_error("cannot read 'x'");
    assert_false(exists("x.json.journal"));
    assert_int_equal(command_in_trouble(WORKLOAD, 1, "run --quiet --out x.json"), CLI_UNTRIED);
    assert_error("--resume x.json");
    assert_cases("x.json.journal", CASES);
}

static void test_devices(void **state)
{
    (void)state;
    device_count = 0;
    assert_int_equal(command("run --out x.json"), CLI_NOTHING);
    assert_int_equal(command("run --device all --out x.json"), CLI_NOTHING);
    assert_int_equal(command("devices"), CLI_NOTHING);
    assert_false(exists("x.json.journal"));
    device_count = 2;
    assert_int_equal(command("run --device none --out x.json"), CLI_UNTRIED);
    assert_int_equal(command("run --device all --quiet --out x.json"), CLI_OK);
    device_count = 1;
    assert_cases("x-double-1-0.json", GROUPS * CASES);
    assert_cases("x-double-1-1.json", GROUPS * CASES);
    devices_creatable = 0;
    assert_int_equal(command("run --out y.json"), CLI_UNTRIED);
    devices_creatable = 100;
    assert_false(exists("y.json.journal"));
}

static void test_closed_streams(void **state)
{
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char words[4][16] = { "claimcheck", "run", "--out", "x.json" };
        char *argv[] = { words[0], words[1], words[2], words[3], NULL };
        trouble = INTERRUPT;
        trouble_group = 2;
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        _exit(cli_main(4, argv, techniques));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_cases("x.json.journal", 2 * CASES + 1);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/session_test.XXXXXX");
    return mkdtemp(folder) == NULL || chdir(folder) != 0 ? -1 : 0;
}

static int remove_entry(const char *name, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(name);
}

static int tear_down(void **state)
{
    (void)state;
    return chdir("/") != 0 ? -1 : nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    unsetenv("CI"); /* all in one process, where the doubles are */
    const struct CMUnitTest tests[] = {
        TEST(test_whole_run),
        TEST(test_interrupted_and_resumed),
        TEST(test_killed_and_resumed),
        TEST(test_resume_wants_the_same_device),
        TEST(test_resume_of_all_cases_only_writes_the_file),
        TEST(test_device_lost),
        TEST(test_statuses_decide_the_exit_code),
        TEST(test_workload_failed),
        TEST(test_devices),
        TEST(test_closed_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
