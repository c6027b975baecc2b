/* SPDX-License-Identifier: MIT */
/* table_note.h: what to know of a row before trusting it, and what the words for it mean. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_NOTE_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_NOTE_H

#include "harness/record/run/run.h"
#include "harness/views/table/table_text.h"

/* What stands elsewhere, or only there. */
struct table_note_options {
    bool outliers;  /* how many there are, as well */
    bool wall_said; /* the head of the group says that all are judged by wall time */
};

/*
 * "wall time, drift +3.1 %, only 7 samples" of a case that is ok, or nothing. `apart` is its ratio
 * between device and host, in the same words, or "". Of a run on a software device neither drift
 * nor two speeds: those table_note_software_print() tells once.
 */
void table_note(char cell[TABLE_CELL_BYTES], const struct run *run, const struct run_case *c,
                const char *apart, struct table_note_options options);

/* A line for each kind of note that one of the cases has; nothing without any. `apart`: ratios
 * between device and host are among them. */
void table_note_legend_print(struct table_text *text, const struct run *run,
                             const struct run_case *const *cases, size_t count, bool apart);

/* On a software device, how many of the cases drift or have two speeds. */
void table_note_software_print(struct table_text *text, const struct run *run,
                               const struct run_case *const *cases, size_t count);

#endif
