/* SPDX-License-Identifier: MIT */
#include "bench/registry.h"

const struct technique *const registry_techniques[] = {
    NULL,
};
