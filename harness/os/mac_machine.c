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

bool os_machine_gpu(const char *root, struct os_machine_gpu *gpu)
{
    (void)root;
    (void)gpu;
    return false;
}

/* The bit that Linux has for Advanced SIMD, which all 64-bit Arm Macs have. */
uint64_t os_machine_capabilities(void)
{
    return number_read("hw.optional.AdvSIMD") > 0 || number_read("hw.optional.neon") > 0 ? 1 << 1
                                                                                         : 0;
}

char *os_path_program(void)
{
    return os_path_whole(os_process_self());
}

/* CPUs of threads ------------------------------------------------------------------------------ */

/* A Mac's scheduler takes no CPU from a program. */
int *cpu_affinity_usable(size_t *count)
{
    const size_t found = os_machine_cpus();
    int *cpus = malloc((found + 1) * sizeof(*cpus));
    *count = found > 0 ? found : 1;
    for (size_t i = 0; cpus && i < *count; i++)
        cpus[i] = found > 0 ? (int)((i + 1) % found) : -1;
    return cpus;
}

bool cpu_affinity_pin(pthread_t thread, int cpu)
{
    (void)thread;
    (void)cpu;
    return false;
}

void cpu_affinity_release(pthread_t thread, const int *cpus, size_t count)
{
    (void)thread;
    (void)cpus;
    (void)count;
}
