/* SPDX-License-Identifier: MIT */
/* pack.h: texts packed by xz; run_unpack.h is the way back. */
#ifndef CLAIMCHECK_HARNESS_RECORD_PACK_H
#define CLAIMCHECK_HARNESS_RECORD_PACK_H

#include <stddef.h>

/* Ending of the name of a run file that pack_text() made. */
#define PACK_ENDING ".json.xz"

/* Packs a text: the same text, the same bytes by the same liblzma. *bytes is their number.
 * malloc'ed; NULL when liblzma runs out of memory. */
char *pack_text(const char *text, size_t size, size_t *bytes);

#endif
