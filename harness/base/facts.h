/* SPDX-License-Identifier: MIT */
/* facts.h: deterministic facts of a workload or an inspection, in the order they were stated in. */
#ifndef CLAIMCHECK_HARNESS_BASE_FACTS_H
#define CLAIMCHECK_HARNESS_BASE_FACTS_H

#include <stddef.h>
#include <stdint.h>

/* LINE, TABLE and RECORDS belong to inspections, and are in no run file. */
enum fact_kind {
    FACT_COUNT,
    FACT_NUMBER,
    FACT_HASH,
    FACT_TEXT,
    FACT_SERIES,
    FACT_LINE,
    FACT_TABLE,
    FACT_RECORDS,
};

struct fact {
    const char *name; /* static storage */
    enum fact_kind kind;
    uint64_t count; /* COUNT and HASH; length of a SERIES, values of a TABLE, rows of RECORDS */
    double number;
    char *text;                 /* TEXT and LINE, owned */
    uint64_t *series;           /* SERIES, and TABLE row by row, owned */
    const char *const *columns; /* TABLE, RECORDS: names, NULL-terminated, static storage */
    const char **labels;        /* RECORDS: of the first column, static storage; owned */
    double *numbers;            /* RECORDS: of the other columns, row by row; owned */
};

struct facts {
    struct fact *facts;
    size_t count, capacity;
};

/* Appends a zeroed fact. */
struct fact *facts_add(struct facts *facts, const char *name, enum fact_kind kind);

/* Append one with a copy of its text or series. */
void facts_add_text(struct facts *facts, const char *name, enum fact_kind kind, const char *text);
struct fact *facts_add_series(struct facts *facts, const char *name, enum fact_kind kind,
                              const uint64_t *values, size_t count);

/* Adds RECORDS: `numbers` has one for each row and each column but the first. */
void facts_add_records(struct facts *facts, const char *name, const char *const *columns,
                       const char *const *labels, const double *numbers, size_t rows);

void facts_finish(struct facts *facts);

#endif
