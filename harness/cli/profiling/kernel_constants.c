/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/kernel_constants.h"

#include "harness/base/disk.h"
#include "harness/base/plural.h"
#include "harness/base/text.h"
#include "harness/engine/gpu/executable.h"
#include "harness/record/run/run_kernel.h"
#include "harness/views/table/table_text.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { VALUE_BYTES = 32, HANG = 4 };

/* Values that measured cases have given to the constants of one file. */
struct values {
    bool seen[GPU_CONSTANTS_MAX], differs[GPU_CONSTANTS_MAX];
    uint32_t value[GPU_CONSTANTS_MAX];
};

static void kernel_take(struct values *values, const struct run_kernel *kernel)
{
    json_t *list = kernel->constants ? json_loads(kernel->constants, 0, NULL) : NULL;
    for (size_t i = 0; i < json_array_size(list) && i < GPU_CONSTANTS_MAX; i++) {
        const uint32_t value = (uint32_t)json_integer_value(json_array_get(list, i));
        values->differs[i] = values->differs[i] || (values->seen[i] && values->value[i] != value);
        values->value[i] = value;
        values->seen[i] = true;
    }
    json_decref(list);
}

/* Takes the kernels of a name that are the user's files, or else those that are not. */
static void cases_take(struct values *values, const struct run *run, const char *name, bool file)
{
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        for (size_t k = 0; c->status == BENCH_OK && k < c->kernel_count; k++) {
            const struct run_kernel *kernel = run_kernel_find(run, c->kernels[k]);
            if (kernel && !*kernel->file == !file && strcmp(kernel->name, name) == 0)
                kernel_take(values, kernel);
        }
    }
}

static void value_text(char text[VALUE_BYTES], enum gpu_constant_kind kind, uint32_t value)
{
    float number;
    memcpy(&number, &value, sizeof(number));
    if (kind == GPU_CONSTANT_FLOAT)
        snprintf(text, VALUE_BYTES, "%g", (double)number);
    else if (kind == GPU_CONSTANT_INT)
        snprintf(text, VALUE_BYTES, "%d", (int)value);
    else
        snprintf(text, VALUE_BYTES, "%u", value);
}

static void constant_add(struct text *text, const struct gpu_constant *constant, uint32_t id,
                         uint32_t value)
{
    char number[VALUE_BYTES], name[VALUE_BYTES];
    value_text(number, constant->kind, value);
    snprintf(name, sizeof(name), "constant %u", id);
    text_join(text, "; ", "%s was always %s", *constant->name ? constant->name : name, number);
    if (constant->branches > 0)
        text_add_format(text, ": %u %s on it", constant->branches,
                        plural(constant->branches, "branch depends", "branches depend"));
}

/* A line of constants that had one value, those with branches first; of `deciding`, no others. */
static void values_view(struct sheet *sheet, const char *file, const struct values *values,
                        const struct gpu_constant constants[GPU_CONSTANTS_MAX], bool deciding)
{
    struct text text = { 0 };
    char line[TABLE_CELL_BYTES];
    for (int branches = 1; branches >= (deciding ? 1 : 0); branches--)
        for (uint32_t i = 0; i < GPU_CONSTANTS_MAX; i++)
            if (constants[i].used && values->seen[i] && !values->differs[i] &&
                (constants[i].branches > 0) == branches)
                constant_add(&text, &constants[i], i, values->value[i]);
    if (text.length > 0) {
        snprintf(line, sizeof(line), "%s: %s", disk_base_name(file), text_string(&text));
        table_text_clean(line);
        sheet_line(sheet, SHEET_FOOT, "  ", HANG, line);
    }
    text_finish(&text);
}

void kernel_constants_view(struct sheet *sheet, const struct run *run,
                           const struct kernel_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        const struct kernel_file *file = &files->files[i];
        struct gpu_constant constants[GPU_CONSTANTS_MAX];
        struct values values = { 0 };
        cases_take(&values, run, file->entry->shader->name, true);
        if (kernel_file_constants(file, constants))
            values_view(sheet, file->path, &values, constants, false);
    }
}

void kernel_constants_folder_view(struct sheet *sheet, const struct run *run,
                                  const struct technique_folder *folder)
{
    for (size_t i = 0; i < folder->kernel_count; i++) {
        const struct technique_kernel *kernel = &folder->kernels[i];
        struct gpu_constant constants[GPU_CONSTANTS_MAX];
        struct values values = { 0 };
        bool again = false; /* a file that is compiled for several types stands there once */
        for (size_t k = 0; k < folder->kernel_count; k++)
            if (strcmp(folder->kernels[k].file, kernel->file) == 0) {
                again = again || k < i;
                cases_take(&values, run, folder->kernels[k].shader->name, false);
            }
        if (!again && gpu_shader_constants(kernel->shader, constants))
            values_view(sheet, kernel->file, &values, constants, true);
    }
}
