/* SPDX-License-Identifier: MIT */
/* device.h: the device that tests run on; without one they are skipped. */
#ifndef CLAIMCHECK_TESTS_DEVICE_H
#define CLAIMCHECK_TESTS_DEVICE_H

#include "bench/common/device.h"
#include "harness/engine/gpu/gpu.h"
#include "tests/unit.h"

/* True where `scripts/test --full` asks for the sizes that take the most time, too. */
static inline bool device_full(void)
{
    const char *full = getenv("CLAIMCHECK_TEST_FULL");
    return full && full[0] != '\0';
}

/* Skips the test, saying why, when there is no device; fails it when there is one that cannot be
 * made. */
static inline struct gpu *device_create(bool validate)
{
    char message[GPU_MESSAGE_BYTES];
    enum gpu_result result;
    struct gpu *gpu = gpu_create(&(struct gpu_params){ .validate = validate }, &result, message);
    if (!gpu && result == GPU_UNSUPPORTED) {
        print_message("skipped: %s\n", message);
        skip();
    }
    assert_non_null(gpu);
    return gpu;
}

/* Skips the test where there is no device. */
static inline bool device_has(uint32_t feature)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    return gpu_info(gpu)->features & feature;
}

static inline bool device_is_software(void)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    return gpu_info_is_software(gpu_info(gpu));
}

/* For tests of races, which show on a device that runs threads one after the other; a GPU was seen
 * to give right results. There the test is skipped, and says so. */
static inline void device_skip_where_races_hide(void)
{
    if (device_is_software())
        return;
    print_message("skipped: on a GPU a race may give a right result\n");
    skip();
}

/* For tests that share one and skip by themselves: NULL, saying why, when there is none. Then, and
 * only where there is one that cannot be made, *unusable is 1: main() adds it to what failed. */
static inline struct gpu *device_open(bool validate, int *unusable)
{
    char message[GPU_MESSAGE_BYTES];
    enum gpu_result result;
    struct gpu *gpu = gpu_create(&(struct gpu_params){ .validate = validate }, &result, message);
    if (!gpu)
        print_message("no device: %s\n", message);
    *unusable = gpu || result == GPU_UNSUPPORTED ? 0 : 1;
    return gpu;
}

/* Runs the tests of a file that share *gpu as device_open() makes it. Returns what main() does. */
static inline int device_unit_run(struct gpu **gpu, bool validate)
{
    int unusable;
    *gpu = device_open(validate, &unusable);
    const int failed = unit_run(NULL, NULL);
    gpu_destroy(gpu);
    return failed + unusable;
}

/* Two that all cases of a test share, between these fixtures. NULL: there is none, and one_case.h
 * skips. */
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
