/* SPDX-License-Identifier: MIT */
/* reciprocal.h: 1/x by multiplications alone, since Vulkan leaves the last bits of a division to
 * the device; in kernels, reciprocal.glsl. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_RECIPROCAL_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_RECIPROCAL_H

#include <stdint.h>
#include <string.h>

/* For x from 2^-100 to 2^100, to 2^-22 of it: three Newton steps from a first guess by the bits,
 * which is off by an eighth at most. */
static inline float tiling_reciprocal(float x)
{
    uint32_t bits;
    float r;
    memcpy(&bits, &x, sizeof(bits));
    bits = UINT32_C(0x7ef311c7) - bits;
    memcpy(&r, &bits, sizeof(r));
    r = r * (2 - x * r);
    r = r * (2 - x * r);
    return r * (2 - x * r);
}

#endif
