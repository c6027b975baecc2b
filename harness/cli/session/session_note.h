/* SPDX-License-Identifier: MIT */
/* session_note.h: notes on standard error before and beside measuring. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_NOTE_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_NOTE_H

#include "harness/base/message.h"
#include "harness/cli/session/run_request.h"
#include "harness/cli/session/session.h"
#include "harness/engine/plan/plan.h"
#include "harness/record/run/run.h"

#include <jansson.h>
#include <stdio.h>

/* The cases of a plan, before they are measured. */

/* A name per line, in the order of the plan. */
void plan_list_print(FILE *out, const struct plan *plan);

/* `profile` and `cases`, each with what it is. New reference. */
json_t *plan_list_json(const struct plan *plan, const char *profile);

/* Notes of what a run is going to do, before it begins. */

enum { PLAN_NOTE_BYTES = 512 };

/* "about 4 min: 126 tile_subdivision, 111 cbt; 31 device limits last": cases of each technique, in
 * the order of the plan; and how many claims a software device has no say in. */
void plan_note(const struct plan *plan, double seconds, char text[PLAN_NOTE_BYTES]);

/* Says it. missing: cases that are to be measured, in all launches; most: launches of the group
 * that has most; seconds: the guess; ceilings: they are known already. */
void session_note_start(const struct session_params *params, size_t missing, uint32_t most,
                        double seconds, bool ceilings);

/* Says how to go on with what was not measured; what nobody keeps has no end. launch: from 0, that
 * was interrupted, of so many. */
void session_note_interrupted(const struct session_params *params, uint32_t launch,
                              uint32_t launches);
void session_note_kept(const struct session_params *params);

/* Writes the line for a crash while a workload is measured in this process. */
enum { CRASH_LINE_BYTES = 2 * MESSAGE_BYTES };
void session_note_crash(const struct session_params *params, const char *workload,
                        char line[CRASH_LINE_BYTES]);

/* Warnings that the times of a run may be doubtful, with the remedy. */

/* Warns, before a run, of a limit on its time. */
void warnings_print_before(void);

/* Prints what makes times of the run worth less; `run` has its head. */
void warnings_print(const struct run_request *request, const struct gpu_info *device,
                    const struct run *run);

/* Prints the warnings about the device's clock, after the run. */
void warnings_print_after(const struct run *run);

/* A case of a file's kernel whose set-up ended before anybody knew which kernels it asks for. */
struct unknown_twin {
    const char *name, *reason; /* the run's; NULL: there is none */
};
struct unknown_twin warnings_unknown_twin(const struct run *run); /* before journal_end() */

/*
 * Names the files of --kernel that were not run, and why. Returns EXIT_CODE_OK where all were, or a
 * case that failed says so; EXIT_CODE_NOTHING where the device has no use for one, and
 * EXIT_CODE_UNTRIED where no case asked for it.
 */
int warnings_print_unused(const struct run_request *request, const struct run *run,
                          struct unknown_twin unknown);

/* A line for each case that has a sentence (why.h): its name, then that. */
void session_note_why(FILE *out, const struct run *run);

/* Errors of standard output show here, where what they did not cost can be named. Returns `code`,
 * or EXIT_CODE_UNTRIED with a message; `committed`: the run file is written. */
int session_note_output(const struct session_params *params, bool committed, int code);

#endif
