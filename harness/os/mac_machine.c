/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"
#include "harness/os/posix_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/sysctl.h>

/* Returns a number that the kernel knows by name; 0 where it does not. */
static uint64_t number_read(const char *name)
{
    uint64_t number = 0;
    size_t bytes = sizeof(number);
    return sysctlbyname(name, &number, &bytes, NULL, 0) == 0 ? number : 0;
}

int os_machine_cpu(void)
{
    return -1;
}

uint64_t os_machine_memory_bytes(void)
{
    return number_read("hw.memsize");
}

uint64_t os_machine_cache_bytes(unsigned level)
{
    static const char *const names[] = { "hw.l1dcachesize", "hw.l2cachesize", "hw.l3cachesize" };
    return level >= 1 && level <= 3 ? number_read(names[level - 1]) : 0;
}

/* The system gives 256 bytes at once. */
int os_machine_random(void *bytes, size_t count)
{
    enum { AT_ONCE = 256 };
    for (size_t at = 0; at < count; at += AT_ONCE)
        if (getentropy((char *)bytes + at, count - at < AT_ONCE ? count - at : AT_ONCE) != 0)
            return errno;
    return 0;
}

/* The bit that Linux has for Advanced SIMD, of which 64-bit Arm Macs all have it. */
bool os_machine_gpu(const char *root, struct os_machine_gpu *gpu)
{
    (void)root;
    (void)gpu;
    return false;
}

uint64_t os_machine_capabilities(void)
{
    return number_read("hw.optional.AdvSIMD") > 0 || number_read("hw.optional.neon") > 0 ? 1 << 1
                                                                                         : 0;
}

char *os_path_program(void)
{
    return os_path_whole(os_process_self());
}
