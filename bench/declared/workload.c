/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"
#include "harness/base/need.h"
#include "harness/file.h"
#include "harness/half.h"
#include "harness/os/os.h"
#include "harness/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t buffer_bytes_max = UINT64_C(1) << 40;
static const uint64_t file_bytes_max = UINT64_C(1) << 30;

/* Fill ----------------------------------------------------------------------------------------- */

/* Bits, or of floats numbers within 0..1. */
static void random_fill(void *data, uint64_t bytes, const struct context_type *type, uint64_t seed)
{
    const uint32_t number = type->bytes / type->components;
    for (uint64_t at = 0; at < bytes; at += 8) {
        const uint64_t bits = random_next(&seed);
        const double real = (double)(bits >> 11) * 0x1p-53;
        const float singles[2] = { (float)(uint32_t)(bits >> 40) * 0x1p-24f,
                                   (float)(uint32_t)(bits & 0xffffff) * 0x1p-24f };
        uint16_t halves[4];
        for (int i = 0; i < 4; i++)
            halves[i] = half_from_float((float)(bits >> 16 * i & 0x7ff) * 0x1p-11f);
        const void *from = type->form != CONTEXT_FLOAT ? (const void *)&bits
                           : number == 8               ? (const void *)&real
                           : number == 4               ? (const void *)singles
                                                       : (const void *)halves;
        memcpy((char *)data + at, from, bytes - at < 8 ? bytes - at : 8);
    }
}

void declared_number_write(void *at, enum context_form form, uint32_t bytes, double real,
                           int64_t whole)
{
    const float single = (float)real;
    const uint16_t half = half_from_float(single);
    const void *from = form != CONTEXT_FLOAT ? (const void *)&whole
                       : bytes == 8          ? (const void *)&real
                       : bytes == 4          ? (const void *)&single
                                             : (const void *)&half;
    memcpy(at, from, bytes);
}

static bool file_fill(struct context *context, const struct declared_scope *scope,
                      const struct declared_buffer *input, void *data, uint64_t bytes)
{
    OWNED char *name = declared_scope_file(scope, input->file);
    OWNED char *path = declared_reference_file(scope->spec, name);
    if (!path)
        return context_error(context, "input %s: %s", input->name, trouble_text());
    FILE *file = bytes <= file_bytes_max ? file_open(path) : NULL;
    const uint64_t count = file ? fread(data, 1, bytes, file) : 0;
    if (file)
        fclose(file);
    return count == bytes ||
           context_error(context,
                         "input %s: '%s' has less than %llu bytes, cannot be read, or more than 1 "
                         "GiB of it is wanted",
                         input->name, input->file, (unsigned long long)bytes);
}

/* A number of 0 to below 1. */
static double unit_next(uint64_t *seed)
{
    return (double)(random_next(seed) >> 11) * 0x1p-53;
}

