/* SPDX-License-Identifier: MIT */
/* program.h: which program this is. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_PROGRAM_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_PROGRAM_H

#include <jansson.h>

/* Begins to hash this program beside other work; program_json() then waits for it. Both are for one
 * thread. */
void program_hash_begin(void);

/* SHA-256 of this program's bytes, a text: sources that are not committed and options of the
 * compiler, too, decide what is measured. A new reference; NULL where it cannot be read. */
json_t *program_json(void);

#endif
