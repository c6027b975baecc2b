/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/private.h"

#include <stdio.h>
#include <string.h>

/* All that tells devices apart but their place among those that are alike. */
static void text_write(const struct gpu_info *info, char text[GPU_IDENTITY_BYTES])
{
    snprintf(text, GPU_IDENTITY_BYTES, "%s, bus %s, driver %s, %u multiprocessors, %s", info->uuid,
             info->pci_bus, info->driver_name, info->multiprocessors, info->name);
}

void gpu_identities_write(struct gpu_info *infos, int count)
{
    char own[GPU_IDENTITY_BYTES], other[GPU_IDENTITY_BYTES];
    for (int i = 0; i < count; i++) {
        int before = 0, alike = 0;
        text_write(&infos[i], own);
        for (int k = 0; k < count; k++) {
            text_write(&infos[k], other);
            const int same = strcmp(own, other) == 0;
            before += k < i ? same : 0;
            alike += same;
        }
        snprintf(infos[i].identity, sizeof(infos[i].identity), "%.*s, %d of %d",
                 GPU_IDENTITY_BYTES - 32, own, before, alike);
    }
}

int gpu_find(const struct gpu_info *infos, int count, const char *identity)
{
    for (int i = 0; i < count; i++)
        if (infos[i].usable && strcmp(infos[i].identity, identity) == 0)
            return i;
    return -1;
}
