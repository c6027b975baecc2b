/* SPDX-License-Identifier: MIT */
/* row_file.h: rows of evidence of kept runs (harness/record/row.h), in results/cards. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_ROW_FILE_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_ROW_FILE_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

#define ROW_FOLDER "results/cards"
#define ROW_ENDING ".jsonl.xz"

/* What becomes of a row in its file. */
enum row_put { ROW_ADDED, ROW_REPLACED, ROW_THERE, ROW_FAILED };

/*
 * Makes the row of a run that is kept in the file `kept`, and puts it into
 * "<folder>/<model>.jsonl.xz" behind the others, or in the place of an earlier one of that file.
 * *path is that file, malloc'ed. ROW_FAILED has a one-line message. `folder` is NULL: the line goes
 * to standard output.
 */
enum row_put row_file_put(const struct run *run, const char *kept,
                          const struct published_list *list, const char *folder, char **path);

/*
 * Makes anew the rows of a file that were made by other claims than these, from the runs that they
 * are of: in results/runs beside the folder of rows, or as a commit of that clone has it; it must
 * have the row's SHA-256. Says how many, and names each that it could not make; that stays as it
 * is. The exit code.
 */
int row_file_rejudge(const char *path, const struct published_list *list);

#endif
