/* SPDX-License-Identifier: MIT */
/* gate_words.h: what the table, and files for other tools, say of a session, in the same words. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_WORDS_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_WORDS_H

#include "harness/analysis/gate/gate.h"

enum { GATE_WORDS_BYTES = 512 };

/* The ratio of times with the bounds that decided it, or where the row passed early, with the upper
 * one; "" where there is none. */
void gate_words_ratio(const struct gate_found *found, char text[GATE_WORDS_BYTES]);

/* Writes the remarks on a verdict; "". */
void gate_words_remarks(const struct gate_row *row, char text[GATE_WORDS_BYTES]);

/* For a file: paths of the machine are their last names. */
void gate_words_strip(char text[GATE_WORDS_BYTES]);

/* Returns the command that measures failed rows again: malloc'ed, NULL where there is none. */
char *gate_words_retest(const struct gate_result *outcome);

/* Writes the reasons for a verdict: "most of it in t/k: 10.0 µs to 12.0 µs; t/k: registers 40 to
 * 64"; "" where nothing is known. */
void gate_words_detail(const struct gate_result *outcome, const struct gate_row *row,
                       char text[GATE_WORDS_BYTES]);

/* Ratio, remarks and that in a line, for a file: "B / A 1.100 [1.095, 1.105]; slower at first, not
 * when it was measured again". */
void gate_words_row(const struct gate_result *outcome, const struct gate_row *row,
                    char text[GATE_WORDS_BYTES]);

/* "10 launches of either side, seed 7, threshold 3 %"; of stored runs, how they are compared. */
void gate_words_protocol(const struct gate_result *outcome, char text[GATE_WORDS_BYTES]);

/* Says that a device is a software device, and which of its rows gate; "" of any other. Static
 * storage. */
const char *gate_words_software(const struct gate_result *outcome);

/* Describe the build and the driver as the run records them. */
void gate_words_build(const struct run *run, char text[GATE_WORDS_BYTES]);
void gate_words_driver(const struct run *run, char text[GATE_WORDS_BYTES]);

/* The case of the row that there is, the new one of two. */
const struct run_case *gate_words_case(const struct gate_row *row);

/* "2 cases were not saved in old-kernels", of a folder of kernels. */
void gate_words_unsaved(const struct saved_kernels *kernels, size_t count,
                        char text[GATE_WORDS_BYTES]);

#endif
