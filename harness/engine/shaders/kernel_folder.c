/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/kernel_folder.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/base/sha256.h"
#include "harness/base/text.h"
#include "harness/engine/gpu/executable.h"
#include "harness/engine/shaders/spirv_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char index_name[] = "/kernels.json";

/* Writing -------------------------------------------------------------------------------------- */

/* 0 or an errno. */
static int file_write(const char *path, const void *bytes, size_t size)
{
    const int failure = disk_make_folders(path, 0777);
    return failure != 0 ? failure : output_write(path, OUTPUT_REPLACE, bytes, size);
}

static bool said(const char *path, int failure, char *message, size_t message_bytes)
{
    if (failure != 0)
        snprintf(message, message_bytes, "cannot write '%.300s': %s", path, output_error(failure));
    return failure == 0;
}

/* Adds it to the index. */
static bool kernel_write(const char *folder, const char *name, json_t **list, char *message,
                         size_t message_bytes)
{
    char sha256[SHA256_TEXT_BYTES];
    const struct kernel_entry *entry = kernel_set_find(name);
    if (!entry) /* of a file of the user's */
        return true;
    sha256_text(entry->shader->words, entry->shader->bytes, sha256);
    json_value_append(list,
                      json_pack("{s:o, s:s}", "name", json_value_text(name), "sha256", sha256));
    char *path = text_make("%s/%s.spv", folder, name);
    const bool written = said(path, file_write(path, entry->shader->words, entry->shader->bytes),
                              message, message_bytes);
    free(path);
    return written;
}

bool kernel_folder_write(const char *folder, const struct kernel_folder_new *saved, char *message,
                         size_t message_bytes)
{
    json_t *list = json_array(), *cases = json_array();
    bool written = true;
    for (size_t i = 0; written && i < saved->count; i++)
        written = kernel_write(folder, saved->names[i], &list, message, message_bytes);
    for (size_t i = 0; i < saved->case_count; i++)
        json_value_append(&cases, json_value_text(saved->cases[i]));
    json_t *index = json_pack("{s:s, s:o, s:o, s:o}", "schema_version", "1.1", "commit",
                              json_value_text(saved->commit), "kernels", list, "cases", cases);
    char *path = text_make("%s%s", folder, index_name);
    char *text = json_value_dump(index, JSON_INDENT(1));
    written = written && said(path, file_write(path, text, strlen(text)), message, message_bytes);
    free(path);
    free(text);
    json_decref(index);
    return written;
}

/* Reading -------------------------------------------------------------------------------------- */

/* A name of the index becomes a path: it has no way out of the folder, and nothing that a message
 * cannot say. */
static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-./";
    return name && *name && *name != '/' && !strstr(name, "..") && strlen(name) < 200 &&
           !name[strspn(name, letters)];
}

/* Whether a kernel of this build is another one. */
static void file_take(struct kernel_folder *folder, const struct kernel_entry *entry,
                      const char *sha256, char **path)
{
    char own[SHA256_TEXT_BYTES], reason[GPU_MESSAGE_BYTES];
    struct gpu_interface interface;
    if (!entry) {
        folder->saved.gone++;
        return;
    }
    sha256_text(entry->shader->words, entry->shader->bytes, own);
    if (strcmp(own, sha256) == 0) {
        folder->saved.same++;
    } else if (!gpu_shader_interface(entry->shader, NULL, 0, &interface, reason) ||
               strcmp(interface.stage, "compute") != 0) {
        folder->saved.other++;
    } else {
        folder->files[folder->saved.count++] = (struct kernel_folder_file){ entry, *path };
        *path = NULL;
    }
}

static bool entry_read(struct kernel_folder *folder, const char *in, const json_t *kernel,
                       char *message, size_t message_bytes)
{
    const char *name = json_string_value(json_object_get(kernel, "name"));
    const char *sha256 = json_string_value(json_object_get(kernel, "sha256"));
    char own[SHA256_TEXT_BYTES];
    struct compiled file = { 0 };
    if (!is_name(name) || !sha256) {
        snprintf(message, message_bytes, "'%.300s%s' has an entry that names no kernel", in,
                 index_name);
        return false;
    }
    char *path = text_make("%s/%s.spv", in, name);
    bool read = spirv_file_load(path, &file, message, message_bytes);
    if (read)
        sha256_text(file.words, file.bytes, own);
    if (read && strcmp(own, sha256) != 0) {
        snprintf(message, message_bytes, "'%.300s' does not match '%s': save the kernels again",
                 path, index_name + 1);
        read = false;
    }
    if (read)
        file_take(folder, kernel_set_find(name), sha256, &path);
    compiler_finish(&file);
    free(path);
    return read;
}

/* An index of before 1.1 has none. */
static bool cases_read(struct kernel_folder *folder, const json_t *cases, char *message,
                       size_t message_bytes)
{
    if (!cases)
        return true;
    folder->saved.cases = need_zeroed(json_array_size(cases), sizeof(*folder->saved.cases));
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const char *name = json_string_value(json_array_get(cases, i));
        if (!name) {
            snprintf(message, message_bytes, "'%.300s%s' has an entry that names no case",
                     folder->saved.path, index_name);
            return false;
        }
        folder->saved.cases[folder->saved.case_count++] = need_copy(name);
    }
    return true;
}

bool kernel_folder_parse(struct kernel_folder *folder, const char *text, size_t size,
                         const char *path, char *message, size_t message_bytes)
{
    json_error_t error;
    *folder = (struct kernel_folder){ 0 };
    json_t *index = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    const json_t *kernels = json_object_get(index, "kernels");
    const char *commit = json_string_value(json_object_get(index, "commit"));
    const json_t *cases = json_object_get(index, "cases");
    bool read = json_is_array(kernels) && commit && (!cases || json_is_array(cases));
    if (!read)
        snprintf(message, message_bytes, "'%.300s%s' is not an index of kernels", path, index_name);
    if (read) {
        folder->saved.commit = need_copy(commit);
        folder->saved.path = need_copy(path);
        folder->files = need_zeroed(json_array_size(kernels), sizeof(*folder->files));
        read = cases_read(folder, cases, message, message_bytes);
    }
    for (size_t i = 0; read && i < json_array_size(kernels); i++)
        read = entry_read(folder, path, json_array_get(kernels, i), message, message_bytes);
    json_decref(index);
    return read;
}

bool kernel_folder_read(struct kernel_folder *folder, const char *path, char *message,
                        size_t message_bytes)
{
    char *index_path = text_make("%s%s", path, index_name), *text = NULL;
    size_t size = 0;
    *folder = (struct kernel_folder){ 0 };
    const bool read = disk_load_said(index_path, &text, &size, message, message_bytes) &&
                      kernel_folder_parse(folder, text, size, path, message, message_bytes);
    free(index_path);
    free(text);
    return read;
}

void kernel_folder_finish(struct kernel_folder *folder)
{
    for (size_t i = 0; i < folder->saved.count; i++)
        free(folder->files[i].path);
    free(folder->files);
    saved_kernels_finish(&folder->saved);
    *folder = (struct kernel_folder){ 0 };
}
