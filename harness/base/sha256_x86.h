/* SPDX-License-Identifier: MIT */
/* sha256_x86.h: the compression function of SHA-256 by the instructions of x86-64 for it. */
#ifndef CLAIMCHECK_HARNESS_BASE_SHA256_X86_H
#define CLAIMCHECK_HARNESS_BASE_SHA256_X86_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_BLOCK_BYTES = 64, SHA256_STATE_WORDS = 8 };

/* Says whether this CPU has them; never elsewhere than on x86-64. */
bool sha256_x86_is(void);

/* Takes blocks into a state, a to h. Only where sha256_x86_is(). */
void sha256_x86_add(uint32_t state[SHA256_STATE_WORDS], const uint8_t *data, size_t blocks);

#endif
