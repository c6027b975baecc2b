/* SPDX-License-Identifier: MIT */
/* journal.h: a run file while it is being written. */
#ifndef CLAIMCHECK_HARNESS_RECORD_JOURNAL_H
#define CLAIMCHECK_HARNESS_RECORD_JOURNAL_H

#include "harness/base/output.h"
#include "harness/record/run/run.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A run file while it is written. PATH.journal takes one JSON object per line: the header first,
 * then {"workload": ...}, {"kernel": ...} and {"case": ...} as groups end. At the end the whole
 * document is written beside PATH, flushed to disk and renamed into place, and the journal is
 * removed. Killed at any point, a run leaves what it measured. Paths that --resume needs are in the
 * journal alone: paths.h.
 */

struct journal;

/*
 * Starts PATH.journal with the header. Fails when PATH or PATH.journal exists (the remedy in the
 * message), when the folder cannot be written to, or the disk is full. With OUTPUT_REPLACE a
 * journal that nobody writes to is begun anew, and a run file stays until journal_commit() puts the
 * new one in its place. NULL with a one-line message on failure.
 */
struct journal *journal_create(const char *path, enum output_kind kind, const json_t *header);

/* True when PATH.journal, of a path as for journal_resume(), is of a run that is to replace PATH:
 * what is there is then not what the journal was for. */
bool journal_replaces(const char *path);

/*
 * Opens the journal of a run that was cut short; `path` may name the run file or the journal
 * itself. A last line that was cut short is dropped from the file. The document read so far is
 * kept, see journal_run(), without the workloads whose samples an interrupt ended: they are to
 * be measured again, and what is added of them then takes the place of what the file has.
 */
struct journal *journal_resume(const char *path);

/* The header; and what the lines behind it hold: workloads, kernels and cases so far. Owned by the
 * journal. */
const json_t *journal_head(const struct journal *journal);
struct run *journal_run(const struct journal *journal);

/* Returns the document that journal_commit() writes; a new reference. */
json_t *journal_document(const struct journal *journal);

/* True when launch `index` (from 0) of the case of that name is already in it, or the case has
 * ended badly in an earlier one. */
bool journal_has_case(const struct journal *journal, const char *name, size_t index);

/* Path of the run file that will be written; of the journal. */
const char *journal_path(const struct journal *journal);
const char *journal_journal_path(const struct journal *journal);

/* Closes; a journal that holds no case yet is removed: there is nothing in it to resume. Accepts
 * NULL, sets *journal to NULL. */
void journal_discard_empty(struct journal **journal);

/* Appends {"workload": ...}, flushed to disk. A workload that is already in it must be the same.
 * False with a message; nothing can be added after that. */
bool journal_add_workload(struct journal *journal, const json_t *workload);

/* Appends {"kernel": ...}, an entry (session.h), unless its id is there. Errors as above. */
bool journal_add_kernel(struct journal *journal, const json_t *kernel);

/* Appends {"case": ...}, after its kernels. The data it points to must live as long as
 * journal_run(), as in that run's arena. Errors as above. */
bool journal_add_case(struct journal *journal, const struct run_case *c);

/* For launches but the first: {"launch": index, "case": ...}; the case of the run is then one of
 * several launches, see case_launches.h. Nothing of `c` is kept. */
bool journal_add_launch(struct journal *journal, const struct run_case *c, size_t index);

/* Once no case follows: leaves those out with files in place of kernels that use none of them, and
 * takes ratios away by case_launches_close(). The journal on disk keeps what it has. */
void journal_end(struct journal *journal);

/* Writes the run file without paths, adds session.ended, renames it into place, removes the
 * journal. False with a message: the journal is then still there. */
bool journal_commit(struct journal *journal, const char *ended);

/* True once a line could not be written: the message of that has the remedy. */
bool journal_failed(const struct journal *journal);

/* True once journal_commit() has put the run file in its place. */
bool journal_is_committed(const struct journal *journal);

/* Closes; what is on disk stays. Accepts NULL, sets *journal to NULL. */
void journal_close(struct journal **journal);

/* Results of a run that was cut short, moved out of the way of a new one. */

/*
 * Where PATH.journal is in nobody's hands and holds a case beyond ceilings, it becomes the journal
 * of another run file beside PATH: of x.json that is x-1.json, or the first number that is free.
 * *aside is then that run file, malloc'ed; NULL where there was nothing to keep, or what is there
 * cannot be read. False with a one-line message.
 */
bool journal_set_aside(const char *path, char **aside);

/* ---------------------------------------------------------------------------------------------- */

/* The text of a journal. */

enum journal_part {
    JOURNAL_ALL,
    JOURNAL_ENDED, /* for a run that goes on: without workloads whose samples were interrupted */
};

/*
 * Reads the text of a journal: header, then a workload, a kernel or a case per line; of several
 * lines of one case, or of one of its launches, the last counts. *whole_bytes is where a last line
 * that was cut short begins, or `size`. *head is the header, a new reference. NULL with a one-line
 * message when any other line cannot be read, or is not that of its check sum (results_text.h): it
 * names the line, or what the run cannot have.
 */
struct run *journal_lines_read(const char *path, const char *text, size_t size,
                               enum journal_part part, size_t *whole_bytes, json_t **head);

/* Says why a file cannot be resumed as it was saved, and what to do; NULL where it can. */
const char *journal_lines_unfit(const char *text, size_t size);

/* The run of a header, without any line behind it. NULL with a one-line message. */
struct run *journal_lines_begin(const char *path, const json_t *header);

/* True when the text is a journal's: its first line is a header and nothing more. */
bool journal_lines_are(const char *text, size_t size);

#endif
