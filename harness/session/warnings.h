/* SPDX-License-Identifier: MIT */
/* warnings.h: what makes the times of a run doubtful, with the remedy. */
#ifndef CLAIMCHECK_HARNESS_SESSION_WARNINGS_H
#define CLAIMCHECK_HARNESS_SESSION_WARNINGS_H

#include "harness/session/run_request.h"

#include <jansson.h>

/* What is known before it. */
void warnings_print(const struct run_request *request, const struct gpu_info *device);

/* What its document tells of the device's clock. */
void warnings_print_after(const json_t *document);

#endif
