/* SPDX-License-Identifier: MIT */
#include "harness/base/process_end.h"
#include "harness/base/trouble.h"
#include "harness/cli/ab/ab_session.h"

#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/printable.h"
#include "harness/os/clock.h"
#include "harness/os/environment.h"
#include "harness/os/file.h"
#include "harness/os/interrupt.h"
#include "harness/os/process.h"
#include "harness/os/process_rest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STOP_MS = 3000 }; /* nothing that it writes then is read */

/* Words --------------------------------------------------------------------------------------- */

char **ab_words_make(const char *list, size_t more, size_t *count)
{
    const char *why = "";
    char **words = os_environment_words(list, more, count, &why);
    if (!words)
        trouble("'%.300s' is not a valid shell command: %s", list, why);
    return words;
}

/* Process ------------------------------------------------------------------------------------- */

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

/* Why nothing can be kept in the file; 0 where something can. */
static int errors_failure(const char *errors)
{
    const int fd = os_file_open(errors, OS_FILE_WRITE | OS_FILE_APPEND);
    const int code = fd < 0 ? errno : disk_write(fd, "\n", 1);
    if (fd >= 0)
        os_file_close(fd);
    return code;
}

/* The last line of what it said, behind a colon, or that it said nothing, and what to do. */
static void last_words(const char *errors, char text[512])
{
    char *said = NULL;
    size_t size = 0;
    text[0] = 0;
    const int code = disk_load(errors, &said, &size);
    const int failure = code != 0 ? code : size == 0 ? errors_failure(errors) : 0;
    while (size > 0 && said[size - 1] == '\n')
        said[--size] = 0;
    const char *line = size > 0 ? strrchr(said, '\n') : NULL;
    line = line ? line + 1 : size > 0 ? said : "";
    if (strncmp(line, "claimcheck: ", 12) == 0)
        line += 12;
    if (*line)
        snprintf(text, 512, ": %.500s", line);
    else
        snprintf(text, 512,
                 " and said nothing: run the command by itself, or let TMPDIR name a folder with "
                 "room");
    if (failure != 0)
        snprintf(text, 512,
                 "; its output could not be saved in '%.400s': %s: let TMPDIR name a folder with "
                 "room",
                 errors, strerror(failure));
    printable_clean(text);
    free(said);
}

/* Judges a program that has ended by itself. */
static enum ab_end end_judge(const struct ab_program *program, const struct process *process)
{
    char said[512];
    const int code = process_exit_code(process);
    const bool is_done = code == EXIT_CODE_OK || code == EXIT_CODE_WRONG;
    struct text end = { 0 };
    if (is_done && disk_is_there(program->out))
        return code == EXIT_CODE_OK ? AB_END_DONE : AB_END_WRONG;
    last_words(program->errors, said);
    process_end_add(&end, process);
    if (is_done)
        trouble("'%.300s' %s and wrote no file: it must take the options of claimcheck %s%s%s",
                program->command, text_string(&end), program->options,
                *said == ':' ? "; it said" : "", *said == ' ' ? "" : said);
    else
        trouble("it %s%s", text_string(&end), said);
    text_finish(&end);
    return code == EXIT_CODE_NOTHING ? AB_END_NOTHING : AB_END_FAILED;
}

/* Processes that a side leaves running would load the machine under the launches behind it. */
static void rest_end(const struct ab_program *program, const struct process *process)
{
    struct process_rest rest;
    const size_t count = process_rest_end(process, &rest);
    char more[32] = "";
    if (count == 0)
        return;
    if (count > 1)
        snprintf(more, sizeof(more), " and %zu more", count - 1);
    printable_clean(rest.name);
    message_warning("'%.300s' left '%s' (process %ld)%s running; it was ended: a side must end all "
                    "that it starts",
                    program->command, rest.name, (long)rest.pid, more);
}

enum ab_end ab_process_run(const struct ab_program *program, double deadline_ns)
{
    struct process process;
    process_rest_adopt();
    interrupt_hear_children();
    const int fd = os_file_open(program->errors,
                                OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_EMPTY | OS_FILE_PRIVATE);
    if (fd < 0) {
        trouble("cannot write '%.400s': %s: let TMPDIR name a folder with room", program->errors,
                strerror(errno));
        return AB_END_FAILED;
    }
    const struct process_plan plan = { .words = program->words,
                                       .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE, fd },
                                       .is_group = true };
    const int failure = process_start(&process, &plan);
    os_file_close(fd);
    if (failure != 0) {
        trouble("'%.300s' cannot be started: %s", program->words[0], strerror(failure));
        return AB_END_FAILED;
    }
    const enum process_state state =
        process_wait(&process, (deadline_ns - clock_now_ns()) / 1e6, interrupted, NULL);
    if (state == PROCESS_LIVES)
        process_stop(&process, PROCESS_END, STOP_MS, urged, NULL);
    rest_end(program, &process);
    if (*interrupt_flag())
        return AB_END_INTERRUPTED;
    if (state == PROCESS_LIVES)
        return AB_END_LATE;
    if (state == PROCESS_UNSEEN) {
        trouble("the exit code of '%.300s' could not be read", program->words[0]);
        return AB_END_FAILED;
    }
    return end_judge(program, &process);
}
