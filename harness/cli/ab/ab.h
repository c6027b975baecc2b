/* SPDX-License-Identifier: MIT */
/* ab.h: two sides measured in turns, or one run against what was accepted. */
#ifndef CLAIMCHECK_HARNESS_CLI_AB_AB_H
#define CLAIMCHECK_HARNESS_CLI_AB_AB_H

#include "harness/analysis/gate/gate.h"
#include "harness/cli/cli.h"

/* ab_session.c and ab_process.c ---------------------------------------------------------------- */

/* Expressions that select rows by their names. */

/* The user's expression, for regfree(). False with a one-line message where it is none. */
bool ab_filter_compile(const char *user, regex_t *expression);

/* Selects what has one of these names and nothing else; malloc'ed. */
char *ab_filter_names(const char *const *names, size_t count);

/* Selects the rows for which `is_wanted` says so, and nothing else; malloc'ed, "" where there
 * is none. */
char *ab_filter_rows(const struct gate_rows *rows, bool (*is_wanted)(const struct gate_row *row));

/* A program started, waited for, and ended. */

enum ab_end {
    AB_END_DONE,        /* exit code 0: it has written what it was to */
    AB_END_WRONG,       /* 1: likewise, and a result was wrong */
    AB_END_NOTHING,     /* 77 */
    AB_END_FAILED,      /* anything else, no file, or it was not to be started */
    AB_END_LATE,        /* it was ended at the deadline */
    AB_END_INTERRUPTED, /* as this process was to end */
};

/* A program to start, and what is expected of it. */
struct ab_program {
    /* As a person gave it: words as a shell splits them, with quotes, variables and ~, but no
     * commands within. */
    const char *command;
    const char *options; /* the word behind those, whose options it has to take: "run" or "trace" */
    const char *const *arguments; /* the next ones; NULL ones are left out */
    size_t argument_count;
    char *const *more;  /* and the last ones, which end with NULL; NULL: none */
    const char *out;    /* the file that it is to write */
    const char *errors; /* the one for what it says on standard error */
};

/*
 * Runs a program to its end: what it prints goes nowhere. The message, of NOTHING and FAILED, has
 * how it ended, and the last line that it said. One that ends by 0 or 1 without its file has
 * FAILED, too. deadline_ns: of clock_now_ns().
 */
enum ab_end ab_process_run(const struct ab_program *program, double deadline_ns);

/* A command of anybody's. */
struct ab_command {
    const char *words; /* as a person gave them; "{out}" in them is the file that it is to write,
                          and without it what it prints is read */
    enum foreign_form read;
    const char *member;
    const char *out, *errors; /* files, of which `out` is new */
};

/* Runs the command to its end, and reads what it wrote. DONE with *run; as ab_process_run()
 * otherwise, FAILED for what it wrote, too. */
enum ab_end ab_command_run(const struct ab_command *command, double deadline_ns, struct run **run);

/*
 * Old against new by fresh processes in turns: A B, B A, A B, ...
 *
 * A launch is a process of either side, which measure the same rows with the same seed; the next
 * one has another seed, and only those rows that need it. What was slower is then measured once
 * more, from the start. Each process is started as
 *
 *   CMD run --samples 5 --seed S --filter RE --out FILE [--profile P] --no-ceilings --quiet
 *           [--repetitions-of FILE]
 *
 * and is to write a run file; whatever does may stand in for a build. The last option is there from
 * the second process on: the first one has decided how often a sample executes, for all of them.
 *
 * Two sessions on one device take turns (session.h), but on a software device.
 *
 * Of commands of anybody's a launch is a block of three sides: A, B, and A once more, which is the
 * control. Each is started until every row has the samples of a block, in random order; A against
 * itself has rows of its own, `control`, and where one of them is SLOWER or FASTER nothing that the
 * session says is believed.
 *
 * Of old kernels a launch is one process, which has --kernel NAME=FILE for each that differs, and
 * takes samples of both in its rounds, one after the other in random order.
 */

struct ab_params {
    enum foreign_form read;  /* sides are commands of anybody's, whose output has this form; NONE:
                               builds, or what takes their options */
    const char *member;      /* of JSON: run.h */
    const char *commands[2]; /* CMD of A, the old side, and of B: words as a shell splits them */
    const struct kernel_folder *kernels; /* the old side, B's command that of both; NULL: A's is */
    const char *filter;  /* extended regular expression on names of cases; NULL: all */
    bool of_folders;     /* it names all cases of the folders of --technique */
    const char *near;    /* the name that is like it, for a filter that selects nothing; NULL */
    const char *profile; /* NULL: as each side decides */
    const char *device;  /* as `run` takes it; NULL: the best */
    struct gate_rule rule;
    const char *const *control_kernels; /* those of the rule's controls, one each */
    double theta;                       /* that of the rule, where somebody asked for it; 0 */
    uint64_t seed;
    double budget_s; /* after which nothing is measured any more; 0: none */
    bool quiet;      /* says nothing of how far it is */
    /* That the sides are likely to choose, so that none measures before its lock is held; their
     * runs say which it was. NULL: nobody knows. */
    const struct gpu_info *likely;
    bool no_wait; /* for another session on the device */
};

