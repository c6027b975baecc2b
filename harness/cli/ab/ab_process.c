/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab_process.h"

#include "harness/base/clock.h"
#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/parent_death.h"
#include "harness/base/printable.h"
#include "harness/engine/session/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

enum { POLL_MS = 10, STOP_MS = 20000, REST_MS = 2000 };

/* Words --------------------------------------------------------------------------------------- */

char **ab_words_make(const char *list, size_t more, size_t *count, char *message,
                     size_t message_bytes)
{
    wordexp_t split = { .we_wordc = 0 };
    const int failure = wordexp(list, &split, WRDE_NOCMD | WRDE_UNDEF | WRDE_SHOWERR);
    char **words = NULL;
    if (failure != 0) {
        snprintf(message, message_bytes, "'%.300s' is no list of words of a shell: %s", list,
                 failure == WRDE_BADCHAR  ? "a character such as | or ; stands unquoted"
                 : failure == WRDE_BADVAL ? "a variable is not set"
                 : failure == WRDE_CMDSUB ? "there is a command within"
                 : failure == WRDE_SYNTAX ? "a quote or a bracket is not closed"
                                          : "no memory is left");
        return NULL;
    }
    snprintf(message, message_bytes, split.we_wordc > 0 ? "no memory is left" : "no command");
    if (split.we_wordc > 0)
        words = calloc(split.we_wordc + more + 1, sizeof(*words));
    bool copied = words;
    for (size_t i = 0; words && i < split.we_wordc; i++)
        copied = (words[i] = strdup(split.we_wordv[i])) && copied;
    *count = split.we_wordc;
    wordfree(&split);
    if (!copied)
        ab_words_free(&words);
    return words;
}

void ab_words_free(char ***words)
{
    for (char **word = *words; word && *word; word++)
        free(*word);
    free(*words);
    *words = NULL;
}

/* Process ------------------------------------------------------------------------------------- */

/* Between fork and exec: calls that are safe there only. In a group of its own, which what it
 * starts is in, too; it ends with this process, however this one does. */
static void process_exec(char *const *words, int errors, int failures, pid_t parent)
{
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC),
              out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (parent_death_tie(parent, SIGKILL) && setpgid(0, 0) == 0 && dup2(in, STDIN_FILENO) >= 0 &&
        dup2(out, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0)
        execvp(words[0], words);
    const int code = errno;
    if (write(failures, &code, sizeof(code)) < 0)
        _exit(126);
    _exit(127);
}

/* 0 once it runs, or an errno. */
static int process_start(char *const *words, int errors, pid_t *pid)
{
    int ends[2], code = 0;
    const pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    fflush(NULL);
    *pid = fork();
    if (*pid == 0)
        process_exec(words, errors, ends[1], parent);
    if (*pid < 0)
        code = errno;
    close(ends[1]);
    if (*pid > 0 && read(ends[0], &code, sizeof(code)) == sizeof(code))
        waitpid(*pid, NULL, 0);
    close(ends[0]);
    return code;
}

enum reaped { REAPED, REAPED_NOT_YET, REAPED_UNSEEN };

/* Waits for the end at most so long, and until the flag is set, where there is one. UNSEEN:
 * somebody else has taken it. */
static enum reaped reap(pid_t pid, double until_ns, const volatile sig_atomic_t *flag, int *status)
{
    while (true) {
        const pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid)
            return REAPED;
        if (got < 0 && errno != EINTR)
            return REAPED_UNSEEN;
        if (clock_now_ns() >= until_ns || (flag && *flag))
            return REAPED_NOT_YET;
        poll(NULL, 0, POLL_MS);
    }
}

/* Ends the process, and what it has started: at once where that is urged. */
static void process_stop(pid_t pid)
{
    int status;
    kill(-pid, SIGTERM);
    if (reap(pid, clock_now_ns() + 1e6 * STOP_MS, interrupt_urged(), &status) == REAPED_NOT_YET) {
        kill(-pid, SIGKILL);
        reap(pid, clock_now_ns() + 1e6 * STOP_MS, NULL, &status);
    }
    const double until_ns = clock_now_ns() + 1e6 * REST_MS;
    while (kill(-pid, 0) == 0 && clock_now_ns() < until_ns && !*interrupt_urged())
        poll(NULL, 0, POLL_MS);
    kill(-pid, SIGKILL);
}

/* Why nothing can be kept in the file; 0 where something can. */
static int errors_failure(const char *errors)
{
    const int fd = open(errors, O_WRONLY | O_APPEND | O_CLOEXEC);
    const int code = fd < 0 ? errno : disk_write(fd, "\n", 1);
    if (fd >= 0)
        close(fd);
    return code;
}

/* The last line of what it said, behind a colon; "" where it said nothing. */
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
    if (failure != 0)
        snprintf(text, 512,
                 "; what it said could not be kept in '%.400s': %s: let TMPDIR name a folder with "
                 "room",
                 errors, strerror(failure));
    printable_clean(text);
    free(said);
}

/* Of a program that has ended by itself. */
static enum ab_end end_judge(const struct ab_program *program, int status, char *message,
                             size_t message_bytes)
{
    char said[512];
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const bool is_done = code == EXIT_CODE_OK || code == EXIT_CODE_WRONG;
    if (is_done && disk_is_there(program->out))
        return code == EXIT_CODE_OK ? AB_END_DONE : AB_END_WRONG;
    last_words(program->errors, said);
    if (is_done)
        snprintf(message, message_bytes,
                 "'%.300s' ended with exit code %d and wrote no file: it must take the options of "
                 "claimcheck %s%s%s",
                 program->command, code, program->options, *said == ':' ? "; it said" : "", said);
    else if (WIFSIGNALED(status))
        snprintf(message, message_bytes, "it was killed by signal %d (%s)%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)), said);
    else
        snprintf(message, message_bytes, "it ended with exit code %d%s", code, said);
    return code == EXIT_CODE_NOTHING ? AB_END_NOTHING : AB_END_FAILED;
}

enum ab_end ab_process_run(const struct ab_program *program, double deadline_ns, char *message,
                           size_t message_bytes)
{
    pid_t pid = -1;
    int status = 0;
    signal(SIGCHLD, SIG_DFL); /* where it is ignored, nobody learns how a process ended */
    const int fd = open(program->errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        snprintf(message, message_bytes,
                 "cannot write '%.400s': %s: let TMPDIR name a folder with room", program->errors,
                 strerror(errno));
        return AB_END_FAILED;
    }
    const int failure = process_start(program->words, fd, &pid);
    close(fd);
    if (failure != 0) {
        snprintf(message, message_bytes, "'%.300s' cannot be started: %s", program->words[0],
                 strerror(failure));
        return AB_END_FAILED;
    }
    const enum reaped reaped = reap(pid, deadline_ns, interrupt_flag(), &status);
    if (reaped == REAPED_NOT_YET)
        process_stop(pid);
    if (*interrupt_flag())
        return AB_END_INTERRUPTED;
    if (reaped == REAPED_NOT_YET)
        return AB_END_LATE;
    if (reaped == REAPED_UNSEEN) {
        snprintf(message, message_bytes, "how '%.300s' ended was not to be seen",
                 program->words[0]);
        return AB_END_FAILED;
    }
    return end_judge(program, status, message, message_bytes);
}
