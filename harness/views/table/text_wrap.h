/* SPDX-License-Identifier: MIT */
/* text_wrap.h: sentences in lines of 80 columns. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TEXT_WRAP_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TEXT_WRAP_H

#include <stdio.h>

enum { TEXT_WRAP_COLUMNS = 80 };

/* The words behind `head`, which is not broken, further lines indented as far as the head goes:
 * table_text_wrap(). At most TABLE_CELL_BYTES of either; both may be a document's. */
void text_wrap_print(FILE *out, const char *head, const char *words);

#endif
