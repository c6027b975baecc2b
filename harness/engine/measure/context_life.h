/* SPDX-License-Identifier: MIT */
/* context_life.h: life of a context, as its owners see it. Benches see context.h only. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_CONTEXT_LIFE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_CONTEXT_LIFE_H

#include "harness/base/facts.h"
#include "harness/context.h"
#include "harness/engine/plan/plan.h"

struct input_cache; /* harness/engine/measure/input_cache.h */

enum { CONTEXT_MESSAGE_BYTES = 640 };

enum context_trouble { CONTEXT_OK, CONTEXT_ERROR, CONTEXT_UNSUPPORTED, CONTEXT_MISMATCH };

/* Values that context_integer() and its siblings see; they outlive the context. */
struct context_values {
    const struct plan_axis_value *values;
    size_t value_count;
    const struct plan_option_value *options;
    size_t option_count;
    const char *name; /* of the workload or case, for context_recall(); NULL: it recalls nothing */
};

/* Finish accepts a zeroed context; the scope is its owner's. */
void context_init(struct context *context, uint64_t seed, struct context_values values);
void context_finish(struct context *context);

/* With the seed, the values and the options of another, which it does not outlive unless it asks
 * for none of these any more; without scope and shelf. */
void context_init_like(struct context *context, const struct context *from);

/* Where context_share() finds what other groups made, and context_recall() what other launches
 * did; outlives the context. NULL, as at the start: nowhere. */
void context_set_shelf(struct context *context, struct input_cache *shelf);

size_t context_bytes(const struct context *context); /* of context_alloc() */

/* The first trouble and its line; empty for CONTEXT_OK. A failure of the device is not among it. */
enum context_trouble context_trouble(const struct context *context);
const char *context_message(const struct context *context);

/* Replaces the trouble there is: for a failure that outranks it. */
void context_set_trouble(struct context *context, enum context_trouble trouble,
                         const char *message);

/* What context_answer_kept() said; 0: nothing. */
int64_t context_answer_kept_s(const struct context *context);

/* Facts stated so far; owned by the context. */
struct facts *context_facts(const struct context *context);

void context_set_poison(struct context *context, uint32_t word); /* of context_poison() */

/* Frees what context_read() gave. */
void context_drop_reads(struct context *context);

/* For faults planted by tests: from now on, or no longer, there is no memory left. */
void context_refuse_memory(struct context *context, bool refuse);

#endif
