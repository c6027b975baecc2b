/* SPDX-License-Identifier: MIT */
/*
 * spec.h: technique.json as structs, checked: names lead to what they name, formulas can be read.
 * results/technique.schema.json describes the file.
 */
#ifndef CLAIMCHECK_BENCH_DECLARED_SPEC_H
#define CLAIMCHECK_BENCH_DECLARED_SPEC_H

#include "bench/declared/formula.h"
#include "harness/base/base.h"
#include "harness/bench.h"
#include "harness/engine/gpu/gpu.h"

#include <jansson.h>

enum {
    DECLARED_JSON_BYTES_MAX = 1 << 20,
    DECLARED_VARIANTS_MAX = 64,
    DECLARED_STEPS_MAX = 256,     /* of a variant, those of loops once */
    DECLARED_ACTIONS_MAX = 4096,  /* of a variant, loops unrolled */
    DECLARED_TURNS_MAX = 1000000, /* of a variant's loops, with those that record nothing */
    DECLARED_TERMS_MAX = 400000,  /* of a case's formulas, those of names counted at each use */
    DECLARED_AXES_MAX = 12,       /* PLAN_AXES_MAX */
    DECLARED_VALUES_MAX = 4096,   /* of an axis, in one list */
    DECLARED_POINTS_MAX = 100000, /* of all axes, in one profile */
    DECLARED_EXAMPLES_MAX = 64,
    DECLARED_COMPILED_MAX = 1024, /* files of kernels, each with each macro's values */
    DECLARED_LETS_MAX = 64,
    DECLARED_BUFFERS_MAX = 64, /* inputs, outputs and a variant's own */
    DECLARED_JOINS_MAX = 64,   /* of a variant */
    DECLARED_WORDS_MAX = 32,   /* of a command */
    DECLARED_COMMANDS_MAX = 256,
    DECLARED_REFERENCE_S = 60,
};

/* A number of the file: itself, or a formula. */
struct declared_amount {
    const char *formula; /* NULL: the number */
    struct declared_number number;
    int line; /* of the file, for messages */
};

struct declared_axis {
    struct bench_axis axis;
    const char *define; /* macro that kernels have its value as; NULL: none */
    bool is_named;      /* its values are names */
    bool is_real;       /* its values are numbers, of which some are not whole */
};

struct declared_let {
    const char *name;
    struct declared_amount amount;
};

/* A command line of the file. */
struct declared_command {
    const char *role; /* "word": the reference; the member's name of others */
    const char *const *words;
    size_t count;
};

enum declared_fill {
    DECLARED_RANDOM,
    DECLARED_ZERO,
    DECLARED_RAMP,
    DECLARED_GENERATED, /* by the generator */
    DECLARED_UNIFORM,   /* from fill_by[0] on, below fill_by[1] */
    DECLARED_NORMAL,    /* of the mean fill_by[0] and the deviation fill_by[1] */
    DECLARED_BELOW,     /* whole numbers below fill_by[0] */
    DECLARED_FILE
};
enum declared_check { DECLARED_EQUAL, DECLARED_MULTISET, DECLARED_NEAR, DECLARED_PROGRAM };

/* An image in place of a plain buffer: one mip level, with its texels as the bytes. */
struct declared_image {
    struct declared_amount size[2];
    enum gpu_format format;
    struct gpu_sampler_params sampler;
};

/* A buffer or an image: an input, an output, or a variant's own. */
struct declared_buffer {
    const char *name;
    struct declared_amount bytes;
    const struct declared_image *image; /* NULL: a buffer */
    bool is_state;                      /* of a variant: 0 at first, and at each end */
    const char *type; /* of its elements, or the axis that names it; NULL: words of 32 bits */
    enum declared_fill fill;
    struct declared_amount fill_by[2];
    bool is_sorted;
    bool takes_any;   /* of an input: any word of it may be another, so that checks change one */
    const char *file; /* of an input, with "{axis}" for values; NULL: none */
    int length;       /* output whose first word says how many elements count; -1: all do */
    enum declared_check check;
    double absolute, relative, share;
    struct declared_command program; /* of the check */
};

