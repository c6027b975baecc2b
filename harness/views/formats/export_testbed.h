/* SPDX-License-Identifier: MIT */
/* export_testbed.h: the name of device and driver for programs that keep a history of each: a slug
 * of at most 64 bytes. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TESTBED_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TESTBED_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

enum { EXPORT_TESTBED_BYTES = 65 };

/* "nvidia-h200-580-159-04": the device, and what its driver says of its version, which is cut last;
 * "host" where there is no device. */
void export_testbed_name(const struct run *run, char name[EXPORT_TESTBED_BYTES]);

/* That and a line end. False when writing fails. */
bool export_testbed(FILE *out, const struct run *run);

#endif
