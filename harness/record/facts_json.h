/* SPDX-License-Identifier: MIT */
/* facts_json.h: facts of a workload in run files. New references. */
#ifndef CLAIMCHECK_HARNESS_RECORD_FACTS_JSON_H
#define CLAIMCHECK_HARNESS_RECORD_FACTS_JSON_H

#include "harness/base/facts.h"

#include <jansson.h>

/* An object of them. */
json_t *facts_json(const struct facts *facts);

/* An entry of workloads[]. */
json_t *facts_json_workload(const char *name, const struct facts *facts);

#endif
