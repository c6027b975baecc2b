/* SPDX-License-Identifier: MIT */
/*
 * context.h: what a workload, a case and an inspection have in common: the seed of the input, the
 * scope on the device, values of axes and options, memory, facts, and the first trouble. Each of
 * them begins with one, so that code which serves all three takes a struct context.
 *
 * Trouble is kept once, the first that came, and ends its owner. In one line it names the thing
 * and the remedy.
 *
 *   context_error        it could not be tried: no memory, an input that cannot be used  (exit 99)
 *   context_unsupported  the device or the build lacks it, or the input rules it out     (exit 77)
 *   context_mismatch     a wrong result: what was wanted, what came                      (exit 1)
 *
 * A failing call of gpu.h needs no code at all: the device keeps its first failure, and that
 * outranks all trouble that follows from it.
 */
#ifndef CLAIMCHECK_HARNESS_CONTEXT_H
#define CLAIMCHECK_HARNESS_CONTEXT_H

#include "harness/engine/gpu/gpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct context {
    uint64_t seed;           /* the same seed gives the same input */
    struct gpu_scope *scope; /* what is made in it dies with the owner; NULL without a device */
    struct context_private *private;
};

/* Values --------------------------------------------------------------------------------------- */

/*
 * Value of an axis: a workload has those of its bench, a case those of its variant, too. Asserts
 * that the axis exists; those with a `fallback` give it where it does not. 0 for a value that is no
 * decimal integer.
 */
int64_t context_integer(const struct context *context, const char *axis);
int64_t context_integer_or(const struct context *context, const char *axis, int64_t fallback);
const char *context_text(const struct context *context, const char *axis);
const char *context_text_or(const struct context *context, const char *axis, const char *fallback);

/* Returns the value given for an option of the technique; NULL when it was not given. */
const char *context_option(const struct context *context, const char *option);

/* Memory --------------------------------------------------------------------------------------- */

/* Zeroed, as long-lived as the owner. NULL when there is none left: that is a context_error(). */
void *context_alloc(struct context *context, size_t bytes);

/*
 * `bytes` of a buffer, read back; 0 bytes give a valid pointer. Of a case they live until its check
 * returns, of others as long as these. NULL when they cannot be had: no host memory is a
 * context_error(), the rest is the device's failure.
 */
const void *context_read(struct context *context, struct gpu_buffer *buffer, uint64_t offset,
                         uint64_t bytes);

/* Reads a buffer for a caller that sorts or expands the data in place. */
void *context_read_mutable(struct context *context, struct gpu_buffer *buffer, uint64_t offset,
                           uint64_t bytes);

/*
 * What several groups of a process need, `bytes` of it: the first that asks under this key has it
 * made, in memory of the context that make() is given, which is like its own but has no scope; the
 * others find it. The key says all that determines it, but for seed and options, which are the
 * run's. It is there as long as the owner; who may change it is agreed by those who know the key.
 * `make` NULL: it is zeroed. Where nothing is shared (`inspect`, kernels of the user's) each owner
 * makes its own. NULL, with the trouble told, where that cannot be.
 */
typedef bool context_share_fn(struct context *context, void *state, const void *argument);
void *context_share(struct context *context, const char *key, size_t bytes, context_share_fn *make,
                    const void *argument);

/*
 * Fills the parts, each of memory that is zero, from what an earlier launch of the run kept under
 * this key for the workload, or case, of the same name. Kept is what each launch would make anew
 * and find the same: inputs, answers of references, and that a check in front of the measured work
 * has passed; never outputs of a device. False where that is not there whole, with its SHA-256; the
 * parts are then zero, and the caller makes them and keeps them for the launches behind this one.
 */
struct context_part {
    void *data;
    size_t bytes;
};
bool context_recall(struct context *context, const char *key, const struct context_part *parts,
                    size_t count);
void context_keep(struct context *context, const char *key, const struct context_part *parts,
                  size_t count);

/* Says that the answer which cases are held against is one that an earlier run computed, at that
 * time, in seconds since 1970; 0: this run has. */
void context_answer_kept(struct context *context, int64_t since_s);

/* Trouble -------------------------------------------------------------------------------------- */

enum context_trouble { CONTEXT_OK, CONTEXT_ERROR, CONTEXT_UNSUPPORTED, CONTEXT_MISMATCH };

