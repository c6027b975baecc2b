/* SPDX-License-Identifier: MIT */
/* table_notes.h: lines that stand below a table. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_NOTES_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_NOTES_H

#include "harness/record/run/run.h"

#include <stdio.h>

/* Notes on the clock. */

enum { CLOCK_NOTE_BYTES = 96 };

/*
 * On one case: "throttled 3 of 20", "throttled 18 of 20, all count", or "4 count" where a launch
 * counts its own and another does not; "clock 91 %" of the highest of the run when the median over
 * the samples is more than 5 % below what the load before the group came to, or 10 % below the
 * highest. Empty when all is well, or when less than a tenth of the samples was throttled, and left
 * out.
 */
void clock_note_case(const struct run_case *c, char text[CLOCK_NOTE_BYTES]);

/*
 * Cases whose clock did not come up in the load before their group: by the core clock, more than
 * 5 % below the highest that loads of the run came to, but for those of a tenth of the cases, or
 * 10 % below that of any work; or else by the canary's time against other probes that were alone.
 * None where neither is known.
 */
size_t clock_note_count_low(const struct run *run);

/* On the run: "core clock up to 1.98 GHz". Empty where no core clock was read. */
void clock_note_run(const struct run *run, char text[CLOCK_NOTE_BYTES]);

/* The host of cases of kind CPU. */

enum { HOST_NOTE_BYTES = 256 };

/* "AMD EPYC 9654, 8 CPUs, governor performance, load 0.5"; empty when the run does not name it. */
void host_note(const struct run *run, char text[HOST_NOTE_BYTES]);

/* The scope of intervals: within one process, or between several. */

enum { LAUNCHES_NOTE_BYTES = 128 };

/* "intervals: 95 %, within one process", "intervals: 97.9 %, between 10 launches"; empty without a
 * case that has one. */
void launches_note_run(const struct run *run, char text[LAUNCHES_NOTE_BYTES]);

/* "3 of 10 launches"; empty for a case that has all of them. */
void launches_note_case(const struct run *run, const struct run_case *c, char *text,
                        size_t text_bytes);

/* The benches' own numbers, for people. */

/* A line per case that has metrics: its name, then `name value unit`, separated by commas. */
void metrics_print(FILE *out, const struct run *run);

#endif
