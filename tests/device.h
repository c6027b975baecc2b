/* SPDX-License-Identifier: MIT */
/* device.h: the device that tests run on; without one they are skipped. */
#ifndef CLAIMCHECK_TESTS_DEVICE_H
#define CLAIMCHECK_TESTS_DEVICE_H

#include "harness/gpu/gpu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

#endif
