/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/measurer.h"

const struct measurer measurer_sampler = {
    .list = gpu_list,
    .open = gpu_create,
    .close = gpu_destroy,
    .run = sampler_group_run,
};
