/* SPDX-License-Identifier: MIT */
/* read.c: technique.json but for its variants: the head, axes, inputs, outputs, examples. */
#include "bench/declared/private.h"
#include "harness/base/need.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const int64_t axis_max = INT64_C(1) << 40;
static const char *const lists[] = { "quick", "paper", "full", "check", "scale" };
enum { LISTS_WANTED = 3, LISTS_OF_POINTS = 4, LISTS = 5 };

/* Axes ----------------------------------------------------------------------------------------- */

/* Legal in names of cases and on the command line. */
static bool value_legal(const char *value)
{
    const size_t length = strlen(value);
    return length > 0 && length < 64 &&
           strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
               length;
}

/* Adds a value to the axis's names, once. */
static void name_add(const char **names, size_t *count, const char *value)
{
    if (!NAMED(names, *count, value))
        names[(*count)++] = value;
}

/* Values of one list as "1,2,3"; names are collected. */
static const char *values_read(struct declared_reader *reader, struct declared_axis *axis,
                               const json_t *list, const char **names, size_t *name_count)
{
    OWNED_TEXT struct text text = { 0 };
    struct declared_entry entry = { .of = list };
    while (declared_reader_next(reader, &entry)) {
        const json_t *value = entry.value;
        if (axis->is_real && !axis->is_named && json_is_number(value)) {
            char number[32];
            declared_number_print(json_number_value(value), number);
            if (json_number_value(value) < 0)
                declared_reader_fail(reader, "%s is below 0", number);
            name_add(names, name_count, arena_text(&reader->spec->arena, number));
            text_join(&text, ",", "%s", number);
        } else if (json_is_string(value) != axis->is_named ||
                   (!axis->is_named && !json_is_integer(value))) {
            declared_reader_fail(reader, "values are numbers, or all of them are names");
        } else if (axis->is_named && !value_legal(json_string_value(value))) {
            declared_reader_fail(reader, "'%.60s' is not a value: letters, digits and _ alone",
                                 json_string_value(value));
        } else if (axis->is_named) {
            name_add(names, name_count, json_string_value(value));
            text_join(&text, ",", "%s", json_string_value(value));
        } else if (json_integer_value(value) < axis->axis.min ||
                   json_integer_value(value) > axis->axis.max) {
            declared_reader_fail(reader, "%lld is not within %lld..%lld",
                                 (long long)json_integer_value(value), (long long)axis->axis.min,
                                 (long long)axis->axis.max);
        } else {
            text_join(&text, ",", "%lld", (long long)json_integer_value(value));
        }
    }
    return arena_text(&reader->spec->arena, text_string(&text));
}

bool declared_list_is_real(const json_t *list)
{
    const json_t *number;
    size_t i;
    json_array_foreach(list, i, number) if (json_is_real(number)) return true;
    return false;
}

static bool axis_range(struct declared_reader *reader, const json_t *object, const char *key,
                       int64_t *number)
{
    const json_t *value = json_object_get(object, key);
    if (value && (!json_is_integer(value) || json_integer_value(value) < 0 ||
                  json_integer_value(value) > axis_max))
        return declared_reader_fail(reader, "\"%s\" is not a whole number within 0..%lld", key,
                                    (long long)axis_max);
    *number = value ? json_integer_value(value) : *number;
    return true;
}

