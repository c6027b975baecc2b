/* SPDX-License-Identifier: MIT */
#include "harness/os/machine.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

uint32_t os_machine_cpus(void)
{
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    return cpus > 0 ? (uint32_t)cpus : 0;
}

int os_machine_cpu(void)
{
    return sched_getcpu();
}

uint64_t os_machine_memory_bytes(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : 0;
}

uint64_t os_machine_cache_bytes(unsigned level)
{
    static const int names[] = { _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                 _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE };
    const long bytes = level >= 1 && level <= 4 ? sysconf(names[level - 1]) : 0;
    return bytes > 0 ? (uint64_t)bytes : 0;
}

double os_machine_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

int os_machine_random(void *bytes, size_t count)
{
    return getrandom(bytes, count, 0) == (ssize_t)count ? 0 : errno;
}

void os_machine_names_read(struct os_machine_names *names)
{
    struct utsname system = { .release = "" };
    uname(&system);
    snprintf(names->release, sizeof(names->release), "%s", system.release);
    snprintf(names->architecture, sizeof(names->architecture), "%s", system.machine);
}

uint64_t os_machine_capabilities(void)
{
    return getauxval(AT_HWCAP);
}

bool os_machine_limit_read(enum os_machine_limit limit, uint64_t *most)
{
    static const int resources[] = { [OS_MACHINE_ADDRESSES] = RLIMIT_AS,
                                     [OS_MACHINE_PROCESSES] = RLIMIT_NPROC,
                                     [OS_MACHINE_FILES] = RLIMIT_NOFILE,
                                     [OS_MACHINE_STACK] = RLIMIT_STACK };
    struct rlimit own;
    if (getrlimit(resources[limit], &own) != 0 || own.rlim_cur == RLIM_INFINITY)
        return false;
    *most = own.rlim_cur;
    return true;
}
