/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/host.h"

#include "harness/base/json_value.h"
#include "harness/engine/cpu/cpu_features.h"
#include "harness/engine/cpu/cpu_host.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/record/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { LINE_BYTES = 1024 };

/* Without sanitizers, which gcc tells by macros and clang by features. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif
#if defined(__OPTIMIZE__) && !defined(SANITIZED)
enum { OPTIMIZED = true };
#else
enum { OPTIMIZED = false };
#endif

/* Value of the first line of a file that starts with `key`, between separator and end, without
 * quotes. False when there is none. */
static bool file_value(const char *path, const char *key, char separator, char value[LINE_BYTES])
{
    bool found = false;
    char line[LINE_BYTES];
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    while (!found && fgets(line, sizeof(line), file)) {
        const char *start = strchr(line, separator);
        if (strncmp(line, key, strlen(key)) != 0 || !start)
            continue;
        start += 1 + strspn(start + 1, " \t\"");
        size_t length = strcspn(start, "\"\n");
        memcpy(value, start, length);
        value[length] = 0;
        found = true;
    }
    fclose(file);
    return found;
}

static bool variable_matters(const char *entry)
{
    static const char *const prefixes[] = {
        "VK_",
        "MESA_",
        "LP_",
        "RADV_",
        "ANV_",
        "__GL",
        "CUDA_VISIBLE_DEVICES=",
        "CI=",
        "CLAIMCHECK_FAULT=",
        "CLAIMCHECK_CPU_FEATURES=",
    };
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (strncmp(entry, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

json_t *host_environment_json(void)
{
    json_t *object = json_object();
    for (char **entry = environ; object && entry && *entry; entry++) {
        const char *equals = strchr(*entry, '=');
        char name[256];
        size_t length = !equals ? 0 : (size_t)(equals - *entry);
        if (length == 0 || length >= sizeof(name) || !variable_matters(*entry))
            continue;
        memcpy(name, *entry, length);
        name[length] = 0;
        /* A name that is not UTF-8 is no variable of any driver. A fault names cases. */
        json_value_set(&object, name,
                       strcmp(name, "CLAIMCHECK_FAULT") == 0 ? json_value_text(equals + 1)
                                                             : paths_strip_value(equals + 1));
    }
    return object;
}

double host_load(void)
{
    return cpu_host_load();
}

bool host_build_is_optimized(void)
{
    return OPTIMIZED;
}

static json_t *text_or_null(const char *text)
{
    return json_value_text(*text ? text : NULL);
}

static json_t *count_or_null(uint64_t count)
{
    return count > 0 ? json_value_count(count) : json_null();
}

static json_t *caches_json(const struct cpu_host *host)
{
    json_t *caches = json_array();
    for (int i = 0; caches && i < CPU_HOST_LEVELS; i++)
        if (host->data[i].bytes > 0)
            json_value_append(&caches, json_pack("{s:i, s:o, s:o}", "level", i + 1, "bytes",
                                                 json_value_count(host->data[i].bytes), "shared_by",
                                                 json_value_count(host->data[i].shared)));
    return caches;
}

static json_t *cpu_features_json(void)
{
    json_t *names = json_array();
    for (uint32_t left = cpu_features(); names && left != 0; left &= left - 1)
        json_value_append(&names, json_value_text(cpu_features_name(left)));
    return names;
}

static json_t *processor_json(void)
{
    struct cpu_host host;
    cpu_host_read(&host, "");
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",              //
                     "model", text_or_null(host.model),                                           //
                     "vendor", text_or_null(host.vendor),                                         //
                     "revision", text_or_null(host.revision),                                     //
                     "microcode", text_or_null(host.microcode),                                   //
                     "governor", text_or_null(host.governor),                                     //
                     "cpus", count_or_null(host.cpus),                                            //
                     "cores", count_or_null(host.cores),                                          //
                     "usable_cpus", count_or_null(host.usable),                                   //
                     "base_hz", host.base_hz > 0 ? json_value_number(host.base_hz) : json_null(), //
                     "max_hz", host.max_hz > 0 ? json_value_number(host.max_hz) : json_null(),    //
                     "caches", caches_json(&host), "features", cpu_features_json());
}

json_t *host_json(void)
{
    struct utsname names;
    char os[LINE_BYTES] = "", cpu[LINE_BYTES] = "";
    bool named = uname(&names) == 0;
    bool os_known = file_value("/etc/os-release", "PRETTY_NAME=", '=', os);
    bool cpu_known = file_value("/proc/cpuinfo", "model name", ':', cpu);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    double load = host_load();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",                     //
                     "os", json_value_text(os_known ? os : NULL),                         //
                     "kernel", json_value_text(named ? names.release : NULL),             //
                     "architecture", json_value_text(named ? names.machine : NULL),       //
                     "cpu", json_value_text(cpu_known ? cpu : NULL),                      //
                     "cores", cores > 0 ? json_integer(cores) : json_null(),              //
                     "processor", processor_json(),                                       //
                     "load_average", load >= 0.0 ? json_value_number(load) : json_null(), //
                     "loader", json_value_text(gpu_loader_version()),                     //
                     "environment", host_environment_json());
}
