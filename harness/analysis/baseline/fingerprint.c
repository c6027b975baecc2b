/* SPDX-License-Identifier: MIT */
#include "harness/analysis/baseline/baseline.h"
#include "harness/base/base.h"
#include "harness/base/need.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *fingerprint_tier_name(enum fingerprint_tier tier)
{
    static const char *const names[FINGERPRINT_TIERS] = {
        [FINGERPRINT_DEVICE] = "device",   [FINGERPRINT_DRIVER] = "driver",
        [FINGERPRINT_UNIT] = "unit",       [FINGERPRINT_CONFIGURATION] = "configuration",
        [FINGERPRINT_KERNELS] = "kernels",
    };
    assert(tier < FINGERPRINT_TIERS);
    return names[tier];
}

static void field_add(struct fingerprint *fingerprint, enum fingerprint_tier tier, const char *name,
                      const char *value)
{
    size_t *count = &fingerprint->tiers[tier].count;
    assert(*count < FINGERPRINT_FIELDS_MAX);
    struct fingerprint_field *field = &fingerprint->tiers[tier].fields[(*count)++];
    field->name = name;
    snprintf(field->value, sizeof(field->value), "%s", value);
}

static void number_add(struct fingerprint *fingerprint, enum fingerprint_tier tier,
                       const char *name, double number)
{
    char text[32] = "";
    if (isfinite(number))
        snprintf(text, sizeof(text), "%.15g", number);
    field_add(fingerprint, tier, name, text);
}

/* Hashes a text and ends it. */
static void text_hash(struct text *text, char hash[SHA256_TEXT_BYTES])
{
    sha256_text(text_string(text), text->length, hash);
    text_finish(text);
}

static int by_name(const void *a, const void *b)
{
    const struct run_kernel *const *const left = a, *const *const right = b;
    const int order = strcmp((*left)->name, (*right)->name);
    return order != 0 ? order : strcmp((*left)->sha256, (*right)->sha256);
}

void fingerprint_make(struct fingerprint *fingerprint, const struct run *run)
{
    const struct run_context *context = &run->context;
    const enum fingerprint_tier own = FINGERPRINT_CONFIGURATION;
    *fingerprint = (struct fingerprint){ 0 };
    const struct run_device *device = &run->device;
    const char *name = device->software ? device->driver_name : device->name;
    field_add(fingerprint, FINGERPRINT_DEVICE, "name", name);
    field_add(fingerprint, FINGERPRINT_DEVICE, "kind", device->kind);
    number_add(fingerprint, FINGERPRINT_DEVICE, "subgroup_size", device->subgroup_size);
    if (!device->software) {
        number_add(fingerprint, FINGERPRINT_DEVICE, "memory_bytes", device->memory_bytes);
        number_add(fingerprint, FINGERPRINT_DEVICE, "multiprocessors", device->multiprocessors);
    }
    field_add(fingerprint, FINGERPRINT_DRIVER, "name", device->driver_name);
    field_add(fingerprint, FINGERPRINT_DRIVER, "info", device->driver_info);
    number_add(fingerprint, FINGERPRINT_DRIVER, "version", device->driver_version);
    field_add(fingerprint, FINGERPRINT_DRIVER, "api_version", device->api_version);
    field_add(fingerprint, FINGERPRINT_UNIT, "uuid", device->uuid);
    if (device->software)
        field_add(fingerprint, FINGERPRINT_UNIT, "cpu", run->context.cpu);
    field_add(fingerprint, own, "os", context->os);
    field_add(fingerprint, own, "kernel", context->kernel);
    field_add(fingerprint, own, "architecture", context->architecture);
    field_add(fingerprint, own, "cpu", context->cpu);
    number_add(fingerprint, own, "cores", context->cores);
    field_add(fingerprint, own, "governor", context->processor.governor);
    field_add(fingerprint, own, "loader", context->loader);
    for (int tier = 0; tier < FINGERPRINT_KERNELS; tier++) {
        struct text fields = { 0 };
        for (size_t i = 0; i < fingerprint->tiers[tier].count; i++)
            text_add_format(&fields, "%s=%s\n", fingerprint->tiers[tier].fields[i].name,
                            fingerprint->tiers[tier].fields[i].value);
        text_hash(&fields, fingerprint->tiers[tier].hash);
    }
    /* Kernels in the order of their names, each once. */
    const struct run_kernel **kernels = need_zeroed(run->kernel_count, sizeof(*kernels));
    struct text text = { 0 };
    for (size_t i = 0; i < run->kernel_count; i++)
        kernels[i] = &run->kernels[i];
    qsort(kernels, run->kernel_count, sizeof(*kernels), by_name);
    for (size_t i = 0; i < run->kernel_count; i++)
        if (i == 0 || by_name(&kernels[i - 1], &kernels[i]) != 0)
            text_add_format(&text, "%s=%s\n", kernels[i]->name, kernels[i]->sha256);
    free(kernels);
    text_hash(&text, fingerprint->tiers[FINGERPRINT_KERNELS].hash);
}

bool fingerprint_same(const struct fingerprint *a, const struct fingerprint *b,
                      enum fingerprint_tier tier)
{
    return strcmp(a->tiers[tier].hash, b->tiers[tier].hash) == 0;
}
