/* SPDX-License-Identifier: MIT */
#include "harness/base/process_end.h"

#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/printable.h"
#include "harness/os/process_rest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void process_end_add(struct text *text, const struct process *process)
{
    const int number = process_end_signal(process);
    if (number != 0)
        text_add_format(text, "was killed by signal %d (%s)", number, process_signal_name(number));
    else
        text_add_format(text, "ended with exit code %d", process_exit_code(process));
}

void process_end_say(struct text *text, const struct process *process, const char *log_path)
{
    char *log = NULL;
    size_t length = 0;
    process_end_add(text, process);
    if (disk_load(log_path, &log, &length) != 0)
        return;
    while (length > 0 && isspace((unsigned char)log[length - 1]))
        log[--length] = 0;
    const char *newline = strrchr(log, '\n'), *last = newline ? newline + 1 : log;
    if (*last)
        text_add_format(text, ": %.300s", last);
    free(log);
}

void process_end_rest(const struct process *process, const char *words)
{
    struct process_rest rest;
    const size_t count = process_rest_end(process, &rest);
    char more[32] = "";
    if (count > 1)
        snprintf(more, sizeof(more), " and %zu more", count - 1);
    if (count == 0)
        return;
    printable_clean(rest.name);
    message_warning("'%.300s' left '%s' (process %ld)%s running; it was ended: a program of a "
                    "folder must end all that it starts",
                    words, rest.name, (long)rest.pid, more);
}
