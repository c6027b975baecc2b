/* SPDX-License-Identifier: MIT */
/*
 * trace.h: what a device did, command by command. A diagnostic mode: stamps and queries between
 * commands take time and flush, so no time taken while a trace is on is a measurement.
 *
 * While a trace is on, every submission of the device is kept. Those of commands that were begun or
 * restarted since carry spans: one per recorded command. With times, span i lasts from the moment
 * when all commands before it had ended until it had ended itself (stage ALL_COMMANDS), so the
 * spans of a submission follow each other without a gap, and a barrier's span is what lies between
 * the two commands that it keeps apart.
 *
 * Errors are those of gpu.h: on a failed device every call does nothing.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_TRACE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_TRACE_H

#include "harness/engine/gpu/gpu.h"

/* Counters ------------------------------------------------------------------------------------- */

/* What a driver counts while commands run, by VK_KHR_performance_query (counters.c). Only devices
 * that were made with gpu_params.counters have any. */

enum { GPU_COUNTERS_TOGETHER_MAX = 8 };

struct gpu_counter {
    char name[256], category[256], description[256]; /* the driver's words */
    const char *unit; /* "", "%", "ns", "bytes", "bytes/s", "K", "W", "V", "A", "Hz", "cycles" */
    bool is_rate;     /* of several commands it has a mean, weighted by their times, and no sum */
    bool per_command; /* false: it counts whole render passes or submissions, and no trace has it */
};

/* All of the device's queue, in the driver's order; owned by the device. 0 without any. */
size_t gpu_counters(const struct gpu *gpu, const struct gpu_counter **counters);

/*
 * How many of these indices, from the first on, one execution counts: at most
 * GPU_COUNTERS_TOGETHER_MAX. 0 where the first alone needs several executions of the same commands,
 * which a case that writes its own input cannot have.
 */
size_t gpu_counters_together(struct gpu *gpu, const uint32_t *chosen, size_t count);

/* Traces --------------------------------------------------------------------------------------- */

struct gpu_trace;

enum gpu_trace_mode {
    GPU_TRACE_TIMES,       /* timestamps between commands */
    GPU_TRACE_INVOCATIONS, /* a pipeline-statistics query around each dispatch; needs
                              GPU_PIPELINE_STATISTICS */
    GPU_TRACE_COUNTERS,    /* a performance query around each command but barriers and stamps */
};

struct gpu_trace_params {
    enum gpu_trace_mode mode;
    double (*now_ns)(void);   /* the host's clock */
    bool estimate;            /* as on a device without calibrated timestamps */
    const uint32_t *counters; /* GPU_TRACE_COUNTERS: as gpu_counters_together() had them; outlive
                                 the trace */
    size_t counter_count;
};

enum gpu_span_kind {
    GPU_SPAN_DISPATCH,
    GPU_SPAN_DISPATCH_INDIRECT,
    GPU_SPAN_FILL,
    GPU_SPAN_COPY,
    GPU_SPAN_READ_BACK,
    GPU_SPAN_BARRIER,
    GPU_SPAN_DRAW,      /* all draws of one pass of raster.h */
    GPU_SPAN_BUILD,     /* of an acceleration structure of rays.h */
    GPU_SPAN_RAYS,      /* rays of rays.h, traced */
    GPU_SPAN_TIMESTAMP, /* gpu_commands_timestamp(), which slot is in `slot` */
};

struct gpu_span {
    enum gpu_span_kind kind;
    const char *name;   /* of the kernel, of a trace's ray generation shader, or of what is written
                           (a read-back: read); "" for the rest. Lives as long as that */
    uint32_t groups[3]; /* of a direct dispatch; of rays, how many */
    uint32_t group_invocations; /* of a dispatch: invocations of one work-group */
    uint32_t slot;
    uint64_t bytes;          /* filled or copied */
    double begin_ns, end_ns; /* GPU_TRACE_TIMES: on the host's clock */
    uint64_t invocations;    /* GPU_TRACE_INVOCATIONS: of a dispatch, as the device counted */
    double counts[GPU_COUNTERS_TOGETHER_MAX]; /* GPU_TRACE_COUNTERS: as the driver counted */
};

struct gpu_submission {
    double submit_ns, submitted_ns, done_ns; /* host: before and after the call, after the wait */
    /*
     * True: spans were put on the host's clock by calibrated timestamps, to deviation_ns at best.
     * False: by the host's alone, in the middle between submit_ns and done_ns.
     */
    bool calibrated;
    double deviation_ns;
    size_t first_span, span_count; /* none for transfers of buffers' contents */
};

/* One trace per device at a time. NULL on a failed device, or when it lacks what the mode needs
 * (GPU_UNSUPPORTED). */
struct gpu_trace *gpu_trace_begin(struct gpu *gpu, const struct gpu_trace_params *params);

/* Nothing is kept from here on. Accepts NULL. */
void gpu_trace_end(struct gpu_trace *trace);

/* Ends it and frees what it kept. Before the device. Accepts NULL. */
void gpu_trace_destroy(struct gpu_trace **trace);

/* In the order of submission; owned by the trace. 0 for NULL. */
size_t gpu_trace_submissions(const struct gpu_trace *trace,
                             const struct gpu_submission **submissions);
size_t gpu_trace_spans(const struct gpu_trace *trace, const struct gpu_span **spans);

/* Writes the title of a pass: the kernel, "fill control", "read back sums", "barrier". */
void gpu_span_title(enum gpu_span_kind kind, const char *name, char *text, size_t bytes);

/* "dispatch", "dispatch_indirect", "fill", "copy", "read_back", "barrier", "draw", "build", "rays",
 * "timestamp". Static. */
const char *gpu_span_kind_name(enum gpu_span_kind kind);

/*
 * All that is submitted between the two is one region for profilers, with that name; regions may
 * nest. On a device without gpu_params.labels both do nothing. Valid: as many ends as begins, in
 * pairs (layers).
 */
void gpu_region_begin(struct gpu *gpu, const char *name);
void gpu_region_end(struct gpu *gpu);

#endif
