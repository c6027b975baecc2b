/* SPDX-License-Identifier: MIT */
/*
 * gate_junit.h: a session of `ab` as JUnit XML, by the schema that Jenkins and GitLab read.
 *
 * A test case per row: a <failure> where it makes the exit code 1, <skipped> where it was not told;
 * its time is the median of the new side, in seconds. One more, "session", is an <error> where the
 * session is not to be believed, and <skipped> where nothing was told. Properties of the suite say
 * what was measured on.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_JUNIT_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_JUNIT_H

#include "harness/analysis/gate/gate_result.h"

#include <stdbool.h>
#include <stdio.h>

/* False when memory runs out, or what is written is not. */
bool gate_junit(FILE *out, const struct gate_result *outcome);

#endif
