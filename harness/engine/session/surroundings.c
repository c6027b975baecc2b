/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/session/session.h"
#include "harness/file.h"
#include "harness/os/os.h"
#include "harness/record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "version.h"

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
        const char *equals = strchr(*entry, '=');
        char name[256];
        size_t length = !equals ? 0 : (size_t)(equals - *entry);
        if (length == 0 || length >= sizeof(name) ||
            !(is_one_of(*entry, of_drivers) || is_one_of(*entry, of_others)))
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

bool host_build_is_optimized(void)
{
    return OPTIMIZED;
}

enum { ID_BYTES = 16 };

/* Reads 32 hexadecimal digits, which end there. False for others, and for an id of zeros. */
static bool id_read(FILE *file, uint8_t id[ID_BYTES])
{
    char line[LINE_BYTES] = "", *end = line;
    unsigned any = 0;
    if (!fgets(line, sizeof(line), file) ||
        strspn(line, "0123456789abcdefABCDEF") != 2 * (size_t)ID_BYTES)
        return false;
    for (int i = 0; i < ID_BYTES; i++, end += 2) {
        const char digits[] = { end[0], end[1], 0 };
        id[i] = (uint8_t)strtoul(digits, NULL, 16);
        any |= id[i];
    }
    return any != 0 && (*end == 0 || *end == '\n');
}

bool host_hash(const char *root, char text[SHA256_TEXT_BYTES])
{
    static const uint8_t program[ID_BYTES] = { 0x8d, 0x1f, 0x6c, 0x0b, 0x7a, 0x3e, 0x4f, 0x52,
                                               0xa9, 0xc4, 0xd0, 0xe1, 0x5b, 0x7f, 0x2a, 0x63 };
    uint8_t id[ID_BYTES];
    char *path = disk_path(root, "/etc/machine-id");
    FILE *file = path ? file_open(path) : NULL;
    const bool known = file && id_read(file, id);
    text[0] = 0;
    if (known)
        sha256_hmac_text(id, sizeof(id), program, sizeof(program), text);
    if (file)
        fclose(file);
    free(path);
    return known;
}

/* Makes the object `context` of a run file. What cannot be found out is null. New reference. */
static json_t *host_json(void)
{
    struct os_machine_names names;
    struct cpu_host host;
    struct run_cpu_cache caches[CPU_HOST_LEVELS];
    const char *features[32], *layers[GPU_LAYERS_MAX];
    char os[LINE_BYTES] = "", cpu[LINE_BYTES] = "";
    const uint32_t cores = os_machine_cpus();
    const double load = os_machine_load();
    size_t cache_count = 0, feature_count = 0;
    char hash[SHA256_TEXT_BYTES];
    host_hash("", hash);
    file_value("/etc/os-release", "PRETTY_NAME=", '=', os);
    file_value("/proc/cpuinfo", "model name", ':', cpu);
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
        .cpu = cpu,
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

/* Program ----------------------------------------------------------------------------------- */

static char program_hash[SHA256_TEXT_BYTES]; /* of the file of this process; empty: not yet */
static pthread_t hashing;
static bool begun; /* hashing is to be joined */

static void *hash_make(void *context)
{
    (void)context;
    if (sha256_file("/proc/self/exe", program_hash) != 0)
        *program_hash = 0;
    return NULL;
}

void program_hash_begin(void)
{
    if (!begun && !*program_hash)
        begun = os_thread_start(&hashing, hash_make, NULL) == 0;
}

json_t *program_json(void)
{
    if (begun)
        pthread_join(hashing, NULL);
    begun = false;
    if (!*program_hash)
        hash_make(NULL);
    return *program_hash ? json_string(program_hash) : NULL;
}

/* Head -------------------------------------------------------------------------------------- */

json_t *head_json(const struct run_session *session, const struct gpu_info *device)
{
    return json_pack("{s:s, s:{s:s, s:s, s:s, s:b}, s:o, s:o, s:o, s:n}", //
                     "schema_version", SCHEMA_VERSION,                    //
                     "tool",                                              //
                     "name", "claimcheck",                                //
                     "version", CLAIMCHECK_VERSION,                       //
                     "commit", CLAIMCHECK_COMMIT,                         //
                     "optimized", host_build_is_optimized(),              //
                     "session", field_json(session, session_fields),      //
                     "context", host_json(),                              //
                     "device", head_json_device(device),                  //
                     "ceilings");
}

static size_t supported_list(uint32_t features, const char *names[GPU_FEATURE_COUNT])
{
    size_t count = 0;
    for (int i = 0; i < GPU_FEATURE_COUNT; i++)
        if ((features & (1U << i)) != 0)
            names[count++] = gpu_feature_name((enum gpu_feature)(1 << i));
    return count;
}

json_t *head_json_features(uint32_t features)
{
    const char *names[GPU_FEATURE_COUNT];
    json_t *array = json_array();
    const size_t count = supported_list(features, names);
    for (size_t i = 0; i < count; i++)
        json_value_append(&array, json_value_text(names[i]));
    return array;
}

enum { TRIPLE_BYTES = 48 };

static const char *triple(const uint32_t values[3], char text[TRIPLE_BYTES])
{
    snprintf(text, TRIPLE_BYTES, "[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", values[0], values[1],
             values[2]);
    return text;
}

json_t *head_json_device(const struct gpu_info *info)
{
    const char *features[GPU_FEATURE_COUNT];
    char counts[TRIPLE_BYTES], sizes[TRIPLE_BYTES];
    const struct gpu_limits *limits = &info->limits;
    const struct run_device device = {
        .name = info->name,
        .kind = gpu_kind_name(info->kind),
        .vendor_id = info->vendor_id,
        .device_id = info->device_id,
        .uuid = info->uuid,
        .driver_uuid = info->driver_uuid,
        .driver_name = info->driver_name,
        .driver_info = info->driver_info,
        .driver_version = info->driver_version,
        .api_version = info->api_version,
        .subgroup_size = info->subgroup_size,
        .features = features,
        .feature_count = supported_list(info->features, features),
        .group_count_max = triple(limits->group_count_max, counts),
        .group_size_max = triple(limits->group_size_max, sizes),
        .group_invocations_max = limits->group_invocations_max,
        .shared_bytes_max = limits->shared_bytes_max,
        .storage_buffers_max = limits->storage_buffers_max,
        .storage_buffer_bytes_max = fmin((double)limits->storage_buffer_bytes_max, 0x1p63),
        .memory_bytes = fmin((double)limits->memory_bytes, 0x1p63),
        .timestamp_bits = info->timestamp_bits,
        .timestamp_period_ns = info->timestamp_period_ns,
        .software = gpu_info_is_software(info),
        .multiprocessors = info->multiprocessors > 0 ? info->multiprocessors : NAN,
    };
    return field_json(&device, head_device_fields);
}

/* Kernels ----------------------------------------------------------------------------------- */

static json_t *words_json(const uint32_t *words, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < count; i++)
        json_value_append(&array, json_value_count(words[i]));
    return array;
}

