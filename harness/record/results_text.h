/* SPDX-License-Identifier: MIT */
/* results_text.h: run documents as text. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_TEXT_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_TEXT_H

#include <jansson.h>

/*
 * The whole document as text, malloc'ed: a line per key, workload and case, so that a difference
 * between two files names them.
 */
char *results_dump(const json_t *document);

/* Dumps the document with a check sum at its end, as run files have it: sum.h. */
char *results_dump_summed(const json_t *document);

#endif
