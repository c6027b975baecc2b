/* SPDX-License-Identifier: MIT */
/* variant.h: rows of tables of variants. */
#ifndef CLAIMCHECK_BENCH_COMMON_VARIANT_H
#define CLAIMCHECK_BENCH_COMMON_VARIANT_H

#include "harness/bench.h"

/* A row: what each variant has, then members of struct bench_variant by name. kind: GPU, CPU or
 * HOST_DRIVEN. */
#define VARIANT(name_, kind_, summary_, source_, ...)                                              \
    {                                                                                              \
        .name = name_, .kind = BENCH_##kind_, .summary = summary_, .source = source_, __VA_ARGS__  \
    }

/* Members of a row: its data and its method, made where they are used alone. */
#define WITH_DATA(type, ...)                                                                       \
    .data = &(const type)                                                                          \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define WITH_METHOD(...)                                                                           \
    .method = &(const struct bench_method)                                                         \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

#endif
