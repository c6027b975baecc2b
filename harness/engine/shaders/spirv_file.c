/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/spirv_file.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    char *text = NULL;
    size_t size = 0;
    *compiled = (struct compiled){ 0 };
    const bool good =
        disk_load_said(path, &text, &size) && spirv_file_parse(text, size, path, compiled);
    free(text);
    return good;
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
            snprintf(ids + strlen(ids), sizeof(ids) - strlen(ids), "%s%u", *ids ? ", " : "", i);
    if (*ids)
        *log = text_make("'%s' lacks specialization constants that %s has (%s): what was "
                         "compiled in stays, whatever a case sets\n",
                         path, shipped->name, ids);
}
