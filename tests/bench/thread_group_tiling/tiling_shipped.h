/* SPDX-License-Identifier: MIT */
/* tiling_shipped.h: the profiles of results/models/. */
#ifndef CLAIMCHECK_TESTS_BENCH_THREAD_GROUP_TILING_TILING_SHIPPED_H
#define CLAIMCHECK_TESTS_BENCH_THREAD_GROUP_TILING_TILING_SHIPPED_H

#include "bench/thread_group_tiling/model/model.h"
#include "harness/file.h"
#include "harness/trouble.h"
#include "tests/unit.h"

/* Reads a profile by its name, without suffix; one that cannot be read fails the test. */
static inline struct tiling_profile profile_of(const char *name)
{
    char path[1024];
    struct tiling_profile profile;
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    snprintf(path, sizeof(path), "%s/models/%s.toml", results ? results : "results", name);
    if (!tiling_profile_read(&profile, file_open(path), path))
        fail_msg("%s", trouble_text());
    return profile;
}

#endif