static int number_smaller(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Sorts parts, then merges them by means of a copy. False where a signal has come. */
static bool numbers_sort(double *numbers, double *copy, uint64_t count)
{
    enum { PART = 1 << 20 };
    for (uint64_t at = 0; at < count && !*interrupt_flag(); at += PART)
        qsort(numbers + at, count - at < PART ? count - at : PART, sizeof(*numbers),
              number_smaller);
    for (uint64_t part = PART; part < count; part *= 2) {
        memcpy(copy, numbers, count * sizeof(*numbers));
        for (uint64_t i = 0, at = 0; at < count && !*interrupt_flag(); at += 2 * part) {
            const uint64_t middle = count - at < part ? count : at + part;
            const uint64_t end = count - at < 2 * part ? count : at + 2 * part;
            uint64_t one = at, other = middle;
            for (; i < end; i++)
                numbers[i] = other == end || (one < middle && copy[one] <= copy[other])
                                 ? copy[one++]
                                 : copy[other++];
        }
    }
    return !*interrupt_flag();
}

bool declared_fill_is_drawn(enum declared_fill fill)
{
    return fill == DECLARED_BELOW || fill == DECLARED_UNIFORM || fill == DECLARED_NORMAL;
}

static double number_draw(enum declared_fill fill, double a, double b, uint64_t *seed)
{
    const double unit = unit_next(seed);
    if (fill == DECLARED_NORMAL)
        return a + b * sqrt(-2 * log(1 - unit)) * cos(2 * 3.14159265358979324 * unit_next(seed));
    return fill == DECLARED_BELOW ? floor(a * unit) : a + (b - a) * unit;
}

/* Rounds whole ones down. */
static void number_put(void *at, const struct context_type *type, double real)
{
    declared_number_write(at, type->form, type->bytes / type->components, real,
                          (int64_t)floor(fmax(fmin(real, 0x1p62), -0x1p62)));
}

static bool distribution_fill(struct context *context, const struct declared_scope *scope,
                              const struct declared_buffer *input, void *data, uint64_t bytes,
                              uint64_t seed)
{
    const struct context_type *type = context_type_find(declared_scope_type(scope, input));
    const uint32_t each = type->bytes / type->components;
    const uint64_t count = bytes / each;
    struct declared_number by[2] = { { 0 } };
    for (size_t i = 0; i < (input->fill == DECLARED_BELOW ? 1 : 2); i++)
        if (!declared_scope_number(scope, &input->fill_by[i], &by[i]))
            return context_error(context, "%s", trouble_text());
    const double a = declared_number_real(&by[0]), b = declared_number_real(&by[1]);
    if (input->fill == DECLARED_BELOW     ? !(a >= 1 && a <= 0x1p53)
        : input->fill == DECLARED_UNIFORM ? !(a < b)
                                          : !(b >= 0))
        return context_error(
            context,
            "technique.json:%d: input %s: no numbers are within %g and %g: \"below\" "
            "is 1 or more, \"uniform\" [less, more], and a deviation not below 0",
            input->fill_by[0].line, input->name, a, b);
    double *numbers = context_alloc(context, count * sizeof(*numbers));
    double *copy = input->is_sorted ? context_alloc(context, count * sizeof(*numbers)) : numbers;
    if (!numbers || !copy)
        return false;
    for (uint64_t i = 0; i < count && !*interrupt_flag(); i++)
        numbers[i] = number_draw(input->fill, a, b, &seed);
    if (*interrupt_flag() || (input->is_sorted && !numbers_sort(numbers, copy, count)))
        return context_error(context, "interrupted");
    for (uint64_t i = 0; i < count; i++)
        number_put((char *)data + i * each, type, numbers[i]);
    return true;
}

static bool input_fill(struct context *context, const struct declared_scope *scope,
                       const struct declared_buffer *input, void *data, uint64_t bytes)
{
    const struct context_type *type = context_type_find(declared_scope_type(scope, input));
    const uint32_t each = type->bytes / type->components;
    const char *name = input->name;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    const uint64_t seed = context->seed ^ hash;
    switch (input->fill) {
    case DECLARED_RANDOM: random_fill(data, bytes, type, seed); return true;
    case DECLARED_RAMP:
        for (uint64_t i = 0; i < bytes / each; i++)
            declared_number_write((char *)data + i * each, type->form, each, (double)i, (int64_t)i);
        return true;
    case DECLARED_FILE: return file_fill(context, scope, input, data, bytes);
    case DECLARED_UNIFORM:
    case DECLARED_NORMAL:
    case DECLARED_BELOW: return distribution_fill(context, scope, input, data, bytes, seed);
    default: return true;
    }
}

/* The generator runs once for all inputs that are its own. */
bool declared_inputs_fill(struct context *context, const struct declared_scope *scope,
                          const struct declared_bytes *bytes)
{
    const struct declared_spec *spec = scope->spec;
    struct declared_bytes made[DECLARED_BUFFERS_MAX];
    struct declared_program program = { .role = "the generator",
                                        .command = &spec->generator,
                                        .outputs = made };
    for (size_t i = 0; i < spec->input_count; i++)
        if (bytes[i].name && spec->inputs[i].fill == DECLARED_GENERATED)
            made[program.output_count++] = bytes[i];
        else if (bytes[i].name &&
                 !input_fill(context, scope, &spec->inputs[i], bytes[i].data, bytes[i].count))
            return false;
    return program.output_count == 0 || declared_program_run(scope, &program) ||
           context_error(context, "%s", trouble_text());
}

bool declared_word_draw(const struct declared_scope *scope, const struct declared_bytes *inputs,
                        uint64_t drawn, struct declared_word *word)
{
    const struct declared_spec *spec = scope->spec;
    size_t chosen = SIZE_MAX, seen = 0;
    for (size_t i = 0; i < spec->input_count; i++)
        if (spec->inputs[i].takes_any && random_below(&drawn, ++seen) == 0)
            chosen = i;
    if (chosen == SIZE_MAX)
        return false;
    const struct declared_buffer *input = &spec->inputs[chosen];
    const struct context_type *type = context_type_find(declared_scope_type(scope, input));
    const uint32_t each = type->bytes / type->components;
    struct declared_number by[2] = { { 0 } };
    *word = (struct declared_word){ .input = chosen,
                                    .bytes = type->bytes == 8 * type->components ? 8 : 4 };
    word->at = word->bytes * random_below(&drawn, inputs[chosen].count / word->bytes);
    random_fill(&word->data, word->bytes, type, random_next(&drawn));
    if (input->is_sorted || !declared_fill_is_drawn(input->fill) ||
        !declared_scope_number(scope, &input->fill_by[0], &by[0]) ||
        !(input->fill == DECLARED_BELOW ||
          declared_scope_number(scope, &input->fill_by[1], &by[1])))
        return true;
    for (uint32_t i = 0; i < word->bytes; i += each) /* others of its distribution */
        number_put((char *)&word->data + i, type,
                   number_draw(input->fill, declared_number_real(&by[0]),
                               declared_number_real(&by[1]), &drawn));
    return true;
}

/* Workload ------------------------------------------------------------------------------------- */

bool declared_bytes_take(struct context *context, const struct declared_scope *scope,
                         const struct declared_buffer *buffer, uint64_t *bytes)
{
    if (!declared_scope_bytes(scope, buffer, buffer_bytes_max, bytes))
        return context_error(context, "%s", trouble_text());
    if (*bytes > UINT32_MAX) /* before it is made, and the reference reads it */
        return context_unsupported(context, "buffer %s needs %llu bytes, no device binds over %u",
                                   buffer->name, (unsigned long long)*bytes, UINT32_MAX);
    if (*interrupt_flag())
        return context_error(context, "interrupted");
    if (*bytes == 0 || *bytes % 4 != 0)
        return context_error(
            context, "technique.json:%d: %s has %llu bytes: make them a multiple of 4, above 0",
            buffer->bytes.line, buffer->name, (unsigned long long)*bytes);
    return declared_type_fits(declared_scope_type(scope, buffer), *bytes) ||
           context_error(context, "technique.json:%d: %s %s", buffer->bytes.line, buffer->name,
                         trouble_text());
}

/* Computes a kept answer anew, once, where no altered input will ask the reference: it may depend
 * on what lies outside of the folder. The answer of now takes the place of one that differs. */
static bool kept_hold(struct context *context, const struct declared_scope *scope,
                      const struct bench_workload *workload, int64_t *kept_s)
{
    struct declared_bench *bench = (struct declared_bench *)(uintptr_t)workload->bench->data;
    const struct declared_workload *state = workload->state;
    const struct declared_bytes *kept = state->list + scope->spec->input_count;
    void *before[DECLARED_BUFFERS_MAX];
    bool same = true;
    if (*kept_s == 0 || workload->bench->alters || bench->kept_held)
        return true;
    for (size_t i = 0; i < scope->spec->output_count; i++) {
        before[i] = context_alloc(context, kept[i].count);
        if (!before[i])
            return false;
        memcpy(before[i], kept[i].data, kept[i].count);
    }
    if (!declared_reference_run(scope, state->list, kept, NULL))
        return context_error(context, "%s", trouble_text());
    for (size_t i = 0; i < scope->spec->output_count; i++)
        same = same && memcmp(before[i], kept[i].data, kept[i].count) == 0;
    if (same) {
        bench->kept_held = true;
    } else {
        bench->kept_stale = true;
        *kept_s = 0;
        message_warning("'%s': the reference gives another answer now than the one that was kept: "
                        "no kept one is taken; it may read what lies outside of its folder",
                        scope->spec->folder);
    }
    return true;
}

/* An answer to an altered input is wanted by nobody else. */
static bool reference_ask(struct context *context, const struct declared_scope *scope,
                          const struct bench_workload *workload, struct declared_bench *bench)
{
    const struct declared_workload *state = workload->state;
    const bool altered = workload->altered != 0;
    int64_t kept_s = 0;
    if (!declared_reference_run(scope, state->list, state->list + scope->spec->input_count,
                                altered || bench->kept_stale ? NULL : &kept_s))
        return context_error(context, "%s", trouble_text());
    if (!kept_hold(context, scope, workload, &kept_s))
        return false;
    context_answer_kept(context, kept_s);
    if (altered)
        return true;
    const bool held =
        declared_checks_hold(context, scope, state->list, workload->timed, !bench->checks_held);
    bench->checks_held = held;
    return held;
}

bool declared_workload(struct bench_workload *workload)
{
    struct declared_bench *bench = (struct declared_bench *)(uintptr_t)workload->bench->data;
    const struct declared_spec *spec = &bench->spec;
    struct context *context = &workload->context;
    struct declared_workload *state = workload->state;
    size_t terms = 0;
    struct declared_scope scope = declared_scope_of(spec, NULL, context);
    scope.terms = &terms;
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++) {
        const struct declared_buffer *buffer = declared_spec_buffer(spec, NULL, (int)i);
        struct declared_bytes *bytes = &state->list[i];
        bytes->name = buffer->name;
        if (!declared_bytes_take(context, &scope, buffer, &bytes->count))
            return false;
        bytes->data = context_alloc(context, bytes->count);
        if (!bytes->data)
            return false;
        context_fact_count(context, bytes->name, bytes->count);
    }
    if (!declared_inputs_fill(context, &scope, state->list))
        return false;
    if (!bench->examples_held && !declared_examples_hold(context, spec))
        return false;
    bench->examples_held = true;
    struct declared_word word;
    if (workload->altered && declared_word_draw(&scope, state->list, workload->altered, &word))
        memcpy((char *)state->list[word.input].data + word.at, &word.data, word.bytes);
    return workload->unanswered || reference_ask(context, &scope, workload, bench);
}

