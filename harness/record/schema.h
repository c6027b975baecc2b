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

/* ---------------------------------------------------------------------------------------------- */

/*
 * The version of run files, MAJOR.MINOR, as results/run.schema.json has the rule:
 * what a later version adds is a minor, and readers ignore keys that they do not know; all else is
 * a major, and another one is not read.
 */

#define SCHEMA_VERSION "2.14"
enum { SCHEMA_VERSION_MAJOR = 2, SCHEMA_VERSION_BYTES = 160 };

/* NULL when a document of that schema_version can be read; otherwise what is wrong, with the
 * remedy: "is 1, and ...". */
const char *schema_version_fault(const json_t *version, char text[SCHEMA_VERSION_BYTES]);

#endif
