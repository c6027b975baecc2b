/* SPDX-License-Identifier: MIT */
/* claims_expect.h: verdicts against those of an earlier `claims --json`. */
#ifndef CLAIMCHECK_HARNESS_CLI_CLAIMS_EXPECT_H
#define CLAIMCHECK_HARNESS_CLI_CLAIMS_EXPECT_H

#include "harness/judge/claims.h"

/*
 * A line for each claim whose verdict is another than in the file at `path`, and for each of its
 * claims that is none any more; one for each device of which it has nothing. EXIT_CODE_WRONG where
 * a verdict has changed, EXIT_CODE_NOTHING where it has none of these devices, EXIT_CODE_UNTRIED
 * with a message where it cannot be read.
 */
int claims_expect(const struct claims *claims, const char *path);

#endif
