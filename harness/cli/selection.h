/* SPDX-License-Identifier: MIT */
/* selection.h: which variants are meant by names, such as those of a technique, its alias, a bench,
 * `technique.bench`, a variant, `bench/variant`, and by an expression on case names. */
#ifndef CLAIMCHECK_HARNESS_CLI_SELECTION_H
#define CLAIMCHECK_HARNESS_CLI_SELECTION_H

#include "harness/bench.h"

#include <stddef.h>

/* Benches may share variants. */
struct selection_place {
    const struct technique *technique;
    const struct bench *bench;
    const struct bench_variant *variant;
};

struct selection {
    struct selection_place *places; /* NULL: all there are */
    size_t count;
};

/*
 * Those that any of the names means, and of them those with a case in the profile `full` that the
 * expression matches; no names, or NULL: whatever they are. False with a one-line message (with
 * the nearest match) for a name that means nothing, and for an expression that is broken or
 * selects nothing; the selection is then empty.
 */
bool selection_init(struct selection *selection, const struct technique *const *techniques,
                    const char *const *names, size_t name_count, const char *filter);
void selection_finish(struct selection *selection);

bool selection_has(const struct selection *selection, const struct bench *bench,
                   const struct bench_variant *variant);
bool selection_has_bench(const struct selection *selection, const struct bench *bench);
bool selection_has_technique(const struct selection *selection, const struct technique *technique);

/* The name of a technique, a bench or a variant that the word is or is near to, aliases written
 * out; NULL. */
const char *selection_name(const struct technique *const *techniques, const char *word);

#endif
