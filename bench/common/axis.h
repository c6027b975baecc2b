/* SPDX-License-Identifier: MIT */
/* axis.h: rows of tables of axes, and the places of values that are names. */
#ifndef CLAIMCHECK_BENCH_COMMON_AXIS_H
#define CLAIMCHECK_BENCH_COMMON_AXIS_H

#include "harness/bench.h"

#include <assert.h>
#include <string.h>

/* A row: a name and its help, then members of struct bench_axis by name. */
#define AXIS(name_, help_, ...)                                                                    \
    {                                                                                              \
        .name = name_, .help = help_, __VA_ARGS__                                                  \
    }

/* Members of one that all profiles have at its default alone, which case names leave out. */
#define AT_DEFAULT(value) .default_value = value, .values = { value, value, value }

/* The place of the axis's value among its names, which end with NULL; 0 where the case lacks the
 * axis. */
static inline uint32_t axis_place(const struct context *context, const char *axis,
                                  const char *const *names)
{
    const char *value = context_text_or(context, axis, names[0]);
    uint32_t i = 0;
    while (names[i] && strcmp(names[i], value) != 0)
        i++;
    assert(names[i]);
    return i;
}

#endif
