/* SPDX-License-Identifier: MIT */
/*
 * trace_json.h: a trace as JSON in Chrome's Trace Event Format (the object form), which
 * ui.perfetto.dev opens: docs/guide/your-kernel.md says what is in it. Times in microseconds.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_TRACE_JSON_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_TRACE_JSON_H

#include "harness/engine/measure/trace.h"

#include <jansson.h>

struct trace_header {
    uint64_t seed;
    const char *started; /* UTC, ISO 8601 */
    const struct gpu_info *device;
    double origin_ns; /* the host's clock at time 0 of the trace */
    bool estimate;    /* calibrated timestamps were not asked for */
};

/* New reference. */
json_t *trace_json_create(const struct trace_header *header);

/* Building the input of a group, and its upload. */
void trace_json_add_workload(json_t **document, const struct trace_header *header,
                             const char *workload_name, const struct trace_results *outcome);

void trace_json_add_case(json_t **document, const struct trace_header *header,
                         const struct trace_case *traced);

/* True when a document is such a trace. */
bool trace_json_is(const json_t *document);

#endif
