/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/orders.h"

#include <errno.h>
#include <stdlib.h>

static const char half[] = "assumed: half of the cache, which has two parts";

/* Cache sizes by the numbers of vendor and device. */
static const struct {
    uint32_t vendor, device;
    uint64_t bytes;
    const char *source;
} known[] = {
    { 0x10de, 0x2330, 25 << 20, half },       /* H100 SXM */
    { 0x10de, 0x2331, 25 << 20, half },       /* H100 PCIe */
    { 0x10de, 0x2335, 25 << 20, half },       /* H200 SXM */
    { 0x10de, 0x1e82, 4 << 20, "published" }, /* RTX 2080, the post's */
    { 0x10de, 0x1e87, 4 << 20, "published" },
};

static bool read_option(struct context *context, const char *text, struct tiling_cache_size *size)
{
    char *end;
    errno = 0;
    const unsigned long long bytes = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || bytes == 0)
        return context_error(context, "--cache-bytes %s: a whole number of bytes above 0 is wanted",
                             text);
    *size = (struct tiling_cache_size){ bytes, "--cache-bytes" };
    return true;
}

bool tiling_cache_size_find(struct context *context, const struct gpu_info *info,
                            struct tiling_cache_size *size)
{
    const char *option = context_option(context, "cache-bytes");
    if (option)
        return read_option(context, option, size);
    *size = (struct tiling_cache_size){ 0, "not known of this device: see --cache-bytes" };
    if (gpu_info_is_software(info))
        size->source = "a software device shares the caches of its host";
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].vendor == info->vendor_id && known[i].device == info->device_id)
            *size = (struct tiling_cache_size){ known[i].bytes, known[i].source };
    return true;
}
