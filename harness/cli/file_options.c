/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <errno.h>
#include <string.h>

bool document_stream_is(const char *out)
{
    return out && (strcmp(out, "-") == 0 || strcmp(out, "/dev/stdout") == 0);
}

struct document_stream document_stream_none(void)
{
    return (struct document_stream){ .fd = -1 };
}

int document_stream_open(struct document_stream *stream)
{
    fflush(stdout);
    stream->fd = os_file_again(CONSOLE_OUTPUT);
    if (stream->fd < 0)
        return errno;
    if (os_file_place(CONSOLE_ERROR, CONSOLE_OUTPUT))
        return 0;
    const int code = errno;
    os_file_close(stream->fd);
    *stream = document_stream_none();
    return code;
}

void document_stream_close(struct document_stream *stream)
{
    if (stream->fd < 0)
        return;
    fflush(stdout);
    os_file_place(stream->fd, CONSOLE_OUTPUT);
    os_file_close(stream->fd);
    *stream = document_stream_none();
}

/* Options that name files ---------------------------------------------------------------------- */

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
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

bool file_options_check(const struct file_options *files, const struct options *options)
{
    for (size_t i = 0; i < files->count; i++) {
        const char *name = files->names[i], *path = options_value(options, name);
        const char *lost = path ? replaced_find(files, options, i, path) : NULL;
        for (size_t k = 0; k < i && is_stdout(path); k++)
            if (is_stdout(options_value(options, files->names[k])))
                return message_refuse("%s: --%s and --%s: standard output takes one of them",
                                      files->command, files->names[k], name);
        if (lost)
            return message_refuse("%s: --%s %s would replace '%s', which is wanted: choose another "
                                  "file",
                                  files->command, name, path, lost);
        if (!path || is_stdout(path))
            continue;
        /* The file is written as it will be, and nothing of it stays. What is no file, such as a
         * pipe, is not touched. */
        struct os_file_status status;
        struct output output;
        if (os_path_look(path, &status) && status.kind == OS_FILE_IS_OTHER)
            continue;
        const int code = output_open(&output, path, kind_of(name));
        if (code != 0)
            return message_refuse("%s: --%s: cannot write '%s': %s", files->command, name, path,
                                  output_error(code));
        output_drop(&output);
    }
    return true;
}

int file_options_write(const struct file_options *files, const struct options *options,
                       size_t index, void (*write)(FILE *out, const void *of), const void *of)
{
    const char *name = files->names[index], *path = options_value(options, name);
    struct output output;
    int code = path && !is_stdout(path) ? output_open(&output, path, kind_of(name)) : 0;
    if (is_stdout(path)) {
        write(stdout, of);
    } else if (path && code == 0) {
        write(output.file, of);
        code = output_commit(&output);
    }
    return code == 0 ? EXIT_CODE_OK
                     : message_error("%s: --%s: cannot write '%s': %s", files->command, name, path,
                                     output_error(code));
}
