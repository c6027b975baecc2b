/* SPDX-License-Identifier: MIT */
/*
 * sum.h: check sums of run files and of lines of journals, by which a changed byte is found. The
 * sum is the last member of the object, "sum": of all of its text before the comma.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_SUM_H
#define CLAIMCHECK_HARNESS_RECORD_SUM_H

#include <stddef.h>

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

#endif
