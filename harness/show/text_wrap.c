/* SPDX-License-Identifier: MIT */
#include "harness/show/text_wrap.h"

#include "harness/show/table_text.h"

void text_wrap_print(FILE *out, const char *head, const char *words)
{
    struct table_text text = { .out = out, .columns = TEXT_WRAP_COLUMNS };
    char cell[TABLE_CELL_BYTES] = "";
    table_text_put(&text, head);
    table_text_add(cell, "", words);
    table_text_clean(cell);
    table_text_wrap(&text, cell, text.column);
    table_text_end(&text);
}
