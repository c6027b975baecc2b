/* SPDX-License-Identifier: MIT */
/*
 * answers.h: answers of references that were computed before, in the user's cache: a file each,
 * named by the hash of all that the answer depends on.
 */
#ifndef CLAIMCHECK_BENCH_DECLARED_ANSWERS_H
#define CLAIMCHECK_BENCH_DECLARED_ANSWERS_H

#include "bench/declared/reference.h"
#include "harness/base/base.h"

/* Hashes the technique's name, the program, its words and the folder's content, the inputs, the
 * point on the axes, and the sizes of the outputs. False where a file cannot be read. */
bool declared_answers_key(const struct declared_scope *scope, char *const *words,
                          const struct declared_bytes *inputs, const struct declared_bytes *outputs,
                          char key[SHA256_TEXT_BYTES]);

/* Fills the outputs in, and when they were computed, in seconds since 1970. False where no answer
 * is kept, it is not whole, or not to be taken; 0 where this run has computed it. */
bool declared_answers_load(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs, int64_t *since_s);

/* Keeps an answer of at most 1 GiB. Where there is no room or no cache none is kept: that is no
 * trouble. Removes answers unused for 90 days, and those unused longest beyond 4 GiB. */
void declared_answers_keep(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs);

#endif
