/* SPDX-License-Identifier: MIT */
/* compare.h: what a variant gave against what the reference gave. */
#ifndef CLAIMCHECK_BENCH_DECLARED_COMPARE_H
#define CLAIMCHECK_BENCH_DECLARED_COMPARE_H

#include "bench/declared/spec.h"

/* Elements of one buffer. */
struct declared_elements {
    const char *name;
    const char *type; /* by its name; of a vector its elements are compared */
    void *came;       /* may be sorted */
    const void *wanted;
    uint64_t bytes;
};

/* By the check of the buffer. False with one line: how many are wrong, the first and the last of
 * them with what came and what was wanted, and whether it was never written. */
bool declared_compare(const struct declared_buffer *output,
                      const struct declared_elements *elements, char *message,
                      size_t message_bytes);

#endif
