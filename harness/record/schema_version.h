/* SPDX-License-Identifier: MIT */
/*
 * schema_version.h: the version of run files, MAJOR.MINOR, as results/run.schema.json has the rule:
 * what a later version adds is a minor, and readers ignore keys that they do not know; all else is
 * a major, and another one is not read.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_SCHEMA_VERSION_H
#define CLAIMCHECK_HARNESS_RECORD_SCHEMA_VERSION_H

#include <jansson.h>

#define SCHEMA_VERSION "2.14"
enum { SCHEMA_VERSION_MAJOR = 2, SCHEMA_VERSION_BYTES = 160 };

/* NULL when a document of that schema_version can be read; otherwise what is wrong, with the
 * remedy: "is 1, and ...". */
const char *schema_version_fault(const json_t *version, char text[SCHEMA_VERSION_BYTES]);

#endif
