/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"

#include "harness/base/need.h"

#include <stdlib.h>
#include <string.h>

struct declared_kernel {
    const char *file;
    char *path, *name;
    const char *values[SHADER_FILE_DEFINES_MAX]; /* of the axes with a macro, in their order */
    struct shader_file compiled;
};

/* Axes with a macro. Returns how many. */
static size_t defines_of(const struct declared_spec *spec,
                         const struct declared_axis *axes[SHADER_FILE_DEFINES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < spec->axis_count && count < SHADER_FILE_DEFINES_MAX; i++)
        if (spec->axes[i].define)
            axes[count++] = &spec->axes[i];
    return count;
}

const struct shader_file *declared_kernels_find(const struct declared_kernels *kernels,
                                                const struct declared_scope *scope,
                                                const char *file)
{
    const struct declared_axis *axes[SHADER_FILE_DEFINES_MAX];
    const size_t count = defines_of(scope->spec, axes);
    for (size_t i = 0; i < kernels->count; i++) {
        const struct declared_kernel *kernel = kernels->kernels[i];
        bool same = strcmp(kernel->file, file) == 0;
        for (size_t k = 0; k < count && same; k++)
            same = strcmp(kernel->values[k], declared_scope_axis(scope, axes[k]->axis.name)) == 0;
        if (same)
            return &kernel->compiled;
    }
    return NULL;
}

/* "<technique>/<file without its suffix>", and an entry point and the macros' values behind it. */
static char *name_make(const struct declared_spec *spec, const char *file,
                       const char *const *values, size_t count)
{
    struct text text = { 0 };
    const char *end = shader_file_path_end(file), *suffix = end;
    while (*suffix != '.')
        suffix--;
    text_add_format(&text, "%s/%.*s", spec->technique, (int)(suffix - file), file);
    if (*end)
        text_add_format(&text, "_%s", end + 1);
    for (size_t i = 0; i < count; i++)
        text_add_format(&text, "_%s", values[i]);
    return text_take(&text);
}

static bool kernel_add(struct declared_kernels *kernels, const struct declared_spec *spec,
                       const char *file, const char *const *values)
{
    char *log = NULL;
    const struct declared_axis *axes[SHADER_FILE_DEFINES_MAX];
    const size_t count = defines_of(spec, axes);
    size_t room = kernels->room; /* of both */
    kernels->kernels =
        need_room(kernels->kernels, kernels->count, &room, sizeof(*kernels->kernels));
    kernels->described =
        need_room(kernels->described, kernels->count, &kernels->room, sizeof(*kernels->described));
    struct declared_kernel *kernel = need_bytes(sizeof(*kernel));
    const char *of = spec->is_shipped ? spec->technique : spec->folder;
    *kernel = (struct declared_kernel){ .file = file,
                                        .path = text_make("%s/%s", of, file),
                                        .name = name_make(spec, file, values, count) };
    kernels->kernels[kernels->count] = kernel;
    struct technique_kernel *said = &kernels->described[kernels->count++];
    *said = (struct technique_kernel){ .file = file,
                                       .shader = &kernel->compiled.shader,
                                       .define_count = count };
    struct shader_file_params params = { .path = kernel->path,
                                         .name = kernel->name,
                                         .define_count = count };
    for (size_t i = 0; i < count; i++) {
        kernel->values[i] = values[i];
        params.defines[i].name = said->defines[i].name = axes[i]->define;
        params.defines[i].value = said->defines[i].value = values[i];
    }
    const bool made = (spec->is_shipped ? shader_file_ship(&kernel->compiled, kernel->path)
                                        : shader_file_load(&kernel->compiled, &params, &log));
    if (log)
        text_add(&kernels->log, log);
    free(log);
    return made;
}

/* The interface of a file is the widest that it has for any values: some may use less of it. */
static struct shader_file widest(const struct declared_kernels *kernels, const char *file)
{
    struct shader_file most = { 0 };
    for (size_t i = 0; i < kernels->count; i++) {
        const struct shader_file *own = &kernels->kernels[i]->compiled;
        if (strcmp(kernels->kernels[i]->file, file) != 0)
            continue;
        most.constant_count =
            own->constant_count > most.constant_count ? own->constant_count : most.constant_count;
        most.push_bytes = own->push_bytes > most.push_bytes ? own->push_bytes : most.push_bytes;
        most.bindings |= own->bindings;
    }
    return most;
}

