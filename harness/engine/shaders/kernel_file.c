/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/kernel_file.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/engine/gpu/executable.h"
#include "harness/engine/shaders/spirv_file.h"
#include "harness/os/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void kernel_files_init(struct kernel_files *files, size_t count_max)
{
    *files = (struct kernel_files){ .files = need_zeroed(count_max + 1, sizeof(*files->files)),
                                    .replacements =
                                        need_zeroed(count_max + 1, sizeof(*files->replacements)) };
}

static void file_finish(struct kernel_file *file)
{
    free(file->path);
    free(file->given);
    free(file->name);
    compiler_finish(&file->compiled);
    *file = (struct kernel_file){ 0 };
}

void kernel_files_finish(struct kernel_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        file_finish(&files->files[i]);
    free(files->files);
    free(files->replacements);
    *files = (struct kernel_files){ 0 };
}

/* The kernel that NAME of NAME=FILE names; *path is FILE. NULL with a message. */
static const struct kernel_entry *entry_find(const struct kernel_files *files, const char *text,
                                             const char **path, char *message, size_t message_bytes)
{
    char name[256], hint[256];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals[1] == 0 || (size_t)(equals - text) >= sizeof(name)) {
        snprintf(message, message_bytes, "--kernel takes NAME=FILE.comp, not '%.200s'", text);
        return NULL;
    }
    snprintf(name, sizeof(name), "%.*s", (int)(equals - text), text);
    *path = equals + 1;
    const struct kernel_entry *entry = kernel_set_find(name);
    if (!entry) {
        kernel_set_hint(name, hint, sizeof(hint));
        snprintf(message, message_bytes,
                 "--kernel: there is no kernel '%s'%s; see claimcheck list --kernels", name, hint);
        return NULL;
    }
    for (size_t i = 0; i < files->count; i++) {
        if (files->files[i].entry != entry)
            continue;
        snprintf(message, message_bytes, "--kernel: %s is replaced twice: choose one file", name);
        return NULL;
    }
    return entry;
}

/* The first binding that both use, and not as the same; `has.bindings` when there is none. */
static uint32_t binding_differs(const struct gpu_interface *has, const struct gpu_interface *wants)
{
    uint32_t i = 0;
    while (i < has->bindings && i < GPU_BINDINGS_MAX) {
        const struct gpu_binding *a = &has->binding[i], *b = &wants->binding[i];
        if (a->kind != GPU_UNBOUND && b->kind != GPU_UNBOUND &&
            (a->kind != b->kind || a->format != b->format))
            return i;
        i++;
    }
    return has->bindings;
}

/* True where two buffers share a binding, of which one is only read, and one of the shipped
 * kernel's bindings is left: no GLSL does so by chance. */
static bool registers_clash(const struct gpu_interface *has, const struct gpu_interface *wants)
{
    bool twice = false, left = false;
    for (uint32_t i = 0; i < has->bindings && i < GPU_BINDINGS_MAX; i++) {
        const bool used = i < wants->bindings && wants->binding[i].kind != GPU_UNBOUND;
        twice = twice || (used && wants->binding[i].twice && !has->binding[i].twice);
        left = left || (!used && has->binding[i].kind != GPU_UNBOUND);
    }
    return twice && left;
}

/* False with a message when it wants more than dispatches of the shipped kernel give it. */
static bool file_fits(const struct kernel_file *file, const char *path, char *message,
                      size_t message_bytes)
{
    struct gpu_interface has, wants;
    char reason[GPU_MESSAGE_BYTES];
    const char *name = file->entry->shader->name, *what = NULL;
    unsigned given = 0, wanted = 0;
    if (!gpu_shader_interface(file->entry->shader, NULL, 0, &has, reason)) {
        snprintf(message, message_bytes, "--kernel: %s: %s", name, reason);
        return false;
    }
    if (strcmp(has.stage, "compute") != 0) {
        snprintf(message, message_bytes,
                 "--kernel: %s is a %s shader: only compute shaders can be replaced", name,
                 has.stage);
        return false;
    }
    if (!gpu_shader_interface(&file->shader, NULL, 0, &wants, reason)) {
        snprintf(message, message_bytes, "--kernel: '%s': %s", path, reason);
        return false;
    }
    if (registers_clash(&has, &wants)) {
        snprintf(message, message_bytes,
                 "--kernel: '%s' has a buffer that it reads and one that it writes at one binding, "
                 "and none at another that %s has; registers t0 and u0 of HLSL are both binding 0: "
                 "number them apart",
                 path, name);
        return false;
    }
    if (wants.bindings > has.bindings) {
        what = "bindings";
        wanted = wants.bindings;
        given = has.bindings;
    } else if (wants.push_bytes > has.push_bytes) {
        what = "bytes of push constants";
        wanted = wants.push_bytes;
        given = has.push_bytes;
    } else if (wants.constant_count > has.constant_count) {
        what = "specialization constants";
        wanted = wants.constant_count;
        given = has.constant_count;
    }
    if (what) {
        snprintf(message, message_bytes, "--kernel: '%s' uses %u %s, %s is given %u", path, wanted,
                 what, name, given);
        return false;
    }
    const uint32_t at = binding_differs(&has, &wants);
    if (at < has.bindings)
        snprintf(message, message_bytes,
                 "--kernel: '%s' has another kind of descriptor at binding %u than %s (%s)", path,
                 at, name, gpu_binding_kind_name(has.binding[at].kind));
    return at == has.bindings;
}

