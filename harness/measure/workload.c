/* SPDX-License-Identifier: MIT */
#include "harness/measure/workload.h"

#include "harness/base/arena.h"
#include "harness/measure/result.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct workload_private {
    const struct plan_group *group;
    struct arena arena;
    struct workload_facts facts;
    char failure[RESULT_REASON_BYTES];
};

struct bench_workload *workload_create(const struct plan_group *group, uint64_t seed, char *message,
                                       size_t message_bytes)
{
    const struct bench *bench = group->bench;
    struct bench_workload *workload = calloc(1, sizeof(*workload));
    if (!workload)
        goto error;
    workload->bench = bench;
    workload->seed = seed;
    workload->private = calloc(1, sizeof(*workload->private));
    workload->state = calloc(1, bench->workload_bytes > 0 ? bench->workload_bytes : 1);
    if (!workload->private || !workload->state)
        goto error;
    workload->private->group = group;
    if (bench->workload && !bench->workload(workload))
        bench_workload_fail(workload, "the input could not be built");
    if (workload->private->failure[0] != 0)
        goto error;
    return workload;
error:
    snprintf(message, message_bytes, "%s",
             !workload || !workload->private || workload->private->failure[0] == 0
                 ? "no memory is left"
                 : workload->private->failure);
    workload_destroy(&workload);
    return NULL;
}

void workload_destroy(struct bench_workload **workload)
{
    if (!*workload)
        return;
    struct workload_private *private = (*workload)->private;
    if (private) {
        arena_finish(&private->arena);
        facts_finish(&private->facts);
        free(private);
    }
    free((*workload)->state);
    free(*workload);
    *workload = NULL;
}

const struct workload_facts *workload_facts(const struct bench_workload *workload)
{
    return &workload->private->facts;
}

const char *workload_failure(const struct bench_workload *workload)
{
    return workload->private->failure;
}

static const struct plan_axis_value *axis_value(const struct bench_workload *workload,
                                                const char *axis)
{
    const struct plan_group *group = workload->private->group;
    for (size_t i = 0; i < group->value_count; i++)
        if (strcmp(group->values[i].axis->name, axis) == 0)
            return &group->values[i];
    assert(!"the bench has no axis of that name");
    return NULL;
}

int64_t bench_workload_integer(const struct bench_workload *workload, const char *axis)
{
    return axis_value(workload, axis)->integer;
}

const char *bench_workload_text(const struct bench_workload *workload, const char *axis)
{
    return axis_value(workload, axis)->text;
}

const char *bench_workload_option(const struct bench_workload *workload, const char *option)
{
    const struct plan_group *group = workload->private->group;
    for (size_t i = 0; i < group->option_count; i++)
        if (strcmp(group->options[i].option->name, option) == 0)
            return group->options[i].value;
    return NULL;
}

void *bench_workload_alloc(struct bench_workload *workload, size_t bytes)
{
    void *memory = arena_alloc(&workload->private->arena, bytes);
    if (!memory)
        bench_workload_fail(workload, "no memory is left for %zu bytes", bytes);
    return memory;
}

bool bench_workload_fail(struct bench_workload *workload, const char *format, ...)
{
    char *failure = workload->private->failure;
    if (failure[0] != 0)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure, sizeof(workload->private->failure), format, arguments);
    va_end(arguments);
    return false;
}

/* Where a fact goes; NULL when there is no memory: the workload has then failed. */
static struct fact *fact_add(struct bench_workload *workload, const char *name, enum fact_kind kind)
{
    struct fact *fact = facts_add(&workload->private->facts, name, kind);
    if (!fact)
        bench_workload_fail(workload, "no memory is left for the fact '%s'", name);
    return fact;
}

void bench_fact_count(struct bench_workload *workload, const char *name, uint64_t value)
{
    struct fact *fact = fact_add(workload, name, FACT_COUNT);
    if (fact)
        fact->count = value;
}

void bench_fact_number(struct bench_workload *workload, const char *name, double value)
{
    struct fact *fact = fact_add(workload, name, FACT_NUMBER);
    if (fact)
        fact->number = value;
}

void bench_fact_hash(struct bench_workload *workload, const char *name, uint64_t value)
{
    struct fact *fact = fact_add(workload, name, FACT_HASH);
    if (fact)
        fact->count = value;
}

void bench_fact_text(struct bench_workload *workload, const char *name, const char *value)
{
    if (!facts_add_text(&workload->private->facts, name, FACT_TEXT, value))
        bench_workload_fail(workload, "no memory is left for the fact '%s'", name);
}

void bench_fact_series(struct bench_workload *workload, const char *name, const uint64_t *values,
                       size_t count)
{
    struct workload_facts *facts = &workload->private->facts;
    if (!facts_add_series(facts, name, FACT_SERIES, values, count))
        bench_workload_fail(workload, "no memory is left for the fact '%s'", name);
}
