/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/limit.h"

#include "harness/os/machine.h"

#include <stdio.h>
#include <string.h>

static const struct {
    enum os_machine_limit limit;
    uint64_t below, unit; /* higher ones are not worth a word */
    const char *whose, *what, *option;
} limits[] = {
    { OS_MACHINE_ADDRESSES, UINT64_MAX, 1 << 20, "process", "MiB of addresses", "-v" },
    { OS_MACHINE_DATA, UINT64_MAX, 1 << 20, "process", "MiB of data", "-d" },
    { OS_MACHINE_PROCESSES, 256, 1, "user", "processes and threads", "-u" },
    { OS_MACHINE_FILES, 64, 1, "process", "open files", "-n" },
};

void gpu_limit_say(char message[GPU_MESSAGE_BYTES])
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        uint64_t most;
        const size_t length = strlen(message);
        if (os_machine_limit_read(limits[i].limit, &most) && most < limits[i].below)
            snprintf(message + length, GPU_MESSAGE_BYTES - length,
                     "; this %s may have %llu %s alone, which can be too few: raise ulimit %s",
                     limits[i].whose, (unsigned long long)(most / limits[i].unit), limits[i].what,
                     limits[i].option);
    }
}
