/* SPDX-License-Identifier: MIT */
/* ab_options.h: what was asked of `ab`, in numbers. */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_AB_OPTIONS_H
#define CLAIMCHECK_HARNESS_CLI_GATE_AB_OPTIONS_H

#include "harness/cli/ab/ab_session.h"
#include "harness/cli/command.h"
#include "harness/cli/device_choice.h"

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

/* What makes the exit code. */
struct judge_exit ab_options_rule(const struct options *options);

/* The threshold of --theta; *theta stays where it was not given. False with a message. */
bool ab_options_theta(const struct options *options, double *theta);

/* The file of --thresholds, whose ended entries are named. False with a message; `limits` is to be
 * finished either way. */
bool ab_options_thresholds(const struct options *options, struct gate_limits *limits);

/* A file of thresholds, as a document, too; `what` begins messages. NULL with one. `limits` is to
 * be finished either way. */
json_t *ab_options_limits(const char *path, const char *what, struct gate_limits *limits);

void ab_options_finish(struct ab_wanted *wanted);

/* --baseline FOLDER RUN.json: a run against what was accepted before, or accepted now. False with a
 * message where options do not go together. */
bool ab_baseline_check(const struct options *options);

/* Returns the exit code. */
int ab_baseline(const struct options *options);

#endif
