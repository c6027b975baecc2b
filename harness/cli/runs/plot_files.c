/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/plot_files.h"

#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/views/plot/plot.h"

#include <stdlib.h>
#include <string.h>

struct files {
    const char *folder;
    size_t count;
    int code; /* that of the process */
};

static bool script_take(void *user, const struct plot_script *script)
{
    struct files *files = user;
    char *folder = disk_path(files->folder, "/"), *path = NULL;
    int trouble = 0;
    if (folder)
        path = disk_path(folder, script->name);
    if (!path)
        files->code = message_error("no memory is left");
    else if ((trouble = disk_make_folders(path, 0777)) != 0)
        files->code = message_error("export: cannot make the folder '%s': %s", files->folder,
                                    strerror(trouble));
    else if ((trouble = output_write(path, OUTPUT_DERIVED, script->text, script->bytes)) != 0)
        files->code = message_error("export: cannot write '%s': %s", path, output_error(trouble));
    else
        message_wrote(path);
    files->count++;
    free(path);
    free(folder);
    return files->code == EXIT_CODE_OK;
}

int plot_files_write(const struct run *run, const json_t *trace, const char *path,
                     const char *folder)
{
    struct files files = { folder, 0, EXIT_CODE_OK };
    struct published_list published = { 0 };
    bool whole = !run || published_list_shipped(&published);
    if (whole && run)
        whole = plot_run(run, &published, script_take, &files);
    else if (whole)
        whole = plot_trace(trace, script_take, &files);
    published_list_finish(&published);
    if (files.code != EXIT_CODE_OK)
        return files.code;
    if (!whole)
        return message_error("no memory is left");
    if (files.count > 0)
        return EXIT_CODE_OK;
    message_note("export: nothing to draw: '%s' has no case of a figure", path);
    return EXIT_CODE_NOTHING;
}
