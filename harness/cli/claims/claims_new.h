/* SPDX-License-Identifier: MIT */
/* claims_new.h: the skeleton of a file of claims, for a paper of one's own. */
#ifndef CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_NEW_H
#define CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_NEW_H

/* Writes a new file, which the reader takes as it is, and says what to do next. Its ids begin with
 * the file's name. Returns the exit code, 99 with a message where the file is there already. */
int claims_new(const char *path);

#endif
