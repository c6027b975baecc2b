/* SPDX-License-Identifier: MIT */
/* registry.h: every technique, in the order in which they run and are listed: the list in
 * meson.build. */
#ifndef CLAIMCHECK_BENCH_REGISTRY_H
#define CLAIMCHECK_BENCH_REGISTRY_H

#include "harness/bench.h"

extern const struct technique *const registry_techniques[]; /* NULL-terminated */

/* Techniques of folders of the user's. */
extern const struct technique_door *const registry_door;

#endif
