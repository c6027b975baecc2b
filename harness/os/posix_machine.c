/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

uint32_t os_machine_cpus(void)
{
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    return cpus > 0 ? (uint32_t)cpus : 0;
}

double os_machine_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

void os_machine_names_read(struct os_machine_names *names)
{
    struct utsname system = { .release = "" };
    uname(&system);
    snprintf(names->release, sizeof(names->release), "%s", system.release);
    snprintf(names->architecture, sizeof(names->architecture), "%s", system.machine);
}

bool os_machine_limit_read(enum os_machine_limit limit, uint64_t *most)
{
    static const int resources[] = {
        [OS_MACHINE_ADDRESSES] = RLIMIT_AS, [OS_MACHINE_PROCESSES] = RLIMIT_NPROC,
        [OS_MACHINE_FILES] = RLIMIT_NOFILE, [OS_MACHINE_STACK] = RLIMIT_STACK,
        [OS_MACHINE_DATA] = RLIMIT_DATA,    [OS_MACHINE_CPU_S] = RLIMIT_CPU
    };
    struct rlimit own;
    if (getrlimit(resources[limit], &own) != 0 || own.rlim_cur == RLIM_INFINITY)
        return false;
    *most = own.rlim_cur;
    return true;
}
