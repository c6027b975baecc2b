/* SPDX-License-Identifier: MIT */
/* span_log.h: what the host did, and when, by its own clock. Spans nest. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_SPAN_LOG_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_SPAN_LOG_H

#include <stdbool.h>
#include <stddef.h>

struct host_span {
    const char *name; /* static storage */
    double begin_ns, end_ns;
};

struct span_log {
    struct host_span *spans; /* in the order in which they began */
    size_t count, capacity;
};

/* Begins a span; what comes back ends it. A NULL log is fine, and logs nothing. */
size_t span_log_begin(struct span_log *log, const char *name);
void span_log_end(struct span_log *log, size_t span);

/* The last span of that name; NULL when there is none. */
const struct host_span *span_log_last(const struct span_log *log, const char *name);

void span_log_finish(struct span_log *log);

#endif
