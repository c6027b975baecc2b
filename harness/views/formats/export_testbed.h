/* SPDX-License-Identifier: MIT */
/* export_testbed.h: the name of device and driver for programs that keep a history of each: a slug
 * of at most 64 bytes. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TESTBED_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TESTBED_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* "nvidia-h200-580-159-04" and a line end: the device, and what its driver says of its version,
 * which is cut last; "host" where there is no device. False when writing fails. */
bool export_testbed(FILE *out, const struct run *run);

#endif
