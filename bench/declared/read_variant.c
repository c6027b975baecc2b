/* SPDX-License-Identifier: MIT */
/* read_variant.c: variants of technique.json, and their steps. */
#include "bench/declared/private.h"
#include "harness/base/need.h"

#include <string.h>

static bool steps_read(struct declared_reader *reader, const char *key, const json_t *list,
                       const struct declared_step **steps, size_t *count);

/* Buffers -------------------------------------------------------------------------------------- */

/* -1, with a failure, where there is none of that name. */
static int buffer_find(struct declared_reader *reader, const char *wanted)
{
    const struct declared_spec *spec = reader->spec;
    const char *names[DECLARED_BUFFERS_MAX];
    const struct name_list all = {
        names, spec->input_count + spec->output_count + reader->variant->buffer_count, 0
    };
    if (!wanted) {
        declared_reader_fail(reader, "is not the name of a buffer");
        return -1;
    }
    for (size_t i = 0; i < all.count; i++) {
        names[i] = declared_spec_buffer(spec, reader->variant, (int)i)->name;
        if (strcmp(names[i], wanted) == 0)
            return (int)i;
    }
    declared_reader_fail(reader,
                         "there is no buffer '%.60s'%s: buffers are inputs, outputs, and those of "
                         "the variant's \"buffers\"",
                         wanted, name_list_hint(&all, wanted));
    return -1;
}

static bool own_buffers_read(struct declared_reader *reader, const json_t *object,
                             struct declared_variant *variant)
{
    const struct declared_spec *spec = reader->spec;
    const size_t shared = spec->input_count + spec->output_count;
    struct declared_entry entry = { .of = object };
    if (!object)
        return true;
    declared_reader_enter(reader, "buffers", 0);
    if (!json_is_object(object) || json_object_size(object) + shared > DECLARED_BUFFERS_MAX)
        return declared_reader_fail(reader, "is not an object of at most %zu buffers",
                                    DECLARED_BUFFERS_MAX - shared);
    struct declared_buffer *own =
        arena_alloc(&reader->spec->arena, json_object_size(object) * sizeof(*own));
    variant->buffers = own;
    while (declared_reader_next(reader, &entry)) {
        const json_t *value = entry.value;
        struct declared_buffer *buffer = &own[variant->buffer_count];
        if (NAMED(spec->inputs, spec->input_count, entry.name) ||
            NAMED(spec->outputs, spec->output_count, entry.name))
            return declared_reader_fail(reader, "there is an input or output of this name: "
                                                "choose another");
        if (!declared_reader_name(reader, entry.name) ||
            (json_is_object(value) ? !declared_reader_members(reader, value, "bytes image state") ||
                                         !declared_read_image(reader, value, &buffer->image) ||
                                         !declared_reader_amount_of(reader, value, "bytes",
                                                                    !buffer->image, &buffer->bytes)
                                   : !declared_reader_amount(reader, value, &buffer->bytes)))
            return false;
        buffer->is_state = declared_reader_truth(reader, value, "state");
        if (buffer->is_state && buffer->image)
            return declared_reader_fail(reader, "an image is no \"state\"");
        own[variant->buffer_count++].name = entry.name;
    }
    return declared_reader_leave(reader);
}

/* Steps ---------------------------------------------------------------------------------------- */

static bool amounts_read(struct declared_reader *reader, const json_t *step, const char *key,
                         size_t most, const struct declared_amount **amounts, size_t *count)
{
    const json_t *list = json_object_get(step, key);
    struct declared_entry entry = { .of = list };
    if (!list)
        return true;
    declared_reader_enter(reader, key, 0);
    if (!json_is_array(list) || json_array_size(list) > most)
        return declared_reader_fail(reader, "is not a list of at most %zu", most);
    struct declared_amount *own =
        arena_alloc(&reader->spec->arena, json_array_size(list) * sizeof(*own));
    while (declared_reader_next(reader, &entry))
        declared_reader_amount(reader, entry.value, &own[entry.index]);
    *amounts = own;
    *count = json_array_size(list);
    return declared_reader_leave(reader);
}

