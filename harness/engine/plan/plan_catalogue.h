/* SPDX-License-Identifier: MIT */
/* plan_catalogue.h: the techniques of this build as a catalogue for readers of runs. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_CATALOGUE_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_CATALOGUE_H

#include "harness/bench.h"
#include "harness/record/catalogue.h"

/* `techniques` ends with NULL and outlives the catalogue. */
struct catalogue plan_catalogue(const struct technique *const *techniques);

#endif
