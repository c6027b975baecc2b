/* SPDX-License-Identifier: MIT */
#include "harness/analysis/baseline/baseline.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const fingerprint_tier_names[FINGERPRINT_TIERS] = {
    [FINGERPRINT_DEVICE] = "device",   [FINGERPRINT_DRIVER] = "driver",
    [FINGERPRINT_UNIT] = "unit",       [FINGERPRINT_CONFIGURATION] = "configuration",
    [FINGERPRINT_KERNELS] = "kernels",
};

/* Members of the head of a run, by their paths in its file; those of DEVICE are the model's. */
static const struct {
    enum fingerprint_tier tier;
    const char *name, *path;
    enum { OF_ANY, OF_HARDWARE, OF_SOFTWARE } of;
} members[] = {
    { FINGERPRINT_DEVICE, "name", "device.name", OF_HARDWARE },
    { FINGERPRINT_DEVICE, "name", "device.driver_name", OF_SOFTWARE },
    { FINGERPRINT_DEVICE, "kind", "device.kind", OF_ANY },
    { FINGERPRINT_DEVICE, "subgroup_size", "device.subgroup_size", OF_ANY },
    { FINGERPRINT_DEVICE, "memory_bytes", "device.limits.memory_bytes", OF_HARDWARE },
    { FINGERPRINT_DEVICE, "multiprocessors", "device.multiprocessors", OF_HARDWARE },
    { FINGERPRINT_DRIVER, "name", "device.driver_name", OF_ANY },
    { FINGERPRINT_DRIVER, "info", "device.driver_info", OF_ANY },
    { FINGERPRINT_DRIVER, "version", "device.driver_version", OF_ANY },
    { FINGERPRINT_DRIVER, "api_version", "device.api_version", OF_ANY },
    { FINGERPRINT_UNIT, "uuid", "device.uuid", OF_ANY },
    { FINGERPRINT_UNIT, "cpu", "context.cpu", OF_SOFTWARE },
    { FINGERPRINT_CONFIGURATION, "os", "context.os", OF_ANY },
    { FINGERPRINT_CONFIGURATION, "kernel", "context.kernel", OF_ANY },
    { FINGERPRINT_CONFIGURATION, "architecture", "context.architecture", OF_ANY },
    { FINGERPRINT_CONFIGURATION, "cpu", "context.cpu", OF_ANY },
    { FINGERPRINT_CONFIGURATION, "cores", "context.cores", OF_ANY },
    { FINGERPRINT_CONFIGURATION, "governor", "context.processor.governor", OF_ANY },
    { FINGERPRINT_CONFIGURATION, "loader", "context.loader", OF_ANY },
};

/* A tier of such fields, whose lines it ends. */
static json_t *tier_json(struct text *lines, json_t *fields)
{
    char hash[SHA256_TEXT_BYTES];
    sha256_text(text_string(lines), lines->length, hash);
    json_t *tier = json_value_object("hash:t", hash);
    json_object_update(tier, fields);
    json_decref(fields);
    text_finish(lines);
    return tier;
}

static int by_name(const void *a, const void *b)
{
    const struct run_kernel *const *const left = a, *const *const right = b;
    const int order = strcmp((*left)->name, (*right)->name);
    return order != 0 ? order : strcmp((*left)->sha256, (*right)->sha256);
}

json_t *fingerprint_make(const struct run *run)
{
    json_t *tiers = json_object();
    for (int tier = 0; tier < FINGERPRINT_KERNELS; tier++) {
        struct text lines = { 0 };
        json_t *fields = json_object();
        for (size_t i = 0; i < COUNT_OF(members); i++) {
            enum { VALUE_BYTES = 160 };
            char value[VALUE_BYTES] = "";
            const void *record = run;
            const struct field *member = field_find(head_fields, members[i].path, &record);
            if (members[i].tier != (enum fingerprint_tier)tier ||
                members[i].of == (run->device.software ? OF_HARDWARE : OF_SOFTWARE))
                continue;
            if (!field_is_number(member))
                snprintf(value, sizeof(value), "%s", field_text(record, member));
            else if (isfinite(field_number(record, member)))
                snprintf(value, sizeof(value), "%.15g", field_number(record, member));
            text_add_format(&lines, "%s=%s\n", members[i].name, value);
            json_value_set(&fields, members[i].name, json_value_text(value));
        }
        json_value_set(&tiers, fingerprint_tier_names[tier], tier_json(&lines, fields));
    }
    /* Kernels in the order of their names, each once. */
    OWNED const struct run_kernel **kernels = need_zeroed(run->kernel_count, sizeof(*kernels));
    struct text text = { 0 };
    for (size_t i = 0; i < run->kernel_count; i++)
        kernels[i] = &run->kernels[i];
    qsort(kernels, run->kernel_count, sizeof(*kernels), by_name);
    for (size_t i = 0; i < run->kernel_count; i++)
        if (i == 0 || by_name(&kernels[i - 1], &kernels[i]) != 0)
            text_add_format(&text, "%s=%s\n", kernels[i]->name, kernels[i]->sha256);
    json_value_set(&tiers, fingerprint_tier_names[FINGERPRINT_KERNELS],
                   tier_json(&text, json_object()));
    return tiers;
}

bool fingerprint_same(const json_t *a, const json_t *b, enum fingerprint_tier tier)
{
    const char *name = fingerprint_tier_names[tier];
    return strcmp(json_value_text_of(json_object_get(a, name), "hash"),
                  json_value_text_of(json_object_get(b, name), "hash")) == 0;
}
