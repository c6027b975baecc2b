/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = SHA256_TEXT_BYTES - 1, BYTES_MAX = 64 << 20 };

/* malloc'ed; NULL where there is no cache. */
static char *path_of(const struct gpu_info *info)
{
    char key[SHA256_TEXT_BYTES], name[48];
    OWNED char *of = text_make("%s %s %u %s", info->uuid, info->driver_uuid, info->driver_version,
                               info->driver_info);
    sha256_text(of, strlen(of), key);
    snprintf(name, sizeof(name), "pipelines-%.32s.bin", key);
    return kept_file_path(name);
}

void pipeline_store_load(struct gpu *gpu)
{
    OWNED char *path = gpu ? path_of(gpu_info(gpu)) : NULL, *data = NULL;
    char digits[SHA256_TEXT_BYTES];
    size_t size = 0;
    if (!path || kept_file_load(path, &data, &size) != 0 || size <= DIGITS || size > BYTES_MAX)
        return;
    sha256_text(data + DIGITS, size - DIGITS, digits);
    if (memcmp(data, digits, DIGITS) == 0)
        gpu_pipelines_load(gpu, data + DIGITS, size - DIGITS);
}

void pipeline_store_save(struct gpu *gpu)
{
    size_t bytes = 0;
    OWNED char *path = gpu ? path_of(gpu_info(gpu)) : NULL;
    OWNED void *data = path ? gpu_pipelines_save(gpu, &bytes) : NULL;
    OWNED char *file =
        data && bytes < BYTES_MAX - DIGITS ? malloc(bytes + SHA256_TEXT_BYTES) : NULL;
    if (!file)
        return;
    sha256_text(data, bytes, file);
    memcpy(file + DIGITS, data, bytes);
    kept_file_write(path, file, DIGITS + bytes);
}
