/* SPDX-License-Identifier: MIT */
#include "harness/shader_file.h"

#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/engine/shaders/spirv_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    char *log = NULL;
    *file = (struct shader_file){ 0 };
    for (const struct kernel_entry *entry = kernel_set_shipped; entry->path; entry++)
        if (strcmp(entry->path, source) == 0 && !entry->declared)
            file->shipped = entry->shader;
    if (!file->shipped)
        return trouble("there is no kernel '%s' below kernels/", source);
    file->shader = *file->shipped;
    const bool taken = interface_take(file, source, &log);
    free(log);
    return taken;
}

void shader_file_finish(struct shader_file *file)
{
    if (!file->shipped) {
        free((void *)file->shader.words);
        free((void *)file->shader.entry_point);
    }
    *file = (struct shader_file){ 0 };
}
