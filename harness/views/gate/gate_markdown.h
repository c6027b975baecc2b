/* SPDX-License-Identifier: MIT */
/*
 * gate_markdown.h: a session of `ab` as a comment of a pull request, in GitHub's Markdown, which
 * GitLab and Forgejo read, too.
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
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_MARKDOWN_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_MARKDOWN_H

#include "harness/analysis/gate/gate_result.h"

#include <stdbool.h>
#include <stdio.h>

/* Bytes at most, which GitHub counts as characters. */
enum { GATE_MARKDOWN_BYTES = 65536 };

/* False when memory runs out, or what is written is not. */
bool gate_markdown(FILE *out, const struct gate_result *outcome);

#endif
