/* SPDX-License-Identifier: MIT */
#include "harness/inspect/inspection_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Life ----------------------------------------------------------------------------------------- */

/* A device that failed outranks what followed from it. */
static void take_device_failure(struct inspection *inspection)
{
    const struct gpu *gpu = inspection->gpu;
    if (!gpu || !gpu_failed(gpu))
        return;
    inspection->end =
        gpu_failure(gpu)->result == GPU_UNSUPPORTED ? INSPECTION_UNSUPPORTED : INSPECTION_FAILED;
    snprintf(inspection->message, sizeof(inspection->message), "%s", gpu_failure(gpu)->message);
}

struct inspection *inspection_create(const struct inspection_params *params)
{
    struct inspection *inspection = calloc(1, sizeof(*inspection));
    if (!inspection)
        return NULL;
    inspection->params = params;
    bool done = params->technique->inspect(inspection);
    const char *guard = gpu_scope_broken_guard(inspection->scope);
    if (guard)
        inspection_mismatch(inspection, "wrote outside of buffer %s", guard);
    take_device_failure(inspection);
    if (!done)
        inspection_fail(inspection, "it failed");
    return inspection;
}

void inspection_destroy(struct inspection **inspection)
{
    if (!*inspection)
        return;
    gpu_scope_destroy(&(*inspection)->scope);
    gpu_destroy(&(*inspection)->gpu);
    arena_finish(&(*inspection)->arena);
    facts_finish(&(*inspection)->facts);
    image_finish(&(*inspection)->image);
    free(*inspection);
    *inspection = NULL;
}

enum inspection_end inspection_outcome(const struct inspection *inspection)
{
    return inspection->end;
}

const char *inspection_message(const struct inspection *inspection)
{
    return inspection->message;
}

const struct workload_facts *inspection_facts(const struct inspection *inspection)
{
    return &inspection->facts;
}

const struct image *inspection_image(const struct inspection *inspection)
{
    return &inspection->image;
}

/* Means ---------------------------------------------------------------------------------------- */

uint64_t inspection_seed(const struct inspection *inspection)
{
    return inspection->params->seed;
}

void *inspection_alloc(struct inspection *inspection, size_t bytes)
{
    void *memory = arena_alloc(&inspection->arena, bytes);
    if (!memory)
        inspection_fail(inspection, "no memory is left for %zu bytes", bytes);
    return memory;
}

static bool open_device(struct inspection *inspection)
{
    enum gpu_result result = GPU_ERROR;
    char message[GPU_MESSAGE_BYTES] = "";
    inspection->gpu = gpu_create(&inspection->params->gpu, &result, message);
    if (!inspection->gpu)
        return result == GPU_UNSUPPORTED ? inspection_unsupported(inspection, "%s", message)
                                         : inspection_fail(inspection, "%s", message);
    inspection->scope = gpu_scope_create(inspection->gpu);
    return inspection->scope;
}

struct gpu_scope *inspection_scope(struct inspection *inspection, uint32_t needs)
{
    if (inspection->end != INSPECTION_OK)
        return NULL;
    if (!inspection->scope && !open_device(inspection))
        return NULL;
    const struct gpu_info *info = gpu_info(inspection->gpu);
    for (int i = 0; i < GPU_FEATURE_COUNT; i++) {
        uint32_t feature = 1u << i;
        if ((needs & feature) != 0 && (info->features & feature) == 0) {
            inspection_unsupported(inspection, "%s lacks %s", info->name,
                                   gpu_feature_name((enum gpu_feature)feature));
            return NULL;
        }
    }
    return inspection->scope;
}

struct image *inspection_picture(struct inspection *inspection)
{
    return inspection->params->picture && inspection->end == INSPECTION_OK ? &inspection->image
                                                                           : NULL;
}

/* Outcome -------------------------------------------------------------------------------------- */

static bool __attribute__((format(printf, 3, 0)))
fail(struct inspection *inspection, enum inspection_end end, const char *format, va_list arguments)
{
    if (inspection->end == INSPECTION_OK) {
        inspection->end = end;
        vsnprintf(inspection->message, sizeof(inspection->message), format, arguments);
    }
    return false;
}

bool inspection_fail(struct inspection *inspection, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(inspection, INSPECTION_FAILED, format, arguments);
    va_end(arguments);
    return false;
}

bool inspection_unsupported(struct inspection *inspection, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(inspection, INSPECTION_UNSUPPORTED, format, arguments);
    va_end(arguments);
    return false;
}

bool inspection_mismatch(struct inspection *inspection, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(inspection, INSPECTION_WRONG, format, arguments);
    va_end(arguments);
    return false;
}

/* Fails the inspection when there was no memory for a fact. */
static struct fact *added(struct inspection *inspection, struct fact *fact)
{
    if (!fact)
        inspection_fail(inspection, "no memory is left");
    return fact;
}

void inspection_line(struct inspection *inspection, const char *format, ...)
{
    char line[1024];
    if (inspection->end != INSPECTION_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    added(inspection, facts_add_text(&inspection->facts, "lines", FACT_LINE, line));
}

static struct fact *fact_add(struct inspection *inspection, const char *name, enum fact_kind kind)
{
    if (inspection->end != INSPECTION_OK)
        return NULL;
    return added(inspection, facts_add(&inspection->facts, name, kind));
}

void inspection_fact_count(struct inspection *inspection, const char *name, uint64_t value)
{
    struct fact *fact = fact_add(inspection, name, FACT_COUNT);
    if (fact)
        fact->count = value;
}

void inspection_fact_number(struct inspection *inspection, const char *name, double value)
{
    struct fact *fact = fact_add(inspection, name, FACT_NUMBER);
    if (fact)
        fact->number = value;
}

void inspection_fact_hash(struct inspection *inspection, const char *name, uint64_t value)
{
    struct fact *fact = fact_add(inspection, name, FACT_HASH);
    if (fact)
        fact->count = value;
}

void inspection_fact_text(struct inspection *inspection, const char *name, const char *value)
{
    if (inspection->end == INSPECTION_OK)
        added(inspection, facts_add_text(&inspection->facts, name, FACT_TEXT, value));
}

static struct fact *series_add(struct inspection *inspection, const char *name, enum fact_kind kind,
                               const uint64_t *values, size_t count)
{
    if (inspection->end != INSPECTION_OK)
        return NULL;
    return added(inspection, facts_add_series(&inspection->facts, name, kind, values, count));
}

void inspection_fact_series(struct inspection *inspection, const char *name, const uint64_t *values,
                            size_t count)
{
    series_add(inspection, name, FACT_SERIES, values, count);
}

void inspection_fact_table(struct inspection *inspection, const char *name,
                           const char *const *column_names, const uint64_t *values, size_t rows)
{
    size_t columns = 0;
    while (column_names[columns])
        columns++;
    struct fact *fact = series_add(inspection, name, FACT_TABLE, values, rows * columns);
    if (fact)
        fact->columns = column_names;
}
