/* SPDX-License-Identifier: MIT */
/* pack.h: texts packed by gzip; run_unpack.h is the way back. */
#ifndef CLAIMCHECK_HARNESS_RECORD_PACK_H
#define CLAIMCHECK_HARNESS_RECORD_PACK_H

#include <stddef.h>

/* Packs a text, without a date and a name: the same text, the same bytes. *bytes is their number.
 * malloc'ed; NULL when memory runs out. */
char *pack_text(const char *text, size_t size, size_t *bytes);

#endif