static bool bind_read(struct declared_reader *reader, const json_t *list,
                      struct declared_step *step)
{
    struct declared_entry entry = { .of = list };
    declared_reader_enter(reader, "bind", 0);
    if (!json_is_array(list) || json_array_size(list) > GPU_BINDINGS_MAX)
        return declared_reader_fail(reader, "is not a list of at most %d buffers, by binding",
                                    GPU_BINDINGS_MAX);
    int *bind = arena_alloc(&reader->spec->arena, json_array_size(list) * sizeof(*bind));
    while (declared_reader_next(reader, &entry))
        bind[entry.index] =
            json_is_null(entry.value) ? -1 : buffer_find(reader, json_string_value(entry.value));
    step->bind = bind;
    step->bind_count = json_array_size(list);
    return declared_reader_leave(reader);
}

/* "buffer" or "buffer@offset" */
static bool place_read(struct declared_reader *reader, const json_t *value,
                       struct declared_range *range)
{
    const char *text = json_string_value(value);
    char *name = arena_text(&reader->spec->arena, text ? text : ""), *at = strchr(name, '@');
    if (at)
        *at++ = 0;
    range->buffer = buffer_find(reader, name);
    if (reader->failed || !declared_reader_formula(reader, at ? at : "0", &range->offset))
        return false;
    return !declared_spec_buffer(reader->spec, reader->variant, range->buffer)->image ||
           declared_reader_fail(reader, "is an image: kernels alone read and write it");
}

static bool groups_read(struct declared_reader *reader, const json_t *value,
                        struct declared_step *step)
{
    for (size_t i = 0; i < 3; i++)
        step->groups[i] = (struct declared_amount){ .number = { .whole = 1 } };
    struct declared_entry entry = { .of = value };
    declared_reader_enter(reader, "groups", 0);
    if (!json_is_array(value))
        return declared_reader_amount(reader, value, &step->groups[0]) &&
               declared_reader_leave(reader);
    if (json_array_size(value) < 1 || json_array_size(value) > 3)
        return declared_reader_fail(reader, "is not a number of groups, nor [x, y, z]");
    while (declared_reader_next(reader, &entry))
        declared_reader_amount(reader, entry.value, &step->groups[entry.index]);
    return declared_reader_leave(reader);
}

static bool member_place(struct declared_reader *reader, const json_t *value, const char *key,
                         struct declared_range *range)
{
    declared_reader_enter(reader, key, 0);
    return place_read(reader, value, range) && declared_reader_leave(reader);
}

/* An entry point may stand behind the suffix. */
static bool kernel_has_suffix(const char *file)
{
    static const char *const suffixes[] = { ".comp", ".hlsl", ".slang", ".spv" };
    const size_t length = (size_t)(shader_file_path_end(file) - file);
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        const size_t bytes = strlen(suffixes[i]);
        if (length > bytes && strncmp(file + length - bytes, suffixes[i], bytes) == 0)
            return true;
    }
    return false;
}

static bool kernel_read(struct declared_reader *reader, const json_t *object,
                        struct declared_step *step)
{
    const json_t *indirect = json_object_get(object, "indirect");
    const json_t *groups = json_object_get(object, "groups");
    step->kind = DECLARED_KERNEL;
    step->kernel = declared_reader_text(reader, object, "kernel", NULL);
    if (reader->failed || !declared_reader_file(reader, step->kernel))
        return false;
    if (!kernel_has_suffix(step->kernel))
        return declared_reader_fail(
            reader, "'%.100s' is not a kernel: .comp, .hlsl, .slang or .spv", step->kernel);
    reader->variant->kernels[reader->variant->kernel_count++] = step;
    if (!indirect == !groups)
        return declared_reader_fail(reader, "wants either \"groups\" or \"indirect\"");
    return declared_reader_members(reader, object,
                                   "kernel constants bind push groups indirect overlaps when") &&
           amounts_read(reader, object, "constants", GPU_CONSTANTS_MAX, &step->constants,
                        &step->constant_count) &&
           amounts_read(reader, object, "push", GPU_PUSH_BYTES_MAX / 4, &step->push,
                        &step->push_count) &&
           (!json_object_get(object, "bind") ||
            bind_read(reader, json_object_get(object, "bind"), step)) &&
           (indirect ? member_place(reader, indirect, "indirect", &step->at)
                     : groups_read(reader, groups, step));
}

