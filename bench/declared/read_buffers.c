/* SPDX-License-Identifier: MIT */
/* read_buffers.c: inputs and outputs of technique.json. */
#include "bench/declared/reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A type by its name, or an axis of types. */
static bool type_read(struct declared_reader *reader, const json_t *object,
                      struct declared_buffer *buffer)
{
    const struct declared_spec *spec = reader->spec;
    if (!json_object_get(object, "type"))
        return true;
    buffer->type = declared_reader_text(reader, object, "type", NULL);
    for (size_t i = 0; i < spec->axis_count; i++) {
        const char *const *values = spec->axes[i].axis.names;
        if (strcmp(spec->axes[i].axis.name, buffer->type) != 0 || !values)
            continue;
        for (; *values; values++)
            if (!context_type_find(*values))
                return declared_reader_fail(reader,
                                            "\"type\": '%.60s' of the axis '%.60s' is not a type: "
                                            "leave \"type\" out, and words are compared",
                                            *values, buffer->type);
        return true;
    }
    return context_type_find(buffer->type) ||
           declared_reader_fail(reader,
                                "\"type\": '%.60s' is neither a type, such as \"uint\" or "
                                "\"float\", nor an axis of types",
                                buffer->type);
}

/* Refuses a part of an element at the end, where the size is no formula. */
static bool bytes_check(struct declared_reader *reader, const struct declared_buffer *buffer)
{
    char message[256];
    return buffer->bytes.formula || buffer->bytes.number.is_real ||
           buffer->bytes.number.whole < 0 ||
           declared_type_fits(buffer->type, (uint64_t)buffer->bytes.number.whole, message,
                              sizeof(message)) ||
           declared_reader_fail(reader, "%s", message);
}

static bool fill_read(struct declared_reader *reader, const json_t *object,
                      struct declared_buffer *buffer)
{
    static const char *const fills[] = { "random", "zero", "ramp" };
    if (json_object_get(object, "file")) {
        buffer->fill = DECLARED_FILE;
        buffer->file = declared_reader_text(reader, object, "file", NULL);
        return !json_object_get(object, "fill")
                   ? declared_reader_file(reader, buffer->file)
                   : declared_reader_fail(reader, "has a \"fill\" and a \"file\": choose one");
    }
    const char *fill = declared_reader_text(reader, object, "fill", "random");
    for (size_t i = 0; i < 3; i++)
        if (strcmp(fill, fills[i]) == 0) {
            buffer->fill = (enum declared_fill)i;
            return true;
        }
    return declared_reader_fail(
        reader,
        "\"fill\": '%.60s' is not one of random, zero, ramp; \"file\" names a "
        "file in its place",
        fill);
}

static bool name_new(struct declared_reader *reader, const char *name)
{
    const struct declared_spec *spec = reader->spec;
    for (size_t i = 0; i < spec->input_count; i++)
        if (strcmp(spec->inputs[i].name, name) == 0)
            return declared_reader_fail(reader, "there is an input of this name: choose another");
    return declared_reader_name(reader, name);
}

bool declared_read_inputs(struct declared_reader *reader, const json_t *inputs)
{
    struct declared_spec *spec = reader->spec;
    const char *name;
    json_t *value;
    if (!inputs)
        return true;
    declared_reader_enter(reader, "inputs", 0);
    if (!json_is_object(inputs) || json_object_size(inputs) > DECLARED_BUFFERS_MAX / 4)
        return declared_reader_fail(reader, "is not an object of at most %d inputs",
                                    DECLARED_BUFFERS_MAX / 4);
    spec->inputs = arena_alloc(&spec->arena, json_object_size(inputs) * sizeof(*spec->inputs));
    json_object_foreach((json_t *)inputs, name, value)
    {
        struct declared_buffer *input = &spec->inputs[spec->input_count];
        declared_reader_enter(reader, name, 0);
        if (!name_new(reader, name) ||
            !declared_reader_members(reader, value, "bytes fill file type") ||
            !declared_reader_amount_of(reader, value, "bytes", true, &input->bytes) ||
            !type_read(reader, value, input) || !bytes_check(reader, input) ||
            !fill_read(reader, value, input))
            return false;
        input->name = name;
        spec->input_count++;
        declared_reader_leave(reader);
    }
    declared_reader_leave(reader);
    return !reader->failed;
}

