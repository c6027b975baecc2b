/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/session/session.h"
#include "harness/file.h"
#include "harness/os/os.h"
#include "harness/record/record.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024, NAME_BYTES = 256 };

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

/* Reads the name of the system, without quotes; "" where it does not say. */
static void os_name_read(char name[LINE_BYTES])
{
    static const char key[] = "PRETTY_NAME=";
    char line[LINE_BYTES];
    FILE *file = fopen("/etc/os-release", "re");
    *name = 0;
    while (file && !*name && fgets(line, sizeof(line), file)) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        const char *start = line + strlen(key) + strspn(line + strlen(key), " \t\"");
        snprintf(name, LINE_BYTES, "%.*s", (int)strcspn(start, "\"\n"), start);
    }
    if (file)
        fclose(file);
}

static bool is_one_of(const char *entry, const char *const *prefixes)
{
    while (*prefixes && strncmp(entry, *prefixes, strlen(*prefixes)) != 0)
        prefixes++;
    return *prefixes;
}

/* Drivers and their compilers, layers, and what puts libraries into a process. */
static const char *const of_drivers[] = {
    "VK_",     "VKD3D_",   "MESA_",  "LP_",       "GALLIUM_",  "RADV_",   "ACO_",  "AMD_",
    "AMDVLK_", "ANV_",     "INTEL_", "NVK_",      "NAK_",      "TU_",     "IR3_",  "FD_",
    "V3D_",    "PANVK_",   "PAN_",   "BIFROST_",  "PVR_",      "AGX_",    "HK_",   "VN_",
    "DZN_",    "NIR_",     "DRI_",   "__GL",      "__NV",      "__VK",    "DXVK_", "MANGOHUD",
    "ENABLE_", "DISABLE_", "MVK_",   "VKBASALT_", "RENDERDOC", "VULKAN_", NULL
};
static const char *const of_others[] = {
    "CUDA_VISIBLE_DEVICES=",    "CI=", "LD_PRELOAD=", "LD_AUDIT=", "CLAIMCHECK_FAULT=",
    "CLAIMCHECK_CPU_FEATURES=", NULL
};
static const char *const of_libraries[] = { "LD_PRELOAD=", "LD_AUDIT=", "CLAIMCHECK_SHADERC=",
                                            NULL };

void host_variables_add(struct text *names)
{
    for (char **entry = os_environment(); entry && *entry; entry++)
        if (is_one_of(*entry, of_drivers) || is_one_of(*entry, of_libraries))
            text_join(names, ", ", "%.*s", (int)strcspn(*entry, "="), *entry);
}

json_t *host_environment_json(void)
{
    json_t *object = json_object();
    for (char **entry = os_environment(); object && entry && *entry; entry++) {
        const size_t length = strcspn(*entry, "=");
        if (length == 0 || !(*entry)[length] || length >= NAME_BYTES ||
            !(is_one_of(*entry, of_drivers) || is_one_of(*entry, of_others)))
            continue;
        OWNED char *name = text_make("%.*s", (int)length, *entry);
        const char *value = *entry + length + 1;
        /* A name that is not UTF-8 is no variable of any driver. A fault names cases. */
        json_value_set(&object, name,
                       strcmp(name, "CLAIMCHECK_FAULT") == 0 ? json_value_text(value)
                                                             : paths_strip_value(value));
    }
    return object;
}

bool host_build_is_optimized(void)
{
    return OPTIMIZED;
}

enum { ID_BYTES = 16 };

bool host_hash(const char *root, char text[SHA256_TEXT_BYTES])
{
    static const uint8_t program[ID_BYTES] = { 0x8d, 0x1f, 0x6c, 0x0b, 0x7a, 0x3e, 0x4f, 0x52,
                                               0xa9, 0xc4, 0xd0, 0xe1, 0x5b, 0x7f, 0x2a, 0x63 };
    uint8_t id[ID_BYTES];
    OWNED char *path = disk_path(root, "/etc/machine-id");
    char line[LINE_BYTES] = "", *end = line;
    FILE *file = path ? file_open(path) : NULL;
    unsigned any = 0; /* 32 hexadecimal digits, which end there, but not an id of zeros */
    if (file && fgets(line, sizeof(line), file) &&
        strspn(line, "0123456789abcdefABCDEF") == 2 * (size_t)ID_BYTES)
        for (int i = 0; i < ID_BYTES; i++, end += 2) {
            const char digits[] = { end[0], end[1], 0 };
            id[i] = (uint8_t)strtoul(digits, NULL, 16);
            any |= id[i];
        }
    const bool known = any != 0 && (*end == 0 || *end == '\n');
    text[0] = 0;
    if (known)
        sha256_hmac_text(id, sizeof(id), program, sizeof(program), text);
    if (file)
        fclose(file);
    return known;
}

/* Makes the object `context` of a run file. What cannot be found out is null. New reference. */
json_t *host_json(void)
{
    struct os_machine_names names;
    struct cpu_host host;
    struct run_cpu_cache caches[CPU_HOST_LEVELS];
    const char *features[32], *layers[GPU_LAYERS_MAX];
    char os[LINE_BYTES];
    const uint32_t cores = os_machine_cpus();
    const double load = os_machine_load();
    size_t cache_count = 0, feature_count = 0;
    char hash[SHA256_TEXT_BYTES];
    host_hash("", hash);
    os_name_read(os);
    os_machine_names_read(&names);
    cpu_host_read(&host, "");
    for (int i = 0; i < CPU_HOST_LEVELS; i++)
        if (host.data[i].bytes > 0)
            caches[cache_count++] =
                (struct run_cpu_cache){ i + 1, (double)host.data[i].bytes, host.data[i].shared };
    for (uint32_t left = cpu_features(); left != 0; left &= left - 1)
        features[feature_count++] = cpu_features_name(left);
    const struct run_context context = {
        .os = os,
        .kernel = names.release,
        .architecture = names.architecture,
        .cpu = host.model,
        .cores = cores > 0 ? cores : NAN,
        .processor = { .model = host.model,
                       .vendor = host.vendor,
                       .revision = host.revision,
                       .microcode = host.microcode,
                       .governor = host.governor,
                       .cpus = host.cpus,
                       .cores = host.cores,
                       .usable_cpus = host.usable,
                       .quota_cpus = isnan(host.quota_cpus) ? 0 : host.quota_cpus,
                       .base_hz = host.base_hz,
                       .max_hz = host.max_hz,
                       .caches = caches,
                       .cache_count = cache_count,
                       .features = features,
                       .feature_count = feature_count },
        .load_average = load >= 0 ? load : NAN,
        .loader = gpu_loader_version(),
        .active_layers = layers,
        .active_layer_count = gpu_layers(layers),
        .host_hash = hash,
    };
    json_t *json = field_json(&context, head_context_fields);
    json_value_set(&json, "environment", host_environment_json());
    return json;
}
