/* SPDX-License-Identifier: MIT */
#include "harness/shader_file.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/shaders/shaders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SPIR-V in a file ----------------------------------------------------------------------------- */

enum { HEADER_BYTES = 20, BYTES_MAX = 16 << 20 };

static const uint32_t magic = 0x07230203;

bool spirv_file_is(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".spv") == 0;
}

bool spirv_file_parse(const char *text, size_t size, const char *path, struct compiled *compiled)
{
    *compiled = (struct compiled){ 0 };
    if (size < HEADER_BYTES || size > BYTES_MAX || size % sizeof(uint32_t) != 0 ||
        memcmp(text, &magic, sizeof(magic)) != 0) {
        const char *kind = text_kind(text, size);
        if (size >= sizeof(magic) && memcmp(text, &magic, sizeof(magic)) == 0)
            return trouble("'%s' has %zu bytes: SPIR-V has whole words of 4 bytes, %d bytes at "
                           "least, and up to %d MiB here; compile or copy it again",
                           path, size, HEADER_BYTES, BYTES_MAX >> 20);
        return trouble("'%s' is %s%s", path, kind ? kind : "not SPIR-V",
                       kind && strstr(kind, "SPIR-V") ? ""
                       : kind                         ? "; SPIR-V is wanted"
                                                      : "");
    }
    compiled->words = need_bytes(size);
    memcpy(compiled->words, text, size);
    compiled->bytes = size;
    return true;
}

bool spirv_file_load(const char *path, struct compiled *compiled)
{
    OWNED char *text = NULL;
    size_t size = 0;
    *compiled = (struct compiled){ 0 };
    return disk_load_said(path, &text, &size) && spirv_file_parse(text, size, path, compiled);
}

void spirv_file_say_entry_point(const struct gpu_shader *shader, const char *path, char **log)
{
    struct gpu_interface interface;
    char reason[GPU_MESSAGE_BYTES];
    if (shader->entry_point || *log || !gpu_shader_interface(shader, NULL, 0, &interface, reason) ||
        interface.entry_points < 2)
        return;
    *log = text_make("'%s' has %u compute entry points: %s is run; another by %s:NAME\n", path,
                     interface.entry_points, interface.entry_point, path);
}

void spirv_file_say_constants(const struct gpu_shader *shipped, const struct gpu_shader *shader,
                              const char *path, char **log)
{
    struct gpu_constant set[GPU_CONSTANTS_MAX], own[GPU_CONSTANTS_MAX];
    char ids[GPU_CONSTANTS_MAX * 4] = "";
    if (*log || !gpu_shader_constants(shipped, set) || !gpu_shader_constants(shader, own))
        return;
    for (unsigned i = 0; i < GPU_CONSTANTS_MAX; i++)
        if (set[i].used && !own[i].used)
            text_join_cut(ids, sizeof(ids), ", ", "%u", i);
    if (*ids)
        *log = text_make("'%s' lacks specialization constants that %s has (%s): what was "
                         "compiled in stays, whatever a case sets\n",
                         path, shipped->name, ids);
}

/* Shaders of a user ---------------------------------------------------------------------------- */

/* Reflects the SPIR-V; false with a message. */
static bool interface_take(struct shader_file *file, const char *path, char **log)
{
    struct gpu_interface interface;
    char reason[GPU_MESSAGE_BYTES];
    if (!gpu_shader_interface(&file->shader, NULL, 0, &interface, reason))
        return trouble("'%s' %s", path, reason);
    if (interface.stage != GPU_STAGE_COMPUTE)
        return trouble("'%s' is a %s shader: only compute shaders can be run", path,
                       gpu_stage_name(interface.stage));
    for (uint32_t i = 0; i < interface.bindings && i < GPU_BINDINGS_MAX; i++) {
        const struct gpu_binding *binding = &interface.binding[i];
        file->bindings |= (uint32_t)(binding->kind != GPU_UNBOUND) << i;
        file->binding[i] = *binding;
        file->reads |= (uint32_t)(binding->kind != GPU_UNBOUND && !binding->never_read) << i;
        file->writes |= (uint32_t)((binding->kind == GPU_STORAGE_BUFFER ||
                                    binding->kind == GPU_STORAGE_IMAGE) &&
                                   !binding->never_written)
                        << i;
    }
    struct gpu_constant constants[GPU_CONSTANTS_MAX] = { 0 };
    gpu_shader_constants(&file->shader, constants);
    for (uint32_t i = 0; i < GPU_CONSTANTS_MAX; i++)
        file->constant_floats |= (uint32_t)(constants[i].kind == GPU_CONSTANT_FLOAT) << i;
    file->push_bytes = interface.push_bytes;
    file->push_floats = interface.push_floats;
    file->constant_count = interface.constant_count;
    file->needs = gpu_shader_needs(&file->shader);
    spirv_file_say_entry_point(&file->shader, path, log);
    return true;
}

bool shader_file_is_shipped(const char *path)
{
    return kernel_set_source(path);
}

const char *shader_file_path_end(const char *path)
{
    return compiler_path_end(path);
}

bool shader_file_load(struct shader_file *file, const struct shader_file_params *params, char **log)
{
    struct compiled compiled = { 0 };
    struct compiler_request request = { .path = params->path, .technique = "" };
    *file = (struct shader_file){ .shader = { .name = params->name } };
    *log = NULL;
    for (size_t i = 0; i < params->define_count; i++) {
        request.defines[i].name = params->defines[i].name;
        request.defines[i].value = params->defines[i].value;
    }
    request.define_count = params->define_count;
    const bool made = compiler_run(&request, &compiled);
    *log = compiled.log;
    file->shader.words = compiled.words;
    file->shader.bytes = compiled.bytes;
    file->shader.entry_point = compiled.entry_point;
    return made && interface_take(file, params->path, log);
}

bool shader_file_ship(struct shader_file *file, const char *source)
{
    OWNED char *log = NULL;
    *file = (struct shader_file){ 0 };
    for (const struct kernel_entry *entry = kernel_set_shipped; entry->path; entry++)
        if (strcmp(entry->path, source) == 0 && !entry->declared)
            file->shipped = entry->shader;
    if (!file->shipped)
        return trouble("there is no kernel '%s' below kernels/", source);
    file->shader = *file->shipped;
    return interface_take(file, source, &log);
}

void shader_file_finish(struct shader_file *file)
{
    if (!file->shipped) {
        free((void *)file->shader.words);
        free((void *)file->shader.entry_point);
    }
    *file = (struct shader_file){ 0 };
}
