/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"

#include <errno.h>
#include <string.h>

/* Builds --------------------------------------------------------------------------------------- */

enum { STOP_MS = 3000 }; /* nothing that it writes then is read */

/* The words of a list as ab_program has them: NULL-terminated, for os_path_names_free(), with room
 * for `more` behind them. NULL with a one-line message. */
static char **words_make(const char *list, size_t more, size_t *count)
{
    const char *why = "";
    char **words = os_environment_words(list, more, count, &why);
    if (!words)
        trouble("'%.300s' cannot be split into words: %s", list, why);
    else if (strchr(words[0], '=') && !memchr(words[0], '/', strcspn(words[0], "="))) {
        trouble("'%.300s' begins with a variable, and no shell runs it: write env %.200s", list,
                list);
        os_path_names_free(&words);
    }
    return words;
}

/* The last line of what it said, behind a colon, or that it said nothing, and what to do. */
static void last_words(const char *errors, char text[512])
{
    OWNED char *said = process_run_last_line(errors);
    const char *line = strncmp(said, "claimcheck: ", 12) == 0 ? said + 12 : said;
    int failure = 0; /* 0 where something can be kept in the file */
    if (!*line) {
        const int fd = os_file_open(errors, OS_FILE_WRITE | OS_FILE_APPEND);
        failure = fd < 0 ? errno : disk_write(fd, "\n", 1);
        if (fd >= 0)
            os_file_close(fd);
    }
    if (failure != 0)
        snprintf(text, 512,
                 "; its output could not be saved in '%.400s': %s: let TMPDIR name a folder with "
                 "room",
                 errors, strerror(failure));
    else if (*line)
        snprintf(text, 512, ": %.500s", line);
    else
        snprintf(text, 512,
                 " and said nothing: run the command by itself, or let TMPDIR name a folder with "
                 "room");
}

/* Runs a process of a side until its end or the deadline: the message, of NOTHING and FAILED, has
 * how it ended. The run's plan, files and words are the caller's. */
static enum ab_end bounded_run(struct process_run *run, double deadline_ns)
{
    run->plan.is_group = true;
    run->wait_ms = (deadline_ns - clock_now_ns()) / 1e6;
    run->wish = PROCESS_END;
    run->stop_ms = STOP_MS;
    run->who = "a side";
    interrupt_hear_children();
    const enum process_run_end end = process_run(run);
    if (end != PROCESS_RUN_UNSTARTED && *interrupt_flag())
        return AB_END_INTERRUPTED;
    if (end == PROCESS_RUN_DONE || end == PROCESS_RUN_LATE)
        return end == PROCESS_RUN_DONE ? AB_END_DONE : AB_END_LATE;
    OWNED_TEXT struct text text = { 0 };
    process_run_say(&text, run);
    trouble("'%.300s' %s", end == PROCESS_RUN_UNSTARTED ? run->plan.words[0] : run->words,
            text_string(&text));
    return end == PROCESS_RUN_FAILED && process_exit_code(&run->process) == EXIT_CODE_NOTHING
               ? AB_END_NOTHING
               : AB_END_FAILED;
}

enum ab_end ab_process_run(const struct ab_program *program, double deadline_ns)
{
    char said[512];
    size_t count, more = 0;
    while (program->more && program->more[more])
        more++;
    OWNED_BY(os_path_names_free)
    char **words = words_make(program->command, 1 + program->argument_count + more, &count);
    if (!words)
        return AB_END_FAILED;
    /* Words behind those of the command point to what is lent. */
    char **behind = words + count;
    *behind++ = (char *)program->options;
    for (size_t i = 0; i < program->argument_count; i++)
        if (program->arguments[i])
            *behind++ = (char *)program->arguments[i];
    for (size_t i = 0; i < more; i++)
        *behind++ = program->more[i];
    struct process_run run = { .plan = { .words = words,
                                         .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE } },
                               .log = program->errors,
                               .words = program->command };
    const enum ab_end end = bounded_run(&run, deadline_ns);
    words[count] = NULL;
    const bool has_ended = run.end == PROCESS_RUN_DONE || run.end == PROCESS_RUN_FAILED;
    if (!has_ended || end == AB_END_INTERRUPTED)
        return end;
    const int code = process_exit_code(&run.process);
    const bool is_done = code == EXIT_CODE_OK || code == EXIT_CODE_WRONG;
    if (is_done && disk_is_there(program->out))
        return code == EXIT_CODE_OK ? AB_END_DONE : AB_END_WRONG;
    OWNED_TEXT struct text text = { 0 };
    last_words(program->errors, said);
    process_run_end_add(&text, &run.process);
    if (is_done)
        trouble("'%.300s' %s and wrote no file: it must take the options of claimcheck %s, or "
                "--read must say what it prints%s%s",
                program->command, text_string(&text), program->options,
                *said == ':' ? "; it said" : "", *said == ' ' ? "" : said);
    else
        trouble("it %s%s", text_string(&text), said);
    return end == AB_END_DONE ? AB_END_FAILED : end;
}

