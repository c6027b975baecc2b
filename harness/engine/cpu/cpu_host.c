/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"

#include "harness/base/base.h"
#include "harness/engine/cpu/cpu_clock.h"
#include "harness/os/os.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 512, LINE_BYTES = 4096, INDICES = 16 };

/* First line of a file, without its end. False, and empty, when there is none. */
static bool line_read(const char *root, const char *path, char *text, size_t bytes)
{
    char whole[PATH_BYTES];
    snprintf(whole, sizeof(whole), "%s%s", root, path);
    FILE *file = fopen(whole, "re");
    const bool read = file && fgets(text, (int)bytes, file);
    text[read ? strcspn(text, "\n") : 0] = 0;
    if (file)
        fclose(file);
    return read;
}

/* A whole number, with the unit K or M where there is one; 0 when there is none. */
static uint64_t number_read(const char *root, const char *path)
{
    char text[64], *end;
    if (!line_read(root, path, text, sizeof(text)))
        return 0;
    const uint64_t number = strtoull(text, &end, 10);
    return *end == 'K' ? number << 10 : *end == 'M' ? number << 20 : number;
}

/* proc/cpuinfo --------------------------------------------------------------------------------- */

/* The value of a line "key : value"; NULL when it has another key. */
static const char *value_of(char *line, const char *key)
{
    const size_t length = strlen(key);
    char *colon = strchr(line, ':');
    if (strncmp(line, key, length) != 0 || !colon ||
        line[length + strspn(line + length, " \t")] != ':')
        return NULL;
    colon += 1 + strspn(colon + 1, " \t");
    colon[strcspn(colon, "\n")] = 0;
    return colon;
}

/* Reads the entry of the first CPU in /proc/cpuinfo, by the keys of x86 and of Arm. */
static void cpuinfo_read(struct cpu_host *host, const char *root)
{
    static const char *const parts[][2] = {
        { "cpu family", "family" },   { "model", "model" },           { "stepping", "stepping" },
        { "CPU variant", "variant" }, { "CPU revision", "revision" }, { "CPU part", "part" },
    };
    char path[PATH_BYTES], line[LINE_BYTES];
    const char *value;
    snprintf(path, sizeof(path), "%s/proc/cpuinfo", root);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof(line), file) && line[0] != '\n') {
        if ((value = value_of(line, "model name")))
            text_join_cut(host->model, sizeof(host->model), " ", "%s", value);
        else if ((value = value_of(line, "vendor_id")) ||
                 (value = value_of(line, "CPU implementer")))
            text_join_cut(host->vendor, sizeof(host->vendor), " ", "%s", value);
        else if ((value = value_of(line, "microcode")))
            text_join_cut(host->microcode, sizeof(host->microcode), " ", "%s", value);
        for (size_t i = 0; i < COUNT_OF(parts); i++)
            if ((value = value_of(line, parts[i][0])))
                text_join_cut(host->revision, sizeof(host->revision), " ", "%s %s", parts[i][1],
                              value);
    }
    if (file)
        fclose(file);
}

/* sys/devices/system/cpu ----------------------------------------------------------------------- */

/* Reads how many numbers a list such as "0-3,8,10-11" holds. */
static uint32_t list_read(const char *root, const char *path)
{
    char text[LINE_BYTES];
    uint32_t count = 0;
    line_read(root, path, text, sizeof(text));
    for (char *at = text; *at >= '0' && *at <= '9'; at += *at == ',') {
        const unsigned long first = strtoul(at, &at, 10);
        const unsigned long last = *at == '-' ? strtoul(at + 1, &at, 10) : first;
        count += last >= first ? (uint32_t)(last - first + 1) : 0;
    }
    return count;
}

static void caches_read(struct cpu_host *host, const char *root)
{
    for (int i = 0; i < INDICES; i++) {
        char path[PATH_BYTES], type[32];
        const char *folder = "/sys/devices/system/cpu/cpu0/cache/index";
        snprintf(path, sizeof(path), "%s%d/type", folder, i);
        if (!line_read(root, path, type, sizeof(type)) || strcmp(type, "Instruction") == 0)
            continue;
        snprintf(path, sizeof(path), "%s%d/level", folder, i);
        const uint64_t level = number_read(root, path);
        if (level < 1 || level > CPU_HOST_LEVELS)
            continue;
        struct cpu_host_cache *cache = &host->data[level - 1];
        snprintf(path, sizeof(path), "%s%d/size", folder, i);
        cache->bytes = number_read(root, path);
        snprintf(path, sizeof(path), "%s%d/shared_cpu_list", folder, i);
        cache->shared = list_read(root, path);
        cache->shared = cache->shared > 0 ? cache->shared : 1;
    }
}

/* Control groups ------------------------------------------------------------------------------- */

/* Limits of a group: how many CPUs at once, and for how long it was held back; NAN each. */
struct group {
    double quota_cpus, throttled_s;
};

/* The number behind a word of cpu.stat. */
static double stat_read(const char *root, const char *folder, const char *word)
{
    char path[PATH_BYTES], line[LINE_BYTES];
    double number = NAN;
    snprintf(path, sizeof(path), "%s%s/cpu.stat", root, folder);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof(line), file))
        if (strncmp(line, word, strlen(word)) == 0 && line[strlen(word)] == ' ')
            number = strtod(line + strlen(word), NULL);
    if (file)
        fclose(file);
    return number;
}

