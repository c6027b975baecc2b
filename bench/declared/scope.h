/* SPDX-License-Identifier: MIT */
/* scope.h: the meaning of names at one point on the axes, within loops. */
#ifndef CLAIMCHECK_BENCH_DECLARED_SCOPE_H
#define CLAIMCHECK_BENCH_DECLARED_SCOPE_H

#include "bench/declared/reader.h"

struct declared_scope {
    const struct declared_spec *spec;
    const char *values[DECLARED_AXES_MAX]; /* of the axes, in their order */
    struct {
        const char *name;
        int64_t value;
    } levels[DECLARED_LEVELS_MAX];
    size_t level_count;
    int depth;     /* of names that stand for formulas */
    size_t *terms; /* of all formulas so far; NULL: each is counted by itself */
};

/* The point of a workload or a case. */
struct declared_scope declared_scope_of(const struct declared_spec *spec,
                                        const struct context *context);

/* False with a one-line message that names file and line. */
bool declared_scope_number(const struct declared_scope *scope, const struct declared_amount *amount,
                           struct declared_number *number, char *message, size_t message_bytes);

/* A whole number within 0..most. `what` is for the message. */
bool declared_scope_whole(const struct declared_scope *scope, const struct declared_amount *amount,
                          const char *what, uint64_t most, uint64_t *whole, char *message,
                          size_t message_bytes);

/* Value of the axis at that point; NULL where there is no such axis. */
const char *declared_scope_axis(const struct declared_scope *scope, const char *axis);

/* The name of the type of a buffer's elements at that point; "uint" where it has none. */
const char *declared_scope_type(const struct declared_scope *scope,
                                const struct declared_buffer *buffer);

/* How elements of the buffer are compared there. */
struct context_element declared_scope_element(const struct declared_scope *scope,
                                              const struct declared_buffer *buffer);

#endif