/* A range that the step writes; never an input. */
static bool target_read(struct declared_reader *reader, const json_t *value,
                        struct declared_range *range)
{
    return place_read(reader, value, range) &&
           (range->buffer >= (int)reader->spec->input_count ||
            declared_reader_fail(reader, "is an input, which all variants share: write to a buffer "
                                         "of the variant")) &&
           (!reader->is_before || reader->spec->is_shipped ||
            range->buffer >= (int)(reader->spec->input_count + reader->spec->output_count) ||
            declared_reader_fail(reader,
                                 "is an output, and \"before\" is untimed: outputs are made "
                                 "by \"steps\""));
}

static bool fill_read(struct declared_reader *reader, const json_t *object,
                      struct declared_step *step)
{
    step->kind = DECLARED_FILL_STEP;
    if (!declared_reader_members(reader, object, "fill value bytes overlaps when") ||
        !declared_reader_amount_of(reader, object, "bytes", false, &step->bytes) ||
        !declared_reader_amount_of(reader, object, "value", false, &step->value))
        return false;
    declared_reader_enter(reader, "fill", 0);
    return target_read(reader, json_object_get(object, "fill"), &step->at) &&
           declared_reader_leave(reader);
}

static bool copy_read(struct declared_reader *reader, const json_t *object,
                      struct declared_step *step)
{
    const json_t *pair = json_object_get(object, "copy");
    step->kind = DECLARED_COPY;
    if (!declared_reader_members(reader, object, "copy bytes overlaps when") ||
        !declared_reader_amount_of(reader, object, "bytes", false, &step->bytes))
        return false;
    declared_reader_enter(reader, "copy", 0);
    if (!json_is_array(pair) || json_array_size(pair) != 2)
        return declared_reader_fail(reader, "is not [from, to]");
    return place_read(reader, json_array_get(pair, 0), &step->from) &&
           target_read(reader, json_array_get(pair, 1), &step->at) && declared_reader_leave(reader);
}

/* Two names exchange what they stand for, up to the end of the execution. */
static bool swap_read(struct declared_reader *reader, const json_t *object,
                      struct declared_step *step)
{
    const json_t *pair = json_object_get(object, "swap");
    step->kind = DECLARED_SWAP;
    if (!declared_reader_members(reader, object, "swap when"))
        return false;
    declared_reader_enter(reader, "swap", 0);
    if (!json_is_array(pair) || json_array_size(pair) != 2)
        return declared_reader_fail(reader, "is not a list of two buffers");
    if (reader->is_before)
        return declared_reader_fail(reader, "\"before\" has none");
    for (size_t i = 0; i < 2 && !reader->failed; i++) {
        const char *name = json_string_value(json_array_get(pair, i));
        const int buffer = buffer_find(reader, name);
        *(i == 0 ? &step->at.buffer : &step->from.buffer) = buffer;
        if (buffer < 0)
            return false;
        if (buffer < (int)reader->spec->input_count ||
            declared_spec_buffer(reader->spec, reader->variant, buffer)->is_state)
            return declared_reader_fail(reader,
                                        "'%s' is an input or a \"state\": those stay where "
                                        "they are",
                                        name);
    }
    return declared_reader_leave(reader);
}

/* "from..to" */
static bool range_read(struct declared_reader *reader, const json_t *value,
                       struct declared_step *step)
{
    const char *text = json_string_value(value);
    char *first = arena_text(&reader->spec->arena, text ? text : ""), *dots = strstr(first, "..");
    if (!dots || dots == first || dots[2] == 0)
        return declared_reader_fail(reader, "is not a range: \"0..depth\", both included");
    *dots = 0;
    return declared_reader_formula(reader, first, &step->first) &&
           declared_reader_formula(reader, dots + 2, &step->last);
}

