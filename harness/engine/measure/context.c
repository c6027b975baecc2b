/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/measure/measure.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct context_private {
    struct context_values values;
    struct arena arena, reads;
    struct facts facts;
    enum context_trouble trouble;
    bool refuses_memory;
    uint32_t poison;
    int64_t answer_kept_s;
    struct input_cache *shelf;
    struct input_store *store;
    char message[CONTEXT_MESSAGE_BYTES];
};

/* Life ---------------------------------------------------------------------------------------- */

void context_init(struct context *context, uint64_t seed, struct context_values values)
{
    *context =
        (struct context){ .seed = seed, .private = need_zeroed(1, sizeof(*context->private)) };
    context->private->values = values;
    context->private->poison = 0xA5A5A5A5; /* that of what is new */
    context->private->reads.large_pages = true;
}

void context_init_like(struct context *context, const struct context *from)
{
    context_init(context, from->seed, from->private->values);
    context->private->store = from->private->store;
}

void context_set_shelf(struct context *context, struct input_cache *shelf)
{
    context->private->shelf = shelf;
    context->private->store = shelf ? input_cache_store(shelf) : NULL;
}

void context_finish(struct context *context)
{
    if (!context->private)
        return;
    arena_finish(&context->private->arena);
    arena_finish(&context->private->reads);
    facts_finish(&context->private->facts);
    free(context->private);
    context->private = NULL;
}

void context_set_poison(struct context *context, uint32_t word)
{
    context->private->poison = word;
}

uint32_t context_poison(const struct context *context)
{
    return context->private->poison;
}

void context_drop_reads(struct context *context)
{
    arena_finish(&context->private->reads);
}

void context_refuse_memory(struct context *context, bool refuse)
{
    context->private->refuses_memory = refuse;
}

/* Values -------------------------------------------------------------------------------------- */

static const struct plan_axis_value *axis_find(const struct context *context, const char *axis)
{
    const struct context_values *values = &context->private->values;
    for (size_t i = values->value_count; i-- > 0;)
        if (strcmp(values->values[i].axis->name, axis) == 0)
            return &values->values[i];
    return NULL;
}

int64_t context_integer(const struct context *context, const char *axis)
{
    const struct plan_axis_value *value = axis_find(context, axis);
    assert(value && "there is no such axis");
    return value->integer;
}

int64_t context_integer_or(const struct context *context, const char *axis, int64_t fallback)
{
    const struct plan_axis_value *value = axis_find(context, axis);
    return value ? value->integer : fallback;
}

const char *context_text(const struct context *context, const char *axis)
{
    const struct plan_axis_value *value = axis_find(context, axis);
    assert(value && "there is no such axis");
    return value->text;
}

const char *context_text_or(const struct context *context, const char *axis, const char *fallback)
{
    const struct plan_axis_value *value = axis_find(context, axis);
    return value ? value->text : fallback;
}

const char *context_option(const struct context *context, const char *option)
{
    const struct context_values *values = &context->private->values;
    for (size_t i = 0; i < values->option_count; i++)
        if (strcmp(values->options[i].option->name, option) == 0)
            return values->options[i].value;
    return NULL;
}

/* Trouble ------------------------------------------------------------------------------------- */

enum context_trouble context_trouble(const struct context *context)
{
    return context->private->trouble;
}

const char *context_message(const struct context *context)
{
    return context->private->message;
}

void context_set_trouble(struct context *context, enum context_trouble trouble, const char *message)
{
    context->private->trouble = trouble;
    snprintf(context->private->message, CONTEXT_MESSAGE_BYTES, "%s", message);
}

bool context_ok(const struct context *context)
{
    return context->private->trouble == CONTEXT_OK &&
           !(context->scope && gpu_failed(gpu_scope_device(context->scope)));
}

