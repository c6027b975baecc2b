/* SPDX-License-Identifier: MIT */
/*
 * digest.h: a run in three lines a technique: of its headline's job the fastest method, the one
 * that is published, and the baseline:
 *
 *   tile_subdivision: map:scene/top:10/threshold:own/falloff:1
 *     best       6.98 µs  single_launch, 20.9 × faster [20.68, 21.05]
 *     published  23.7 µs  subtree subtree_levels:6, 6.14 × faster [6.138, 6.16]; paper about 6 ×
 *     baseline    146 µs  per_level
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_HEADLINE_DIGEST_H
#define CLAIMCHECK_HARNESS_VIEWS_HEADLINE_DIGEST_H

#include "harness/analysis/published/published.h"
#include "harness/record/catalogue.h"
#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The part that a terminal shows of a run, a comparison or claims unless --all is given. */
enum { DIGEST_LINES = 60 };

struct digest {
    const struct run *run;
    const struct published_list *published;
    const struct catalogue *catalogue;
    unsigned columns; /* of a line */
    const char *file; /* the run file as a word of a shell; NULL: the last run's */
};

/* True where a table of so many cases and workloads is too long for a terminal. */
bool digest_suits(size_t cases, size_t workloads);

/* The same of a run, but for one with a kernel of the user's, whose rows are the answer. */
bool digest_suits_run(const struct run *run);

/* Prints it, an empty line behind it, and how to see all. Cases that went wrong are named, five at
 * most. */
void digest_print(FILE *out, const struct digest *digest);

#endif
