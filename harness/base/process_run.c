/* SPDX-License-Identifier: MIT */
#include "harness/base/process_run.h"

#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/printable.h"
#include "harness/os/file.h"
#include "harness/os/interrupt.h"
#include "harness/os/process_rest.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool interrupted(const void *context)
{
    (void)context;
    return *interrupt_flag();
}

static bool urged(const void *context)
{
    (void)context;
    return *interrupt_urged();
}

int process_run_start(const struct process_run *run, struct process *process)
{
    struct process_plan plan = run->plan;
    const int log = run->log ? os_file_open(run->log, OS_FILE_WRITE | OS_FILE_CREATE |
                                                          OS_FILE_EMPTY | OS_FILE_PRIVATE)
                             : PROCESS_NOWHERE;
    if (run->log && log < 0)
        return errno;
    if (run->log)
        plan.descriptors[2] = log;
    if (run->logs_all)
        plan.descriptors[1] = log;
    const int code = process_start(process, &plan);
    if (run->log)
        os_file_close(log);
    if (code == 0 && run->cpu_s > 0)
        process_limit(process, run->cpu_s, run->memory_bytes);
    return code;
}

enum process_state process_run(const struct process_run *run, struct process *process, int *failure)
{
    *failure = process_run_start(run, process);
    if (*failure != 0)
        return PROCESS_UNSEEN;
    const enum process_state state = process_wait(
        process, run->wait_ms, run->given_up ? run->given_up : interrupted, run->context);
    if (state == PROCESS_LIVES)
        process_stop(process, run->wish, run->stop_ms, urged, NULL);
    return state;
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
    char *said = NULL;
    size_t length = 0;
    if (disk_load(log, &said, &length) != 0)
        return need_copy("");
    while (length > 0 && isspace((unsigned char)said[length - 1]))
        said[--length] = 0;
    const char *newline = length > 0 ? strrchr(said, '\n') : NULL;
    char *line = need_copy(newline ? newline + 1 : length > 0 ? said : "");
    free(said);
    printable_clean(line);
    return line;
}

void process_run_end_say(struct text *text, const struct process *process, const char *log)
{
    char *line = process_run_last_line(log);
    process_run_end_add(text, process);
    text_add_format(text, "%s%.300s", *line ? ": " : "", line);
    free(line);
}

void process_run_rest_end(const struct process *process, const char *words, const char *who)
{
    struct process_rest rest;
    const size_t count = process_rest_end(process, &rest);
    char more[32] = "";
    if (count > 1)
        snprintf(more, sizeof(more), " and %zu more", count - 1);
    if (count == 0)
        return;
    printable_clean(rest.name);
    message_warning("'%.300s' left '%s' (process %ld)%s running; it was ended: %s must end all "
                    "that it starts",
                    words, rest.name, (long)rest.pid, more, who);
}