struct ab_session {
    struct gate_rows rows;
    struct run *runs[2]; /* of the first launch, which the rows point to; old, new; of old
                            kernels the same one twice */
    size_t launches;     /* of the first series, and of the second */
    size_t launches_again;
    double seconds;
    bool late;                /* the budget was used up */
    struct gate_rows control; /* of commands: the old side against itself */
    struct run *control_run;  /* of its first launch */
    struct device_lock lock;
};

/*
 * Measures all of it. EXIT_CODE_OK: the rows have their verdicts, none is open. Otherwise, with a
 * one-line message, EXIT_CODE_NOTHING where a side could measure nothing, or EXIT_CODE_UNTRIED: a
 * filter that selects nothing, a side that crashed, a file that cannot be read, sides that cannot
 * be held against each other, an interruption, another session that nobody is to wait for.
 * ab_session_finish() is due either way; until then the device is locked.
 */
int ab_session_run(struct ab_session *session, const struct ab_params *params);

/*
 * One build in fresh processes, one a launch: commands[0]. As many as the budget has time for, but
 * at least GATE_SELF_LAUNCHES_MIN and at most GATE_SELF_LAUNCHES_MAX. `self`, all 0, is to be
 * finished either way. Returns as ab_session_run() does.
 */
int ab_session_self(struct gate_self *self, const struct ab_params *params, double *seconds);

void ab_session_finish(struct ab_session *session);

/* Names each entry of the file of thresholds that is for no row, unless its row was not asked for
 * (`only`; NULL: all were). */
void ab_limits_say(const struct gate_rows *rows, const char *device,
                   bool (*only)(const void *context, const char *name), const void *context);

/* ab.c and baseline.c -------------------------------------------------------------------------- */

/* The request to `ab`, in numbers. */

/* A request to `ab`. */
struct ab_wanted {
    struct ab_params params; /* without kernels, which are to be read */
    struct judge_exit rule;
    const char *filter; /* as given; NULL */
    bool gate;          /* the cases are those of the profile `gate` that the filter leaves, which
                           `params` selects by their names: an older build need not know it */
    char *names;        /* owned: that filter */
    char *sides[2];     /* owned: the commands of `params` */
    struct gate_limits limits;
    struct device_choice choice; /* the device that this build would take */
};

/* EXIT_CODE_OK, or UNTRIED with a one-line message: an option's value is none, or the filter
 * selects no case. Strings are those of the line; finish() is due either way. */
int ab_options_take(const struct command_line *line, struct ab_wanted *wanted);

/* Sets the parameters that name the device and others on it. The choice outlives the parameters,
 * and is to be finished. The message: why none was chosen. */
void ab_options_device(const struct command_line *line, struct device_choice *choice,
                       struct ab_params *params);

/* Reads "90s", "5m", "1h", and leaves *seconds where the text is NULL. False with a one-line
 * message. */
bool ab_options_budget(const char *command, const char *text, double *seconds);

/* A filter of the names of the profile `gate` that the expression matches (NULL: all); malloc'ed,
 * NULL where there is none. */
char *ab_options_gate(const struct technique *const *techniques, const regex_t *expression);

/* The facts that make the exit code. */
struct judge_exit ab_options_rule(const struct options *options);

/* The threshold of --theta; *theta stays where it was not given. False with a message. */
bool ab_options_theta(const struct options *options, double *theta);

/* The file of --thresholds, whose ended entries are named. False with a message; `limits` is to be
 * finished either way. */
bool ab_options_thresholds(const struct options *options, struct gate_limits *limits);

/* A file of thresholds, as a document, too; `what` begins messages. NULL with one. `limits` is to
 * be finished either way. */
json_t *ab_options_limits(const char *path, const char *what, struct gate_limits *limits);

/* --baseline FOLDER RUN.json: a run against what was accepted before, or accepted now. False with a
 * message where options do not go together. */
bool ab_baseline_check(const struct options *options);

/* Returns the exit code. */
int ab_baseline(const struct options *options);

/* Files that `ab` writes: --out, --markdown, --junit and --tap. */
extern const struct file_options ab_files;

/* Prints the table, and writes the files. Returns the exit code of all. */
int ab_result_say(const struct gate_result *outcome, const struct options *options);

/* This executable, as one word; NULL where it is not to be found. */
char *own_command_make(void);

extern const struct command command_ab;

#endif