static bool axis_read(struct declared_reader *reader, const char *name, const json_t *object,
                      struct declared_axis *axis)
{
    size_t name_count = 0;
    if (!declared_reader_name(reader, name) ||
        !declared_reader_members(reader, object,
                                 "quick paper full check scale define help min max"))
        return false;
    const json_t *quick = json_object_get(object, "quick");
    size_t count = 0;
    for (size_t i = 0; i < LISTS; i++) {
        const json_t *list = json_object_get(object, lists[i]);
        count += json_array_size(list);
        axis->is_real = axis->is_real || declared_list_is_real(list);
    }
    const char **names = arena_alloc(&reader->spec->arena, (count + 1) * sizeof(*names));
    axis->is_named = json_is_string(json_array_get(quick, 0));
    axis->axis = (struct bench_axis){ .name = name,
                                      .help = declared_reader_text(reader, object, "help", name),
                                      .min = 1,
                                      .max = axis_max };
    if (json_object_get(object, "define")) {
        axis->define = declared_reader_text(reader, object, "define", NULL);
        if (!axis->is_named || reader->variant)
            return declared_reader_fail(reader, "\"define\" is for an axis of names of the bench, "
                                                "such as types: give kernels numbers as constants");
        if (!value_legal(axis->define) || isdigit((unsigned char)*axis->define))
            return declared_reader_fail(reader, "\"define\" is not the name of a macro");
    }
    if (!axis_range(reader, object, "min", &axis->axis.min) ||
        !axis_range(reader, object, "max", &axis->axis.max))
        return false;
    for (size_t i = 0; i < LISTS; i++) {
        const json_t *list = json_object_get(object, lists[i]);
        if (!list && i >= LISTS_WANTED)
            continue;
        declared_reader_enter(reader, lists[i], 0);
        if (!json_is_array(list) || json_array_size(list) == 0)
            return declared_reader_fail(
                reader, "an axis has values for quick, paper and full: \"%s\": [...]", lists[i]);
        if (json_array_size(list) > DECLARED_VALUES_MAX)
            return declared_reader_fail(reader, "has %zu values, %d are allowed",
                                        json_array_size(list), DECLARED_VALUES_MAX);
        const char *values = values_read(reader, axis, list, names, &name_count);
        *(i < LISTS_WANTED      ? &axis->axis.values[i]
          : i < LISTS_OF_POINTS ? &axis->axis.check
                                : &axis->sizes) = values;
        declared_reader_leave(reader);
    }
    axis->axis.names = axis->is_named || axis->is_real ? names : NULL;
    return !reader->failed;
}

/* False where one list of each axis make more points than a plan has room for. */
static bool points_fit(struct declared_reader *reader, const json_t *axes)
{
    const json_t *const both[] = { json_object_get(reader->spec->root, "axes"), axes };
    const char *name;
    json_t *axis;
    for (size_t i = 0; i < LISTS_OF_POINTS; i++) {
        size_t points = 1;
        for (size_t k = reader->variant ? 0 : 1; k < 2; k++)
            json_object_foreach((json_t *)(uintptr_t)both[k], name, axis)
            {
                const json_t *list = json_object_get(axis, lists[i]);
                points *= json_array_size(list ? list : json_object_get(axis, "quick"));
                if (points > DECLARED_POINTS_MAX)
                    return declared_reader_fail(reader,
                                                "make more than %d points of \"%s\": give "
                                                "\"%.60s\", or those before it, fewer values",
                                                DECLARED_POINTS_MAX, lists[i], name);
            }
    }
    return true;
}

static bool name_free(struct declared_reader *reader, const char *name)
{
    const struct declared_spec *spec = reader->spec;
    if (NAMED(spec->axes, spec->axis_count, name))
        return declared_reader_fail(reader, "there is an axis of this name: choose another");
    return !reader->variant || !NAMED(spec->lets, spec->let_count, name) ||
           declared_reader_fail(reader, "there is a \"let\" of this name: choose another");
}

bool declared_read_axes(struct declared_reader *reader, const json_t *axes,
                        struct declared_axis **list, size_t *count)
{
    struct declared_spec *spec = reader->spec;
    if (!json_is_object(axes) || json_object_size(axes) == 0)
        return declared_reader_fail(reader,
                                    "has no axes: \"axes\": {\"elements\": {\"quick\": [65536], "
                                    "\"paper\": [65536], \"full\": [65536]}}");
    if (json_object_size(axes) + spec->axis_count > DECLARED_AXES_MAX)
        return declared_reader_fail(reader, "has %zu axes, %d are allowed",
                                    json_object_size(axes) + spec->axis_count, DECLARED_AXES_MAX);
    struct declared_axis *own = arena_alloc(&spec->arena, json_object_size(axes) * sizeof(*own));
    struct declared_entry entry = { .of = axes };
    declared_reader_enter(reader, "axes", 0);
    while (declared_reader_next(reader, &entry))
        if ((reader->variant && !name_free(reader, entry.name)) ||
            !axis_read(reader, entry.name, entry.value, &own[entry.index]))
            return false;
    *list = own;
    *count = json_object_size(axes);
    return points_fit(reader, axes) && declared_reader_leave(reader);
}

