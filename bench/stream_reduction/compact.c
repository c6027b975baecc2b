/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/compact.h"

#include "bench/stream_reduction/check.h"
#include "bench/stream_reduction/input.h"
#include "bench/stream_reduction/variants.h"

const struct bench stream_compact = {
    .name = "compact",
    .question = "The valid entries of a stream, next to each other: how fast?",
    .axes = stream_input_axes,
    .variants = stream_variants,
    .cache_matters = true,
    .workload_bytes = sizeof(struct stream_input),
    .workload = stream_input_make,
    .upload = stream_input_upload,
    .method = { .check = stream_check, .work = stream_work },
};
