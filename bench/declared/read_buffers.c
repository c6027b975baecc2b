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

/* Members of an image; its elements are of the type that the format has. */
bool declared_read_image(struct declared_reader *reader, const json_t *object,
                         const struct declared_image **image)
{
    static const char *const formats[] = { "rgba8", "r32f", "rgba16f", "rgba32f", NULL };
    static const char *const filters[] = { "nearest", "linear", NULL };
    static const char *const addresses[] = { "clamp", "mirror", "repeat", NULL };
    const json_t *members = json_object_get(object, "image");
    if (!members)
        return true;
    struct declared_image *own = arena_alloc(&reader->spec->arena, sizeof(*own));
    declared_reader_enter(reader, "image", 0);
    if (json_object_get(object, "bytes"))
        return declared_reader_fail(reader, "an image has no \"bytes\": its size and format say "
                                            "how many");
    if (!declared_reader_members(reader, members, "width height format filter address") ||
        !declared_reader_amount_of(reader, members, "width", true, &own->size[0]) ||
        !declared_reader_amount_of(reader, members, "height", true, &own->size[1]))
        return false;
    own->format = (enum gpu_format)declared_reader_choice(reader, members, "format", formats);
    own->sampler = (struct gpu_sampler_params){
        .filter = (enum gpu_filter)declared_reader_choice(reader, members, "filter", filters),
        .address = (enum gpu_address)declared_reader_choice(reader, members, "address", addresses)
    };
    *image = own;
    declared_reader_leave(reader);
    return !reader->failed;
}

/* "bytes", or an image with the type of its numbers. */
static bool size_read(struct declared_reader *reader, const json_t *object,
                      struct declared_buffer *buffer)
{
    static const char *const types[] = { "uint8_t", "float", "half", "float" };
    if (!declared_read_image(reader, object, &buffer->image))
        return false;
    if (buffer->image)
        buffer->type = types[buffer->image->format];
    else if (!declared_reader_amount_of(reader, object, "bytes", true, &buffer->bytes))
        return false;
    return true;
}

/* {"uniform": [0, 1]}, {"normal": [0, 1]} or {"below": 10}, each with "sorted". */
static bool distribution_read(struct declared_reader *reader, const json_t *fill,
                              struct declared_buffer *buffer)
{
    static const char *const names[] = { "uniform", "normal", "below" };
    size_t i = 0;
    while (i < 2 && !json_object_get(fill, names[i]))
        i++;
    buffer->fill = (enum declared_fill)(DECLARED_UNIFORM + i);
    declared_reader_enter(reader, "fill", 0);
    const json_t *by = json_object_get(fill, names[i]);
    if (!declared_reader_members(reader, fill, "uniform normal below sorted"))
        return false;
    if (json_object_size(fill) != 1 + (size_t)(json_object_get(fill, "sorted") != NULL) || !by)
        return declared_reader_fail(reader, "is one of {\"uniform\": [from, below]}, {\"normal\": "
                                            "[mean, deviation]}, {\"below\": number}, and "
                                            "perhaps \"sorted\": true");
    buffer->is_sorted = declared_reader_truth(reader, fill, "sorted");
    if (i == 2)
        return declared_reader_amount_of(reader, fill, names[i], true, &buffer->fill_by[0]) &&
               (declared_reader_leave(reader), true);
    if (!json_is_array(by) || json_array_size(by) != 2)
        return declared_reader_fail(reader, "\"%s\" is not a list of two numbers", names[i]);
    for (size_t k = 0; k < 2; k++)
        if (!declared_reader_amount(reader, json_array_get(by, k), &buffer->fill_by[k]))
            return false;
    declared_reader_leave(reader);
    return true;
}

/* "{axis}" in the name of a file stands for the value: of axes alone. */
static bool braces_check(struct declared_reader *reader, const char *file)
{
    const struct declared_spec *spec = reader->spec;
    for (const char *at = strchr(file, '{'); at; at = strchr(at + 1, '{')) {
        const size_t length = strcspn(at + 1, "}");
        size_t i = 0;
        while (i < spec->axis_count && (strlen(spec->axes[i].axis.name) != length ||
                                        strncmp(spec->axes[i].axis.name, at + 1, length) != 0))
            i++;
        if (i == spec->axis_count || at[1 + length] != '}')
            return declared_reader_fail(reader, "\"file\": '%.100s': there is no axis '%.*s'", file,
                                        (int)length, at + 1);
    }
    return true;
}

