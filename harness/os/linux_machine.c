/* SPDX-License-Identifier: MIT */
#include "harness/os/machine.h"
#include "harness/os/path.h"

#include <errno.h>
#include <glob.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <unistd.h>

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

int os_machine_random(void *bytes, size_t count)
{
    return getrandom(bytes, count, 0) == (ssize_t)count ? 0 : errno;
}

char *os_machine_gpu(const char *root)
{
    /* NVIDIA's, AMD's, WSL's, and of any driver of the kernel's own. */
    static const char *const patterns[] = { "/dev/nvidia[0-9]*", "/dev/kfd", "/dev/dxg",
                                            "/dev/dri/renderD*" };
    char *found = NULL;
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]) && !found; i++) {
        glob_t files;
        char *pattern = NULL;
        if (asprintf(&pattern, "%s%s", root, patterns[i]) < 0)
            return NULL;
        if (glob(pattern, 0, NULL, &files) == 0) {
            found = files.gl_pathc > 0 ? strdup(files.gl_pathv[0] + strlen(root)) : NULL;
            globfree(&files);
        }
        free(pattern);
    }
    return found;
}

uint64_t os_machine_capabilities(void)
{
    return getauxval(AT_HWCAP);
}

char *os_path_program(void)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    return length > 0 ? strndup(path, (size_t)length) : NULL;
}
