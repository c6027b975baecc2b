/* SPDX-License-Identifier: MIT */
/* texture.h: what a variant of ceilings.texture is, for tests that plant a bad one. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_TEXTURE_H
#define CLAIMCHECK_BENCH_CEILINGS_TEXTURE_H

#include "harness/bench.h"
#include "harness/engine/gpu/image.h"

struct texture_variant {
    enum gpu_format format;
    const struct gpu_shader *shader;
};

#endif
