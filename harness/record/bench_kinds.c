/* SPDX-License-Identifier: MIT */
#include "harness/record/bench_kinds.h"

#include "harness/base/base.h"
#include "harness/record/record.h"

#include <assert.h>

const char *const bench_status_names[BENCH_STATUS_COUNT] = {
    [BENCH_OK] = "ok",
    [BENCH_UNSUPPORTED] = "unsupported",
    [BENCH_SKIPPED] = "skipped",
    [BENCH_FAILED_VERIFY] = "failed_verify",
    [BENCH_SUSPECT] = "suspect",
    [BENCH_ERROR] = "error",
    [BENCH_DEVICE_LOST] = "device_lost",
    [BENCH_TIMEOUT] = "timeout",
    [BENCH_VERIFIED] = "verified",
};

const char *const bench_kind_names[BENCH_KIND_COUNT] = {
    [BENCH_GPU] = "gpu",
    [BENCH_HOST_DRIVEN] = "host_driven",
    [BENCH_CPU] = "cpu",
};

const char *const bench_ceiling_names[BENCH_CEILING_COUNT] = {
    [BENCH_CEILING_COPY] = "copy",
    [BENCH_CEILING_READ] = "read",
    [BENCH_CEILING_WRITE] = "write",
    [BENCH_CEILING_TEXTURE] = "texture",
    [BENCH_CEILING_OPERATIONS] = "operations",
    [BENCH_CEILING_SINGLE] = "single",
    [BENCH_CEILING_INTEGER] = "integer",
    [BENCH_CEILING_SPECIAL] = "special",
    [BENCH_CEILING_ATOMIC] = "atomic",
    [BENCH_CEILING_ATOMIC_ONE] = "atomic_one",
    [BENCH_CEILING_ATOMIC_MANY] = "atomic_many",
    [BENCH_CEILING_ATOMIC_SHARED] = "atomic_shared",
    [BENCH_CEILING_DISPATCH] = "dispatch",
    [BENCH_CEILING_DEPENDENT] = "dependent",
    [BENCH_CEILING_INDIRECT] = "indirect",
    [BENCH_CEILING_FILL] = "fill",
    [BENCH_CEILING_COPY_STEP] = "copy_step",
    [BENCH_CEILING_ROUND] = "round",
    [BENCH_CEILING_GROUPS] = "groups",
    [BENCH_CEILING_VERTICES] = "vertices",
    [BENCH_CEILING_PIXELS] = "pixels",
    [BENCH_CEILING_LATENCY] = "latency",
    [BENCH_CEILING_ROUND_TRIP] = "round_trip",
};

const char *const bench_atomics_names[BENCH_ATOMICS_COUNT] = {
    [BENCH_ATOMICS_ONE_WORD] = "one_word",   [BENCH_ATOMICS_LANES_16] = "lanes_16",
    [BENCH_ATOMICS_LANES_2] = "lanes_2",     [BENCH_ATOMICS_LANES_1] = "lanes_1",
    [BENCH_ATOMICS_SCATTERED] = "scattered",
};

const char *const bench_bound_names[BENCH_BOUND_COUNT] = {
    "", "bytes", "texture", "operations", "atomics", "chain", "groups", "vertices", "pixels",
};

const char *bench_status_name(enum bench_status status)
{
    assert((unsigned)status < BENCH_STATUS_COUNT);
    return bench_status_names[status];
}

const char *bench_kind_name(enum bench_kind kind)
{
    assert((unsigned)kind < BENCH_KIND_COUNT);
    return bench_kind_names[kind];
}

const char *const profile_names[BENCH_PROFILE_COUNT] = {
    [BENCH_QUICK] = "quick",
    [BENCH_PAPER] = "paper",
    [BENCH_FULL] = "full",
};

const char profile_gate[] = "gate", profile_scale[] = "scale";

bool profile_find(const char *name, enum bench_profile *profile)
{
    const char *const *found = NAMED(profile_names, BENCH_PROFILE_COUNT, name);
    if (found)
        *profile = (enum bench_profile)(found - profile_names);
    return found;
}

const char *const catalogue_origin_names[CATALOGUE_ORIGINS] = {
    [CATALOGUE_PAPER] = "paper",
    [CATALOGUE_LIBRARY] = "library",
    [CATALOGUE_CONTENDER] = "contender",
};