static bool tolerance(struct declared_reader *reader, const json_t *check, const char *key,
                      double *value)
{
    const json_t *number = json_object_get(check, key);
    const bool below_1 = strcmp(key, "abs") != 0;
    *value = number ? json_number_value(number) : 0;
    return !number ||
           (json_is_number(number) && *value >= 0 && isfinite(*value) &&
            (!below_1 || *value < 1)) ||
           declared_reader_fail(reader, "\"%s\" is not a number from 0 on%s", key,
                                below_1 ? " and below 1, at which anything would pass" : "");
}

/* "equal", "multiset", {"abs": x, "rel": y, "share": z, "type": "float"}, {"program": [...]}. */
static bool check_read(struct declared_reader *reader, const json_t *object,
                       struct declared_buffer *output)
{
    const json_t *check = json_object_get(object, "check");
    output->check = DECLARED_EQUAL;
    if (!check || (json_is_string(check) && strcmp(json_string_value(check), "equal") == 0))
        return true;
    output->check = DECLARED_MULTISET;
    if (json_is_string(check) && strcmp(json_string_value(check), "multiset") == 0)
        return true;
    declared_reader_enter(reader, "check", 0);
    if (!json_is_object(check))
        return declared_reader_fail(reader, "is not one of \"equal\", \"multiset\", "
                                            "{\"abs\": 1e-5, \"rel\": 1e-5}");
    const bool is_near = json_object_get(check, "abs") || json_object_get(check, "rel");
    const bool is_program = json_object_get(check, "program");
    output->check = is_program ? DECLARED_PROGRAM : is_near ? DECLARED_NEAR : DECLARED_EQUAL;
    if (!declared_reader_members(reader, check,
                                 is_program ? "program type" : "abs rel share type") ||
        !tolerance(reader, check, "abs", &output->absolute) ||
        !tolerance(reader, check, "rel", &output->relative) ||
        !tolerance(reader, check, "share", &output->share) || !type_read(reader, check, output))
        return false;
    if (is_program) {
        const char **list = arena_alloc(&reader->spec->arena, DECLARED_WORDS_MAX * sizeof(*list));
        output->program = list;
        if (!declared_reader_words(reader, check, "program", list, &output->program_count))
            return false;
    }
    if (!is_near && !is_program && !json_object_get(check, "share"))
        return declared_reader_fail(reader, "has none of \"abs\", \"rel\", \"share\", "
                                            "\"program\"");
    if (is_near && !output->type)
        output->type = "float";
    declared_reader_leave(reader);
    return true;
}

bool declared_read_outputs(struct declared_reader *reader, const json_t *outputs)
{
    struct declared_spec *spec = reader->spec;
    const char *name;
    json_t *value;
    declared_reader_enter(reader, "outputs", 0);
    if (!json_is_object(outputs) || json_object_size(outputs) == 0 ||
        json_object_size(outputs) > DECLARED_BUFFERS_MAX / 4)
        return declared_reader_fail(reader,
                                    "is not an object of 1 to %d outputs: without one nothing "
                                    "would be checked",
                                    DECLARED_BUFFERS_MAX / 4);
    spec->outputs = arena_alloc(&spec->arena, json_object_size(outputs) * sizeof(*spec->outputs));
    json_object_foreach((json_t *)outputs, name, value)
    {
        struct declared_buffer *output = &spec->outputs[spec->output_count];
        declared_reader_enter(reader, name, 0);
        if (!name_new(reader, name) ||
            !declared_reader_members(reader, value, "bytes check type") ||
            !declared_reader_amount_of(reader, value, "bytes", true, &output->bytes) ||
            !type_read(reader, value, output) || !check_read(reader, value, output) ||
            !bytes_check(reader, output))
            return false;
        output->name = name;
        spec->output_count++;
        declared_reader_leave(reader);
    }
    declared_reader_leave(reader);
    return true;
}