/* Commands of anybody -------------------------------------------------------------------------- */

static const uint64_t written_bytes_max = (uint64_t)64 << 20;

/* No letter of it means anything to a shell, unlike those of "{out}". */
static const char mark[] = "@claimcheck-out@";

/* Runs it to its end; *ns is how long that took. */
static enum ab_end words_run(const struct ab_command *command, char **words, bool writes,
                             double deadline_ns, double *ns)
{
    const int out = writes
                        ? PROCESS_NOWHERE
                        : os_file_open(command->out, OS_FILE_WRITE | OS_FILE_NEW | OS_FILE_PRIVATE);
    struct process_run run = { .plan = { .words = words, .descriptors = { PROCESS_NOWHERE, out } },
                               .log = command->errors,
                               .out = command->out,
                               .written_bytes = written_bytes_max,
                               .words = command->words };
    if (!writes && out < 0) {
        trouble("cannot write '%.400s': %s: let TMPDIR name a folder with room", command->out,
                strerror(errno));
        return AB_END_FAILED;
    }
    enum ab_end end = bounded_run(&run, deadline_ns);
    *ns = run.ns;
    if (!writes)
        os_file_close(out);
    if (end == AB_END_DONE && command->read == FOREIGN_WALL && run.left > 0) {
        trouble("'%.300s' left work running, which its wall time lacks: let it wait for all that "
                "it starts",
                command->words);
        end = AB_END_FAILED;
    }
    return end;
}

static struct run *result_read(const struct ab_command *command, double ns)
{
    const bool wall = command->read == FOREIGN_WALL;
    /* The only row of `wall` is a line like those that --read lines reads. */
    OWNED char *text = wall ? text_make("wall %.17g ns\n", ns) : NULL;
    size_t size = wall ? strlen(text) : 0;
    const int code = wall ? 0 : disk_load_text(command->out, &text, &size);
    const struct foreign_source source = {
        wall ? FOREIGN_LINES : command->read, command->member, text, size, command->out, ""
    };
    struct run *run = code == 0 && size > 0 ? foreign_run(&source) : NULL;
    const char *words = strstr(trouble_text(), ": ");
    if (code == ENOENT)
        trouble("'%.300s' ended with exit code 0 and wrote no {out}", command->words);
    else if (code != 0)
        trouble("what '%.300s' wrote cannot be read: %s", command->words, strerror(code));
    else if (size == 0)
        trouble("'%.300s' ended with exit code 0 and wrote nothing", command->words);
    else if (!run)
        trouble("what '%.300s' wrote is not read as %s%s", command->words,
                foreign_form_name(command->read), words ? words : "");
    return run;
}

enum ab_end ab_command_run(const struct ab_command *command, double deadline_ns, struct run **run)
{
    size_t count;
    double ns = 0;
    OWNED_TEXT struct text marked = { 0 }; /* the mark in place of each "{out}" */
    const char *rest = command->words;
    for (const char *at; (at = strstr(rest, "{out}")); rest = at + strlen("{out}")) {
        text_add_bytes(&marked, rest, (size_t)(at - rest));
        text_add(&marked, mark);
    }
    text_add(&marked, rest);
    OWNED_BY(os_path_names_free) char **words = words_make(text_string(&marked), 0, &count);
    *run = NULL;
    if (!words)
        return AB_END_FAILED;
    /* Puts the path of the file in place of each mark in the words; whether there was one. */
    bool writes = false;
    for (size_t i = 0; i < count; i++)
        for (char *at = words[i]; (at = strstr(at, mark));) {
            const size_t before = (size_t)(at - words[i]);
            char *word =
                text_make("%.*s%s%s", (int)before, words[i], command->out, at + strlen(mark));
            at = word + before + strlen(command->out);
            free(words[i]);
            words[i] = word;
            writes = true;
        }
    enum ab_end end = AB_END_FAILED;
    if (writes && command->read == FOREIGN_WALL)
        trouble("--read wall reads no file: leave out {out}");
    else
        end = words_run(command, words, writes, deadline_ns, &ns);
    if (end == AB_END_DONE) {
        *run = result_read(command, ns);
        end = *run ? AB_END_DONE : AB_END_FAILED;
    }
    if (end == AB_END_NOTHING || end == AB_END_FAILED)
        printable_clean(trouble_buffer());
    return end;
}
