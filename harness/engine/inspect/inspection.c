/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/inspect/inspection_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Life ----------------------------------------------------------------------------------------- */

/* A device that failed outranks what followed from it. */
static void take_device_failure(struct inspection *inspection)
{
    const struct gpu *gpu = inspection->private->gpu;
    if (!gpu || !gpu_failed(gpu))
        return;
    const struct gpu_failure *failure = gpu_failure(gpu);
    context_set_trouble(&inspection->context,
                        failure->result == GPU_UNSUPPORTED ? CONTEXT_UNSUPPORTED : CONTEXT_ERROR,
                        failure->message);
}

struct inspection *inspection_create(const struct inspection_params *params)
{
    struct inspection *inspection = need_zeroed(1, sizeof(*inspection));
    inspection->private = need_zeroed(1, sizeof(*inspection->private));
    context_init(&inspection->context, params->seed, (struct context_values){ 0 });
    inspection->private->params = params;
    const bool done = params->kind->inspect(inspection);
    const char *guard = gpu_scope_broken_guard(inspection->context.scope);
    if (guard)
        context_mismatch(&inspection->context, "wrote outside of buffer %s", guard);
    take_device_failure(inspection);
    if (!done)
        context_error(&inspection->context, "it failed");
    return inspection;
}

void inspection_destroy(struct inspection **handle)
{
    struct inspection *inspection = *handle;
    *handle = NULL;
    if (!inspection)
        return;
    inspection_runs_finish(inspection);
    gpu_scope_destroy(&inspection->context.scope);
    gpu_destroy(&inspection->private->gpu);
    image_finish(&inspection->private->image);
    context_finish(&inspection->context);
    free(inspection->private);
    free(inspection);
}

struct image *inspection_image(const struct inspection *inspection)
{
    return &inspection->private->image;
}

/* Means ---------------------------------------------------------------------------------------- */

struct image *inspection_picture(struct inspection *inspection)
{
    return inspection->private->params->picture &&
                   context_trouble(&inspection->context) == CONTEXT_OK
               ? &inspection->private->image
               : NULL;
}

/* Outcome -------------------------------------------------------------------------------------- */

void inspection_line(struct inspection *inspection, const char *format, ...)
{
    char line[1024];
    struct context *context = &inspection->context;
    if (context_trouble(context) != CONTEXT_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    facts_add_text(context_facts(context), "lines", FACT_LINE, line);
}

void inspection_fact_table(struct inspection *inspection, const char *name,
                           const char *const *column_names, const uint64_t *values, size_t rows)
{
    struct context *context = &inspection->context;
    size_t columns = 0;
    while (column_names[columns])
        columns++;
    if (context_trouble(context) != CONTEXT_OK)
        return;
    struct fact *fact =
        facts_add_series(context_facts(context), name, FACT_TABLE, values, rows * columns);
    fact->columns = column_names;
}

void inspection_records(struct inspection *inspection, const char *name,
                        const char *const *column_names, const char *const *labels,
                        const double *numbers, size_t rows)
{
    struct context *context = &inspection->context;
    if (context_trouble(context) == CONTEXT_OK)
        facts_add_records(context_facts(context), name, column_names, labels, numbers, rows);
}
