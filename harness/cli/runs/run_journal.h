/* SPDX-License-Identifier: MIT */
/* run_journal.h: a journal that is in the way of `run --force`. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_RUN_JOURNAL_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_RUN_JOURNAL_H

#include <stdbool.h>

/* --force replaces run files; a journal has what no file has yet: it is set aside, and a line says
 * how to go on with it. False with a message where it cannot be. */
bool run_journal_keep(const char *path);

#endif
