/* SPDX-License-Identifier: MIT */
/* reference.h: what the output must be, on the CPU, from the definition in the paper. */
#ifndef CLAIMCHECK_BENCH_@NAME_UPPER@_REFERENCE_H
#define CLAIMCHECK_BENCH_@NAME_UPPER@_REFERENCE_H

#include <stdint.h>

/* answer[i] = words[count - 1 - i]; both hold `count` words and do not overlap. */
void example_reference(uint32_t *answer, const uint32_t *words, uint32_t count);

#endif