static json_t *statistic_value(const struct gpu_statistic *statistic)
{
    switch (statistic->kind) {
    case GPU_BOOL: return json_boolean(statistic->truth);
    case GPU_INT64: return json_integer((json_int_t)statistic->integer);
    case GPU_UINT64: return json_value_count(statistic->count);
    case GPU_FLOAT64: break;
    }
    return json_value_number(statistic->number);
}

json_t *kernel_json_statistics(const struct kernel_facts *facts)
{
    if (!facts->statistics)
        return json_null();
    json_t *array = json_array();
    for (size_t i = 0; i < facts->statistic_count; i++)
        json_value_append(&array, json_pack("{s:o, s:o, s:o}", "executable",
                                            json_value_text(facts->statistics[i].executable),
                                            "name", json_value_text(facts->statistics[i].name),
                                            "value", statistic_value(&facts->statistics[i])));
    return array;
}

json_t *kernel_json_shader(const struct gpu_shader *shader, const char *name,
                           const struct gpu_interface *interface)
{
    char hash[SHA256_TEXT_BYTES];
    json_t *kinds = json_array();
    for (uint32_t i = 0; i < interface->bindings && i < GPU_BINDINGS_MAX; i++)
        json_value_append(&kinds,
                          json_value_text(gpu_binding_kind_name(interface->binding[i].kind)));
    sha256_text(shader->words, shader->bytes, hash);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",                //
                     "name", json_value_text(name),                                       //
                     "file",                                                              //
                     json_value_text(shader->file ? disk_base_name(shader->file) : NULL), //
                     "sha256", json_value_text(hash),                                     //
                     "bytes", json_value_count(shader->bytes),                            //
                     "bindings", json_value_count(interface->bindings),                   //
                     "binding_kinds", kinds,                                              //
                     "push_bytes", json_value_count(interface->push_bytes),               //
                     "constants",                                                         //
                     words_json(interface->constants, interface->constant_count),         //
                     "group_size", words_json(interface->group_size, 3),                  //
                     "shared_bytes", json_value_count(interface->shared_bytes));
}

json_t *kernel_json(const struct kernel_facts *facts)
{
    const struct gpu_kernel_facts *kernel = &facts->kernel;
    const struct gpu_interface *interface = &kernel->interface;
    char hash[SHA256_TEXT_BYTES], id[SHA256_TEXT_BYTES];
    char bytes[sizeof(hash) + sizeof(interface->constants) + 1];
    const size_t constant_bytes = 4 * (size_t)interface->constant_count;
    sha256_text(kernel->shader->words, kernel->shader->bytes, hash);
    memcpy(bytes, hash, sizeof(hash));
    memcpy(bytes + sizeof(hash), interface->constants, constant_bytes);
    bytes[sizeof(hash) + constant_bytes] = kernel->shader->file ? 1 : 0;
    sha256_text(bytes, sizeof(hash) + constant_bytes + 1, id);
    json_t *object =
        json_pack("{s:o}", "id", json_sprintf("%s:%.16s", kernel->asked_for->name, id));
    json_t *shader = kernel_json_shader(kernel->shader, kernel->asked_for->name, interface);
    json_value_update(&object, shader);
    json_value_set(&object, "subgroup_size", json_value_count(kernel->subgroup_size));
    json_value_set(&object, "statistics", kernel_json_statistics(facts));
    return object;
}

json_t *kernel_json_list(const struct kernel_facts *facts, size_t count)
{
    json_t *entries = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *entry = kernel_json(&facts[i]);
        const json_t *other, *id = json_object_get(entry, "id");
        bool held = false;
        size_t k;
        json_array_foreach(entries, k, other) held =
            held || json_equal(json_object_get(other, "id"), id);
        if (held)
            json_decref(entry);
        else
            json_value_append(&entries, entry);
    }
    return entries;
}
