/* SPDX-License-Identifier: MIT */
/* journal_lines.h: the text of a journal. */
#ifndef CLAIMCHECK_HARNESS_RECORD_JOURNAL_LINES_H
#define CLAIMCHECK_HARNESS_RECORD_JOURNAL_LINES_H

#include "harness/record/run/run.h"

enum journal_part {
    JOURNAL_ALL,
    JOURNAL_ENDED, /* for a run that goes on: without workloads whose samples were interrupted */
};

/*
 * Reads the text of a journal: header, then a workload, a kernel or a case per line; of several
 * lines of one case, or of one of its launches, the last counts. *whole_bytes is where a last line
 * that was cut short begins, or `size`. *head is the header, a new reference. NULL with a one-line
 * message when any other line cannot be read, or is not that of its check sum (sum.h): it names the
 * line, or what the run cannot have.
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
