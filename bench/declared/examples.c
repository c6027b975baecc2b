/* SPDX-License-Identifier: MIT */
/* examples.c: the reference, held to answers that were worked out by hand. */
#include "bench/declared/method.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t bytes_max = 1 << 24;

/* One example. */
struct holder {
    struct context *context;
    const struct declared_example *example;
    struct declared_scope scope;
    char values[DECLARED_AXES_MAX][32];
    struct declared_bytes bytes[DECLARED_BUFFERS_MAX];
};

/* The point of the example; of axes that it leaves out the first value of quick. */
static void point_take(struct holder *holder)
{
    const struct declared_spec *spec = holder->scope.spec;
    for (size_t i = 0; i < spec->axis_count; i++) {
        const struct bench_axis *axis = &spec->axes[i].axis;
        const json_t *value = json_object_get(holder->example->values, axis->name);
        if (json_is_string(value))
            snprintf(holder->values[i], sizeof(holder->values[i]), "%s", json_string_value(value));
        else if (json_is_real(value))
            declared_number_print(json_real_value(value), holder->values[i]);
        else if (value)
            snprintf(holder->values[i], sizeof(holder->values[i]), "%lld",
                     (long long)json_integer_value(value));
        else
            snprintf(holder->values[i], sizeof(holder->values[i]), "%.*s",
                     (int)strcspn(axis->values[BENCH_QUICK], ","), axis->values[BENCH_QUICK]);
        holder->scope.values[i] = holder->values[i];
    }
}

static bool has_real(const json_t *list)
{
    const json_t *number;
    size_t i;
    json_array_foreach(list, i, number) if (json_is_real(number)) return true;
    return false;
}

/* The numbers of a list: of the buffer's type, or as wide as its bytes have them. */
static struct context_element number_of(const struct holder *holder,
                                        const struct declared_buffer *buffer, const json_t *list,
                                        uint64_t bytes)
{
    struct context_element number = { .form = has_real(list) ? CONTEXT_FLOAT : CONTEXT_SIGNED,
                                      .bytes = (uint32_t)(bytes / json_array_size(list)) };
    if (buffer->type)
        number = declared_scope_element(&holder->scope, buffer);
    number.bytes /= number.components > 0 ? number.components : 1;
    number.components = 1;
    number.multiset = number.exact = false;
    number.share = 1; /* they are counted, and an error is made of the first */
    return number;
}

static bool list_write(struct holder *holder, const struct declared_buffer *buffer,
                       const json_t *list, struct declared_bytes *bytes)
{
    const struct context_element element = number_of(holder, buffer, list, bytes->count);
    const json_t *number;
    size_t i;
    if (bytes->count != element.bytes * json_array_size(list) ||
        (element.bytes & (element.bytes - 1)) != 0 || element.bytes > 8 ||
        (element.bytes == 1 && element.form == CONTEXT_FLOAT))
        return context_error(
            holder->context,
            "technique.json:%d: the example has %zu numbers for %s, which has %llu "
            "bytes at its point",
            holder->example->line, json_array_size(list), buffer->name,
            (unsigned long long)bytes->count);
    json_array_foreach(list, i, number)
    {
        const double real = json_number_value(number);
        declared_number_write((char *)bytes->data + i * element.bytes, element.form, element.bytes,
                              real,
                              json_is_integer(number) ? json_integer_value(number) : (int64_t)real);
    }
    return true;
}

/* Memory for each buffer; inputs are filled, by the example or as ever. */
static bool buffers_make(struct holder *holder)
{
    const struct declared_spec *spec = holder->scope.spec;
    struct declared_bytes filled[DECLARED_BUFFERS_MAX] = { 0 };
    char message[MESSAGE_BYTES];
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++) {
        const struct declared_buffer *buffer = declared_spec_buffer(spec, NULL, (int)i);
        const json_t *list = json_object_get(holder->example->values, buffer->name);
        struct declared_bytes *bytes = &holder->bytes[i];
        bytes->name = buffer->name;
        if (!declared_scope_bytes(&holder->scope, buffer, bytes_max, &bytes->count, message,
                                  sizeof(message)))
            return context_error(holder->context, "%s (of the example in line %d)", message,
                                 holder->example->line);
        bytes->data = context_alloc(holder->context, bytes->count + 1);
        if (!bytes->data)
            return false;
        if (i < spec->input_count && list && !list_write(holder, buffer, list, bytes))
            return false;
        if (!list)
            filled[i] = *bytes;
    }
    return declared_inputs_fill(holder->context, &holder->scope, filled);
}

static bool output_hold(struct holder *holder, const struct declared_buffer *output,
                        const struct declared_bytes *bytes, const json_t *list)
{
    struct declared_bytes wanted = *bytes;
    struct context_errors errors = { 0 };
    char is[CONTEXT_TEXT_BYTES], says[CONTEXT_TEXT_BYTES];
    wanted.data = context_alloc(holder->context, bytes->count + 1);
    if (!wanted.data || !list_write(holder, output, list, &wanted))
        return false;
    struct context_element number = number_of(holder, output, list, bytes->count);
    const char *came = bytes->data, *right = wanted.data;
    number.errors = &errors;
    if (!context_compare(holder->context, output->name, came, right, bytes->count / number.bytes,
                         number))
        return false;
    const size_t at = (size_t)errors.first * number.bytes;
    return errors.wrong == 0 ||
           context_error(holder->context,
                         "technique.json:%d: the reference is wrong, or the example: %s[%llu] is "
                         "%s, the example says %s",
                         holder->example->line, output->name, (unsigned long long)errors.first,
                         context_element_print(is, &number, came + at),
                         context_element_print(says, &number, right + at));
}

static bool example_hold(struct context *context, const struct declared_spec *spec,
                         const struct declared_example *example)
{
    size_t terms = 0;
    struct holder holder = { .context = context,
                             .example = example,
                             .scope = { .spec = spec, .terms = &terms } };
    char message[MESSAGE_BYTES];
    int64_t kept_s;
    point_take(&holder);
    if (!buffers_make(&holder))
        return false;
    if (!declared_reference_run(&holder.scope, holder.bytes, holder.bytes + spec->input_count,
                                &kept_s, message, sizeof(message)))
        return context_error(context, "technique.json:%d: example: %s", example->line, message);
    for (size_t i = 0; i < spec->output_count; i++) {
        const json_t *list = json_object_get(example->values, spec->outputs[i].name);
        if (list &&
            !output_hold(&holder, &spec->outputs[i], &holder.bytes[spec->input_count + i], list))
            return false;
    }
    return true;
}

bool declared_examples_hold(struct context *context, const struct declared_spec *spec)
{
    for (size_t i = 0; i < spec->example_count; i++)
        if (!example_hold(context, spec, &spec->examples[i]))
            return false;
    return true;
}