bool declared_same(const struct bench_workload *a, const struct bench_workload *b)
{
    const struct declared_bench *bench = a->bench->data;
    const struct declared_workload *one = a->state, *other = b->state;
    for (size_t i = 0; i < bench->spec.input_count; i++)
        if (memcmp(one->list[i].data, other->list[i].data, one->list[i].count) != 0)
            return false;
    return true;
}

bool declared_memory_make(struct gpu_scope *scope, const struct declared_scope *point,
                          const struct declared_buffer *buffer, uint64_t bytes, const void *data,
                          struct declared_memory *memory)
{
    uint32_t size[2];
    if (!buffer->image) {
        memory->buffer = gpu_buffer_create(
            scope,
            &(struct gpu_buffer_params){ .name = buffer->name, .bytes = bytes, .data = data });
        return memory->buffer;
    }
    if (!declared_scope_size(point, buffer->image, size))
        return false;
    memory->image = gpu_image_create(
        scope, &(struct gpu_image_params){ .name = buffer->name,
                                           .width = size[0],
                                           .height = size[1],
                                           .format = buffer->image->format,
                                           .usage = GPU_IMAGE_SAMPLED | GPU_IMAGE_STORAGE,
                                           .data = data });
    memory->sampler = gpu_sampler_create(scope, &buffer->image->sampler);
    return memory->image && memory->sampler;
}

uint64_t declared_memory_bytes(const struct declared_memory *memory)
{
    return memory->buffer ? gpu_buffer_bytes(memory->buffer)
                          : gpu_image_level_bytes(memory->image, 0);
}

bool declared_upload(struct bench_workload *workload)
{
    const struct declared_bench *bench = workload->bench->data;
    struct declared_workload *state = workload->state;
    const struct declared_scope scope = declared_scope_of(&bench->spec, NULL, &workload->context);
    for (size_t i = 0; i < bench->spec.input_count; i++)
        if (!declared_memory_make(workload->context.scope, &scope, &bench->spec.inputs[i],
                                  state->list[i].count, state->list[i].data, &state->memory[i]))
            return false;
    return true;
}
