/* SPDX-License-Identifier: MIT */
/* roofline.h: at what rate a case did the work that it declares: what its ceilings are held
 * against. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_ROOFLINE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_ROOFLINE_H

#include "harness/record/run/run_case.h"

struct roofline {
    double bytes;            /* read, written and of texels, of one execution */
    double bytes_per_s;      /* NAN where there are none, or no time */
    double operations_per_s; /* likewise */
    double intensity;        /* operations of a byte; NAN where one of both is not there */
};

/* Places a case by its GPU time, if it runs on the device alone and is no device limit itself. All
 * NAN and 0 for others: their time holds more than work. */
struct roofline roofline_of(const struct run_case *c);

#endif
