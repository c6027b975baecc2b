/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { PATH_BYTES = SCRATCH_PATH_BYTES + 1 };

struct watching {
    const char **paths; /* of --kernel */
    size_t count;
    bool quiet;
    struct scratch scratch;
    char folder[PATH_BYTES]; /* that one, with a '/' at its end */
};

/* False once interrupted. An editor may write a file in several steps, or take it away before it
 * puts the new one in its place: it is taken when it is there and lies still. */
static bool wait_saved(const struct watching *watching, struct source_watch *watch)
{
    while (!*interrupt_flag() && !source_watch_changed(watch))
        clock_sleep_ns(50e6);
    bool still = false;
    while (!*interrupt_flag() && !still) {
        struct source_watch *now = source_watch_create(watching->paths, watching->count);
        clock_sleep_ns(50e6);
        still = source_watch_whole(now) && !source_watch_changed(now);
        source_watch_destroy(&now);
    }
    return still;
}

/* Turns ---------------------------------------------------------------------------------------- */

/* The work of a turn's process. */
struct turn_work {
    const struct command_line *line;
    struct run_turn *turn;
    int (*run)(const struct command_line *line, struct run_turn *turn);
};

static int turn_work_run(void *context)
{
    const struct turn_work *work = context;
    const int code = work->run(work->line, work->turn);
    fflush(NULL);
    return code;
}

/* After a signal, or when what it measures has been saved again. */
static bool turn_given_up(const void *watch)
{
    return *interrupt_flag() || source_watch_changed(watch);
}

/* Runs a turn, and kills a process that does not end when asked, such as a kernel that hangs: it
 * says nothing of the file then. False with an exit code where it is no use to go on. */
static bool turn_fork(struct turn_work *work, const struct source_watch *watch, int *code)
{
    enum { PATIENCE_MS = 3000 };
    struct run_turn *turn = work->turn;
    struct process_run run = {
        .plan = { .run = turn_work_run, .context = work, .death = PROCESS_END },
        .wait_ms = INFINITY,
        .given_up = turn_given_up,
        .context = watch,
        .wish = PROCESS_INTERRUPT,
        .stop_ms = PATIENCE_MS,
    };
    turn->begun = false;
    process_run(&run);
    if (run.failure == ENOSYS) { /* no fork() here: a crash ends the watching, too */
        *code = turn_work_run(work);
        return turn->begun || *interrupt_flag();
    }
    if (run.failure != 0) {
        *code = message_error("run: no process can be started: %s", strerror(run.failure));
        return false;
    }
    const bool has_ended = run.end == PROCESS_RUN_DONE || run.end == PROCESS_RUN_FAILED;
    *code = has_ended ? process_exit_code(&run.process) : -1;
    if (has_ended && *code < 0) {
        OWNED_TEXT struct text end = { 0 };
        process_run_say(&end, &run);
        message_error("run: this turn %s", text_string(&end));
    }
    turn->whole = turn->whole || *code == EXIT_CODE_OK || *code == EXIT_CODE_WRONG;
    return turn->begun || *code < 0 || *interrupt_flag();
}

/* Runs turns, with memory that this process shares with theirs. */
static int turns_run(const struct command_line *line, struct watching *watching,
                     int (*turn_run)(const struct command_line *line, struct run_turn *turn))
{
    int descriptor;
    struct run_turn *turn = os_shared_create(sizeof(*turn), &descriptor);
    if (!turn)
        return message_error("out of memory");
    os_file_close(descriptor); /* a turn's process is a copy of this one */
    *turn = (struct run_turn){ .seed = (uint64_t)time(NULL), .folder = watching->folder };
    interrupt_install();
    struct turn_work work = { line, turn, turn_run };
    bool goes_on = true;
    int code = EXIT_CODE_OK;
    for (; goes_on && !*interrupt_flag(); turn->index++) {
        struct source_watch *watch = source_watch_create(watching->paths, watching->count);
        goes_on = turn_fork(&work, watch, &code);
        scratch_clear(&watching->scratch);
        if (goes_on && !*interrupt_flag() && !watching->quiet)
            message_note("watching %s%s: save to run again, Ctrl-C to end", watching->paths[0],
                         watching->count > 1 ? " and others" : "");
        if (goes_on && wait_saved(watching, watch) && !watching->quiet)
            message_note("turn %u", turn->index + 2);
        source_watch_destroy(&watch);
    }
    os_shared_destroy(turn, sizeof(*turn));
    return goes_on ? EXIT_CODE_OK : code;
}

int run_watch(const struct command_line *line,
              int (*turn_run)(const struct command_line *line, struct run_turn *turn))
{
    const struct options *options = line->options;
    OWNED const char **paths = need_zeroed(options->given_count + 1, sizeof(*paths));
    struct watching watching = { .paths = paths, .quiet = options_has(options, "quiet") };
    const char *other = options_any(options, "resume|list-cases|json");
    if (other)
        return message_error("run: --watch and --%s: choose one", other);
    if (document_stream_is(options_value(options, "out")))
        return message_error("run: --watch and --out -: a run file for each turn needs a name");
    /* The paths of --kernel NAME=PATH. */
    foreach (const struct option_given, given, options->given, options->given_count) {
        const char *equals =
            strcmp(given->spec->name, "kernel") == 0 ? strchr(given->value, '=') : NULL;
        if (equals && equals[1])
            paths[watching.count++] = equals + 1;
    }
    if (watching.count == 0)
        return message_error(
            "run: --watch needs a file to watch: give one by --kernel NAME=FILE.comp");
    const int failure = scratch_create(&watching.scratch);
    if (failure != 0) {
        scratch_say_failure(failure);
        return message_error("run: %s", trouble_text());
    }
    snprintf(watching.folder, sizeof(watching.folder), "%s/", watching.scratch.path);
    const int code = turns_run(line, &watching, turn_run);
    scratch_destroy(&watching.scratch);
    return code;
}