static bool repeat_read(struct declared_reader *reader, const json_t *object,
                        struct declared_step *step)
{
    json_t *range = json_object_get(object, "repeat");
    void *member = json_object_iter(range);
    step->kind = DECLARED_REPEAT;
    if (!declared_reader_members(reader, object, "repeat steps overlaps when"))
        return false;
    declared_reader_enter(reader, "repeat", 0);
    if (!json_is_object(range) || json_object_size(range) != 1)
        return declared_reader_fail(reader, "is not {\"level\": \"0..depth\"}");
    if (reader->level_count == DECLARED_LEVELS_MAX)
        return declared_reader_fail(reader, "is deeper than %d loops", DECLARED_LEVELS_MAX);
    step->level = json_object_iter_key(member);
    declared_reader_enter(reader, step->level, 0);
    if (!declared_reader_name(reader, step->level) ||
        !range_read(reader, json_object_iter_value(member), step))
        return false;
    declared_reader_leave(reader);
    declared_reader_leave(reader);
    reader->levels[reader->level_count++] = step->level;
    const bool good = steps_read(reader, "steps", json_object_get(object, "steps"), &step->steps,
                                 &step->step_count);
    reader->level_count--;
    return good;
}

/* Turns until the host reads 0 in a word. */
static bool until_read(struct declared_reader *reader, const json_t *object,
                       struct declared_step *step)
{
    step->kind = DECLARED_UNTIL;
    if (!declared_reader_members(reader, object, "until at_most steps when"))
        return false;
    if (reader->level_count > 0 || reader->is_until || reader->is_before)
        return declared_reader_fail(reader, "put \"until\" outside of loops and of \"before\"");
    if (!member_place(reader, json_object_get(object, "until"), "until", &step->at) ||
        !declared_reader_amount_of(reader, object, "at_most", true, &step->last))
        return false;
    reader->is_until = true;
    reader->variant->is_driven = true;
    const bool good = steps_read(reader, "steps", json_object_get(object, "steps"), &step->steps,
                                 &step->step_count);
    reader->is_until = false;
    return good;
}

static bool step_read(struct declared_reader *reader, const json_t *object,
                      struct declared_step *step)
{
    static const struct {
        const char *name;
        bool (*read)(struct declared_reader *reader, const json_t *object,
                     struct declared_step *step);
    } kinds[] = { { "kernel", kernel_read }, { "fill", fill_read }, { "copy", copy_read },
                  { "repeat", repeat_read }, { "swap", swap_read }, { "until", until_read } };
    *step = (struct declared_step){ .line = declared_reader_line(reader),
                                    .overlaps = declared_reader_truth(reader, object, "overlaps"),
                                    .at.buffer = -1 };
    if (++reader->step_count > DECLARED_STEPS_MAX)
        return declared_reader_fail(reader, "a variant has at most %d steps", DECLARED_STEPS_MAX);
    if (!declared_reader_amount_of(reader, object, "when", false, &step->when))
        return false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (json_object_get(object, kinds[i].name))
            return kinds[i].read(reader, object, step);
    return declared_reader_fail(reader, "is not a step: it has none of \"kernel\", \"fill\", "
                                        "\"copy\", \"swap\", \"repeat\", \"until\"");
}

static bool steps_read(struct declared_reader *reader, const char *key, const json_t *list,
                       const struct declared_step **steps, size_t *count)
{
    struct declared_entry entry = { .of = list };
    declared_reader_enter(reader, key, 0);
    if (!json_is_array(list) || json_array_size(list) == 0)
        return declared_reader_fail(reader, "is not a list of steps");
    struct declared_step *own =
        arena_alloc(&reader->spec->arena, json_array_size(list) * sizeof(*own));
    while (declared_reader_next(reader, &entry))
        if (!step_read(reader, entry.value, &own[entry.index]))
            return false;
    *steps = own;
    *count = json_array_size(list);
    return declared_reader_leave(reader);
}

/* Variants ------------------------------------------------------------------------------------- */

static bool work_read(struct declared_reader *reader, const json_t *work,
                      struct declared_variant *variant)
{
    if (!work)
        return true;
    declared_reader_enter(reader, "work", 0);
    if (!declared_reader_members(reader, work,
                                 reader->spec->is_shipped ? "read written ops items intermediate"
                                                          : "read written ops items") ||
        !declared_reader_amount_of(reader, work, "intermediate", false, &variant->intermediate) ||
        !declared_reader_amount_of(reader, work, "read", false, &variant->read) ||
        !declared_reader_amount_of(reader, work, "written", false, &variant->written) ||
        !declared_reader_amount_of(reader, work, "ops", false, &variant->operations) ||
        !declared_reader_amount_of(reader, work, "items", false, &variant->items))
        return false;
    return declared_reader_leave(reader);
}

