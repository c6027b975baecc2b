/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/latest.h"

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/compare/compare.h"
#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/os/path.h"
#include "harness/views/compare/compare_view.h"

#include <stdlib.h>
#include <string.h>

bool latest_is_beside(const char *path)
{
    const size_t folder = (size_t)(disk_base_name(path) - path), length = strlen(LATEST_FOLDER);
    if (folder < length || strncmp(path + folder - length, LATEST_FOLDER, length) != 0)
        return false;
    return folder == length || os_path_separates(path[folder - length - 1]);
}

char *latest_path(const char *run_file, uint32_t samples)
{
    if (latest_is_beside(run_file))
        return text_make("%.*slatest.json", (int)(disk_base_name(run_file) - run_file), run_file);
    return samples == 0 && os_path_is_folder(LATEST_FOLDER) ? need_copy(LATEST_FILE) : NULL;
}

static bool is_alike(const struct run *before, const struct run *run)
{
    const struct run *first;
    return strcmp(before->device.uuid, run->device.uuid) == 0 &&
           strcmp(before->device.name, run->device.name) == 0 &&
           strcmp(before->session.profile, run->session.profile) == 0 &&
           !estimate_run_again((const struct run *const[]){ before, run }, 2, &first);
}

void latest_compare(const char *latest, const struct run *run,
                    const struct published_list *published, struct text *text)
{
    struct compare compare = { 0 };
    struct run *before = disk_is_there(latest) ? run_load(latest) : NULL;
    if (before && is_alike(before, run)) {
        compare_runs(&compare, before, run, NULL, NULL);
        if (compare.overall.rows > 0) {
            compare_claims(&compare, published);
            compare_words_headline(&compare, "the last run", "this run", text);
        }
        compare_finish(&compare);
    }
    run_destroy(&before);
}

bool latest_write(const char *latest, const char *run_file)
{
    char *text = NULL;
    size_t size = 0;
    if (disk_same_file(latest, run_file))
        return true;
    output_drop_link(latest);
    int code = disk_load(run_file, &text, &size);
    if (code == 0)
        code = output_write(latest, OUTPUT_REPLACE, text, size);
    free(text);
    if (code != 0)
        message_error("'%s' is not the last run: cannot write it: %s; the run is whole in '%s'",
                      latest, output_error(code), run_file);
    return code == 0;
}