/* Names ---------------------------------------------------------------------------------------- */

/* All names come first: formulas may use those behind them. */
static bool lets_read(struct declared_reader *reader, const json_t *lets)
{
    struct declared_spec *spec = reader->spec;
    struct declared_entry named = { .of = lets }, entry = { .of = lets };
    if (!lets)
        return true;
    declared_reader_enter(reader, "let", 0);
    if (!json_is_object(lets) || json_object_size(lets) > DECLARED_LETS_MAX)
        return declared_reader_fail(reader, "is not an object of at most %d names",
                                    DECLARED_LETS_MAX);
    spec->lets = arena_alloc(&spec->arena, json_object_size(lets) * sizeof(*spec->lets));
    while (declared_reader_next(reader, &named)) {
        spec->lets[spec->let_count++].name = named.name;
        if (!declared_reader_name(reader, named.name) || !name_free(reader, named.name))
            return false;
    }
    while (declared_reader_next(reader, &entry))
        declared_reader_amount(reader, entry.value, &spec->lets[entry.index].amount);
    return declared_reader_leave(reader);
}

/* Inputs and outputs --------------------------------------------------------------------------- */

/* A type by its name, or an axis of types. */
static bool type_read(struct declared_reader *reader, const json_t *object,
                      struct declared_buffer *buffer)
{
    const struct declared_spec *spec = reader->spec;
    if (!json_object_get(object, "type"))
        return true;
    buffer->type = declared_reader_text(reader, object, "type", NULL);
    const struct declared_axis *axis = NAMED(spec->axes, spec->axis_count, buffer->type);
    const char *const *values = axis ? axis->axis.names : NULL;
    for (; values && *values; values++)
        if (!context_type_find(*values))
            return declared_reader_fail(reader,
                                        "\"type\": '%.60s' of the axis '%.60s' is not a type: "
                                        "leave \"type\" out, and words are compared",
                                        *values, buffer->type);
    return values || context_type_find(buffer->type) ||
           declared_reader_fail(reader,
                                "\"type\": '%.60s' is neither a type, such as \"uint\" or "
                                "\"float\", nor an axis of types",
                                buffer->type);
}

/* Refuses a part of an element at the end, where the size is no formula. */
static bool bytes_check(struct declared_reader *reader, const struct declared_buffer *buffer)
{
    return buffer->bytes.formula || buffer->bytes.number.is_real ||
           buffer->bytes.number.whole < 0 ||
           declared_type_fits(buffer->type, (uint64_t)buffer->bytes.number.whole) ||
           declared_reader_fail(reader, "%.255s", trouble_text());
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
    return declared_reader_leave(reader);
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
    return buffer->image ||
           declared_reader_amount_of(reader, object, "bytes", true, &buffer->bytes);
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
               declared_reader_leave(reader);
    if (!json_is_array(by) || json_array_size(by) != 2)
        return declared_reader_fail(reader, "\"%s\" is not a list of two numbers", names[i]);
    for (size_t k = 0; k < 2; k++)
        if (!declared_reader_amount(reader, json_array_get(by, k), &buffer->fill_by[k]))
            return false;
    return declared_reader_leave(reader);
}