/* False where a step gives its kernel what that never uses. */
static bool step_fits(const struct declared_kernels *kernels, const struct declared_step *step)
{
    const struct shader_file most = widest(kernels, step->kernel);
    const size_t words = most.push_bytes / 4;
    if (step->constant_count > most.constant_count)
        return trouble("technique.json:%d: '%s' uses %u specialization constant%s, and "
                       "\"constants\" has %zu: leave out the last %zu",
                       step->line, step->kernel, most.constant_count,
                       plural(most.constant_count, "", "s"), step->constant_count,
                       step->constant_count - most.constant_count);
    if (step->push_count > words)
        return trouble("technique.json:%d: '%s' has push constants of %zu word%s, and \"push\" "
                       "has %zu: leave out the last %zu",
                       step->line, step->kernel, words, plural(words, "", "s"), step->push_count,
                       step->push_count - words);
    for (size_t i = 0; i < step->bind_count; i++)
        if (step->bind[i] >= 0 && !(most.bindings >> i & 1))
            return trouble("technique.json:%d: '%s' does not use binding %zu, and \"bind\" has a "
                           "buffer there: %s",
                           step->line, step->kernel, i,
                           i + 1 < step->bind_count ? "put null in its place" : "leave it out");
    return true;
}

/* Compiles a file for all combinations of values of the axes with a macro. */
static bool file_add(struct declared_kernels *kernels, const struct declared_spec *spec,
                     const struct declared_step *step)
{
    const struct declared_axis *axes[SHADER_FILE_DEFINES_MAX];
    const size_t count = defines_of(spec, axes);
    size_t at[SHADER_FILE_DEFINES_MAX] = { 0 }, digit = 0, all = 1;
    for (size_t i = 0; i < kernels->count; i++)
        if (strcmp(kernels->kernels[i]->file, step->kernel) == 0)
            return true;
    for (size_t i = 0; i < count; i++)
        for (size_t values = all; axes[i]->axis.names[++at[i]];)
            all += all <= DECLARED_COMPILED_MAX ? values : 0;
    if (kernels->count + all > DECLARED_COMPILED_MAX)
        return trouble("technique.json:%d: '%s' makes more than %d kernels, one for all values of "
                       "the axes with a \"define\": give those fewer values",
                       step->line, step->kernel, DECLARED_COMPILED_MAX);
    memset(at, 0, sizeof(at));
    do {
        const char *values[SHADER_FILE_DEFINES_MAX];
        for (size_t i = 0; i < count; i++)
            values[i] = axes[i]->axis.names[at[i]];
        if (!kernel_add(kernels, spec, step->kernel, values))
            return false;
        for (digit = 0; digit < count && !axes[digit]->axis.names[++at[digit]]; digit++)
            at[digit] = 0;
    } while (digit < count);
    return true;
}

bool declared_kernels_init(struct declared_kernels *kernels, const struct declared_spec *spec,
                           char **log)
{
    bool made = true;
    *kernels = (struct declared_kernels){ 0 };
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < spec->variant_count; i++)
            for (size_t k = 0; k < spec->variants[i].kernel_count && made; k++) {
                const struct declared_step *step = spec->variants[i].kernels[k];
                made = pass == 0 ? file_add(kernels, spec, step) : step_fits(kernels, step);
            }
    *log = kernels->log.length > 0 ? text_take(&kernels->log) : NULL;
    return made;
}

void declared_kernels_finish(struct declared_kernels *kernels)
{
    for (size_t i = 0; i < kernels->count; i++) {
        shader_file_finish(&kernels->kernels[i]->compiled);
        free(kernels->kernels[i]->path);
        free(kernels->kernels[i]->name);
        free(kernels->kernels[i]);
    }
    free(kernels->kernels);
    free(kernels->described);
    *kernels = (struct declared_kernels){ 0 };
}

uint32_t declared_kernels_needs(const struct declared_kernels *kernels,
                                const struct declared_variant *variant)
{
    uint32_t needs = 0;
    for (size_t i = 0; i < variant->kernel_count; i++) {
        uint32_t all = 0;
        for (size_t k = 0, seen = 0; k < kernels->count; k++)
            if (strcmp(kernels->kernels[k]->file, variant->kernels[i]->kernel) == 0)
                all = seen++ == 0 ? kernels->kernels[k]->compiled.needs
                                  : all & kernels->kernels[k]->compiled.needs;
        needs |= all;
    }
    return needs;
}
