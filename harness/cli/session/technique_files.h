/* SPDX-License-Identifier: MIT */
/* technique_files.h: files of folders that declare techniques: what they hold is part of what is
 * measured. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_TECHNIQUE_FILES_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_TECHNIQUE_FILES_H

#include "harness/bench.h"

#include <jansson.h>

/* Array of {technique, file, sha256} of all techniques that folders declare, as they were when they
 * were opened; NULL has none. A new reference. */
json_t *technique_files_json(const struct technique *const *techniques);

/* True when such an array, NULL for none, says the same of these techniques. Otherwise a one-line
 * message with the remedy. */
bool technique_files_same(const struct technique *const *techniques, const json_t *list);

#endif
