/* SPDX-License-Identifier: MIT */
/* ab_sides.h: what stands behind the two sides of `ab`: a command, and the driver it is under. */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_AB_SIDES_H
#define CLAIMCHECK_HARNESS_CLI_GATE_AB_SIDES_H

#include "harness/cli/options.h"

#include <stdbool.h>

/*
 * commands[0] of A and [1] of B, words as a shell splits them, malloc'ed: what --a and --b are, or
 * where a side has --icd-a or --icd-b, that under the driver of this manifest, and this executable
 * where it has no command. NULL where a side has neither. False with a one-line message; what is
 * there is to be freed either way.
 */
bool ab_sides_take(const struct options *options, char *commands[2]);

#endif
