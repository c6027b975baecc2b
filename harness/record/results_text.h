/* SPDX-License-Identifier: MIT */
/* results_text.h: run documents as text. harness/record/run/ reads what the journal does not. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_TEXT_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum results_part {
    RESULTS_ALL,
    RESULTS_ENDED, /* for a run that goes on: without workloads whose samples were interrupted */
};

/*
 * Reads the text of a journal: header, then a workload or a case per line; of several lines of one
 * case, or of one of its launches, the last counts. *whole_bytes is where a last line that was cut
 * short begins, or `size`. NULL with a one-line message that names path and line when any other
 * line cannot be read.
 */
json_t *results_parse_journal(const char *path, const char *text, size_t size,
                              enum results_part part, size_t *whole_bytes, char *message,
                              size_t message_bytes);

/* True when the text is a journal's: its first line is a header and nothing more. */
bool results_is_journal(const char *text, size_t size);

/*
 * The whole document as text, malloc'ed: a line per key, workload and case, so that a difference
 * between two files names them. NULL when memory runs out.
 */
char *results_dump(const json_t *document);

#endif
