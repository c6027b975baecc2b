/* SPDX-License-Identifier: MIT */
/* scope.h: the meaning of names at one point on the axes, within loops. */
#ifndef CLAIMCHECK_BENCH_DECLARED_SCOPE_H
#define CLAIMCHECK_BENCH_DECLARED_SCOPE_H

#include "bench/declared/reader.h"

struct declared_scope {
    const struct declared_spec *spec;
    const char *values[DECLARED_AXES_MAX];  /* of the axes, in their order */
    const struct declared_variant *variant; /* whose own axes count, too; NULL: none do */
    const char *own[DECLARED_AXES_MAX];     /* their values */
    uint64_t seed;                          /* of the input */
    const int64_t *numbers;                 /* that C gives, in the order of the spec's names */
    struct {
        const char *name;
        int64_t value;
    } levels[DECLARED_LEVELS_MAX];
    size_t level_count;
    int depth;     /* of names that stand for formulas */
    size_t *terms; /* of all formulas so far; NULL: each is counted by itself */
};

/* The point of a workload or, with its variant, of a case. */
struct declared_scope declared_scope_of(const struct declared_spec *spec,
                                        const struct declared_variant *variant,
                                        const struct context *context);

/* Bytes of a buffer or an image there, 0..most. False with such a message. */
bool declared_scope_bytes(const struct declared_scope *scope, const struct declared_buffer *buffer,
                          uint64_t most, uint64_t *bytes, char *message, size_t message_bytes);

/* Width and height of an image there. False with such a message. */
bool declared_scope_size(const struct declared_scope *scope, const struct declared_image *image,
                         uint32_t size[2], char *message, size_t message_bytes);

/* The file of an input there: its name with values in place of "{axis}". Malloc'ed. */
char *declared_scope_file(const struct declared_scope *scope, const char *file);

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
