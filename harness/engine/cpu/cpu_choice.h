/* SPDX-License-Identifier: MIT */
/*
 * cpu_choice.h: which of several ways to do the same thing is the fastest on this host, where what
 * the host says of itself does not tell. For setup(): it is in no time, and has the clock that a
 * bench has not.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_CHOICE_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_CHOICE_H

#include <stddef.h>

enum { CPU_CHOICE_MAX = 8, CPU_CHOICE_TURNS = 9 };

/* Does it in way number `way`: some microseconds of work, the same each time. */
typedef void cpu_choice_fn(void *context, size_t way);

/* Has each way done CPU_CHOICE_TURNS times, in turn, and once before; returns the one with the
 * least time, the first of those that are equal. At most CPU_CHOICE_MAX ways. */
size_t cpu_choice_fastest(size_t ways, cpu_choice_fn *fn, void *context);

#endif
