/* SPDX-License-Identifier: MIT */
#include "bench/registry.h"

#include "bench/cbt/technique.h"
#include "bench/ceilings/technique.h"
#include "bench/reyes_subdivision/technique.h"
#include "bench/tile_subdivision/technique.h"

const struct technique *const registry_techniques[] = {
    &ceilings_technique, &tiles_technique, &reyes_technique, &cbt_technique, NULL,
};
