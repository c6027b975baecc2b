/* SPDX-License-Identifier: MIT */
/* measurer.h: what measures for a session, which does not need to know: devices and the sampler, or
 * what a test makes up. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_MEASURER_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_MEASURER_H

#include "harness/engine/measure/sampler.h"

struct measurer {
    /* Do the work of gpu_list(), gpu_create() and gpu_destroy(). open: NULL with a message. */
    enum gpu_result (*list)(struct gpu_info **infos, int *count);
    struct gpu *(*open)(const struct gpu_params *params, enum gpu_result *result);
    void (*close)(struct gpu **gpu);

    /* Does the work of sampler_group_run(). */
    void (*run)(const struct sampler_params *params, const struct plan_group *group,
                struct sampler_results *outcome);
};

/* The devices that are here, and the sampler. */
extern const struct measurer measurer_sampler;

#endif
