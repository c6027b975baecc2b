/* SPDX-License-Identifier: MIT */
#include "harness/views/table/text_wrap.h"

#include "harness/views/table/table_text.h"

/* What a document says, for a terminal. */
static void clean_copy(char cell[TABLE_CELL_BYTES], const char *words)
{
    cell[0] = 0;
    table_text_add(cell, "", words);
    table_text_clean(cell);
}

void text_wrap_print(FILE *out, const char *head, const char *words)
{
    struct table_text text = { .out = out, .columns = TEXT_WRAP_COLUMNS };
    char cell[TABLE_CELL_BYTES];
    clean_copy(cell, head);
    table_text_put(&text, cell);
    clean_copy(cell, words);
    table_text_wrap(&text, cell, text.column);
    table_text_end(&text);
}
