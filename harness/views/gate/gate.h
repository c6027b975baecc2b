/* SPDX-License-Identifier: MIT */
/* gate.h: verdicts of `ab` and `trace --compare`, for people and other tools. The outputs of
 * `ab`, --baseline or not, are of a struct gate_result, and false when a write fails. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_H

#include "harness/analysis/gate/gate.h"
#include "harness/views/sheet/sheet.h"

/*
 * For people, in 80 columns but for the command at the end: the verdict of all first, then each
 * row, then those that fail by the kernel that they share.
 *
 *   verdict   gate.h
 *   B / A     ratio of times with the bounds that decided it, or where a row passed early, with the
 *             upper one
 *   found     the least change that would have been found with a probability of 80 %
 *   case      below its workload: variant, and the axes that the workload's name does not hold
 */
void gate_print(FILE *out, const struct gate_result *outcome, bool colours);

/* Adds its table of rows to a text, of those that are to be shown. `stored`: of two runs, whose
 * medians are in it, and in a wide text their intervals. */
void gate_rows_view(struct sheet *sheet, const struct gate_rows *rows, bool stored,
                    bool (*is_shown)(const void *context, const struct gate_row *row),
                    const void *context);

/*
 * A comment of a pull request, in GitHub's Markdown, which GitLab and Forgejo read, too.
 *
 *   first line   a comment that nobody sees, the same for every session on the device: a bot finds
 *                its own by it
 *   second line  the verdict, with how many rows are what
 *   then         the rows that are not the same, what is worst first; the command that measures
 *                again what failed; both sides; all rows, folded
 *
 * What a comment cannot hold is left out, row by row, and counted. Names and all else that is a
 * file's stand as code, where nothing is a mark, a mention or a link.
 */
enum { GATE_MARKDOWN_BYTES = 65536 }; /* at most; GitHub counts them as characters */
void gate_markdown(FILE *out, const void *outcome);

/*
 * JUnit XML, by the schema that Jenkins and GitLab read. A test case per row: a <failure> where it
 * makes the exit code 1, <skipped> where it was not told; its time is the median of the new side,
 * in seconds. One more, "session", is an <error> where the session is not to be believed, and
 * <skipped> where nothing was told. Properties of the suite say what was measured on.
 */
void gate_junit(FILE *out, const void *outcome);

/*
 * The Test Anything Protocol, version 13, for meson's `protocol: 'tap'`, prove and others.
 *
 * A line per row: `not ok` where it makes the exit code 1, `ok ... # SKIP` where it was not told,
 * `not ok ... # TODO` where it would fail without `advisory`; what is to be known of it is in a
 * comment below. One more line, "session", is skipped where nothing was told; "Bail out!" stands in
 * its place where the session is not to be believed. A '#' of a name is written U+FF03, as not
 * every reader takes "\#" for one.
 */
void gate_tap(FILE *out, const void *outcome);

/* The document of results/ab.schema.json. */
void gate_json(FILE *out, const void *outcome);

/* The name of a pass, as words have it. */
const char *trace_pair_name(const struct trace_pair_pass *pass);

/* Two traces side by side: a table of passes for each case. */
void trace_pair_view(struct sheet *sheet, const void *pair); /* struct trace_pair */

/* ---------------------------------------------------------------------------------------------- */

/* What the table, and files for other tools, say of a session, in the same words. */

enum { GATE_WORDS_BYTES = 512 };
#define GATE_ROOM ((char[GATE_WORDS_BYTES]){ 0 }) /* for one that lives as long as the block */

/* Returns the command that measures failed rows again: malloc'ed, NULL where there is none. */
char *gate_words_retest(const struct gate_result *outcome);

/* Adds ratio, remarks and reasons in a line, for a file: "B / A 1.100 [1.095, 1.105]; slower at
 * first, not when it was measured again". */
void gate_words_row(const struct gate_result *outcome, const struct gate_row *row,
                    struct text *text);

/* The build and the driver of a side, as its run records them, and "10 launches of either side,
 * seed 7, threshold 3 %"; of stored runs, how they are compared. They return the text. */
const char *gate_words_build(const struct run *side, char text[GATE_WORDS_BYTES]);
const char *gate_words_driver(const struct run *side, char text[GATE_WORDS_BYTES]);
const char *gate_words_protocol(const struct gate_result *outcome, char text[GATE_WORDS_BYTES]);

/* The case of the row that there is, the new one of two. */
const struct run_case *gate_words_case(const struct gate_row *row);

/* "2 cases were not saved in old-kernels", of a folder of kernels. Returns the text. */
const char *gate_words_unsaved(const struct saved_kernels *kernels, size_t count,
                               char text[GATE_WORDS_BYTES]);

#endif
