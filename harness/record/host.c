/* SPDX-License-Identifier: MIT */
#include "harness/record/host.h"

#include "harness/base/value.h"
#include "harness/gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { LINE_BYTES = 1024 };

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
    };
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (strncmp(entry, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static json_t *environment_json(void)
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
        /* A name that is not UTF-8 is no variable of any driver. */
        json_object_set_new(object, name, value_text(equals + 1));
    }
    return object;
}

double host_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1.0;
}

bool host_build_is_optimized(void)
{
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    return true;
#else
    return false;
#endif
}

json_t *host_json(void)
{
    struct utsname names;
    char host[256] = "", os[LINE_BYTES] = "", cpu[LINE_BYTES] = "";
    bool named = uname(&names) == 0;
    bool hosted = gethostname(host, sizeof(host) - 1) == 0;
    bool os_known = file_value("/etc/os-release", "PRETTY_NAME=", '=', os);
    bool cpu_known = file_value("/proc/cpuinfo", "model name", ':', cpu);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    double load = host_load();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",                //
                     "host", value_text(hosted ? host : NULL),                       //
                     "os", value_text(os_known ? os : NULL),                         //
                     "kernel", value_text(named ? names.release : NULL),             //
                     "architecture", value_text(named ? names.machine : NULL),       //
                     "cpu", value_text(cpu_known ? cpu : NULL),                      //
                     "cores", cores > 0 ? json_integer(cores) : json_null(),         //
                     "load_average", load >= 0.0 ? value_number(load) : json_null(), //
                     "loader", value_text(gpu_loader_version()),                     //
                     "environment", environment_json());
}
