/* SPDX-License-Identifier: MIT */
/* claims_new.h: the skeleton of a file of claims, for a paper of one's own. */
#ifndef CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_NEW_H
#define CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_NEW_H

#include "harness/bench.h"

/* Writes a new file, which the reader takes as it is, and says what to do next. Its ids begin with
 * the file's name; or, of a technique of a folder, with its own, and its cases are those of the
 * paper's largest point. NULL: none. Returns the exit code, 99 with a message where the file is
 * there already. */
int claims_new(const char *path, const struct technique *technique);

#endif
