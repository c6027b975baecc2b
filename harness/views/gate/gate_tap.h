/* SPDX-License-Identifier: MIT */
/*
 * gate_tap.h: a session of `ab` in the Test Anything Protocol, version 13, for meson's
 * `protocol: 'tap'`, prove and others.
 *
 * A line per row: `not ok` where it makes the exit code 1, `ok ... # SKIP` where it was not told,
 * `not ok ... # TODO` where it would fail and is an advice alone; what is to be known of it is in a
 * comment below. One more line, "session", is skipped where nothing was told; "Bail out!" stands in
 * its place where the session is not to be believed. A '#' of a name is written U+FF03, as not
 * every reader takes "\#" for one.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_TAP_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_TAP_H

#include "harness/analysis/gate/gate_result.h"

#include <stdbool.h>
#include <stdio.h>

/* False when what is written is not. */
bool gate_tap(FILE *out, const struct gate_result *outcome);

#endif
