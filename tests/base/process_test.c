/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/os/os.h"
#include "tests/unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG_MS = 60000 };

/* A shell that runs the command. */
struct shell {
    char program[3], option[3], command[160];
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

/* Starts a process, and waits for its end. */
static struct process process_ran(const struct process_plan *plan)
{
    struct process process;
    assert_int_equal(process_start(&process, plan), 0);
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_ENDED);
    return process;
}

static void assert_end(const struct process *process, const char *words)
{
    CLEANUP(text_finish) struct text text = { 0 };
    process_run_end_add(&text, process);
    assert_string_equal(text_string(&text), words);
}

TEST(test_exit_code)
{
    struct shell shell;
    const struct process_plan plan = shell_plan(&shell, "exit 3");
    struct process process = process_ran(&plan);
    assert_int_equal(process_exit_code(&process), 3);
    assert_end(&process, "ended with exit code 3");
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_UNSEEN);
}

TEST(test_descriptors)
{
    int ends[2];
    char said[64] = "";
    struct shell shell;
    struct process_plan plan = shell_plan(&shell, "cat; echo out; echo err >&2; echo own >&4");
    assert_int_equal(pipe(ends), 0);
    plan.descriptors[0] = plan.descriptors[1] = PROCESS_NOWHERE;
    plan.descriptors[2] = plan.descriptors[4] = ends[1];
    process_ran(&plan);
    close(ends[1]);
    assert_int_equal(read(ends[0], said, sizeof(said) - 1), 8);
    assert_string_equal(said, "err\nown\n");
    close(ends[0]);
}

TEST(test_not_there)
{
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
    return raise(SIGTERM);
}

/* 0 where a program that a worker starts is ended by what the worker leaves to its parent. */
static int own_worker(void *context)
{
    struct shell shell;
    struct process process;
    const struct process_plan plan = shell_plan(&shell, "kill -TERM $$; exit 3");
    interrupt_install_worker();
    return raise(SIGTERM) != 0 || process_start(&process, &plan) != 0 ||
           process_wait(&process, LONG_MS, NULL, NULL) != PROCESS_ENDED ||
           process_end_signal(&process) != SIGTERM;
}

TEST(test_worker)
{
    const struct process process = process_ran(&(struct process_plan){ .run = own_worker });
    assert_int_equal(process_exit_code(&process), 0);
}

TEST(test_function)
{
    int code = 42;
    struct process process =
        process_ran(&(struct process_plan){ .run = own_code, .context = &code });
    assert_int_equal(process_exit_code(&process), 42);
    process = process_ran(&(struct process_plan){ .run = own_end });
    assert_int_equal(process_exit_code(&process), -1);
    assert_end(&process, "was killed by signal 15 (Terminated)");
}

static bool at_once(const void *context)
{
    return true;
}

/* A process that ignores the signal is killed, and all of its group. */
TEST(test_stop)
{
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

TEST(test_death_of_parent)
{
    char beat;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const struct process process =
        process_ran(&(struct process_plan){ .run = parent_run, .context = &ends[1] });
    close(ends[1]);
    assert_int_equal(process_exit_code(&process), 0);
    while (read(ends[0], &beat, 1) > 0)
        continue;
    close(ends[0]);
}

/* The ways to end badly, each in words; none leaves a process behind. */
TEST(test_run)
{
    static const struct {
        const char *command, *words;
        double wait_ms;
        enum process_run_end end;
    } ways[] = {
        { "echo first >&2; echo last >&2; exit 0", "ended with exit code 0: last", LONG_MS,
          PROCESS_RUN_DONE },
        { "echo why >&2; exit 3", "ended with exit code 3: why", LONG_MS, PROCESS_RUN_FAILED },
        { "printf 'Traceback\\n  File \"/a/b.py\", line 3, in f\\n    x\\nE: why\\n' >&2; exit 1",
          "ended with exit code 1: E: why (b.py:3)", LONG_MS, PROCESS_RUN_FAILED },
        { "printf '  File \"b.py\", line 3\\nE: why\\n' >&2; exit 1",
          "ended with exit code 1: E: why (b.py:3)", LONG_MS, PROCESS_RUN_FAILED },
        { "printf '\\n  File \"cut' >&2; exit 1", "ended with exit code 1:   File \"cut", LONG_MS,
          PROCESS_RUN_FAILED },
        { "kill -SEGV $$", "was killed by signal 11 (Segmentation fault)", LONG_MS,
          PROCESS_RUN_FAILED },
        { "sleep 300 & wait", "took more than 0.2 s", 200, PROCESS_RUN_LATE },
        { "trap '' TERM; while :; do sleep 300; done", "took more than 0.2 s", 200,
          PROCESS_RUN_LATE },
        { "yes >&2", "wrote more than 1 MiB", LONG_MS, PROCESS_RUN_FLOODED },
        { "setsid sleep 300 & sleep .1; exit 4", "ended with exit code 4", LONG_MS,
          PROCESS_RUN_FAILED },
        { "setsid sh -c 'trap \"\" TERM; while :; do sleep 300; done' & wait",
          "took more than 0.3 s", 300, PROCESS_RUN_LATE },
    };
    char log[] = "/tmp/claimcheck_process_test.XXXXXX";
    const int fd = mkstemp(log);
    assert_true(fd >= 0);
    close(fd);
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        struct shell shell;
        CLEANUP(text_finish) struct text text = { 0 };
        struct process_run run = { .plan = shell_plan(&shell, ways[i].command),
                                   .log = log,
                                   .written_bytes = 1 << 20,
                                   .wait_ms = ways[i].wait_ms,
                                   .wish = PROCESS_END,
                                   .stop_ms = 100,
                                   .who = "a test",
                                   .words = ways[i].command };
        run.plan.is_group = true;
        assert_int_equal(process_run(&run), ways[i].end);
        process_run_say(&text, &run);
        assert_string_equal(text_string(&text), ways[i].words);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nor one that had left its group */
        assert_int_equal(errno, ECHILD);
        assert_true(run.ns > 0 && run.ns < 1e6 * LONG_MS);
    }
    unlink(log);
}

TEST(test_run_not_started)
{
    char name[] = "/no/such/program", *words[] = { name, NULL };
    CLEANUP(text_finish) struct text text = { 0 };
    struct process_run run = { .plan = { .words = words }, .wait_ms = LONG_MS };
    assert_int_equal(process_run(&run), PROCESS_RUN_UNSTARTED);
    process_run_say(&text, &run);
    assert_string_equal(text_string(&text), "cannot be started: No such file or directory");
    run.log = "/no/such/folder/log";
    assert_int_equal(process_run(&run), PROCESS_RUN_UNSTARTED);
    assert_int_equal(run.failure, ENOENT);
}

/* One that is given up has another end than one that is late. */
TEST(test_run_given_up)
{
    struct shell shell;
    struct process_run run = { .plan = shell_plan(&shell, "exec sleep 300"),
                               .wait_ms = LONG_MS,
                               .given_up = at_once };
    assert_int_equal(process_run(&run), PROCESS_RUN_GIVEN_UP);
}
