/* SPDX-License-Identifier: MIT */
/* ab_process.h: a program started, waited for, and ended. */
#ifndef CLAIMCHECK_HARNESS_CLI_AB_AB_PROCESS_H
#define CLAIMCHECK_HARNESS_CLI_AB_AB_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

enum ab_end {
    AB_END_DONE,        /* exit code 0: it has written what it was to */
    AB_END_WRONG,       /* 1: likewise, and a result was wrong */
    AB_END_NOTHING,     /* 77 */
    AB_END_FAILED,      /* anything else, no file, or it was not to be started */
    AB_END_LATE,        /* it was ended at the deadline */
    AB_END_INTERRUPTED, /* as this process was to end */
};

/*
 * The words of a list as a shell splits them, with quotes, variables and ~, but no commands within:
 * malloc'ed, NULL-terminated, with room for `more` behind them. NULL with a one-line message.
 */
char **ab_words_make(const char *list, size_t more, size_t *count, char *message,
                     size_t message_bytes);
void ab_words_free(char ***words);

/* What is started, and what is to come of it. */
struct ab_program {
    const char *command; /* as a person gave it */
    char *const *words;  /* words[0] is found as a shell finds it */
    const char *options; /* the command whose options it has to take: "run" or "trace" */
    const char *out;     /* the file that it is to write */
    const char *errors;  /* the one for what it says on standard error */
};

/*
 * Runs a program to its end: what it prints goes nowhere. The message, of NOTHING and FAILED, has
 * how it ended, and the last line that it said. One that ends by 0 or 1 without its file has
 * FAILED, too. deadline_ns: of clock_now_ns().
 */
enum ab_end ab_process_run(const struct ab_program *program, double deadline_ns, char *message,
                           size_t message_bytes);

#endif
