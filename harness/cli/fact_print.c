/* SPDX-License-Identifier: MIT */
#include "harness/cli/fact_print.h"

#include "harness/base/printable.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints the shortest decimal that reads back as the same number. */
static void print_number(double number)
{
    char text[32];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, number);
        if (!isfinite(number) || strtod(text, NULL) == number)
            break;
    }
    printf("%s", text);
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

static void print_fact(const struct fact *fact)
{
    if (fact->kind == FACT_TABLE) {
        print_table(fact);
        return;
    }
    if (fact->kind == FACT_RECORDS)
        return; /* lines have said it */
    if (fact->kind == FACT_LINE) {
        printable_write(stdout, fact->text);
        printf("\n");
        return;
    }
    printf("%s", fact->name);
    switch (fact->kind) {
    case FACT_COUNT: printf(" %" PRIu64, fact->count); break;
    case FACT_NUMBER:
        printf(" ");
        print_number(fact->number);
        break;
    case FACT_HASH: printf(" %016" PRIx64, fact->count); break;
    case FACT_TEXT:
        printf(" ");
        printable_write(stdout, fact->text);
        break;
    case FACT_SERIES:
        for (uint64_t i = 0; i < fact->count; i++)
            printf(" %" PRIu64, fact->series[i]);
        break;
    case FACT_LINE:
    case FACT_RECORDS:
    case FACT_TABLE: break;
    }
    printf("\n");
}

void fact_print_all(const struct facts *facts)
{
    for (size_t i = 0; i < facts->count; i++)
        print_fact(&facts->facts[i]);
}
