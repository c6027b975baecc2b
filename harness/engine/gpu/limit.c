/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/limit.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

void gpu_limit_say(char message[GPU_MESSAGE_BYTES])
{
    struct rlimit limit;
    const size_t length = strlen(message);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    snprintf(message + length, GPU_MESSAGE_BYTES - length,
             "; this process may have %llu MiB of addresses alone, which can be too few: raise "
             "ulimit -v",
             (unsigned long long)(limit.rlim_cur >> 20));
}
