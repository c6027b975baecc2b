/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"
#include "harness/os/os.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool urged(const void *context)
{
    (void)context;
    return *interrupt_urged();
}

bool process_run_floods(const struct process_run *run)
{
    const char *const files[] = { run->log, run->out };
    struct os_file_status status;
    for (size_t i = 0; i < 2 && run->written_bytes > 0; i++)
        if (files[i] && os_path_look(files[i], &status) && status.bytes > run->written_bytes)
            return true;
    return false;
}

static bool is_over(const void *context)
{
    const struct process_run *run = context;
    return (run->given_up ? run->given_up(run->context) : *interrupt_flag()) ||
           process_run_floods(run);
}

int process_run_start(struct process_run *run)
{
    struct process_plan plan = run->plan;
    const int log = run->log ? os_file_open(run->log, OS_FILE_WRITE | OS_FILE_CREATE |
                                                          OS_FILE_EMPTY | OS_FILE_PRIVATE)
                             : PROCESS_NOWHERE;
    run->process = (struct process){ 0 };
    run->end = PROCESS_RUN_UNSTARTED;
    run->failure = run->log && log < 0 ? errno : 0;
    if (run->failure != 0)
        return run->failure;
    if (run->log)
        plan.descriptors[2] = log;
    if (run->logs_all)
        plan.descriptors[1] = log;
    if (run->who)
        process_rest_adopt();
    run->begin_ns = clock_now_ns();
    run->failure = process_start(&run->process, &plan);
    if (run->log)
        os_file_close(log);
    if (run->failure == 0)
        process_rest_spare(&run->process, true);
    if (run->failure == 0 && run->cpu_s > 0)
        process_limit(&run->process, run->cpu_s, run->memory_bytes);
    return run->failure;
}

/* Ends what the process has left running, once it has ended. */
static void rest_end(struct process_run *run)
{
    struct process_rest rest;
    char more[32] = "";
    process_rest_spare(&run->process, false);
    if (!run->who)
        return;
    const size_t count = run->left = process_rest_end(&run->process, &rest);
    if (rest.pid != 0)
        run->ns = clock_now_ns() - run->begin_ns;
    if (count == 0)
        return;
    if (count > 1)
        snprintf(more, sizeof(more), " and %zu more", count - 1);
    printable_clean(rest.name);
    message_warning("'%.300s' left '%s' (process %ld)%s running; it was ended: %s must end all "
                    "that it starts",
                    run->words, rest.name, (long)rest.pid, more, run->who);
}

void process_run_stop(struct process_run *run, enum process_wish wish, double wait_ms)
{
    process_stop(&run->process, wish, wait_ms, urged, NULL);
    rest_end(run);
}

enum process_run_end process_run_wait(struct process_run *run)
{
    const enum process_state state = process_wait(&run->process, run->wait_ms, is_over, run);
    run->ns = clock_now_ns() - run->begin_ns;
    const bool is_late = run->ns >= 1e6 * run->wait_ms;
    if (state == PROCESS_LIVES)
        process_run_stop(run, run->wish, run->stop_ms);
    else
        rest_end(run);
    return run->end = process_run_floods(run)                 ? PROCESS_RUN_FLOODED
                      : state == PROCESS_UNSEEN               ? PROCESS_RUN_UNSEEN
                      : state == PROCESS_LIVES && is_late     ? PROCESS_RUN_LATE
                      : state == PROCESS_LIVES                ? PROCESS_RUN_GIVEN_UP
                      : process_exit_code(&run->process) == 0 ? PROCESS_RUN_DONE
                                                              : PROCESS_RUN_FAILED;
}

enum process_run_end process_run(struct process_run *run)
{
    return process_run_start(run) == 0 ? process_run_wait(run) : run->end;
}

void process_run_end_add(struct text *text, const struct process *process)
{
    const int number = process_end_signal(process);
    if (number != 0)
        text_add_format(text, "was killed by signal %d (%s)", number, process_signal_name(number));
    else
        text_add_format(text, "ended with exit code %d", process_exit_code(process));
}

char *process_run_last_line(const char *log)
{
    OWNED char *said = NULL;
    size_t length = 0;
    if (disk_load(log, &said, &length) != 0)
        return need_copy("");
    while (length > 0 && isspace((unsigned char)said[length - 1]))
        said[--length] = 0;
    const char *newline = length > 0 ? strrchr(said, '\n') : NULL, *frame = NULL;
    /* A compiler ends with a count or with code; its first error has file and line. */
    const char *error = newline ? strstr(said, ": error: ") : NULL;
    if (!error && newline)
        error = strstr(said, ": fatal error: ");
    while (error && error > said && error[-1] != '\n')
        error--;
    const char *line = error ? error : newline ? newline + 1 : length > 0 ? said : "";
    struct text text = { 0 };
    text_add_format(&text, "%.*s", (int)strcspn(line, "\n"), line);
    /* Python's traceback has the place in a line of its own: File "/a/b.py", line 3 */
    static const char file[] = "  File \"", number[] = "\", line ";
    for (const char *at = said; newline && (at = strstr(at, file)); at++)
        if (at == said || at[-1] == '\n')
            frame = at + sizeof(file) - 1;
    const size_t path = frame ? strcspn(frame, "\"\n") : 0;
    if (frame && strncmp(frame + path, number, sizeof(number) - 1) == 0) {
        const char *name = frame;
        for (const char *at = frame; at < frame + path; at++)
            name = *at == '/' || *at == '\\' ? at + 1 : name;
        text_add_format(&text, " (%.*s:%ld)", (int)(frame + path - name), name,
                        strtol(frame + path + sizeof(number) - 1, NULL, 10));
    }
    printable_clean(text.string);
    return text_take(&text);
}

void process_run_say(struct text *text, const struct process_run *run)
{
    switch (run->end) {
    case PROCESS_RUN_UNSTARTED:
        text_add_format(text, "cannot be started: %s", strerror(run->failure));
        return;
    case PROCESS_RUN_UNSEEN: text_add(text, "ended, and its exit code could not be read"); return;
    case PROCESS_RUN_GIVEN_UP: text_add(text, "was interrupted"); return;
    case PROCESS_RUN_LATE:
        text_add_format(text, "took more than %.4g s", run->wait_ms / 1e3);
        return;
    case PROCESS_RUN_FLOODED:
        text_add_format(text, "wrote more than %d MiB", (int)(run->written_bytes >> 20));
        return;
    case PROCESS_RUN_DONE:
    case PROCESS_RUN_FAILED: break;
    }
    OWNED char *line = run->log ? process_run_last_line(run->log) : need_copy("");
    process_run_end_add(text, &run->process);
    text_add_format(text, "%s%.300s", *line ? ": " : "", line);
}
