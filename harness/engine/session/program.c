/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/program.h"

#include "harness/base/disk.h"
#include "harness/base/sha256.h"

#include <stdlib.h>

json_t *program_json(void)
{
    char *bytes = NULL, hash[SHA256_TEXT_BYTES];
    size_t size = 0;
    if (disk_load("/proc/self/exe", &bytes, &size) != 0)
        return NULL;
    sha256_text(bytes, size, hash);
    free(bytes);
    return json_string(hash);
}
