/* SPDX-License-Identifier: MIT */
/* kernel_worker.h: asks a driver what it makes of kernels, in a process of its own: one that a
 * driver crashes on costs itself alone. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_WORKER_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_WORKER_H

#include "harness/cli/session/measurer.h"

#include <jansson.h>

/* An entry of a kernel; without a device (NULL), what its SPIR-V alone says. A new reference. */
typedef json_t *kernel_worker_entry_fn(const void *context, struct gpu *gpu, size_t index);

struct kernel_worker {
    const struct measurer *measurer;
    const char *selector; /* of the device, as gpu_choose() has it */
    size_t count;         /* of kernels */
    kernel_worker_entry_fn *entry;
    const void *context;
};

/*
 * Appends an entry per kernel to *kernels; one that the driver crashes on has that as its
 * `reason`. *device has `device`, its name, `driver_name` and `driver_info`; NULL, with a warning,
 * where its driver says nothing of what it compiles: then nothing was appended. Nothing is
 * allocated on the device, and nothing run. Valid: no device is open in this process, and no thread
 * runs beside this one (layers). Returns the exit code; the message has been printed.
 */
int kernel_worker_run(const struct kernel_worker *worker, json_t **device, json_t **kernels);

#endif
