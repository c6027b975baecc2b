/* SPDX-License-Identifier: MIT */
/* export_trace.h: a trace as CSV: a row per event of its two tracks. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TRACE_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TRACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Columns: case, track (host, gpu), category, name, kind, begin_us, duration_us, work_groups,
 * invocations, bytes, case_kind, status, device, driver, clock, started; empty where there is none.
 * RFC 4180, one record per line. False when a write failed.
 */
bool export_trace(FILE *out, const json_t *document);

#endif
