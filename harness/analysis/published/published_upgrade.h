/* SPDX-License-Identifier: MIT */
/*
 * published_upgrade.h: documents of schema 1, which users have, as documents of schema 2.
 *
 * A claim of schema 1 has `subject` with a relation, `published` with a value, `tolerance` and
 * `origin`. What such a claim says, of whom, and the margin of its word are assumed from these.
 * Members that neither schema has stay where a reader of schema 2 finds fault with them.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_UPGRADE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_UPGRADE_H

#include <jansson.h>
#include <stdbool.h>

/* True of an object whose schema_version is 1. */
bool published_upgrade_wanted(const json_t *document);

/* A new reference. */
json_t *published_upgrade(const json_t *document);

#endif
