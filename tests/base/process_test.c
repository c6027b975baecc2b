/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/process_run.h"
#include "harness/os/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG_MS = 60000 };

/* A shell that runs the command. */
struct shell {
    char program[3], option[3], command[128];
    char *words[4];
};

static struct process_plan shell_plan(struct shell *shell, const char *command)
{
    *shell = (struct shell){ .program = "sh", .option = "-c" };
    strncpy(shell->command, command, sizeof(shell->command) - 1);
    shell->words[0] = shell->program;
    shell->words[1] = shell->option;
    shell->words[2] = shell->command;
    return (struct process_plan){ .words = shell->words };
}

static void assert_end(const struct process *process, const char *words)
{
    struct text text = { 0 };
    process_run_end_add(&text, process);
    assert_string_equal(text_string(&text), words);
    text_finish(&text);
}

static void test_exit_code(void **state)
{
    (void)state;
    struct shell shell;
    struct process process;
    const struct process_plan plan = shell_plan(&shell, "exit 3");
    assert_int_equal(process_start(&process, &plan), 0);
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_ENDED);
    assert_int_equal(process_exit_code(&process), 3);
    assert_end(&process, "ended with exit code 3");
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_UNSEEN);
}

static void test_descriptors(void **state)
{
    (void)state;
    int ends[2];
    char said[64] = "";
    struct shell shell;
    struct process process;
    struct process_plan plan = shell_plan(&shell, "cat; echo out; echo err >&2; echo own >&4");
    assert_int_equal(pipe(ends), 0);
    plan.descriptors[0] = plan.descriptors[1] = PROCESS_NOWHERE;
    plan.descriptors[2] = plan.descriptors[4] = ends[1];
    assert_int_equal(process_start(&process, &plan), 0);
    close(ends[1]);
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_ENDED);
    assert_int_equal(read(ends[0], said, sizeof(said) - 1), 8);
    assert_string_equal(said, "err\nown\n");
    close(ends[0]);
}

static void test_not_there(void **state)
{
    (void)state;
    char name[] = "claimcheck-no-such-program", *words[] = { name, NULL };
    struct process process;
    assert_int_equal(process_start(&process, &(struct process_plan){ .words = words }), ENOENT);
    assert_int_equal(process.pid, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static int own_code(void *context)
{
    return *(const int *)context;
}

static int own_end(void *context)
{
    (void)context;
    return raise(SIGTERM);
}

static void test_function(void **state)
{
    (void)state;
    int code = 42;
    struct process process;
    struct process_plan plan = { .run = own_code, .context = &code };
    assert_int_equal(process_start(&process, &plan), 0);
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_ENDED);
    assert_int_equal(process_exit_code(&process), 42);
    plan.run = own_end;
    assert_int_equal(process_start(&process, &plan), 0);
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_ENDED);
    assert_int_equal(process_exit_code(&process), -1);
    assert_end(&process, "was killed by signal 15 (Terminated)");
}

static bool at_once(const void *context)
{
    (void)context;
    return true;
}

/* A process that ignores the signal is killed, and all of its group. */
static void test_stop(void **state)
{
    (void)state;
    char beat;
    int ends[2];
    struct shell shell;
    struct process process;
    struct process_plan plan =
        shell_plan(&shell, "trap '' TERM; sleep 300 & echo; while :; do sleep 1; done");
    plan.is_group = true;
    assert_int_equal(pipe(ends), 0);
    plan.descriptors[1] = ends[1];
    assert_int_equal(process_start(&process, &plan), 0);
    close(ends[1]);
    assert_int_equal(read(ends[0], &beat, 1), 1);
    assert_int_equal(process_wait(&process, 20, NULL, NULL), PROCESS_LIVES);
    assert_int_equal(process_wait(&process, LONG_MS, at_once, NULL), PROCESS_LIVES);
    assert_true(process_stop(&process, PROCESS_END, 50, NULL, NULL));
    assert_end(&process, "was killed by signal 9 (Killed)");
    assert_int_equal(read(ends[0], &beat, 1), 0); /* nobody has the other end any more */
    close(ends[0]);
}

/* In a process that ends before the one it has started. */
static int parent_run(void *context)
{
    const int *out = context;
    struct shell shell;
    struct process process;
    struct process_plan plan = shell_plan(&shell, "echo; exec sleep 300");
    plan.descriptors[1] = *out;
    return process_start(&process, &plan) == 0 && usleep(100000) == 0 ? 0 : 1;
}

static void test_death_of_parent(void **state)
{
    (void)state;
    char beat;
    int ends[2];
    struct process process;
    assert_int_equal(pipe(ends), 0);
    const struct process_plan plan = { .run = parent_run, .context = &ends[1] };
    assert_int_equal(process_start(&process, &plan), 0);
    close(ends[1]);
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_ENDED);
    assert_int_equal(process_exit_code(&process), 0);
    while (read(ends[0], &beat, 1) > 0)
        continue;
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exit_code), cmocka_unit_test(test_descriptors),
        cmocka_unit_test(test_not_there), cmocka_unit_test(test_function),
        cmocka_unit_test(test_stop),      cmocka_unit_test(test_death_of_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
