/* SPDX-License-Identifier: MIT */
/* ending.h: what a person reads at the end of a run, in at most fifteen lines. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_ENDING_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_ENDING_H

#include "harness/cli/session/session.h"
#include "harness/cli/session/session_table.h"

enum { ENDING_LINES = 15 };

/* A run that has ended. */
struct ending {
    const struct session_params *params;
    const struct run *run;
    struct session_table *table;
    const char *file; /* that was written */
};

/*
 * Ends the table, then prints what is surprising, what to use, how the run compares with the last
 * one, the file, and two commands for what comes next. Leaves the copy of the last run (latest.h).
 * A quiet request prints nothing. False with a message where one of these could not be done.
 */
bool ending_print(const struct ending *ending);

/* Prints a line on stderr for each case that went wrong; with `late` only for those whose time was
 * taken back by device limits that were measured after them. */
void ending_failures(const struct run *run, bool late);

/* Prints a line on stderr for a run none of whose cases this device can do: the first, and why. */
void ending_nothing(const struct run *run);

#endif
