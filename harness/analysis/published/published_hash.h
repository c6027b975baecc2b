/* SPDX-License-Identifier: MIT */
/* published_hash.h: a hash by which a claim that was changed is seen. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_HASH_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_HASH_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/json_reader.h"

/*
 * SHA-256 of the judged members of a claim of schema 2, whose file's defaults are in it: as JSON
 * with sorted keys and no spaces, numbers with 15 digits and whole ones as integers. Members that
 * say what is so without them are left out: null, false, [], {}, who a, number paper, evidence run.
 * So a judged member that a later version adds changes no hash. scripts/maintain/amendments has the
 * same.
 */
void published_hash(const struct json_reader *claim, char sha256[PUBLISHED_SHA256_BYTES]);

#endif
