/* SPDX-License-Identifier: MIT */
/* schema.h: the JSON Schemas of run files and of rows of evidence, made of the tables of fields. */
#ifndef CLAIMCHECK_HARNESS_RECORD_SCHEMA_H
#define CLAIMCHECK_HARNESS_RECORD_SCHEMA_H

#include <jansson.h>
#include <stddef.h>

/* results/run.words.json: keywords that no table has, by the path of a member. An entry's keywords
 * replace those of the table, null removes one, and `properties` are added. */
extern const struct schema_words {
    const char *name; /* NULL behind the last one */
    const char *text;
    size_t bytes;
} schema_words[];

/* Makes results/run.schema.json, and results/row.schema.json; new references. */
json_t *schema_json(void);
json_t *schema_rows_json(void);

#endif
