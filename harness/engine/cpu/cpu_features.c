/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"

#include "harness/base/base.h"
#include "harness/os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

static const char variable[] = "CLAIMCHECK_CPU_FEATURES";

/* Names by bit. */
static const char *const names[] = {
    "sse2",     "sse4.1",   "popcnt",          "avx",  "f16c", "fma", "bmi2", "avx2", "avx512f",
    "avx512bw", "avx512vl", "avx512vpopcntdq", "neon",
};

enum { NAME_COUNT = sizeof(names) / sizeof(names[0]) };

#if defined(__x86_64__) || defined(__i386__)
static uint32_t found(void)
{
    enum { F16C = 1 << 29 }; /* compilers do not all know its name */
    unsigned a, b, c, d;
    __builtin_cpu_init();
    const bool has[NAME_COUNT] = {
        __builtin_cpu_supports("sse2"),
        __builtin_cpu_supports("sse4.1"),
        __builtin_cpu_supports("popcnt"),
        __builtin_cpu_supports("avx"),
        __builtin_cpu_supports("avx") && __get_cpuid(1, &a, &b, &c, &d) && (c & F16C),
        __builtin_cpu_supports("fma"),
        __builtin_cpu_supports("bmi2"),
        __builtin_cpu_supports("avx2"),
        __builtin_cpu_supports("avx512f"),
        __builtin_cpu_supports("avx512bw"),
        __builtin_cpu_supports("avx512vl"),
        __builtin_cpu_supports("avx512vpopcntdq"),
    };
    uint32_t features = 0;
    for (int i = 0; i < NAME_COUNT; i++)
        features |= has[i] ? UINT32_C(1) << i : 0;
    return features;
}
#elif defined(__aarch64__)
static uint32_t found(void)
{
    enum { HAS_ASIMD = 1 << 1 };
    return os_machine_capabilities() & HAS_ASIMD ? CPU_FEATURE_NEON : 0;
}
#else
static uint32_t found(void)
{
    return 0;
}
#endif

/* The features that a list names. *unknown: where a name that is none begins, or NULL. */
static uint32_t listed(const char *list, const char **unknown)
{
    uint32_t features = 0;
    *unknown = NULL;
    while (*list) {
        const size_t length = strcspn(list, ",");
        uint32_t feature = 0;
        for (int i = 0; i < NAME_COUNT; i++)
            if (strlen(names[i]) == length && strncmp(names[i], list, length) == 0)
                feature = UINT32_C(1) << i;
        const bool is_none = length == 0 || (length == 4 && strncmp(list, "none", 4) == 0);
        if (!feature && !is_none && !*unknown)
            *unknown = list;
        features |= feature;
        list += length;
        list += *list == ',';
    }
    return features;
}

uint32_t cpu_features(void)
{
    const char *list = getenv(variable), *unknown;
    return list ? found() & listed(list, &unknown) : found();
}

bool cpu_features_check(void)
{
    const char *list = getenv(variable), *unknown = NULL;
    char known[CPU_FEATURES_TEXT_BYTES];
    if (list)
        listed(list, &unknown);
    if (!unknown)
        return true;
    cpu_features_text(UINT32_MAX, known);
    return trouble("%s: there is no feature '%.*s': give none, or some of %s", variable,
                   (int)strcspn(unknown, ","), unknown, known);
}

const char *cpu_features_name(uint32_t features)
{
    for (int i = 0; i < NAME_COUNT; i++)
        if (features & UINT32_C(1) << i)
            return names[i];
    return NULL;
}

void cpu_features_text(uint32_t features, char text[CPU_FEATURES_TEXT_BYTES])
{
    text[0] = 0;
    for (int i = 0; i < NAME_COUNT; i++)
        if (features & UINT32_C(1) << i)
            text_join_cut(text, CPU_FEATURES_TEXT_BYTES, ",", "%s", names[i]);
}
