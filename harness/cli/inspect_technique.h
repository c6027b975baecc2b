/* SPDX-License-Identifier: MIT */
/* inspect_technique.h: `inspect` of a technique that brings a callback of its own. */
#ifndef CLAIMCHECK_HARNESS_CLI_INSPECT_TECHNIQUE_H
#define CLAIMCHECK_HARNESS_CLI_INSPECT_TECHNIQUE_H

#include "harness/cli/options.h"
#include "harness/inspection.h"

/* Adds the technique's own options to a table. False when memory runs out. */
bool inspect_technique_options(struct option_table *table, const struct inspection_kind *kind);

/* True when an option of that name is one of the technique's own. */
bool inspect_technique_has(const struct inspection_kind *kind, const char *name);

/* Runs the callback, prints what it states, writes the picture. Returns the exit code. */
int inspect_technique(const struct technique *technique, const struct inspection_kind *kind,
                      const struct options *options, uint64_t seed);

#endif
