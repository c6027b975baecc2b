/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/limit.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static const struct {
    int resource;
    rlim_t below, unit; /* higher ones are not worth a word */
    const char *whose, *what, *option;
} limits[] = {
    { RLIMIT_AS, RLIM_INFINITY, 1 << 20, "process", "MiB of addresses", "-v" },
    { RLIMIT_NPROC, 256, 1, "user", "processes and threads", "-u" },
    { RLIMIT_NOFILE, 64, 1, "process", "open files", "-n" },
};

void gpu_limit_say(char message[GPU_MESSAGE_BYTES])
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        struct rlimit limit;
        const size_t length = strlen(message);
        if (getrlimit(limits[i].resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
            limit.rlim_cur < limits[i].below)
            snprintf(message + length, GPU_MESSAGE_BYTES - length,
                     "; this %s may have %llu %s alone, which can be too few: raise ulimit %s",
                     limits[i].whose, (unsigned long long)(limit.rlim_cur / limits[i].unit),
                     limits[i].what, limits[i].option);
    }
}
