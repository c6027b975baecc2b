/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/technique_files.h"

#include "harness/base/json_value.h"
#include "harness/base/trouble.h"

#include <stdio.h>
#include <string.h>

json_t *technique_files_json(const struct technique *const *techniques)
{
    json_t *list = json_array();
    for (; techniques && *techniques; techniques++) {
        const struct technique_folder *folder = (*techniques)->folder;
        for (size_t i = 0; folder && i < folder->file_count; i++)
            json_value_append(&list, json_pack("{s:o, s:o, s:s}", "technique",
                                               json_value_text((*techniques)->name), "file",
                                               json_value_text(folder->files[i].name), "sha256",
                                               folder->files[i].sha256));
    }
    return list;
}

static bool is_open(const struct technique *const *techniques, const char *name)
{
    for (; *techniques; techniques++)
        if ((*techniques)->folder && strcmp((*techniques)->name, name) == 0)
            return true;
    return false;
}

bool technique_files_same(const struct technique *const *techniques, const json_t *list)
{
    json_t *now = technique_files_json(techniques);
    size_t at = 0;
    while (json_array_get(list, at) &&
           json_equal(json_array_get(list, at), json_array_get(now, at)))
        at++;
    const json_t *then_file = json_array_get(list, at), *now_file = json_array_get(now, at);
    const bool same = !then_file && !now_file;
    const json_t *named = then_file ? then_file : now_file;
    const char *technique = json_value_text_of(named, "technique");
    if (!same && !is_open(techniques, technique))
        trouble("the run was begun with the folder of '%.100s': give --technique FOLDER again",
                technique);
    else if (!same && json_array_size(list) == 0)
        trouble("the run was begun without the folder of '%.100s': leave --technique out",
                technique);
    else if (!same)
        trouble("'%.300s' of technique '%.100s' has changed since the run was begun: restore it, "
                "or start over",
                json_value_text_of(named, "file"), technique);
    json_decref(now);
    return same;
}
