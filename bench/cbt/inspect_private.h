/* SPDX-License-Identifier: MIT */
/* inspect_private.h: what the files of `inspect cbt` share. */
#ifndef CLAIMCHECK_BENCH_CBT_INSPECT_PRIVATE_H
#define CLAIMCHECK_BENCH_CBT_INSPECT_PRIVATE_H

#include "bench/cbt/inspect.h"
#include "bench/cbt/tree/sequence.h"

enum { INSPECT_FRAMES_MAX = 256 };

/* What was asked for. */
struct inspect_request {
    bool reduction; /* sequence R */
    enum sequence_kind kind;
    uint32_t depth;
    bool wanted[INSPECT_FRAMES_MAX];
    uint32_t last;                       /* the last frame wanted */
    const struct bench_variant *variant; /* NULL: the reference */
};

/* States the rows, computed on the device by the variant. */
bool cbt_inspect_device_rows(struct inspection *inspection, const struct inspect_request *request);
bool cbt_inspect_device_row_r(struct inspection *inspection, const struct inspect_request *request);

#endif
