/* SPDX-License-Identifier: MIT */
/* method.h: what a technique of a folder does as a bench. */
#ifndef CLAIMCHECK_BENCH_DECLARED_METHOD_H
#define CLAIMCHECK_BENCH_DECLARED_METHOD_H

#include "bench/declared/kernels.h"
#include "bench/declared/reference.h"
#include "harness/base/base.h"

#include <stdatomic.h>

/* The bench's data. */
struct declared_bench {
    struct declared_spec spec;
    struct declared_kernels kernels;
    atomic_bool examples_held;              /* the reference gave what the examples say */
    atomic_bool checks_held;                /* programs that check refuse something */
    const char *metrics[BENCH_METRICS_MAX]; /* names that checks have; in the spec's memory */
    size_t metric_count;
};

/* A buffer on the device, or an image with its sampler. */
struct declared_memory {
    struct gpu_buffer *buffer; /* NULL: an image */
    struct gpu_image *image;
    struct gpu_sampler *sampler;
};

/* The workload's state: inputs, and what the reference makes of them. */
struct declared_workload {
    uint64_t bytes[DECLARED_BUFFERS_MAX]; /* of inputs, then outputs */
    void *host[DECLARED_BUFFERS_MAX];
    struct declared_memory memory[DECLARED_BUFFERS_MAX]; /* of inputs */
};

/* A step with its numbers in place. */
struct declared_action {
    const struct declared_step *step;
    const struct shader_file *shader;
    struct gpu_kernel *kernel;
    uint32_t constants[GPU_CONSTANTS_MAX], push[GPU_PUSH_BYTES_MAX / 4], groups[3], word;
    uint64_t offset, from_offset, bytes; /* of a step's ranges */
    uint64_t turns;                      /* of an `until`: at most so many, of the */
    size_t within;                       /* actions behind it */
    bool waits;                          /* for what was recorded before */
};

struct declared_actions {
    struct declared_action *list;
    size_t count;
};

/* Buffers that the steps bind. */
struct declared_bound {
    bool is_read[DECLARED_BUFFERS_MAX], is_written[DECLARED_BUFFERS_MAX];
    double read, written; /* bytes of all that is bound, at each step anew */
};

/* The case's state. */
struct declared_case {
    const struct declared_kernels *kernels;
    const struct declared_memory *inputs; /* of the workload that is executed */
    size_t input_count;
    struct declared_memory memory[DECLARED_BUFFERS_MAX]; /* by the indices of steps */
    struct declared_actions steps, before;
    int slots[DECLARED_BUFFERS_MAX]; /* which of `memory` a name stands for, swaps behind it */
    struct declared_bound bound;
    struct gpu_commands *commands; /* of a variant that is driven */
    uint64_t turns;                /* of its loops, in the last execution */
    char right[SHA256_TEXT_BYTES]; /* of all that programs found right last; "": nothing */
};

/* Implement workload(), upload() and the members of a method: bench.h and method.h. */
bool declared_workload(struct bench_workload *workload);
bool declared_upload(struct bench_workload *workload);
extern const struct bench_method declared_method, declared_before_method, declared_program_method;

/* Bytes of a buffer at that point. False with a context_error(): no whole words, or elements. */
bool declared_bytes_take(struct context *context, const struct declared_scope *scope,
                         const struct declared_buffer *buffer, uint64_t *bytes);

/* Fills inputs as the file says: those of `bytes` whose name is not NULL. False with a
 * context_error(). */
bool declared_inputs_fill(struct context *context, const struct declared_scope *scope,
                          const struct declared_bytes *bytes);

/* Makes a buffer or an image; NULL data: poison. False where the device has failed. */
bool declared_memory_make(struct gpu_scope *scope, const struct declared_scope *point,
                          const struct declared_buffer *buffer, uint64_t bytes, const void *data,
                          struct declared_memory *memory);
/* Makes an output or a buffer of the case's own; a "state" is declared as one. */
bool declared_buffer_make(struct bench_case *c, const struct declared_scope *scope,
                          const struct declared_buffer *buffer, uint64_t bytes,
                          struct declared_memory *memory);
uint64_t declared_memory_bytes(const struct declared_memory *memory);

/* False, with the case unsupported or an error, where its variant does not run at its point. */
bool declared_when(const struct declared_scope *scope, struct context *context);

/* checker.c: states a metric of the case; the name is copied. False after trouble. */
bool declared_metric(struct bench_case *c, const char *name, const char *unit, double value);

/* Writes a number of so many bytes: of CONTEXT_FLOAT the real one, of others the whole one. */
void declared_number_write(void *at, enum context_form form, uint32_t bytes, double real,
                           int64_t whole);

/* checker.c: checks what a case gave of each output; NULL data: nothing. States the errors, and
 * what programs print, as metrics. False after trouble. */
bool declared_check(struct bench_case *c, const struct declared_bytes *given);

/* checker.c: whether the checks of outputs refuse what is all 0 and, where it `asks`, whether those
 * that are programs refuse anything; `bytes` has inputs, then right outputs. False with a
 * context_error(). */
bool declared_checks_hold(struct context *context, const struct declared_scope *scope,
                          const struct declared_bytes *bytes, bool asks);

/* examples.c: holds the reference to the examples. False with a context_error(). */
bool declared_examples_hold(struct context *context, const struct declared_spec *spec);

/* actions.c: the steps of a variant at a point, loops unrolled, with kernels, and what they bind;
 * the state has its kernels and memory. False with a context_error(). */
bool declared_actions_make(struct declared_case *state, const struct declared_scope *scope,
                           struct context *context);

/* Record one execution of the steps, or of those before them, with the barriers between. */
void declared_steps_record(struct declared_case *state, struct gpu_commands *commands);
void declared_before_record(struct declared_case *state, struct gpu_commands *commands);

/* workload.c: draws a word of an input that is random, whose elements do not depend on each other,
 * in place of one. False where there is no such input. */
struct declared_word {
    size_t input;
    uint64_t at, bytes; /* of the input */
    uint64_t data;
};
bool declared_word_draw(const struct declared_scope *scope, const uint64_t *bytes, uint64_t drawn,
                        struct declared_word *word);

/* work.c: an amount as a number, 0 where it has none. */
double declared_amount_real(const struct declared_scope *scope,
                            const struct declared_amount *amount);

/* Says what a case must read and write, declared or by what is bound. */
void declared_work(const struct bench_case *c, struct bench_work *work);

/* False, with a context_error(), when more than what is bound is declared and the file
 * does not say why. */
bool declared_work_check(struct bench_case *c);

#endif
