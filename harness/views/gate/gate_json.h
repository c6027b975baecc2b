/* SPDX-License-Identifier: MIT */
/* gate_json.h: a session of `ab` as a document, results/ab.schema.json. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_JSON_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_JSON_H

#include "harness/analysis/gate/gate_result.h"

#include <jansson.h>

/* New reference; NULL when memory runs out. */
json_t *gate_json(const struct gate_result *outcome);

/* Of each row that is slower what stands behind it, `details` of the document: new reference; NULL
 * when memory runs out. */
json_t *gate_json_details(const struct gate_result *outcome);

#endif
