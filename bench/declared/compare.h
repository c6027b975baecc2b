/* SPDX-License-Identifier: MIT */
/* compare.h: what a variant gave against what the reference gave, by the check of the output. */
#ifndef CLAIMCHECK_BENCH_DECLARED_COMPARE_H
#define CLAIMCHECK_BENCH_DECLARED_COMPARE_H

#include "bench/declared/spec.h"

/* Elements of one output. */
struct declared_elements {
    const char *type; /* by its name; of a vector its elements are compared */
    void *came;       /* sorted, for a multiset */
    const void *wanted;
    uint64_t bytes;
};

/* False with a context_mismatch(), or a context_error() when memory runs out. */
bool declared_compare(struct context *context, const struct declared_buffer *output,
                      const struct declared_elements *elements);

/* The scalar that a type is made of. */
struct declared_scalar {
    uint32_t bytes; /* 1, 2, 4, 8 */
    bool is_real, is_signed;
};
struct declared_scalar declared_scalar_of(const char *type);

/* An integer of that type at an index of an array. */
int64_t declared_scalar_integer(const void *data, struct declared_scalar scalar, uint64_t index);

#endif
