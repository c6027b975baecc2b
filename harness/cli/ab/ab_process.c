/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab_session.h"

#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/process_run.h"
#include "harness/base/trouble.h"
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
    char *said = process_run_last_line(errors);
    const char *line = strncmp(said, "claimcheck: ", 12) == 0 ? said + 12 : said;
    const int failure = *line ? 0 : errors_failure(errors);
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
    process_run_end_add(&end, process);
    if (is_done)
        trouble("'%.300s' %s and wrote no file: it must take the options of claimcheck %s%s%s",
                program->command, text_string(&end), program->options,
                *said == ':' ? "; it said" : "", *said == ' ' ? "" : said);
    else
        trouble("it %s%s", text_string(&end), said);
    text_finish(&end);
    return code == EXIT_CODE_NOTHING ? AB_END_NOTHING : AB_END_FAILED;
}

enum ab_end ab_process_run(const struct ab_program *program, double deadline_ns)
{
    struct process process;
    int failure;
    const struct process_run run = { .plan = { .words = program->words,
                                               .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE },
                                               .is_group = true },
                                     .log = program->errors,
                                     .wait_ms = (deadline_ns - clock_now_ns()) / 1e6,
                                     .wish = PROCESS_END,
                                     .stop_ms = STOP_MS };
    process_rest_adopt();
    interrupt_hear_children();
    const enum process_state state = process_run(&run, &process, &failure);
    if (failure != 0) {
        trouble("'%.300s' cannot be started: %s", program->words[0], strerror(failure));
        return AB_END_FAILED;
    }
    process_run_rest_end(&process, program->command, "a side");
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
