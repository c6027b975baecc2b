/* SPDX-License-Identifier: MIT */
/*
 * columns.h: an array of structs that a run file has as an object of arrays, one for each member,
 * all equally long. An array that says nothing is left out.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_COLUMNS_H
#define CLAIMCHECK_HARNESS_RECORD_COLUMNS_H

#include "harness/record/run/json_reader.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum column_type {
    COLUMN_TOTAL, /* double: the file has `scale` times as much, whole; says nothing at 0 */
    COLUMN_NS,    /* double above 0 */
    COLUMN_IF,    /* double above 0, or null: says nothing at NAN */
    COLUMN_ROUND, /* uint32_t: says nothing where it is the entry's own index */
    COLUMN_INDEX, /* uint32_t: says nothing at 0 */
    COLUMN_FLAG,  /* bool: says nothing where false */
};

struct column {
    const char *key; /* NULL behind the last one */
    enum column_type type;
    size_t offset;
    bool wanted; /* missing is a fault; a total is then above 0 */
};

struct columns {
    const struct column *columns;
    size_t base;  /* the column whose length all others must have */
    size_t bytes; /* of an entry */
    double scale;
    bool whole; /* columns that say nothing are written, too */
};

/* Entries in memory of the reader's arena; NULL and *count 0 where the object is not there, or the
 * reader has failed. */
void *columns_read(const struct json_reader *object, const struct columns *columns, size_t *count);

/* A new reference; NULL when memory runs out. */
json_t *columns_json(const struct columns *columns, const void *entries, size_t count);

#endif