enum declared_step_kind {
    DECLARED_KERNEL,
    DECLARED_FILL_STEP,
    DECLARED_COPY,
    DECLARED_SWAP,
    DECLARED_REPEAT,
    DECLARED_UNTIL
};

/* A range of a buffer. */
struct declared_range {
    int buffer; /* -1: none */
    struct declared_amount offset;
};

struct declared_step {
    enum declared_step_kind kind;
    bool overlaps; /* no barrier between it and the step before */
    int line;
    const char *kernel; /* file */
    const struct declared_amount *constants, *push;
    size_t constant_count, push_count, bind_count;
    const int *bind;                  /* buffers; -1: none */
    struct declared_amount groups[3]; /* unless it is indirect: */
    struct declared_range at; /* words of `indirect`; filled or copied to; of `until` the word that
                                 is to be 0; of `swap` the first buffer */
    struct declared_range from;   /* that it is copied from; of `swap` the second buffer */
    struct declared_amount bytes; /* that are filled or copied */
    bool has_bytes, has_when;
    struct declared_amount value, when; /* 0: the step is left out */
    const char *level; /* name that counts the turns, from `first` to `last`, both included */
    struct declared_amount first, last; /* of `until`: at most `last` turns */
    const struct declared_step *steps;
    size_t step_count;
};

struct declared_variant {
    const char *name, *summary, *source, *why;
    bool waits_for_groups, is_yardstick, has_read, has_written, has_when;
    bool is_driven;              /* it has an `until`: the host reads the word after each turn */
    struct declared_amount when; /* 0: it does not run at that point */
    struct declared_axis *axes;  /* its own, numbers alone */
    size_t axis_count;
    const struct declared_buffer *buffers; /* its own */
    size_t buffer_count;
    const struct declared_step *steps, *before; /* none of a program; those before are untimed */
    size_t step_count, before_count;
    const char *const *joins; /* as bench_join.at; NULL: all points */
    size_t join_count;
    struct declared_command program, build, environment; /* the last has names of variables that it
                                                            gets; no words: no program */
    const char *api;                                     /* of a program; NULL: none */
    struct declared_amount read, written, operations, items, intermediate;
    bool has_operations, has_items, has_intermediate;
    int line;
};

struct declared_example {
    const json_t *values; /* axes, arrays of inputs and outputs, by name */
    int line;
};

struct declared_spec {
    struct arena arena;
    json_t *root;       /* owned */
    const char *folder; /* absolute, no slash at its end */
    const char *technique, *bench, *question, *paper, *picture;
    struct declared_axis *axes;
    struct declared_let *lets;
    struct declared_buffer *inputs, *outputs;
    struct declared_variant *variants;
    struct declared_example *examples;
    size_t axis_count, let_count, input_count, output_count, variant_count, example_count;
    struct declared_command reference, generator;            /* no words: there is no generator */
    struct declared_command commands[DECLARED_COMMANDS_MAX]; /* all, those too */
    size_t command_count;
    uint32_t reference_s;
    const json_t *figures; /* borrowed; NULL: none */
    bool is_shipped;       /* steps of a built-in technique: C gives numbers and outputs by name */
    const char *const *numbers;
    size_t number_count;
};

/*
 * Reads a file from memory; `path` and `folder` are what messages call it, and where it lies.
 * No file is opened. False with a message of one line: file, line, and what to do. The spec is to
 * be finished either way.
 */
bool declared_spec_read(struct declared_spec *spec, const char *text, size_t size,
                        const char *folder, char *message, size_t message_bytes);

/* Reads steps of a built-in technique: "given" has the names of numbers and buffers that C gives,
 * and stands for axes, inputs, outputs and a reference. Otherwise the same. */
bool declared_spec_read_shipped(struct declared_spec *spec, const char *text, size_t size,
                                const char *folder, char *message, size_t message_bytes);
void declared_spec_finish(struct declared_spec *spec);

/* The buffer of that index as steps have it: inputs, outputs, then the variant's own. */
const struct declared_buffer *declared_spec_buffer(const struct declared_spec *spec,
                                                   const struct declared_variant *variant,
                                                   int index);

#endif