static bool fill_read(struct declared_reader *reader, const json_t *object,
                      struct declared_buffer *buffer)
{
    static const char *const fills[] = { "random", "zero", "ramp", "generator", NULL };
    if (json_object_get(object, "file")) {
        buffer->fill = DECLARED_FILE;
        buffer->file = declared_reader_text(reader, object, "file", NULL);
        return !json_object_get(object, "fill")
                   ? declared_reader_file(reader, buffer->file) &&
                         braces_check(reader, buffer->file)
                   : declared_reader_fail(reader, "has a \"fill\" and a \"file\": choose one");
    }
    if (json_is_object(json_object_get(object, "fill")))
        return distribution_read(reader, json_object_get(object, "fill"), buffer);
    buffer->fill = (enum declared_fill)declared_reader_choice(reader, object, "fill", fills);
    return buffer->fill != DECLARED_GENERATED || json_object_get(reader->spec->root, "generator") ||
           declared_reader_fail(reader, "\"fill\": the file has no \"generator\": "
                                        "[\"python3\", \"make.py\"]");
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
            !declared_reader_members(reader, value, "bytes image fill file type any") ||
            !size_read(reader, value, input) || !type_read(reader, value, input) ||
            !bytes_check(reader, input) || !fill_read(reader, value, input))
            return false;
        input->name = name;
        const bool any = declared_reader_truth(reader, value, "any");
        input->takes_any = any || input->fill == DECLARED_RANDOM;
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
    const bool is_share = strcmp(key, "share") == 0;
    const double below = is_share ? 0.5 : strcmp(key, "rel") == 0 ? 1 : INFINITY;
    *value = number ? json_number_value(number) : 0;
    return !number || (json_is_number(number) && *value >= 0 && *value < below) ||
           declared_reader_fail(reader, "\"%s\" is not a number from 0 on%s", key,
                                is_share       ? " and below 0.5, at which half would be wrong"
                                : below < 1e30 ? " and below 1, at which anything would pass"
                                               : "");
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
    if (is_program && !declared_reader_command(reader, check, "program", &output->program))
        return false;
    if (!is_near && !is_program && !json_object_get(check, "share"))
        return declared_reader_fail(reader, "has none of \"abs\", \"rel\", \"share\", "
                                            "\"program\"");
    if (is_near && !output->type)
        output->type = "float";
    declared_reader_leave(reader);
    return true;
}

/* Outputs whose first word is the length of another: all of them are known by now. */
static bool lengths_read(struct declared_reader *reader, const json_t *outputs)
{
    struct declared_spec *spec = reader->spec;
    for (size_t i = 0; i < spec->output_count; i++) {
        const json_t *object = json_object_get(outputs, spec->outputs[i].name);
        spec->outputs[i].length = -1;
        if (!json_object_get(object, "length"))
            continue;
        declared_reader_enter(reader, spec->outputs[i].name, 0);
        const char *name = declared_reader_text(reader, object, "length", NULL);
        for (size_t k = 0; k < spec->output_count; k++)
            if (k != i && strcmp(spec->outputs[k].name, name) == 0 &&
                spec->outputs[k].check == DECLARED_EQUAL && spec->outputs[k].share == 0 &&
                !json_object_get(json_object_get(outputs, name), "length"))
                spec->outputs[i].length = (int)k;
        if (spec->outputs[i].length < 0)
            return declared_reader_fail(reader,
                                        "\"length\": '%.60s': name another output that is "
                                        "checked to be \"equal\": its first word says how "
                                        "many elements count",
                                        name);
        declared_reader_leave(reader);
    }
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
            !declared_reader_members(reader, value, "bytes image check type length") ||
            !size_read(reader, value, output) || !type_read(reader, value, output) ||
            !check_read(reader, value, output) || !bytes_check(reader, output))
            return false;
        output->name = name;
        spec->output_count++;
        declared_reader_leave(reader);
    }
    if (!lengths_read(reader, outputs))
        return false;
    declared_reader_leave(reader);
    return true;
}