/* A program sees each array with a type: a kernel never asks. */
static bool types_are_there(struct declared_reader *reader)
{
    const struct declared_spec *spec = reader->spec;
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++) {
        const struct declared_buffer *buffer = declared_spec_buffer(spec, NULL, (int)i);
        if (!buffer->type)
            return declared_reader_fail(reader,
                                        "a program needs the \"type\" of '%s': give it one, such "
                                        "as \"uint\" or an axis of types",
                                        buffer->name);
    }
    return true;
}

/* True, too, where the variant is no program. */
static bool program_read(struct declared_reader *reader, const json_t *object,
                         struct declared_variant *variant)
{
    static const char *const apis[] = { "host",   "cuda",  "hip",   "level_zero", "opencl",
                                        "vulkan", "metal", "optix", NULL };
    const bool is_program = json_object_get(object, "program");
    struct declared_command *const commands[] = { &variant->build, &variant->program,
                                                  &variant->environment };
    static const char *const keys[] = { "build", "program", "environment" };
    for (size_t i = 0; i < 3; i++)
        if (json_object_get(object, keys[i]) &&
            !declared_reader_command(reader, object, keys[i], commands[i]))
            return false;
    if (!is_program)
        return (!json_object_get(object, "build") && !json_object_get(object, "environment") &&
                !json_object_get(object, "api")) ||
               declared_reader_fail(reader, "\"build\", \"environment\" and \"api\" are of a "
                                            "variant with \"program\"");
    if (json_object_get(object, "steps") || json_object_get(object, "before") ||
        json_object_get(object, "buffers") || json_object_get(object, "waits_for_groups"))
        return declared_reader_fail(reader, "a variant has either \"program\", or \"steps\" and "
                                            "what belongs to them");
    variant->api = apis[declared_reader_choice(reader, object, "api", apis)];
    if (reader->failed || !reader->spec->is_shipped)
        return !reader->failed && types_are_there(reader);
    return declared_reader_names(reader, object, "inputs", true, &variant->inputs,
                                 &variant->input_count) &&
           declared_reader_names(reader, object, "outputs", true, &variant->outputs,
                                 &variant->output_count);
}

/* Whether a profile has that value of the axis. */
static bool axis_has(const struct bench_axis *axis, const char *value, size_t length)
{
    for (int i = 0; i < BENCH_PROFILE_COUNT; i++)
        for (const char *list = axis->values[i]; list; list = strchr(list, ',')) {
            list += *list == ',';
            if (strcspn(list, ",") == length && strncmp(list, value, length) == 0)
                return true;
        }
    return false;
}

/* Checks a word of a join: `n` or `n:4,8`. */
static bool join_word(struct declared_reader *reader, const char *word, size_t length)
{
    const struct declared_spec *spec = reader->spec;
    OWNED char *name = text_make("%.*s", (int)strcspn(word, ": "), word);
    const struct bench_axis *axis = NAMED(reader->variant->axes, reader->variant->axis_count, name);
    if (!axis)
        axis = NAMED(spec->axes, spec->axis_count, name);
    if (!axis)
        return declared_reader_fail(reader, "there is no axis '%s'", name);
    for (const char *value = word + strlen(name); value < word + length;) {
        const size_t own = strcspn(++value, ", ");
        if (!axis_has(axis, value, own))
            return declared_reader_fail(reader,
                                        "no profile has the value '%.*s' of the axis '%s': give "
                                        "it to the axis first",
                                        (int)own, value, axis->name);
        value += own;
    }
    return true;
}

static bool joins_read(struct declared_reader *reader, const json_t *list,
                       struct declared_variant *variant)
{
    struct declared_entry entry = { .of = list };
    if (!list)
        return true;
    declared_reader_enter(reader, "joins", 0);
    if (!json_is_array(list) || json_array_size(list) > DECLARED_JOINS_MAX)
        return declared_reader_fail(reader,
                                    "is not a list of at most %d texts, each with axes and their "
                                    "values: [\"n:64,256 block\"]",
                                    DECLARED_JOINS_MAX);
    const char **joins =
        arena_alloc(&reader->spec->arena, (json_array_size(list) + 1) * sizeof(*joins));
    variant->joins = joins;
    while (declared_reader_next(reader, &entry)) {
        const char *at = json_string_value(entry.value);
        if (!at || *at == 0)
            return declared_reader_fail(reader, "is not a text with the name of an axis");
        for (const char *word = at; *word != 0; word += strcspn(word, " "), word += *word == ' ')
            if (!join_word(reader, word, strcspn(word, " ")))
                return false;
        joins[variant->join_count++] = at;
    }
    return declared_reader_leave(reader);
}

