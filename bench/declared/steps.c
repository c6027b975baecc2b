/* SPDX-License-Identifier: MIT */
#include "bench/declared/declared.h"

#include "bench/declared/private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { FOLDER_BYTES = 80, FILES_MAX = 16 };

/* A file that was read, with its kernels. */
struct declared_file {
    const struct technique_steps *file;
    struct declared_spec spec;
    struct declared_kernels kernels;
};

struct declared_list {
    struct declared_case state;
    struct declared_scope scope;
    int64_t numbers[];
};

/* Reads a file of the executable once, for as long as the process lives. */
static struct declared_file *file_read(struct bench_case *c, const struct technique_steps *file)
{
    static struct declared_file all[FILES_MAX];
    struct declared_file *read = all;
    char folder[FOLDER_BYTES], *log = NULL;
    while (read->file && read->file != file)
        read++;
    assert(read + 1 < all + FILES_MAX);
    if (read->file)
        return read;
    snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(file->name, '/') - file->name),
             file->name);
    if (!declared_spec_read_shipped(&read->spec, file->text, file->bytes, folder) ||
        !declared_kernels_init(&read->kernels, &read->spec, &log)) {
        declared_kernels_finish(&read->kernels);
        declared_spec_finish(&read->spec);
        context_error(&c->context, "%s", trouble_text());
        return NULL;
    }
    read->file = file;
    return read;
}

struct declared_spec *declared_steps_spec(struct bench_case *c, const struct technique_steps *file)
{
    struct declared_file *read = file_read(c, file);
    return read ? &read->spec : NULL;
}

const struct declared_variant *
declared_steps_find(struct bench_case *c, const struct declared_spec *spec, const char *name)
{
    const struct declared_variant *found = NAMED(spec->variants, spec->variant_count, name);
    if (!found)
        context_error(&c->context, "%s/technique.json has no list '%s'", spec->folder, name);
    return found;
}

const struct declared_given *declared_given_find(const struct declared_given *given,
                                                 const char *name)
{
    while (given->name && strcmp(given->name, name) != 0)
        given++;
    return given->name ? given : NULL;
}

bool declared_numbers_take(struct bench_case *c, const struct declared_spec *spec,
                           const struct declared_given *given, int64_t *numbers)
{
    const struct gpu_info *info =
        c->context.scope ? gpu_info(gpu_scope_device(c->context.scope)) : NULL;
    const struct gpu_limits none = { .group_count_max = { 1, 1, 1 } };
    const struct gpu_limits *limits = info ? &info->limits : &none;
    const struct declared_given own[] = { { "limit_x", limits->group_count_max[0] },
                                          { "limit_z", limits->group_count_max[2] },
                                          { "limit_shared", limits->shared_bytes_max },
                                          { 0 } };
    for (size_t i = 0; i < spec->number_count; i++) {
        const char *name = spec->numbers[i];
        const struct declared_given *found = declared_given_find(given, name);
        found = found ? found : declared_given_find(own, name);
        if (!found)
            return context_error(&c->context, "%s/technique.json: nobody gives '%s'", spec->folder,
                                 name);
        numbers[i] = found->number;
    }
    return true;
}

/* Takes the memory that C gives, and makes the rest. */
static bool memory_make(struct bench_case *c, struct declared_list *list,
                        const struct declared_given *given)
{
    const struct declared_spec *spec = list->scope.spec;
    const struct declared_variant *variant = list->scope.variant;
    for (size_t i = 0; i < spec->output_count; i++) {
        const struct declared_given *found = declared_given_find(given, spec->outputs[i].name);
        if (found)
            list->state.memory[i] =
                (struct declared_memory){ found->buffer, found->image, found->sampler };
    }
    for (size_t i = 0; i < variant->buffer_count; i++) {
        const struct declared_buffer *buffer = &variant->buffers[i];
        struct declared_memory *memory = &list->state.memory[spec->output_count + i];
        uint64_t bytes = 0;
        if (!declared_bytes_take(&c->context, &list->scope, buffer, &bytes))
            return false;
        if (!declared_buffer_make(c, &list->scope, buffer, bytes, memory))
            return false;
    }
    return context_ok(&c->context);
}

struct declared_list *declared_list_create(struct bench_case *c, const struct technique_steps *file,
                                           const char *name, const struct declared_given *given)
{
    struct declared_file *read = file_read(c, file);
    if (!read)
        return NULL;
    const struct declared_variant *variant = declared_steps_find(c, &read->spec, name);
    if (!variant)
        return NULL;
    struct declared_list *list =
        context_alloc(&c->context, sizeof(*list) + read->spec.number_count * sizeof(int64_t));
    if (!list || !declared_numbers_take(c, &read->spec, given, list->numbers))
        return NULL;
    list->state.kernels = &read->kernels;
    list->scope = (struct declared_scope){
        .spec = &read->spec, .variant = variant, .seed = c->context.seed, .numbers = list->numbers
    };
    if (!declared_when(&list->scope, &c->context) || !memory_make(c, list, given) ||
        !declared_actions_make(&list->state, &list->scope, &c->context))
        return NULL;
    if (list->state.before.count == 0)
        return list;
    struct gpu_commands *commands = gpu_commands_begin(c->context.scope); /* of the set-up */
    declared_before_record(&list->state, commands);
    return gpu_commands_submit(commands) ? list : NULL;
}

void declared_list_record(struct declared_list *list, struct gpu_commands *commands)
{
    if (list)
        declared_steps_record(&list->state, commands);
}

void declared_listed_record(struct bench_case *c, struct gpu_commands *commands)
{
    declared_list_record(*(struct declared_list *const *)c->state, commands);
}

void declared_list_work(const struct declared_list *list, struct bench_work *work)
{
    const struct declared_variant *variant = list ? list->scope.variant : NULL;
    if (!variant)
        return;
    const double intermediate = declared_amount_real(&list->scope, &variant->intermediate);
    work->bytes_read += declared_amount_real(&list->scope, &variant->read);
    work->bytes_written += declared_amount_real(&list->scope, &variant->written) + intermediate;
    work->bytes_intermediate += intermediate;
    work->operations += declared_amount_real(&list->scope, &variant->operations);
    work->items += declared_amount_real(&list->scope, &variant->items);
}
