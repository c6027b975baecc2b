/* SPDX-License-Identifier: MIT */
/*
 * export_hyperfine.h: a run as hyperfine's --export-json: results of command (the name of the
 * case), mean, stddev (null with one sample, as hyperfine has it), median, user, system, min, max,
 * times, exit_codes and, where the case has axes, parameters (texts).
 *
 * Seconds, of the time that the case is judged by. The median is the case's, the rest is of the
 * samples in `times`; user and system are 0: they are not measured, and hyperfine has no way to say
 * so.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_HYPERFINE_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_HYPERFINE_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* False when writing fails, or memory runs out. */
bool export_hyperfine(FILE *out, const struct run *run);

#endif
