/* SPDX-License-Identifier: MIT */
/* sheet_writer.h: how one style writes a sheet; for the files of sheet/ alone. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SHEET_SHEET_WRITER_H
#define CLAIMCHECK_HARNESS_VIEWS_SHEET_SHEET_WRITER_H

#include "harness/views/sheet/sheet.h"

/* Each may be NULL: nothing is to be done. */
struct sheet_writer {
    void (*open)(struct sheet *sheet);
    void (*block)(struct sheet *sheet, enum sheet_block kind, const char *head, const char *text);
    void (*begin)(struct sheet *sheet); /* a table: for people not before its first row */
    void (*group)(struct sheet *sheet, const char *name);
    void (*row)(struct sheet *sheet, const struct sheet_value *values);
    void (*words)(struct sheet *sheet, const struct sheet_value *values, size_t count);
    void (*end)(struct sheet *sheet); /* a table that has begun */
    void (*close)(struct sheet *sheet);
    void (*element)(struct sheet *sheet, const char *path);
    void (*member)(struct sheet *sheet, const char *path, enum sheet_type type,
                   struct sheet_value value);
};

extern const struct sheet_writer sheet_writer_text, sheet_writer_markdown, sheet_writer_latex,
    sheet_writer_csv, sheet_writer_json;

/* True where the style has the column. */
bool sheet_has(const struct sheet *sheet, const struct sheet_column *column);

/* Columns of a line of text; 0: as long as it gets. */
unsigned sheet_columns(const struct sheet *sheet);

/* Words are aligned to the left. */
static inline bool sheet_is_words(const struct sheet_column *column)
{
    return column->type <= SHEET_FLAG;
}

#endif
