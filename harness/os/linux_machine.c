/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <errno.h>
#include <glob.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

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

/* The first file that fits a pattern below root, without root. False where none does. */
static bool file_find(const char *root, const char *pattern, char *path, size_t bytes)
{
    char whole[PATH_BYTES];
    glob_t files = { 0 };
    snprintf(whole, sizeof(whole), "%s%s", root, pattern);
    const bool found = glob(whole, 0, NULL, &files) == 0;
    if (found)
        snprintf(path, bytes, "%s", files.gl_pathv[0] + strlen(root));
    globfree(&files);
    return found;
}

/* Returns what stands behind `key` in the first line of a file that has it, to its end. */
static bool value_find(const char *root, const char *path, const char *key, char *value,
                       size_t bytes)
{
    char line[PATH_BYTES];
    const char *at = NULL;
    snprintf(line, sizeof(line), "%s%s", root, path);
    FILE *file = fopen(line, "re");
    while (file && !at && fgets(line, sizeof(line), file))
        at = strstr(line, key);
    if (file)
        fclose(file);
    if (at) {
        at += strlen(key) + strspn(at + strlen(key), " \t");
        snprintf(value, bytes, "%.*s", (int)strcspn(at, "\n"), at);
    }
    return at;
}

/* Reads what NVIDIA's driver says: "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04". */
static void nvidia_name(const char *root, struct os_machine_gpu *gpu)
{
    char path[PATH_BYTES], words[PATH_BYTES];
    if (file_find(root, "/proc/driver/nvidia/gpus/*/information", path, sizeof(path)))
        value_find(root, path, "Model:", gpu->name, sizeof(gpu->name));
    if (!value_find(root, "/proc/driver/nvidia/version", "NVRM version:", words, sizeof(words)))
        return;
    for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strspn(at, "0123456789.") == strcspn(at, " ") && memchr(at, '.', strcspn(at, " "))) {
            snprintf(gpu->version, sizeof(gpu->version), "%.*s", (int)strcspn(at, " "), at);
            return;
        }
}

/* Returns the number of the vendor whose driver is the kernel's own; 0 where it is not known. */
static unsigned rendering_name(const char *root, struct os_machine_gpu *gpu)
{
    char path[PATH_BYTES], vendor[16] = "", device[16] = "", driver[32] = "";
    const char *node = strrchr(gpu->node, '/');
    snprintf(path, sizeof(path), "/sys/class/drm%s/device/vendor", node);
    value_find(root, path, "0x", vendor, sizeof(vendor));
    snprintf(path, sizeof(path), "/sys/class/drm%s/device/device", node);
    value_find(root, path, "0x", device, sizeof(device));
    snprintf(path, sizeof(path), "/sys/class/drm%s/device/uevent", node);
    value_find(root, path, "DRIVER=", driver, sizeof(driver));
    if (*vendor)
        snprintf(gpu->name, sizeof(gpu->name), "PCI %s:%s%s%s", vendor, device,
                 *driver ? " of " : "", driver);
    return (unsigned)strtoul(vendor, NULL, 16);
}

bool os_machine_gpu(const char *root, struct os_machine_gpu *gpu)
{
    /* NVIDIA's, WSL's, of any driver of the kernel's own, and of AMD's computing alone. */
    static const char *const patterns[] = { "/dev/nvidia[0-9]*", "/dev/dxg", "/dev/dri/renderD*",
                                            "/dev/kfd" };
    static const char *const folders[] = { "/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d",
                                           "/usr/local/share/vulkan/icd.d" };
    enum { FOLDERS = sizeof(folders) / sizeof(folders[0]) };
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
        *gpu = (struct os_machine_gpu){ .refused = false };
        if (!file_find(root, patterns[i], gpu->node, sizeof(gpu->node)))
            continue;
        const unsigned vendor = i == 2 ? rendering_name(root, gpu) : 0;
        /* Adapters of virtual machines are displays: VirtIO, QEMU, VMware, VirtualBox, Hyper-V. */
        if (vendor == 0x1af4 || vendor == 0x1b36 || vendor == 0x1234 || vendor == 0x15ad ||
            vendor == 0x80ee || vendor == 0x1414)
            continue;
        if (i == 0)
            nvidia_name(root, gpu);
        const char *driver = i == 0             ? "nvidia"
                             : i == 1           ? "dzn"
                             : vendor == 0x8086 ? "intel"
                                                : "radeon";
        const bool known = i != 2 || vendor == 0x1002 || vendor == 0x8086;
        for (size_t k = 0; known && k < FOLDERS && !*gpu->manifest; k++) {
            snprintf(path, sizeof(path), "%s/%s*.json", folders[k], driver);
            file_find(root, path, gpu->manifest, sizeof(gpu->manifest));
        }
        snprintf(path, sizeof(path), "%s%s", root, gpu->node);
        gpu->refused = access(path, R_OK | W_OK) != 0 && errno == EACCES;
        gpu->contained = file_find(root, "/.dockerenv", path, sizeof(path)) ||
                         file_find(root, "/run/.containerenv", path, sizeof(path));
        return true;
    }
    return false;
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

/* CPUs of threads ------------------------------------------------------------------------------ */

enum { CPUS_MAX = 1 << 14 };

static bool mask_set(pthread_t thread, const int *cpus, size_t count)
{
    const size_t bytes = CPU_ALLOC_SIZE(CPUS_MAX);
    cpu_set_t *mask = CPU_ALLOC(CPUS_MAX);
    bool set = false;
    if (mask) {
        CPU_ZERO_S(bytes, mask);
        for (size_t i = 0; i < count; i++)
            if (cpus[i] >= 0)
                CPU_SET_S((size_t)cpus[i], bytes, mask);
        set = CPU_COUNT_S(bytes, mask) > 0 && pthread_setaffinity_np(thread, bytes, mask) == 0;
    }
    CPU_FREE(mask);
    return set;
}

int *cpu_affinity_usable(size_t *count)
{
    const size_t bytes = CPU_ALLOC_SIZE(CPUS_MAX);
    cpu_set_t *mask = CPU_ALLOC(CPUS_MAX); /* a machine with many CPUs wants a large one */
    const bool read = mask && sched_getaffinity(0, bytes, mask) == 0;
    const size_t found = read ? (size_t)CPU_COUNT_S(bytes, mask) : 0;
    int *cpus = malloc((found + 1) * sizeof(*cpus)), first = -1;
    size_t used = 0;
    for (size_t cpu = 0; cpus && read && cpu < CPUS_MAX; cpu++) {
        if (!CPU_ISSET_S(cpu, bytes, mask))
            continue;
        if (first < 0)
            first = (int)cpu;
        else
            cpus[used++] = (int)cpu;
    }
    if (cpus)
        cpus[used++] = first;
    CPU_FREE(mask);
    *count = used;
    return cpus;
}

bool cpu_affinity_pin(pthread_t thread, int cpu)
{
    return mask_set(thread, &cpu, 1);
}

void cpu_affinity_release(pthread_t thread, const int *cpus, size_t count)
{
    mask_set(thread, cpus, count);
}
