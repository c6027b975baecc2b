/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/input_files.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/base/sha256.h"
#include "harness/base/trouble.h"

#include <stdio.h>
#include <stdlib.h>

static size_t input_count(const struct run_request *request)
{
    return request->option_count + request->published_count;
}

static struct plan_setting input_at(const struct run_request *request, size_t index)
{
    if (index < request->option_count)
        return request->options[index];
    return (struct plan_setting){ "published", request->published[index - request->option_count] };
}

json_t *input_files_json(const struct run_request *request)
{
    char sha256[SHA256_TEXT_BYTES];
    json_t *list = json_array();
    for (size_t i = 0; i < input_count(request); i++) {
        const struct plan_setting input = input_at(request, i);
        if (sha256_file(input.value, sha256) != 0)
            continue;
        json_value_append(&list, json_pack("{s:o, s:o, s:s}", "option", json_value_text(input.name),
                                           "file", json_value_text(disk_base_name(input.value)),
                                           "sha256", sha256));
    }
    return list;
}

bool input_files_same(const struct run_request *request, const json_t *list)
{
    json_t *now = json_is_array(list) ? input_files_json(request) : NULL;
    const bool same = !json_is_array(list) || json_equal(now, list);
    size_t at = 0;
    while (!same && json_array_get(list, at) &&
           json_equal(json_array_get(list, at), json_array_get(now, at)))
        at++;
    const json_t *other = json_array_get(json_array_get(list, at) ? list : now, at);
    if (!same)
        trouble(
            "'%.400s' of --%.100s has changed since the run was begun: restore it, or start over",
            json_value_text_of(other, "file"), json_value_text_of(other, "option"));
    json_decref(now);
    return same;
}

/* Looks at all of them. True when none has another stamp than before. */
static bool stamps_take(struct input_stamps *stamps, const struct run_request *request)
{
    bool same = stamps->files;
    stamps->count = input_count(request);
    if (!stamps->files)
        stamps->files = need_zeroed(stamps->count, sizeof(*stamps->files));
    for (size_t i = 0; i < stamps->count; i++) {
        const struct file_stamp now = file_stamp_read(input_at(request, i).value);
        same = same && file_stamp_same(&stamps->files[i], &now);
        stamps->files[i] = now;
    }
    return same;
}

bool input_files_still(struct input_stamps *stamps, const struct run_request *request,
                       const json_t *list)
{
    /* Before they are read: what is written meanwhile has another one next time. */
    return input_count(request) == 0 || stamps_take(stamps, request) ||
           input_files_same(request, list);
}

void input_stamps_finish(struct input_stamps *stamps)
{
    free(stamps->files);
    *stamps = (struct input_stamps){ 0 };
}
