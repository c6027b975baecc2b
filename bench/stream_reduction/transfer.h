/* SPDX-License-Identifier: MIT */
/* transfer.h: the bench `transfer`: what it costs to bring a stream to the device, and what is left
 * of it back. The paper times neither. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_TRANSFER_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_TRANSFER_H

#include "harness/bench.h"

extern const struct bench stream_transfer;

#endif