static void group_read(struct group *group, const char *root, const char *folder)
{
    char path[PATH_BYTES], text[64];
    double quota = -1, period = 0;
    snprintf(path, sizeof(path), "%s/cpu.max", folder);
    if (!line_read(root, path, text, sizeof(text)) ||
        sscanf(text, "%lf %lf", &quota, &period) != 2) {
        snprintf(path, sizeof(path), "%s/cpu.cfs_period_us", folder);
        period = (double)number_read(root, path);
        snprintf(path, sizeof(path), "%s/cpu.cfs_quota_us", folder);
        quota = line_read(root, path, text, sizeof(text)) ? strtod(text, NULL) : -1;
    }
    if (quota > 0 && period > 0)
        group->quota_cpus = fmin(group->quota_cpus, quota / period);
    const double us = stat_read(root, folder, "throttled_usec"),
                 ns = stat_read(root, folder, "throttled_time");
    const double s = isnan(us) ? ns / 1e9 : us / 1e6;
    if (isnan(group->throttled_s) || s > group->throttled_s)
        group->throttled_s = s;
}

/* This process's group and all around it: of version 2, and of version 1 where it has CPUs. */
static struct group groups_read(const char *root)
{
    struct group group = { NAN, NAN };
    char path[PATH_BYTES], line[LINE_BYTES];
    snprintf(path, sizeof(path), "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof(line), file)) {
        char *names = strchr(line, ':'), *own = names ? strchr(names + 1, ':') : NULL;
        line[strcspn(line, "\n")] = 0;
        if (!own || own[1] != '/')
            continue;
        *own++ = 0;
        names++;
        if (*names && strncmp(names, "cpu", 3) != 0 && !strstr(names, ",cpu"))
            continue;
        while (*own) {
            snprintf(path, sizeof(path), "/sys/fs/cgroup%s%.120s%.300s", *names ? "/" : "", names,
                     strcmp(own, "/") == 0 ? "" : own);
            group_read(&group, root, path);
            *strrchr(own, '/') = 0;
        }
        snprintf(path, sizeof(path), "/sys/fs/cgroup%s%.120s", *names ? "/" : "", names);
        group_read(&group, root, path);
    }
    if (file)
        fclose(file);
    return group;
}

double cpu_host_throttled_s(const char *root)
{
    return groups_read(root).throttled_s;
}

static double hertz_read(const char *root, int cpu, const char *name)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/%s", cpu, name);
    return 1e3 * (double)number_read(root, path);
}

void cpu_host_read(struct cpu_host *host, const char *root)
{
    size_t usable = 0;
    *host = (struct cpu_host){ 0 };
    cpuinfo_read(host, root);
    host->cpus = list_read(root, "/sys/devices/system/cpu/online");
    if (host->cpus == 0)
        host->cpus = os_machine_cpus();
    /* The first CPU's core; the other cores are taken to have as many threads. */
    uint32_t threads =
        list_read(root, "/sys/devices/system/cpu/cpu0/topology/thread_siblings_list");
    threads = threads > 0 ? threads : 1;
    host->cores = (host->cpus + threads - 1) / threads;
    free(cpu_affinity_usable(&usable));
    host->usable = (uint32_t)usable;
    host->memory_bytes = os_machine_memory_bytes();
    line_read(root, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", host->governor,
              sizeof(host->governor));
    host->base_hz = hertz_read(root, 0, "base_frequency");
    host->max_hz = hertz_read(root, 0, "cpuinfo_max_freq");
    host->quota_cpus = groups_read(root).quota_cpus;
    caches_read(host, root);
    for (unsigned i = 0; *root == 0 && i < CPU_HOST_LEVELS; i++) { /* the C library may know */
        const uint64_t bytes = os_machine_cache_bytes(i + 1);
        if (host->data[i].bytes == 0 && bytes > 0)
            host->data[i] = (struct cpu_host_cache){ bytes, 1 };
    }
}

uint64_t cpu_host_last_level_bytes(const struct cpu_host *host)
{
    for (int i = CPU_HOST_LEVELS; i-- > 0;) {
        const struct cpu_host_cache *cache = &host->data[i];
        if (cache->bytes > 0)
            return cache->bytes * ((host->cpus + cache->shared - 1) / cache->shared);
    }
    return 0;
}

/* Clock ---------------------------------------------------------------------------------------- */

enum { STEPS = 4096, LOOPS = 4 };

static volatile uint64_t sink;

/* A multiplication and an addition per step, 4 cycles on most. */
static double loop_ns(void)
{
    const double begin_ns = clock_now_ns();
    uint64_t x = (uint64_t)begin_ns;
    for (int i = 0; i < STEPS; i++) {
        x = x * UINT64_C(6364136223846793005) + 1;
        __asm__ volatile("" : "+r"(x)); /* no two steps as one */
    }
    sink = x;
    return clock_now_ns() - begin_ns;
}

struct cpu_clock_reading cpu_clock_probe(void)
{
    struct cpu_clock_reading reading = { .probe_ns = loop_ns() };
    for (int i = 1; i < LOOPS; i++) {
        const double ns = loop_ns();
        reading.probe_ns = ns < reading.probe_ns ? ns : reading.probe_ns;
    }
    reading.core_hz = hertz_read("", os_machine_cpu(), "scaling_cur_freq");
    return reading;
}

/* As a device ---------------------------------------------------------------------------------- */

void cpu_device_info(struct gpu_info *info)
{
    struct cpu_host host;
    cpu_host_read(&host, "");
    *info = (struct gpu_info){
        .index = -1,
        .kind = GPU_HOST,
        .usable = true,
        .uuid = "00000000000000000000000000000000",
        .driver_uuid = "00000000000000000000000000000000",
        .driver_name = "no Vulkan device",
        .api_version = "0.0.0",
    };
    snprintf(info->name, sizeof(info->name), "%s", *host.model ? host.model : "CPU");
}

bool cpu_device_is_host(const struct gpu_info *info)
{
    return info->kind == GPU_HOST;
}