bool context_fail(struct context *context, enum context_trouble trouble, const char *format, ...)
{
    struct context_private *private = context->private;
    va_list arguments;
    if (private->trouble != CONTEXT_OK)
        return false;
    private->trouble = trouble;
    va_start(arguments, format);
    vsnprintf(private->message, CONTEXT_MESSAGE_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

/* Memory -------------------------------------------------------------------------------------- */

static void *alloc_from(struct context *context, struct arena *arena, size_t bytes)
{
    void *memory = context->private->refuses_memory ? NULL : arena_try(arena, bytes);
    if (!memory)
        context_error(context, "not enough memory for %zu bytes", bytes);
    return memory;
}

void *context_alloc(struct context *context, size_t bytes)
{
    return alloc_from(context, &context->private->arena, bytes);
}

void *context_read_mutable(struct context *context, struct gpu_buffer *buffer, uint64_t offset,
                           uint64_t bytes)
{
    void *memory = alloc_from(context, &context->private->reads, (size_t)bytes);
    if (!memory || (bytes > 0 && !gpu_buffer_read_by_threads(buffer, offset, memory, bytes)))
        return NULL;
    return memory;
}

const void *context_read(struct context *context, struct gpu_buffer *buffer, uint64_t offset,
                         uint64_t bytes)
{
    return context_read_mutable(context, buffer, offset, bytes);
}

size_t context_bytes(const struct context *context)
{
    return context->private->arena.bytes;
}

void *context_share(struct context *context, const char *key, size_t bytes, context_share_fn *make,
                    const void *argument)
{
    if (context->private->shelf)
        return input_cache_share(context->private->shelf, context, key, bytes, make, argument);
    void *state = context_alloc(context, bytes);
    return state && (!make || make(context, state, argument)) ? state : NULL;
}

/* Adds the name of the workload or case to a key. False where it has none, or there is no room. */
static bool key_of(const struct context *context, const char *key, char full[INPUT_STORE_KEY_BYTES])
{
    const char *name = context->private->values.name;
    return name &&
           snprintf(full, INPUT_STORE_KEY_BYTES, "%s %s", key, name) < INPUT_STORE_KEY_BYTES;
}

bool context_recall(struct context *context, const char *key, const struct context_part *parts,
                    size_t count)
{
    char full[INPUT_STORE_KEY_BYTES];
    return key_of(context, key, full) &&
           input_store_recall(context->private->store, full, parts, count);
}

void context_keep(struct context *context, const char *key, const struct context_part *parts,
                  size_t count)
{
    char full[INPUT_STORE_KEY_BYTES];
    if (key_of(context, key, full))
        input_store_keep(context->private->store, full, parts, count);
}

/* Facts --------------------------------------------------------------------------------------- */

void context_answer_kept(struct context *context, int64_t since_s)
{
    context->private->answer_kept_s = since_s;
}

int64_t context_answer_kept_s(const struct context *context)
{
    return context->private->answer_kept_s;
}

struct facts *context_facts(const struct context *context)
{
    return &context->private->facts;
}

/* The facts to add to; NULL after trouble. */
static struct facts *facts_of(const struct context *context)
{
    return context->private->trouble == CONTEXT_OK ? &context->private->facts : NULL;
}

static void fact_whole(struct context *context, const char *name, enum fact_kind kind,
                       uint64_t value)
{
    struct facts *facts = facts_of(context);
    if (facts)
        facts_add(facts, name, kind)->count = value;
}

void context_fact_count(struct context *context, const char *name, uint64_t value)
{
    fact_whole(context, name, FACT_COUNT, value);
}

void context_fact_hash(struct context *context, const char *name, uint64_t value)
{
    fact_whole(context, name, FACT_HASH, value);
}

void context_fact_number(struct context *context, const char *name, double value)
{
    struct facts *facts = facts_of(context);
    if (facts)
        facts_add(facts, name, FACT_NUMBER)->number = value;
}

void context_fact_text(struct context *context, const char *name, const char *value)
{
    struct facts *facts = facts_of(context);
    if (facts)
        facts_add_text(facts, name, FACT_TEXT, value);
}

void context_fact_series(struct context *context, const char *name, const uint64_t *values,
                         size_t count)
{
    struct facts *facts = facts_of(context);
    if (facts)
        facts_add_series(facts, name, FACT_SERIES, values, count);
}