/* Return false. */
bool context_fail(struct context *context, enum context_trouble trouble, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define context_error(context, ...) context_fail(context, CONTEXT_ERROR, __VA_ARGS__)
#define context_unsupported(context, ...) context_fail(context, CONTEXT_UNSUPPORTED, __VA_ARGS__)
#define context_mismatch(context, ...) context_fail(context, CONTEXT_MISMATCH, __VA_ARGS__)

/* False once there was trouble, or the device of the scope has failed. */
bool context_ok(const struct context *context);

/* Comparing ------------------------------------------------------------------------------------ */

enum { CONTEXT_ELEMENT_BYTES_MAX = 64, CONTEXT_TEXT_BYTES = 128 };

/* Returns the word that declared outputs held before the execution that is checked, drawn for it
 * alone: what still has its bytes was never written. */
uint32_t context_poison(const struct context *context);

enum context_form {
    CONTEXT_WORDS,    /* words of 4 bytes, shown in hexadecimal */
    CONTEXT_UNSIGNED, /* an integer of 1, 2, 4 or 8 bytes, shown in decimal */
    CONTEXT_SIGNED,   /* the same */
    CONTEXT_FLOAT,    /* a number of 2, 4 or 8 bytes: 0 is -0, and any NaN is any other */
};

/* Types of elements, by the names of GLSL and HLSL. A NULL name ends the list. */
struct context_type {
    const char *name;
    enum context_form form;
    uint32_t bytes, components; /* of an element: 16 and 4 of a vec4 */
};
extern const struct context_type context_types[];
const struct context_type *context_type_find(const char *name); /* NULL: there is none */

/* The findings of a comparison; of a multiset, with both in order. */
struct context_errors {
    uint64_t wrong, first; /* elements that are wrong, and the place of the first */
    uint64_t unwritten;    /* those of them that are still poison */
    double share;          /* of all, that are wrong */
    double greatest, rms;  /* differences of numbers: the greatest, the root of their mean square.
                              One that is not finite adds to `wrong` alone */
};

/* Elements that context_compare() compares. */
struct context_element {
    const char *noun; /* "pixel"; NULL: "word" */
    enum context_form form;
    uint32_t bytes;      /* of an element, up to CONTEXT_ELEMENT_BYTES_MAX; 0: 4 */
    uint32_t components; /* numbers that it is made of, all but of CONTEXT_WORDS; 0: 1 */
    uint64_t row;   /* elements of a row: places are named (column, row); 0: there are no rows */
    uint64_t first; /* number of the first one, where a part is compared */
    /* A number is right if it differs by at most the larger of `absolute` and `relative`, below 1,
     * times the wanted value. Where that is not finite, the same is wanted. Poison is right only
     * where it is wanted. */
    double absolute, relative;
    double share;  /* of elements that may be wrong, not unwritten; 0: none; 1: any, and so */
    bool exact;    /* all bits, of CONTEXT_FLOAT too: 0 is not -0; but any NaN is any other */
    bool multiset; /* in any order; from arrays */
    /* Writes the wanted element where no array has it; `at` counts from `first`. Returns false
     * where any value will do. Several threads call it at once. */
    bool (*answer)(const void *argument, uint64_t at, void *element);
    const void *argument;
    struct context_errors *errors; /* NULL: nobody wants them */
};

/*
 * Compares `count` elements that came with those wanted, which are those of `answer` where `wanted`
 * is NULL, and 0 without either. The mismatch that it records says how many are wrong, where they
 * begin and end, in how many runs, how many are still poison, and how many have the value that was
 * wanted one element before or after. `name` says what the elements are together: "the sums".
 * Returns false, too, where `came` is NULL, the result of a read that failed, and where memory runs
 * out, a context_error().
 */
bool context_compare(struct context *context, const char *name, const void *came,
                     const void *wanted, uint64_t count, struct context_element element);

/* Prints an element as messages have it. Returns the text. */
const char *context_element_print(char text[CONTEXT_TEXT_BYTES],
                                  const struct context_element *element, const void *data);

/* Facts ---------------------------------------------------------------------------------------- */

/*
 * Deterministic facts, for `inspect` and the run file, in the order stated. Names are static
 * storage. After trouble nothing is stated.
 */
void context_fact_count(struct context *context, const char *name, uint64_t value);
void context_fact_number(struct context *context, const char *name, double value);
void context_fact_hash(struct context *context, const char *name, uint64_t value);
void context_fact_text(struct context *context, const char *name, const char *value);
void context_fact_series(struct context *context, const char *name, const uint64_t *values,
                         size_t count);

#endif
