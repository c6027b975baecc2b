/* SPDX-License-Identifier: MIT */
#include "harness/cli/fact_print.h"

#include "harness/base/printable.h"
#include "harness/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The shortest decimal that reads back as the same number. */
static void number_add(struct text *text, double number)
{
    char digits[32];
    for (int count = 6; count <= 17; count++) {
        snprintf(digits, sizeof(digits), "%.*g", count, number);
        if (!isfinite(number) || strtod(digits, NULL) == number)
            break;
    }
    text_add(text, digits);
}

/* Adds the value of a fact that is no table. */
static void value_add(struct text *text, const struct fact *fact)
{
    switch (fact->kind) {
    case FACT_COUNT: text_add_format(text, "%" PRIu64, fact->count); break;
    case FACT_NUMBER: number_add(text, fact->number); break;
    case FACT_HASH: text_add_format(text, "%016" PRIx64, fact->count); break;
    case FACT_TEXT:
    case FACT_LINE: text_add(text, fact->text); break;
    case FACT_SERIES:
        for (uint64_t i = 0; i < fact->count; i++)
            text_join(text, " ", "%" PRIu64, fact->series[i]);
        break;
    case FACT_RECORDS:
    case FACT_TABLE: break;
    }
}

static void print_table(const struct fact *fact)
{
    for (uint64_t i = 0; i < fact->count;) {
        printf("%s", fact->name);
        for (const char *const *column = fact->columns; *column; column++)
            printf(" %s %" PRIu64, *column, fact->series[i++]);
        printf("\n");
    }
}

void fact_print_all(const struct facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->facts[i];
        struct text text = { 0 };
        if (fact->kind == FACT_TABLE)
            print_table(fact);
        if (fact->kind == FACT_TABLE || fact->kind == FACT_RECORDS) /* lines have said it */
            continue;
        value_add(&text, fact);
        printf("%s%s", fact->kind == FACT_LINE ? "" : fact->name,
               fact->kind == FACT_LINE || (fact->kind == FACT_SERIES && fact->count == 0) ? ""
                                                                                          : " ");
        printable_write(stdout, text_string(&text));
        printf("\n");
        text_finish(&text);
    }
}

static void row_view(struct sheet *sheet, const struct fact *fact, uint64_t row, const char *column,
                     struct text *value)
{
    SHEET_ROW(sheet, sheet_words(fact->name), sheet_number(row > 0 ? (double)row : NAN),
              sheet_words(column), sheet_words(text_string(value)));
    text_finish(value);
}

/* A row of the sheet for each cell. */
static void table_view(struct sheet *sheet, const struct fact *fact)
{
    const bool records = fact->kind == FACT_RECORDS;
    uint64_t cells = 0;
    for (uint64_t row = 0; records ? row < fact->count : cells < fact->count; row++)
        for (const char *const *column = fact->columns; *column; column++) {
            struct text text = { 0 };
            if (!records)
                text_add_format(&text, "%" PRIu64, fact->series[cells++]);
            else if (column == fact->columns)
                text_add(&text, fact->labels[row]);
            else
                number_add(&text, fact->numbers[cells++]);
            row_view(sheet, fact, row + 1, *column, &text);
        }
}

/* Puts all facts into tables, including those that are also printed as lines. */
void fact_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "fact", .title = "fact" },
        { .key = "row", .title = "row", .type = SHEET_COUNT },
        { .key = "column", .title = "column" },
        { .key = "value", .title = "value" },
    };
    const struct facts *facts = of;
    sheet_table(sheet,
                &(struct sheet_table){ .name = "facts", SHEET_COLUMNS(columns), .main = true });
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->facts[i];
        struct text text = { 0 };
        if (fact->kind == FACT_TABLE || fact->kind == FACT_RECORDS) {
            table_view(sheet, fact);
        } else if (fact->kind != FACT_LINE) {
            value_add(&text, fact);
            row_view(sheet, fact, 0, "", &text);
        }
    }
}
