/* SPDX-License-Identifier: MIT */
/*
 * latest.h: results/local/latest.json, a copy of the last run: commands that are given no run file
 * take it. A copy and no link, since Windows gives links to few.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_LATEST_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_LATEST_H

#include "harness/analysis/published/published.h"
#include "harness/base/text.h"
#include "harness/record/run/run.h"

/* The folder, from the working directory, that runs go to and commands take the last run of. */
#define LATEST_FOLDER "results/local/"
#define LATEST_FILE LATEST_FOLDER "latest.json"

/* True of a path in a results/local, of the working directory or another. */
bool latest_is_beside(const char *path);

/*
 * The copy that a run file leaves: in its own folder where that is a results/local, else in the
 * working directory's where that is there. malloc'ed; NULL: none, as of a run of so many `samples`
 * by hand (0: of none) that goes elsewhere.
 */
char *latest_path(const char *run_file, uint32_t samples);

/* Adds how the run compares with what the copy holds so far: a sentence, where that is another run
 * of the same device and profile, with a case of it. */
void latest_compare(const char *latest, const struct run *run,
                    const struct published_list *published, struct text *text);

/* Puts the run file in the place of what the copy held, whole. False with a message. */
bool latest_write(const char *latest, const char *run_file);

#endif
