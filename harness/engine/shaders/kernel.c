/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/shaders.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/os/os.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The set -------------------------------------------------------------------------------------- */

static const struct kernel_entry *extension;

void kernel_set_extend(const struct kernel_entry *entries)
{
    extension = entries;
}

const struct kernel_entry *kernel_set_at(size_t index)
{
    for (const struct kernel_entry *entry = kernel_set_shipped; entry->path; entry++)
        if (index-- == 0)
            return entry;
    for (const struct kernel_entry *entry = extension; entry && entry->path; entry++)
        if (index-- == 0)
            return entry;
    return NULL;
}

const struct kernel_entry *kernel_set_find(const char *name)
{
    const struct kernel_entry *entry;
    for (size_t i = 0; (entry = kernel_set_at(i)); i++)
        if (strcmp(entry->shader->name, name) == 0)
            return entry;
    return NULL;
}

const char *kernel_set_built(const char *name)
{
    static struct kernel_built {
        char sha256[SHA256_TEXT_BYTES];
    } * all;
    size_t count = 0;
    const char *slash = strchr(name, '/');
    bool own = false; /* one of the build's techniques, or what they share */
    while (kernel_set_shipped[count].path)
        count++;
    if (!all)
        all = need_zeroed(count, sizeof(*all)); /* for as long as the program runs */
    for (size_t i = 0; i < count && slash; i++) {
        const struct kernel_entry *entry = &kernel_set_shipped[i];
        const size_t bytes = (size_t)(slash - name);
        own = own || (strncmp(entry->technique, name, bytes) == 0 && !entry->technique[bytes]);
        if (strcmp(entry->shader->name, name) != 0)
            continue;
        if (!all[i].sha256[0])
            sha256_text(entry->shader->words, entry->shader->bytes, all[i].sha256);
        return all[i].sha256;
    }
    return own ? "" : NULL;
}

const struct kernel_source *kernel_set_source(const char *path)
{
    for (const struct kernel_source *source = kernel_set_sources; source->path; source++)
        if (strcmp(source->path, path) == 0)
            return source;
    return NULL;
}

void kernel_set_hint(const char *name, char *text, size_t bytes)
{
    struct name_list names = { 0 };
    for (const struct kernel_entry *entry = extension; entry && entry->path; entry++)
        name_list_add(&names, entry->shader->name);
    for (const struct kernel_entry *entry = kernel_set_shipped; entry->path; entry++) {
        name_list_add(&names, entry->shader->name);
        name_list_add(&names, entry->path);
    }
    /* Names that end in the word, behind their techniques. */
    OWNED_TEXT struct text list = { 0 };
    for (size_t i = 0; i < names.count && *name; i++) {
        const char *slash = strrchr(names.names[i], '/');
        if (slash && strcmp(slash + 1, name) == 0)
            text_join(&list, " or ", "'%s'", names.names[i]);
    }
    const size_t folder = strcspn(name, "/");
    OWNED char *declared = text_make("%.*s/technique.json", (int)folder, name);
    if (list.length > 0)
        snprintf(text, bytes, " (did you mean %s?)", list.string);
    else if (name[folder] && folder > 0 && os_path_is_there(declared))
        snprintf(text, bytes, " (of the folder: --technique %.*s)", (int)folder, name);
    else
        snprintf(text, bytes, "%s", name_list_hint(&names, name));
    name_list_finish(&names);
}

/* Files ---------------------------------------------------------------------------------------- */

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
    foreach (struct kernel_file, file, files->files, files->count)
        file_finish(file);
    free(files->files);
    free(files->replacements);
    *files = (struct kernel_files){ 0 };
}

/* The kernel that NAME of NAME=FILE names; *path is FILE. NULL with a message. */
static const struct kernel_entry *entry_find(const struct kernel_files *files, const char *text,
                                             const char **path)
{
    char name[256], hint[256];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals[1] == 0 || (size_t)(equals - text) >= sizeof(name)) {
        trouble(
            "--kernel takes NAME=FILE.comp, not '%.200s'; claimcheck list --kernels has the names",
            text);
        return NULL;
    }
    snprintf(name, sizeof(name), "%.*s", (int)(equals - text), text);
    *path = equals + 1;
    const struct kernel_entry *entry = kernel_set_find(name);
    if (!entry) {
        kernel_set_hint(name, hint, sizeof(hint));
        trouble("--kernel: there is no kernel '%s'%s; see claimcheck list --kernels", name, hint);
        return NULL;
    }
    foreach (const struct kernel_file, file, files->files, files->count)
        if (file->entry == entry) {
            trouble("--kernel: %s is replaced twice: choose one file", name);
            return NULL;
        }
    return entry;
}

