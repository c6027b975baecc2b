/* SPDX-License-Identifier: MIT */
/* input.h: the stream that a workload compacts, and the reference's answer. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_INPUT_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_INPUT_H

#include "harness/bench.h"

enum { STREAM_SIDE_MAX = 16384, STREAM_CLUSTER_MAX = 1 << 20 };

/* State of a workload. Arrays are in memory of the workload. */
struct stream_input {
    uint32_t side;             /* n: the stream has n * n entries, row-major */
    uint32_t entries;          /* n * n */
    uint32_t *elements;        /* element_words words per entry, see source.h */
    uint32_t element_words;    /* 4: tuples; 1: indices */
    uint64_t altered;          /* as of bench_workload: one word of a valid entry differs */
    uint32_t count;            /* valid entries */
    uint32_t *answer;          /* they, in order: count * element_words words */
    struct gpu_buffer *buffer; /* elements on the device; NULL where it binds no such buffer */
};

/* Axes of the workload: n, p, element, cluster. */
extern const struct bench_axis stream_input_axes[];

/* The workload and upload callbacks. */
bool stream_input_make(struct bench_workload *workload);
bool stream_input_upload(struct bench_workload *workload);

/* Elements, count and answer, of a side and element_words that the caller has set, in memory of the
 * context. False when there is none, which is told. */
struct stream_source;
bool stream_input_fill(struct context *context, struct stream_input *input,
                       const struct stream_source *source);

/* Of the whole stream: entries * element_words * 4. */
uint64_t stream_input_bytes(const struct stream_input *input);

#endif