static bool variant_read(struct declared_reader *reader, const char *name, const json_t *object,
                         struct declared_variant *variant)
{
    if (!declared_reader_name(reader, name) ||
        !declared_reader_members(reader, object,
                                 reader->spec->is_shipped
                                     ? "buffers steps work when once program build api environment "
                                       "inputs outputs"
                                     : "source summary kind waits_for_groups yardstick buffers "
                                       "steps program build api environment work why joins axes "
                                       "when before"))
        return false;
    const char *kind = declared_reader_text(reader, object, "kind", "gpu");
    if (strcmp(kind, "gpu") != 0 && strcmp(kind, "GPU") != 0)
        return declared_reader_fail(reader,
                                    "\"kind\": '%.60s': a folder has variants of kind "
                                    "\"gpu\" alone; others are written in C",
                                    kind);
    *variant = (struct declared_variant){
        .name = name,
        .summary = declared_reader_text(reader, object, "summary", name),
        .source = declared_reader_text(reader, object, "source", "contender"),
        .waits_for_groups = declared_reader_truth(reader, object, "waits_for_groups"),
        .is_yardstick = declared_reader_truth(reader, object, "yardstick"),
        .line = declared_reader_line(reader),
    };
    if (json_object_get(object, "why"))
        variant->why = declared_reader_text(reader, object, "why", NULL);
    variant->kernels =
        arena_alloc(&reader->spec->arena, DECLARED_STEPS_MAX * sizeof(*variant->kernels));
    reader->variant = variant;
    reader->step_count = 0;
    const char *key = reader->spec->is_shipped ? "once" : "before";
    const json_t *before = json_object_get(object, key);
    bool good =
        !reader->failed &&
        (!json_object_get(object, "axes") ||
         declared_read_axes(reader, json_object_get(object, "axes"), &variant->axes,
                            &variant->axis_count)) &&
        joins_read(reader, json_object_get(object, "joins"), variant) &&
        declared_reader_amount_of(reader, object, "when", false, &variant->when) &&
        own_buffers_read(reader, json_object_get(object, "buffers"), variant) &&
        work_read(reader, json_object_get(object, "work"), variant) &&
        program_read(reader, object, variant) && !reader->failed &&
        (variant->program.count > 0 || steps_read(reader, "steps", json_object_get(object, "steps"),
                                                  &variant->steps, &variant->step_count));
    reader->is_before = true;
    good = good &&
           (!before || steps_read(reader, key, before, &variant->before, &variant->before_count));
    reader->is_before = false;
    reader->variant = NULL;
    return good;
}

bool declared_read_variants(struct declared_reader *reader, const json_t *variants)
{
    struct declared_spec *spec = reader->spec;
    const size_t count = json_object_size(variants);
    struct declared_entry entry = { .of = variants };
    declared_reader_enter(reader, "variants", 0);
    if (!json_is_object(variants) || count == 0 || count > DECLARED_VARIANTS_MAX)
        return declared_reader_fail(reader, "is not an object of 1 to %d variants",
                                    DECLARED_VARIANTS_MAX);
    spec->variants = arena_alloc(&spec->arena, count * sizeof(*spec->variants));
    struct declared_variant *sorted = arena_alloc(&spec->arena, count * sizeof(*sorted));
    while (declared_reader_next(reader, &entry))
        if (!variant_read(reader, entry.name, entry.value, &spec->variants[spec->variant_count++]))
            return false;
    /* The first that is no yardstick is the baseline: yardsticks come last. */
    size_t done = 0;
    for (int yardstick = 0; yardstick < 2; yardstick++)
        for (size_t i = 0; i < spec->variant_count; i++)
            if (spec->variants[i].is_yardstick == (yardstick != 0))
                sorted[done++] = spec->variants[i];
    spec->variants = sorted;
    if (sorted[0].is_yardstick)
        return declared_reader_fail(reader, "all variants are yardsticks: one must be none");
    return declared_reader_leave(reader);
}
