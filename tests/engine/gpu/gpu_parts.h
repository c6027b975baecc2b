/* SPDX-License-Identifier: MIT */
/* gpu_parts.h: what tests of the GPU layer share: expected failures, and the end. */
#ifndef CLAIMCHECK_TESTS_ENGINE_GPU_GPU_PARTS_H
#define CLAIMCHECK_TESTS_ENGINE_GPU_GPU_PARTS_H

#include "harness/engine/gpu/gpu.h"
#include "tests/device.h"

/* Nothing has failed, and nothing was written outside of a buffer. */
static inline void device_finish_whole(struct gpu *gpu, struct gpu_scope *scope)
{
    assert_string_equal(gpu_failure(gpu)->message, "");
    assert_null(gpu_scope_broken_guard(scope));
    gpu_scope_destroy(&scope);
    assert_null(scope);
    gpu_destroy(&gpu);
    assert_null(gpu);
}

/* The device failed so, in one line, and is recovered. */
static inline void assert_failed(struct gpu *gpu, enum gpu_result result, const char *says)
{
    const struct gpu_failure *failure = gpu_failure(gpu);
    if (failure->result != result || !strstr(failure->message, says))
        fail_msg("'%s' (%s) does not say '%s'", failure->message, gpu_result_name(failure->result),
                 says);
    assert_null(strchr(failure->message, '\n'));
    assert_true(gpu_recover(gpu));
}

#endif
