/* SPDX-License-Identifier: MIT */
/* run_unpack.h: what gzip or xz has packed, in memory; the first bytes say which. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_UNPACK_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The unpacker takes at most so much memory beside the text; xz -9 asks for 65 MiB. */
#define RUN_UNPACK_MEMORY_MAX (UINT64_C(256) << 20)

/* True when the first bytes are gzip's or xz's. */
bool run_unpack_is_packed(const char *packed, size_t size);

/* Unpacks all members, one behind the other, into *text, malloc'ed, of at most `bytes_max`. NULL,
 * or what is wrong; *text is then NULL. */
const char *run_unpack(const char *packed, size_t size, size_t bytes_max, char **text,
                       size_t *text_bytes);

#endif
