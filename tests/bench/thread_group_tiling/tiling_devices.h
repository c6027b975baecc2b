/* SPDX-License-Identifier: MIT */
/* tiling_devices.h: two devices that all cases of a test share; made and destroyed by cmocka. */
#ifndef CLAIMCHECK_TESTS_BENCH_THREAD_GROUP_TILING_TILING_DEVICES_H
#define CLAIMCHECK_TESTS_BENCH_THREAD_GROUP_TILING_TILING_DEVICES_H

#include "tests/device.h"

/* NULL: there is none, and one_case.h skips. */
static struct {
    struct gpu *plain, *validated;
} devices;

static inline int devices_begin(void **state)
{
    int unusable, unusable_too;
    devices.plain = device_open(false, &unusable);
    devices.validated = device_open(true, &unusable_too);
    return unusable + unusable_too;
}

static inline int devices_end(void **state)
{
    gpu_destroy(&devices.plain);
    gpu_destroy(&devices.validated);
    return 0;
}

#endif