/* False with a message when it wants more than dispatches of the shipped kernel give it. */
static bool file_fits(const struct kernel_file *file, const char *path)
{
    struct gpu_interface has, wants;
    char reason[GPU_MESSAGE_BYTES];
    const char *name = file->entry->shader->name;
    if (!gpu_shader_interface(file->entry->shader, NULL, 0, &has, reason))
        return trouble("--kernel: %s: %s", name, reason);
    if (has.stage != GPU_STAGE_COMPUTE)
        return trouble("--kernel: %s is a %s shader: only compute shaders can be replaced", name,
                       gpu_stage_name(has.stage));
    if (!gpu_shader_interface(&file->shader, NULL, 0, &wants, reason))
        return trouble("--kernel: '%s': %s", path, reason);
    /* Two buffers share a binding, of which one is only read, and one of the shipped kernel's
     * bindings is left: no GLSL does so by chance. */
    bool twice = false, left = false;
    for (uint32_t i = 0; i < has.bindings && i < GPU_BINDINGS_MAX; i++) {
        const bool used = i < wants.bindings && wants.binding[i].kind != GPU_UNBOUND;
        twice = twice || (used && wants.binding[i].twice && !has.binding[i].twice);
        left = left || (!used && has.binding[i].kind != GPU_UNBOUND);
    }
    if (twice && left)
        return trouble("--kernel: '%s' has a buffer that it reads and one that it writes at one "
                       "binding, and none at another that %s has; registers t0 and u0 of HLSL are "
                       "both binding 0: number them apart",
                       path, name);
    const struct {
        const char *what;
        uint32_t wanted, given;
    } uses[] = { { "bindings", wants.bindings, has.bindings },
                 { "bytes of push constants", wants.push_bytes, has.push_bytes },
                 { "specialization constants", wants.constant_count, has.constant_count } };
    for (size_t i = 0; i < COUNT_OF(uses); i++)
        if (uses[i].wanted > uses[i].given)
            return trouble("--kernel: '%s' uses %u %s, %s is given %u", path, uses[i].wanted,
                           uses[i].what, name, uses[i].given);
    for (uint32_t i = 0; i < has.bindings && i < GPU_BINDINGS_MAX; i++) {
        const struct gpu_binding *own = &has.binding[i], *other = &wants.binding[i];
        if (own->kind != GPU_UNBOUND && other->kind != GPU_UNBOUND &&
            (own->kind != other->kind || own->format != other->format))
            return trouble("--kernel: '%s' has another kind of descriptor at binding %u than %s "
                           "(%s)",
                           path, i, name, gpu_binding_kind_name(own->kind));
    }
    return true;
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

static bool file_load(struct kernel_file *file, const char *path)
{
    const struct kernel_entry *entry = file->entry;
    const struct compiler_request request = request_of(entry, path);
    if (!compiler_run(&request, &file->compiled))
        return trouble("--kernel %s: %s", entry->shader->name, trouble_text());
    OWNED char *whole = need(strndup(path, (size_t)(compiler_path_end(path) - path)));
    file->path = os_path_whole(whole);
    if (!file->path)
        return trouble("--kernel: cannot find '%s': %s", path, strerror(errno));
    file->given = text_make("%s%s", file->path, compiler_path_end(path));
    file->name = text_make("%s (%s)", entry->shader->name, path);
    file->shader = (struct gpu_shader){ .name = file->name,
                                        .words = file->compiled.words,
                                        .bytes = file->compiled.bytes,
                                        .file = file->path,
                                        .entry_point = file->compiled.entry_point };
    sha256_text(file->compiled.words, file->compiled.bytes, file->sha256);
    if (!file_fits(file, path))
        return false;
    spirv_file_say_entry_point(&file->shader, path, &file->compiled.log);
    if (spirv_file_is(file->path))
        spirv_file_say_constants(entry->shader, &file->shader, path, &file->compiled.log);
    return true;
}

bool kernel_files_add(struct kernel_files *files, const char *text, char **log)
{
    const char *path = NULL;
    struct kernel_file *file = &files->files[files->count];
    *log = NULL;
    file->entry = entry_find(files, text, &path);
    files->in_file = file->entry;
    if (!file->entry)
        return false;
    const bool loaded = file_load(file, path);
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
    if (!compiler_run(&request, &compiled)) {
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

bool kernel_files_concern(const struct kernel_files *files, const struct technique *technique,
                          const struct technique *const *techniques)
{
    for (size_t i = 0; files && i < files->count; i++) {
        const char *folder = files->files[i].entry->technique;
        bool is_of_any = false;
        for (const struct technique *const *at = techniques; *at; at++)
            is_of_any = is_of_any || strcmp((*at)->name, folder) == 0;
        if (!is_of_any || strcmp(folder, technique->name) == 0)
            return true;
    }
    return false;
}

bool kernel_files_asked(const struct kernel_files *files, const struct gpu_scope *scope)
{
    foreach (const struct kernel_file, file, files->files, files->count)
        if (gpu_scope_asked(scope, file->entry->shader))
            return true;
    return false;
}

json_t *kernel_files_json(const struct kernel_files *files)
{
    json_t *list = json_array();
    foreach (const struct kernel_file, file, files->files, files->count)
        json_value_append(&list,
                          json_value_object("kernel:t file:t sha256:t", file->entry->shader->name,
                                            disk_base_name(file->path), file->sha256));
    return list;
}

bool kernel_files_same(const struct kernel_files *files, const json_t *list)
{
    for (size_t i = 0; i < files->count; i++) {
        const char *then = json_string_value(json_object_get(json_array_get(list, i), "sha256"));
        if (then && strcmp(then, files->files[i].sha256) == 0)
            continue;
        return trouble("'%.400s' has changed since the run was begun: restore it, or start over",
                       files->files[i].path);
    }
    return true;
}

/* Folders -------------------------------------------------------------------------------------- */

static const char index_name[] = "/kernels.json";

/* False with a message. */
static bool file_write(const char *path, const void *bytes, size_t size)
{
    int failure = disk_make_folders(path, 0777);
    output_drop_link(path);
    failure = failure != 0 ? failure : output_write(path, OUTPUT_REPLACE, bytes, size);
    return failure == 0 || trouble("cannot write '%.300s': %s", path, output_error(failure));
}

bool kernel_folder_write(const char *folder, const struct kernel_folder_new *saved)
{
    json_t *list = json_array(), *cases = json_array();
    bool written = true;
    for (size_t i = 0; written && i < saved->count; i++) {
        char sha256[SHA256_TEXT_BYTES];
        const struct kernel_entry *entry = kernel_set_find(saved->names[i]);
        if (!entry) /* of a file of the user's */
            continue;
        const struct gpu_shader *shader = entry->shader;
        sha256_text(shader->words, shader->bytes, sha256);
        json_value_append(&list, json_value_object("name:t sha256:t", saved->names[i], sha256));
        OWNED char *path = text_make("%s/%s.spv", folder, saved->names[i]);
        written = file_write(path, shader->words, shader->bytes);
    }
    for (size_t i = 0; i < saved->case_count; i++)
        json_value_append(&cases, json_value_text(saved->cases[i]));
    json_auto_t *index = json_value_object("schema_version:t commit:t kernels:o cases:o", "1.1",
                                           saved->commit, list, cases);
    OWNED char *path = text_make("%s%s", folder, index_name);
    OWNED char *text = json_value_dump(index, JSON_INDENT(1));
    return written && file_write(path, text, strlen(text));
}

/* Reading -------------------------------------------------------------------------------------- */

static bool entry_read(struct kernel_folder *folder, const char *in, const json_t *kernel)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-./";
    const char *name = json_string_value(json_object_get(kernel, "name"));
    const char *sha256 = json_string_value(json_object_get(kernel, "sha256"));
    char own[SHA256_TEXT_BYTES], reason[GPU_MESSAGE_BYTES];
    struct gpu_interface interface;
    struct compiled file = { 0 };
    /* A name of the index becomes a path: it has no way out of the folder, and nothing that a
     * message cannot say. */
    if (!name || !*name || *name == '/' || strstr(name, "..") || strlen(name) >= 200 ||
        name[strspn(name, letters)] || !sha256)
        return trouble("'%.300s%s' has an entry that names no kernel", in, index_name);
    OWNED char *path = text_make("%s/%s.spv", in, name);
    bool read = spirv_file_load(path, &file);
    if (read)
        sha256_text(file.words, file.bytes, own);
    if (read && strcmp(own, sha256) != 0) {
        trouble("'%.300s' does not match '%s': save the kernels again", path, index_name + 1);
        read = false;
    }
    const struct kernel_entry *entry = read ? kernel_set_find(name) : NULL;
    if (entry) /* the kernel of this build */
        sha256_text(entry->shader->words, entry->shader->bytes, own);
    if (read && !entry) {
        folder->saved.gone++;
    } else if (read && strcmp(own, sha256) == 0) {
        folder->saved.same++;
    } else if (read && (!gpu_shader_interface(entry->shader, NULL, 0, &interface, reason) ||
                        interface.stage != GPU_STAGE_COMPUTE)) {
        folder->saved.other++;
    } else if (read) {
        folder->files[folder->saved.count++] = (struct kernel_folder_file){ entry, path };
        path = NULL;
    }
    compiler_finish(&file);
    return read;
}

bool kernel_folder_parse(struct kernel_folder *folder, const char *text, size_t size,
                         const char *path)
{
    json_error_t error;
    *folder = (struct kernel_folder){ 0 };
    json_auto_t *index = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    const json_t *kernels = json_object_get(index, "kernels");
    const char *commit = json_string_value(json_object_get(index, "commit"));
    const json_t *cases = json_object_get(index, "cases");
    if (!json_is_array(kernels) || !commit || (cases && !json_is_array(cases)))
        return trouble("'%.300s%s' is not an index of kernels", path, index_name);
    folder->saved.commit = need_copy(commit);
    folder->saved.path = need_copy(path);
    folder->files = need_zeroed(json_array_size(kernels), sizeof(*folder->files));
    if (cases) /* an index of before 1.1 has none */
        folder->saved.cases = need_zeroed(json_array_size(cases), sizeof(*folder->saved.cases));
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const char *name = json_string_value(json_array_get(cases, i));
        if (!name)
            return trouble("'%.300s%s' has an entry that names no case", path, index_name);
        folder->saved.cases[folder->saved.case_count++] = need_copy(name);
    }
    for (size_t i = 0; i < json_array_size(kernels); i++)
        if (!entry_read(folder, path, json_array_get(kernels, i)))
            return false;
    return true;
}

bool kernel_folder_read(struct kernel_folder *folder, const char *path)
{
    OWNED char *index_path = text_make("%s%s", path, index_name);
    OWNED char *text = NULL;
    size_t size = 0;
    *folder = (struct kernel_folder){ 0 };
    return disk_load_said(index_path, &text, &size) &&
           kernel_folder_parse(folder, text, size, path);
}

void kernel_folder_finish(struct kernel_folder *folder)
{
    for (size_t i = 0; i < folder->saved.count; i++)
        free(folder->files[i].path);
    for (size_t i = 0; i < folder->saved.case_count; i++)
        free(folder->saved.cases[i]);
    free(folder->files);
    free(folder->saved.cases);
    free(folder->saved.path);
    free(folder->saved.commit);
    *folder = (struct kernel_folder){ 0 };
}

/* Facts ---------------------------------------------------------------------------------------- */

void kernel_facts_read(const struct gpu_scope *scope, struct kernel_facts **facts, size_t *count)
{
    *count = gpu_scope_kernels(scope, NULL, 0);
    OWNED struct gpu_kernel **kernels = need_zeroed(*count, sizeof(struct gpu_kernel *));
    *facts = *count > 0 ? need_zeroed(*count, sizeof(**facts)) : NULL;
    gpu_scope_kernels(scope, kernels, *count);
    for (size_t i = 0; i < *count; i++) {
        struct kernel_facts *own = &(*facts)[i];
        const struct gpu_statistic *statistics =
            gpu_kernel_statistics(kernels[i], &own->statistic_count);
        gpu_kernel_facts(kernels[i], &own->kernel);
        if (own->statistic_count == 0)
            continue;
        own->statistics = need_bytes(own->statistic_count * sizeof(*statistics));
        memcpy(own->statistics, statistics, own->statistic_count * sizeof(*statistics));
    }
}
