/* SPDX-License-Identifier: MIT */
/* stream.h: the folder's parts, for each other and for tests. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_STREAM_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_STREAM_H

#include "bench/common/compact.h"
#include "bench/declared/declared.h"
#include "harness/bench.h"
#include "harness/image.h"
#include "harness/inspection.h"

/*
 * Non-uniform stream reduction: on the CPU or on the GPU?
 * Source: M. Lastra, C. Ureña, J. Bittner, R. García, R. Montes, Estimación de Densidades usando
 * GPUs, 2008, Section 4.
 */
extern const struct technique stream_technique;

/* Input ---------------------------------------------------------------------------------------- */
/* The stream that a workload compacts, and the reference's answer. */

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

/* Variants ------------------------------------------------------------------------------------- */
/*
 * The methods of stream reduction, their rows, and what they share.
 *
 * On the device a method reads stream_input.buffer, and leaves the valid entries at the start of
 * stream_case.output and their number in the first word of stream_case.count. On the CPU it reads
 * stream_input.elements and writes stream_case.host and stream_case.host_count. What lies in an
 * output past the count may be anything. The state of every case begins with a struct stream_case.
 */

/* The first members of a case's state. */
struct stream_case {
    struct declared_list *list;           /* of a variant that is one; else NULL */
    struct gpu_buffer *output, *count;    /* entries * element_words words, and one */
    uint32_t *host;                       /* output of a CPU variant, see host.c */
    uint32_t *host_count;                 /* one word */
    struct stream_allocating *allocating; /* of a variant that allocates its output; else NULL */
};

/*
 * What else there is to say of a variant: bench_variant.data. NULL: all of it is 0.
 *
 * A method of the device has no record(): it gives fill(), which may write to any output. One that
 * knows the count before it fills gives that as count(), and is the one, a barrier, and the other,
 * with room for what comes between; what fill() needs of it is in the state of the case.
 */
struct stream_traits {
    bool unordered; /* the output is compared as a set */
    bool square;    /* the output is almost square, filled up with null: stream_shape_of() */
    void (*count)(struct bench_case *c, struct gpu_commands *commands); /* leaves the count */
    void (*fill)(struct bench_case *c, struct gpu_commands *commands, struct gpu_buffer *output);
    enum compact_method library; /* of a method of compact.h */
    const struct bench_method
        *recorded; /* of a variant that allocates: the method that it drives */
};

/* The rows, and the steps of some. */
extern const struct bench_variant stream_variants[];
extern const struct technique_steps stream_steps[];

static inline const struct stream_input *stream_input_of(const struct bench_case *c)
{
    return c->workload->state;
}

/* The bench's work callback: the stream is read once and what is valid is written once, whatever a
 * method does: compulsory traffic. */
void stream_work(const struct bench_case *c, struct bench_work *work);

struct stream_traits stream_traits_of(const struct bench_case *c);

/* The bench's record callback: the traits' count and a barrier, if there is one; their fill. */
void stream_record(struct bench_case *c, struct gpu_commands *commands);

/* False, with the reason told, where the device binds no buffer of so many bytes. */
bool stream_fits(struct bench_case *c, uint64_t bytes, const char *what);

/* The bench `transfer`: what it costs to bring a stream to the device, and what is left of it back.
 * The paper times neither. */
extern const struct bench stream_transfer;

/*
 * The check callback, the same in full and quick: the count, and each word of each valid entry in
 * its place; of an unordered variant, that each valid entry is there as often as in the answer.
 */
bool stream_check(struct bench_case *c, enum bench_check check);

/* `claimcheck inspect stream`. */
extern const struct inspection_kind stream_inspections[];

#endif
