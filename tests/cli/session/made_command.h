/* SPDX-License-Identifier: MIT */
/* made_command.h: command lines in a process each, with a made measurer, in a folder of their own,
 * where no cache of the user's is seen. */
#ifndef CLAIMCHECK_TESTS_CLI_SESSION_MADE_COMMAND_H
#define CLAIMCHECK_TESTS_CLI_SESSION_MADE_COMMAND_H

#include "harness/cli/cli.h"
#include "harness/record/run/run.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/cli/session/made_measurer.h"
#include "tests/files.h"

enum { ARGUMENTS_MAX = 16, GROUPS = 3, CASES = 3 };

static char errors[4096];

/* A technique with GROUPS groups of CASES cases ------------------------------------------------ */

static inline bool build(struct bench_workload *workload)
{
    context_fact_count(&workload->context, "seed", workload->context.seed);
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
static const struct technique *const alone[] = { &technique, NULL };

/* Steps of 5 ns are the ceilings of another one: 100 of them cannot be done in 5 ns. */
static const struct bench_variant step_variants[] = {
    { .name = "dependent", .ceiling = BENCH_CEILING_DEPENDENT },
    { .name = "indirect", .ceiling = BENCH_CEILING_INDIRECT },
    { .name = "fill", .ceiling = BENCH_CEILING_FILL },
    { .name = NULL },
};
static const struct bench steps = { .name = "s", .variants = step_variants, .workload = build };
static const struct bench *const step_benches[] = { &steps, NULL };
static const struct technique ceilings = { .name = "u", .alias = "you", .benches = step_benches };
static const struct technique *const with_ceilings[] = { &technique, &ceilings, NULL };

static const struct technique *const *techniques = alone;

/* Runs one command line, words apart by blanks. Returns its exit code, or minus the signal. */
static inline int command(const char *line)
{
    char text[1024], *argv[ARGUMENTS_MAX + 1] = { NULL };
    int argc = 0, status = 0;
    snprintf(text, sizeof(text), "claimcheck %s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("errors", "w", stderr) || !freopen("output", "w", stdout))
            _exit(126);
        int code = cli_main(argc, argv, techniques, NULL, &made_measurer);
        fflush(NULL);
        _exit(code);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    file_read_text("errors", errors, sizeof(errors));
    mishap = NONE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* Runs a command line that ends in this exit code, or by minus a signal, since a mishap comes. */
static inline void assert_mishap(enum mishap kind, int group, int code, const char *line)
{
    mishap = kind;
    mishap_group = group;
    assert_int_equal(command(line), code);
}

static inline void assert_error(const char *part)
{
    assert_holds(errors, part);
}

/* The command tries nothing, and an error has the part. */
static inline void assert_untried(const char *line, const char *part)
{
    assert_int_equal(command(line), EXIT_CODE_UNTRIED);
    assert_error(part);
}

/* NULL is no answer. */
static inline struct run *load(const char *path)
{
    struct run *run = run_load(path);
    assert_done(run);
    return run;
}

/* Each case once, in all: the reader would refuse two of a name. */
static inline void assert_cases(const char *path, size_t wanted)
{
    CLEANUP(run_destroy) struct run *run = load(path);
    assert_int_equal(run->case_count, wanted);
}

/* The command does all, and the file has so many cases. */
static inline void assert_whole(const char *line, const char *path, size_t cases)
{
    assert_int_equal(command(line), EXIT_CODE_OK);
    assert_cases(path, cases);
}

/* Fixture: one device, of which all is well, in an empty folder. */
static inline int set_up(void **state)
{
    techniques = alone;
    repetitions = 1;
    device_count = 1;
    devices_creatable = 100;
    all_throttled = one_uuid = false;
    first_bus = 0;
    goes_after = -1;
    /* A device of this process: tests run side by side, and each would find it in use. */
    snprintf(device_uuid + 16, 17, "%016lx", (unsigned long)getpid());
    unsetenv("CI"); /* all in one process, where the made measurer is */
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    return folder_enter(state);
}

#endif
