/* SPDX-License-Identifier: MIT */
/* claims_expected.h: verdicts against those of an earlier `claims --json`. */
#ifndef CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_EXPECTED_H
#define CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_EXPECTED_H

#include "harness/analysis/claims/claims.h"

#include <jansson.h>

/* Reads a file of verdicts, all of which are then known to be such. New reference; NULL with a
 * message that names the file, the claim and the remedy. */
json_t *claims_expected_load(const char *path);

/*
 * A line for each claim whose verdict is another than in the document of the file at `path`, and
 * for each of its claims that is none any more; one for each device of which it has nothing.
 * EXIT_CODE_WRONG where a verdict has changed, EXIT_CODE_NOTHING where it has none of these
 * devices.
 */
int claims_expected_compare(const struct claims *claims, const json_t *document, const char *path);

#endif