/* "{axis}" in the name of a file stands for the value: of axes alone. */
static bool braces_check(struct declared_reader *reader, const char *file)
{
    const struct declared_spec *spec = reader->spec;
    for (const char *at = strchr(file, '{'); at; at = strchr(at + 1, '{')) {
        OWNED char *axis = text_make("%.*s", (int)strcspn(at + 1, "}"), at + 1);
        if (!NAMED(spec->axes, spec->axis_count, axis) || at[1 + strlen(axis)] != '}')
            return declared_reader_fail(reader, "\"file\": '%.100s': there is no axis '%s'", file,
                                        axis);
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
    if (NAMED(reader->spec->inputs, reader->spec->input_count, name))
        return declared_reader_fail(reader, "there is an input of this name: choose another");
    return declared_reader_name(reader, name);
}

static bool declared_read_inputs(struct declared_reader *reader, const json_t *inputs)
{
    struct declared_spec *spec = reader->spec;
    struct declared_entry entry = { .of = inputs };
    if (!inputs)
        return true;
    declared_reader_enter(reader, "inputs", 0);
    if (!json_is_object(inputs) || json_object_size(inputs) > DECLARED_BUFFERS_MAX / 4)
        return declared_reader_fail(reader, "is not an object of at most %d inputs",
                                    DECLARED_BUFFERS_MAX / 4);
    spec->inputs = arena_alloc(&spec->arena, json_object_size(inputs) * sizeof(*spec->inputs));
    while (declared_reader_next(reader, &entry)) {
        struct declared_buffer *input = &spec->inputs[spec->input_count];
        const json_t *value = entry.value;
        if (!name_new(reader, entry.name) ||
            !declared_reader_members(reader, value, "bytes image fill file type any") ||
            !size_read(reader, value, input) || !type_read(reader, value, input) ||
            !bytes_check(reader, input) || !fill_read(reader, value, input))
            return false;
        input->name = entry.name;
        const bool any = declared_reader_truth(reader, value, "any");
        input->takes_any = any || input->fill == DECLARED_RANDOM ||
                           (declared_fill_is_drawn(input->fill) && !input->is_sorted);
        spec->input_count++;
    }
    return declared_reader_leave(reader);
}

static bool tolerance(struct declared_reader *reader, const json_t *check, const char *key,
                      double *value)
{
    const json_t *number = json_object_get(check, key);
    const bool is_share = strcmp(key, "share") == 0;
    const double below = is_share || strcmp(key, "rel") == 0 ? 0.5 : INFINITY;
    *value = number ? json_number_value(number) : 0;
    return !number || (json_is_number(number) && *value >= 0 && *value < below) ||
           declared_reader_fail(reader, "\"%s\" is not a number from 0 on%s", key,
                                is_share       ? " and below 0.5, at which half would be wrong"
                                : below < 1e30 ? " and below 0.5, at which half of it passes"
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
    const char *stored = output->type;
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
    if (stored && strcmp(stored, output->type) != 0)
        return declared_reader_fail(reader,
                                    "\"type\": '%.60s', and that of the output is '%.60s': "
                                    "numbers are compared as what they are; leave one out",
                                    output->type, stored);
    if (!is_near && !is_program && !json_object_get(check, "share"))
        return declared_reader_fail(reader, "has none of \"abs\", \"rel\", \"share\", \"program\"");
    if (is_near && !output->type)
        output->type = "float";
    return declared_reader_leave(reader);
}

/* Outputs whose first word is the length of another: all of them are known by now. */
static bool lengths_read(struct declared_reader *reader, const json_t *outputs)
{
    const struct declared_spec *spec = reader->spec;
    foreach (struct declared_buffer, output, spec->outputs, spec->output_count) {
        const json_t *object = json_object_get(outputs, output->name);
        output->length = -1;
        if (!json_object_get(object, "length"))
            continue;
        declared_reader_enter(reader, output->name, 0);
        const char *name = declared_reader_text(reader, object, "length", NULL);
        const struct declared_buffer *by = NAMED(spec->outputs, spec->output_count, name);
        if (!by || by == output || by->check != DECLARED_EQUAL || by->share != 0 ||
            json_object_get(json_object_get(outputs, name), "length"))
            return declared_reader_fail(reader,
                                        "\"length\": '%.60s': name another output that is "
                                        "checked to be \"equal\": its first word says how "
                                        "many elements count",
                                        name);
        output->length = (int)(by - spec->outputs);
        declared_reader_leave(reader);
    }
    return true;
}

static bool declared_read_outputs(struct declared_reader *reader, const json_t *outputs)
{
    struct declared_spec *spec = reader->spec;
    struct declared_entry entry = { .of = outputs };
    declared_reader_enter(reader, "outputs", 0);
    if (!json_is_object(outputs) || json_object_size(outputs) == 0 ||
        json_object_size(outputs) > DECLARED_BUFFERS_MAX / 4)
        return declared_reader_fail(reader,
                                    "is not an object of 1 to %d outputs: without one nothing "
                                    "would be checked",
                                    DECLARED_BUFFERS_MAX / 4);
    spec->outputs = arena_alloc(&spec->arena, json_object_size(outputs) * sizeof(*spec->outputs));
    while (declared_reader_next(reader, &entry)) {
        struct declared_buffer *output = &spec->outputs[spec->output_count];
        const json_t *value = entry.value;
        if (!name_new(reader, entry.name) ||
            !declared_reader_members(reader, value, "bytes image check type length") ||
            !size_read(reader, value, output) || !type_read(reader, value, output) ||
            !check_read(reader, value, output) || !bytes_check(reader, output))
            return false;
        output->name = entry.name;
        spec->output_count++;
    }
    return lengths_read(reader, outputs) && declared_reader_leave(reader);
}

/* Head ----------------------------------------------------------------------------------------- */

static bool seconds_read(struct declared_reader *reader, const json_t *seconds)
{
    reader->spec->reference_s = DECLARED_REFERENCE_S;
    if (!seconds)
        return true;
    reader->spec->reference_s = (uint32_t)json_integer_value(seconds);
    declared_reader_enter(reader, "reference_seconds", 0);
    if (!json_is_integer(seconds) || json_integer_value(seconds) < 1 ||
        json_integer_value(seconds) > 3600)
        return declared_reader_fail(reader, "is not a whole number within 1..3600");
    return declared_reader_leave(reader);
}

/* Values of axes, and arrays of numbers for inputs and outputs. */
static bool example_member(struct declared_reader *reader, const char *name, const json_t *value,
                           bool *has_output)
{
    const struct declared_spec *spec = reader->spec;
    const struct declared_axis *axis = NAMED(spec->axes, spec->axis_count, name);
    const json_t *number;
    size_t i;
    if (axis)
        return json_is_string(value) == axis->is_named &&
               (axis->is_named || axis->is_real || json_is_integer(value));
    const bool is_output = NAMED(spec->outputs, spec->output_count, name);
    bool good = is_output || NAMED(spec->inputs, spec->input_count, name);
    json_array_foreach(value, i, number) good = good && json_is_number(number);
    *has_output = *has_output || is_output;
    return good && json_array_size(value) > 0;
}

static bool examples_read(struct declared_reader *reader, const json_t *examples)
{
    struct declared_spec *spec = reader->spec;
    struct declared_entry entry = { .of = examples };
    if (!examples)
        return true;
    declared_reader_enter(reader, "examples", 0);
    if (!json_is_array(examples) || json_array_size(examples) > DECLARED_EXAMPLES_MAX)
        return declared_reader_fail(reader, "is not a list of at most %d examples: [{...}]",
                                    DECLARED_EXAMPLES_MAX);
    spec->examples = arena_alloc(&spec->arena, json_array_size(examples) * sizeof(*spec->examples));
    while (declared_reader_next(reader, &entry)) {
        struct declared_entry member = { .of = entry.value };
        bool has_output = false;
        if (!json_is_object(entry.value))
            return declared_reader_fail(reader, "is not an object: write {...}");
        while (declared_reader_next(reader, &member))
            if (!example_member(reader, member.name, member.value, &has_output))
                return declared_reader_fail(reader, "is neither an axis with a value of it, nor an "
                                                    "input or output with a list of numbers");
        if (!has_output)
            return declared_reader_fail(reader, "has no output to hold the reference to");
        spec->examples[spec->example_count++] =
            (struct declared_example){ entry.value, declared_reader_line(reader) };
    }
    return declared_reader_leave(reader);
}

static bool head_read(struct declared_reader *reader, const json_t *root)
{
    struct declared_spec *spec = reader->spec;
    const json_t *version = json_object_get(root, "schema_version");
    if (!declared_reader_members(reader, root,
                                 "schema_version technique bench question paper axes let inputs "
                                 "outputs reference reference_seconds generator examples variants "
                                 "figures scale picture excuses $schema"))
        return false;
    if (!json_is_integer(version) || json_integer_value(version) != 1)
        return declared_reader_fail(reader, "\"schema_version\" is not 1: this claimcheck knows no "
                                            "other");
    spec->technique = declared_reader_text(reader, root, "technique", NULL);
    spec->bench = declared_reader_text(reader, root, "bench", NULL);
    spec->question = declared_reader_text(reader, root, "question", NULL);
    spec->paper = declared_reader_text(reader, root, "paper", "none");
    spec->figures = json_object_get(root, "figures");
    if (spec->figures && !json_is_array(spec->figures))
        return declared_reader_fail(reader,
                                    "\"figures\" is not a list: docs/reference/figures.md has its "
                                    "entries, the plots of a published file");
    if (json_object_get(root, "picture")) {
        spec->picture = declared_reader_text(reader, root, "picture", NULL);
        declared_reader_file(reader, spec->picture);
    }
    return !reader->failed && declared_reader_name(reader, spec->technique) &&
           declared_reader_name(reader, spec->bench);
}

/* The variant that the profile scale measures, along the one axis with sizes. */
static bool scale_read(struct declared_reader *reader, const json_t *root)
{
    struct declared_spec *spec = reader->spec;
    const bool given = json_object_get(root, "scale");
    const char *name = given ? declared_reader_text(reader, root, "scale", NULL) : "";
    size_t axes = 0;
    foreach (const struct declared_axis, axis, spec->axes, spec->axis_count)
        if (axis->sizes) {
            spec->sized = axis;
            axes++;
        }
    if (spec->sized && strlen(spec->sized->sizes) >= TECHNIQUE_SIZES_BYTES)
        declared_reader_fail(reader, "the list \"scale\" of an axis has more than %d letters",
                             TECHNIQUE_SIZES_BYTES - 1);
    for (size_t i = 0; i < spec->variant_count && !reader->failed; i++) {
        const struct declared_variant *variant = &spec->variants[i];
        if (strcmp(variant->name, name) == 0 && !variant->api && !variant->is_driven)
            spec->scaled = variant;
        for (size_t k = 0; k < variant->axis_count; k++)
            axes += variant->axes[k].sizes != NULL;
    }
    if (!reader->failed && (axes != given || given != (spec->scaled != NULL)))
        declared_reader_fail(reader,
                             "\"scale\" names a variant of steps without \"until\", and one axis "
                             "of the bench has a list \"scale\", its sizes: give both, or none");
    return !reader->failed;
}

static bool root_read(struct declared_reader *reader, const json_t *root)
{
    struct declared_spec *spec = reader->spec;
    return head_read(reader, root) &&
           declared_read_axes(reader, json_object_get(root, "axes"), &spec->axes,
                              &spec->axis_count) &&
           lets_read(reader, json_object_get(root, "let")) &&
           declared_read_inputs(reader, json_object_get(root, "inputs")) &&
           declared_read_outputs(reader, json_object_get(root, "outputs")) &&
           declared_reader_command(reader, root, "reference", &spec->reference) &&
           (!json_object_get(root, "generator") ||
            declared_reader_command(reader, root, "generator", &spec->generator)) &&
           seconds_read(reader, json_object_get(root, "reference_seconds")) &&
           examples_read(reader, json_object_get(root, "examples")) &&
           declared_read_variants(reader, json_object_get(root, "variants")) &&
           scale_read(reader, root);
}

/* Reads what C gives: numbers, and buffers and images as outputs, which steps may write. */
static bool given_all(struct declared_reader *reader, const json_t *given)
{
    static const struct declared_image image = { .format = GPU_R32F };
    struct declared_spec *spec = reader->spec;
    const char *const *buffers, *const *images;
    size_t buffer_count = 0, image_count = 0;
    declared_reader_enter(reader, "given", 0);
    if (!declared_reader_members(reader, given, "numbers buffers images") ||
        !declared_reader_names(reader, given, "numbers", false, &spec->numbers,
                               &spec->number_count) ||
        !declared_reader_names(reader, given, "buffers", false, &buffers, &buffer_count) ||
        !declared_reader_names(reader, given, "images", false, &images, &image_count))
        return false;
    if (buffer_count + image_count > DECLARED_BUFFERS_MAX)
        return declared_reader_fail(reader, "has more than %d buffers", DECLARED_BUFFERS_MAX);
    spec->outputs =
        arena_alloc(&spec->arena, (buffer_count + image_count + 1) * sizeof(*spec->outputs));
    for (size_t i = 0; i < buffer_count + image_count; i++)
        spec->outputs[spec->output_count++] =
            i < buffer_count
                ? (struct declared_buffer){ .name = buffers[i] }
                : (struct declared_buffer){ .name = images[i - buffer_count], .image = &image };
    return declared_reader_leave(reader);
}

static bool root_read_shipped(struct declared_reader *reader, const json_t *root)
{
    struct declared_spec *spec = reader->spec;
    if (!declared_reader_members(reader, root, "technique given let variants excuses"))
        return false;
    spec->technique = declared_reader_text(reader, root, "technique", NULL);
    return !reader->failed && given_all(reader, json_object_get(root, "given")) &&
           lets_read(reader, json_object_get(root, "let")) &&
           declared_read_variants(reader, json_object_get(root, "variants"));
}

static bool spec_read(struct declared_spec *spec, const char *text, size_t size, const char *folder,
                      bool (*read)(struct declared_reader *reader, const json_t *root))
{
    json_error_t error;
    struct declared_reader reader = { .spec = spec, .text = text, .size = size };
    *spec = (struct declared_spec){ .folder = folder, .is_shipped = read == root_read_shipped };
    if (size > DECLARED_JSON_BYTES_MAX)
        return trouble("%.300s/technique.json has %zu bytes, at most %d are read", folder, size,
                       DECLARED_JSON_BYTES_MAX);
    spec->folder = arena_text(&spec->arena, folder);
    spec->root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (spec->root)
        return read(&reader, spec->root);
    trouble("%.300s/technique.json:%d:%d: is not valid JSON: %s", folder, error.line, error.column,
            error.text);
    printable_clean(trouble_buffer());
    return false;
}

bool declared_spec_read(struct declared_spec *spec, const char *text, size_t size,
                        const char *folder)
{
    return spec_read(spec, text, size, folder, root_read);
}

bool declared_spec_read_shipped(struct declared_spec *spec, const char *text, size_t size,
                                const char *folder)
{
    return spec_read(spec, text, size, folder, root_read_shipped);
}

void declared_spec_finish(struct declared_spec *spec)
{
    json_decref(spec->root);
    arena_finish(&spec->arena);
    *spec = (struct declared_spec){ 0 };
}

const struct declared_buffer *declared_spec_buffer(const struct declared_spec *spec,
                                                   const struct declared_variant *variant,
                                                   int index)
{
    size_t at = (size_t)index;
    if (at < spec->input_count)
        return &spec->inputs[at];
    at -= spec->input_count;
    if (at < spec->output_count)
        return &spec->outputs[at];
    return &variant->buffers[at - spec->output_count];
}
