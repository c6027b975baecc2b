/* SPDX-License-Identifier: MIT */
/*
 * cpu_features.h: what instructions the host has, found at run time. A file that is built with
 * flags for some of them is called only where they are there.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_FEATURES_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_FEATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits. A feature counts only where the system saves its registers, too. */
enum cpu_feature {
    CPU_FEATURE_SSE2 = 1 << 0,
    CPU_FEATURE_SSE4_1 = 1 << 1,
    CPU_FEATURE_POPCNT = 1 << 2,
    CPU_FEATURE_AVX = 1 << 3,
    CPU_FEATURE_F16C = 1 << 4,
    CPU_FEATURE_FMA = 1 << 5,
    CPU_FEATURE_BMI2 = 1 << 6,
    CPU_FEATURE_AVX2 = 1 << 7,
    CPU_FEATURE_AVX512F = 1 << 8,
    CPU_FEATURE_AVX512BW = 1 << 9,
    CPU_FEATURE_AVX512VL = 1 << 10,
    CPU_FEATURE_AVX512VPOPCNTDQ = 1 << 11,
    CPU_FEATURE_NEON = 1 << 12,
};

/*
 * What the host has. CLAIMCHECK_CPU_FEATURES=LIST takes away all that the list does not name
 * ("none": everything), so that fallbacks are tested; it grants nothing.
 */
uint32_t cpu_features(void);

/* False, with one line, when CLAIMCHECK_CPU_FEATURES names what is no feature. */
bool cpu_features_check(void);

/* "sse2", "avx512vpopcntdq", ... of the lowest bit; NULL when it is none. Static storage. */
const char *cpu_features_name(uint32_t features);

enum { CPU_FEATURES_TEXT_BYTES = 128 };

/* The names of all bits, separated by commas; empty for none. */
void cpu_features_text(uint32_t features, char text[CPU_FEATURES_TEXT_BYTES]);

#endif
