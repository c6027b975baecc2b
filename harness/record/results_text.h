/* SPDX-License-Identifier: MIT */
/* results_text.h: run documents as text. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_TEXT_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The whole document as text, malloc'ed: a line per key, workload and case, so that a difference
 * between two files names them.
 */
char *results_dump(const json_t *document);

/* Dumps the document with a check sum at its end, as run files have it: below. */
char *results_dump_summed(const json_t *document);

/* ---------------------------------------------------------------------------------------------- */

/*
 * sum: check sums of run files and of lines of journals, by which a changed byte is found. The sum
 * is the last member of the object, "sum": of all of its text before the comma.
 */

enum { SUM_TEXT_BYTES = 17 };

/* The first 64 bits of SHA-256, as 16 lower-case hexadecimal digits. */
void sum_text(const char *text, size_t size, char digits[SUM_TEXT_BYTES]);

enum sum_form {
    SUM_OF_LINE, /* of a journal, without its line feed */
    SUM_OF_FILE, /* a run file as results_dump_summed() has it, with any ends of lines */
};

enum sum_state {
    SUM_NONE, /* it has no sum, or is laid out otherwise: written by another program */
    SUM_HOLDS,
    SUM_DIFFERS, /* it was changed since it was written */
};

enum sum_state sum_look(enum sum_form form, const char *text, size_t size);

/* Text before and after the digits. Static storage. */
const char *sum_before(enum sum_form form);
const char *sum_behind(enum sum_form form);

/* ---------------------------------------------------------------------------------------------- */

/* pack: texts packed by xz; run_unpack() is the way back. */

/* Ending of the name of a run file that pack_text() made. */
#define PACK_ENDING ".json.xz"

/* Packs a text: the same text, the same bytes by the same liblzma. *bytes is their number.
 * malloc'ed; NULL when liblzma runs out of memory. */
char *pack_text(const char *text, size_t size, size_t *bytes);

/* ---------------------------------------------------------------------------------------------- */

/* run_unpack: what gzip or xz has packed, in memory; the first bytes say which. */

/* The unpacker takes at most so much memory beside the text; xz -9 asks for 65 MiB. */
#define RUN_UNPACK_MEMORY_MAX (UINT64_C(256) << 20)

/* True when the first bytes are gzip's or xz's. */
bool run_unpack_is_packed(const char *packed, size_t size);

/* Unpacks all members, one behind the other, into *text, malloc'ed, of at most `bytes_max`. NULL,
 * or what is wrong; *text is then NULL. */
const char *run_unpack(const char *packed, size_t size, size_t bytes_max, char **text,
                       size_t *text_bytes);

#endif