static struct compiler_request request_of(const struct kernel_entry *entry, const char *path)
{
    struct compiler_request request = { .path = path, .technique = entry->technique };
    for (size_t i = 0; entry->declared && i < entry->declared->define_count; i++) {
        request.defines[i].name = entry->declared->defines[i].name;
        request.defines[i].value = entry->declared->defines[i].value;
        request.define_count++;
    }
    return request;
}

static bool file_load(struct kernel_file *file, const char *path, char *message,
                      size_t message_bytes)
{
    char reason[512];
    const struct kernel_entry *entry = file->entry;
    const struct compiler_request request = request_of(entry, path);
    if (!compiler_run_request(&request, &file->compiled, reason, sizeof(reason))) {
        snprintf(message, message_bytes, "--kernel %s: %s", entry->shader->name, reason);
        return false;
    }
    char *whole = need(strndup(path, (size_t)(compiler_path_end(path) - path)));
    file->path = os_path_whole(whole);
    free(whole);
    if (!file->path) {
        snprintf(message, message_bytes, "--kernel: cannot find '%s': %s", path, strerror(errno));
        return false;
    }
    file->given = text_make("%s%s", file->path, compiler_path_end(path));
    file->name = text_make("%s (%s)", entry->shader->name, path);
    file->shader = (struct gpu_shader){ .name = file->name,
                                        .words = file->compiled.words,
                                        .bytes = file->compiled.bytes,
                                        .file = file->path,
                                        .entry_point = file->compiled.entry_point };
    sha256_text(file->compiled.words, file->compiled.bytes, file->sha256);
    if (!file_fits(file, path, message, message_bytes))
        return false;
    spirv_file_say_entry_point(&file->shader, path, &file->compiled.log);
    if (spirv_file_is(file->path))
        spirv_file_say_constants(entry->shader, &file->shader, path, &file->compiled.log);
    return true;
}

bool kernel_files_add(struct kernel_files *files, const char *text, char **log, char *message,
                      size_t message_bytes)
{
    const char *path = NULL;
    struct kernel_file *file = &files->files[files->count];
    *log = NULL;
    file->entry = entry_find(files, text, &path, message, message_bytes);
    files->in_file = file->entry;
    if (!file->entry)
        return false;
    const bool loaded = file_load(file, path, message, message_bytes);
    *log = file->compiled.log;
    file->compiled.log = NULL;
    if (!loaded) {
        file_finish(file);
        return false;
    }
    files->replacements[files->count++] =
        (struct gpu_replacement){ .original = file->entry->shader, .shader = &file->shader };
    return true;
}

bool kernel_file_constants(const struct kernel_file *file,
                           struct gpu_constant constants[GPU_CONSTANTS_MAX])
{
    char message[512];
    struct gpu_constant named[GPU_CONSTANTS_MAX];
    struct compiler_request request = request_of(file->entry, file->given);
    struct compiled compiled;
    bool nameless = false;
    if (!gpu_shader_constants(&file->shader, constants))
        return false;
    for (int i = 0; i < GPU_CONSTANTS_MAX; i++)
        nameless = nameless || (constants[i].used && !*constants[i].name);
    request.names = true;
    if (!nameless)
        return true;
    if (!compiler_run_request(&request, &compiled, message, sizeof(message))) {
        compiler_finish(&compiled); /* of its log: they stay without names */
        return true;
    }
    const struct gpu_shader shader = { .name = file->name,
                                       .words = compiled.words,
                                       .bytes = compiled.bytes,
                                       .entry_point = compiled.entry_point };
    const bool read = gpu_shader_constants(&shader, named);
    for (int i = 0; read && i < GPU_CONSTANTS_MAX; i++)
        memcpy(constants[i].name, named[i].name, sizeof(constants[i].name));
    compiler_finish(&compiled);
    return true;
}

static bool is_folder_of_any(const char *folder, const struct technique *const *techniques)
{
    for (; *techniques; techniques++)
        if (strcmp((*techniques)->name, folder) == 0)
            return true;
    return false;
}

bool kernel_files_concern(const struct kernel_files *files, const struct technique *technique,
                          const struct technique *const *techniques)
{
    for (size_t i = 0; files && i < files->count; i++) {
        const char *folder = files->files[i].entry->technique;
        if (strcmp(folder, technique->name) == 0 || !is_folder_of_any(folder, techniques))
            return true;
    }
    return false;
}

bool kernel_files_asked(const struct kernel_files *files, const struct gpu_scope *scope)
{
    for (size_t i = 0; i < files->count; i++)
        if (gpu_scope_asked(scope, files->files[i].entry->shader))
            return true;
    return false;
}

json_t *kernel_files_json(const struct kernel_files *files)
{
    json_t *list = json_array();
    for (size_t i = 0; i < files->count; i++)
        json_value_append(&list,
                          json_pack("{s:o, s:o, s:o}", "kernel",
                                    json_value_text(files->files[i].entry->shader->name), "file",
                                    json_value_text(disk_base_name(files->files[i].path)), "sha256",
                                    json_value_text(files->files[i].sha256)));
    return list;
}

bool kernel_files_same(const struct kernel_files *files, const json_t *list, char *message,
                       size_t message_bytes)
{
    for (size_t i = 0; i < files->count; i++) {
        const char *then = json_string_value(json_object_get(json_array_get(list, i), "sha256"));
        if (then && strcmp(then, files->files[i].sha256) == 0)
            continue;
        snprintf(message, message_bytes,
                 "'%.400s' has changed since the run was begun: restore it, or start over",
                 files->files[i].path);
        return false;
    }
    return true;
}
