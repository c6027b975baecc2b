/* SPDX-License-Identifier: MIT */
/* launches_note.h: what intervals hold for: within one process, or between several. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_LAUNCHES_NOTE_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_LAUNCHES_NOTE_H

#include "harness/record/run/run.h"

enum { LAUNCHES_NOTE_BYTES = 128 };

/* "intervals: 95 %, within one process", "intervals: 97.9 %, between 10 launches"; empty without a
 * case that has one. */
void launches_note_run(const struct run *run, char text[LAUNCHES_NOTE_BYTES]);

/* "3 of 10 launches"; empty for a case that has all of them. */
void launches_note_case(const struct run *run, const struct run_case *c, char *text,
                        size_t text_bytes);

#endif
