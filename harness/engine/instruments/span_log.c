/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/os/os.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t span_log_begin(struct span_log *log, const char *name)
{
    if (!log)
        return SIZE_MAX;
    log->spans = need_room(log->spans, log->count, &log->capacity, sizeof(*log->spans));
    const double now_ns = clock_now_ns();
    log->spans[log->count] = (struct host_span){ name, now_ns, now_ns };
    return log->count++;
}

void span_log_end(struct span_log *log, size_t span)
{
    if (log && span < log->count)
        log->spans[span].end_ns = clock_now_ns();
}

const struct host_span *span_log_last(const struct span_log *log, const char *name)
{
    for (size_t i = log->count; i-- > 0;)
        if (strcmp(log->spans[i].name, name) == 0)
            return &log->spans[i];
    return NULL;
}

void span_log_finish(struct span_log *log)
{
    free(log->spans);
    *log = (struct span_log){ 0 };
}
