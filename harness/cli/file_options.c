/* SPDX-License-Identifier: MIT */
#include "harness/cli/file_options.h"

#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/os/path.h"

#include <errno.h>
#include <string.h>

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool file_options_any(const struct file_options *files, const struct options *options)
{
    bool any = false;
    for (size_t i = 0; i < files->count; i++)
        any = any || options_has(options, files->names[i]);
    return any;
}

bool file_options_take_stdout(const struct file_options *files, const struct options *options)
{
    bool taken = false;
    for (size_t i = 0; i < files->count; i++)
        taken = taken || is_stdout(options_value(options, files->names[i]));
    return taken;
}

/* Finds the file that a file at `path`, of the option, would replace; NULL: none that is needed. */
static const char *replaced_find(const struct file_options *files, const struct options *options,
                                 size_t index, const char *path)
{
    const char *out = options_value(options, "out");
    const char *input = files->input ? options_value(options, files->input) : NULL;
    if (input && !is_stdout(path) && disk_same_file(input, path))
        return input;
    for (size_t i = 0; i < options->positional_count && !is_stdout(path); i++)
        if (disk_same_file(options->positionals[i], path))
            return options->positionals[i];
    for (size_t i = 0; i < index; i++) {
        const char *other = options_value(options, files->names[i]);
        if (other && disk_same_file(other, path))
            return other;
    }
    const bool is_out = strcmp(files->names[index], "out") == 0;
    return out && !is_out && !is_stdout(path) && disk_same_file(out, path) ? out : NULL;
}

/* A part of a run may take the place of an earlier one. */
static enum output_kind kind_of(const char *name)
{
    return strcmp(name, "export-json") == 0 ? OUTPUT_REPLACE : OUTPUT_DERIVED;
}

/* Whether a file can be written there: as it will be, and nothing of it stays. What is no file,
 * such as a pipe, is not touched. Returns 0 or an errno. */
static int path_check(const char *path, enum output_kind kind)
{
    struct os_file_status status;
    struct output output;
    if (os_path_look(path, &status) && status.kind == OS_FILE_IS_OTHER)
        return 0;
    const int code = output_open(&output, path, kind);
    if (code == 0)
        output_drop(&output);
    return code;
}

static bool option_check(const struct file_options *files, const struct options *options,
                         size_t index)
{
    const char *name = files->names[index], *path = options_value(options, name);
    const char *lost = path ? replaced_find(files, options, index, path) : NULL;
    int code = 0;
    for (size_t i = 0; i < index && is_stdout(path); i++)
        if (is_stdout(options_value(options, files->names[i])))
            return message_refuse("%s: --%s and --%s: standard output takes one of them",
                                  files->command, files->names[i], name);
    if (lost)
        message_error("%s: --%s %s would replace '%s', which is wanted: choose another file",
                      files->command, name, path, lost);
    else if (path && !is_stdout(path) && (code = path_check(path, kind_of(name))) != 0)
        message_error("%s: --%s: cannot write '%s': %s", files->command, name, path,
                      output_error(code));
    return !lost && code == 0;
}

bool file_options_check(const struct file_options *files, const struct options *options)
{
    for (size_t i = 0; i < files->count; i++)
        if (!option_check(files, options, i))
            return false;
    return true;
}

/* Returns 0 or an errno. */
static int file_write(const char *path, enum output_kind kind,
                      void (*write)(FILE *out, const void *of), const void *of)
{
    struct output output;
    int code = output_open(&output, path, kind);
    if (code == 0) {
        write(output.file, of);
        return output_commit(&output);
    }
    output_drop(&output);
    return code;
}

int file_options_write(const struct file_options *files, const struct options *options,
                       size_t index, void (*write)(FILE *out, const void *of), const void *of)
{
    const char *name = files->names[index], *path = options_value(options, name);
    int code = 0;
    if (is_stdout(path))
        write(stdout, of);
    else if (path)
        code = file_write(path, kind_of(name), write, of);
    return code == 0 ? EXIT_CODE_OK
                     : message_error("%s: --%s: cannot write '%s': %s", files->command, name, path,
                                     output_error(code));
}
