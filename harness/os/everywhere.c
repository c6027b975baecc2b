/* SPDX-License-Identifier: MIT */
/* everywhere.c: what is done in the same way on each system, by what the others here do. */
#include "harness/os/os.h"

#include <errno.h>
#include <stdlib.h>

bool os_path_is_folder(const char *path)
{
    struct os_file_status status;
    return os_path_look(path, &status) && status.kind == OS_FILE_IS_FOLDER;
}

bool os_path_is_there(const char *path)
{
    struct os_file_status status;
    return os_path_look(path, &status);
}

/* On Windows a console and a pipe have no number. */
bool os_file_is_same(const struct os_file_status *a, const struct os_file_status *b)
{
    return a->number != 0 && a->device == b->device && a->number == b->number;
}

void os_path_names_free(char ***names)
{
    for (char **name = *names; name && *name; name++)
        free(*name);
    free(*names);
    *names = NULL;
}

bool process_was_killed(const struct process *process)
{
    return process_end_signal(process) == 9; /* SIGKILL, which Windows does not name */
}

void *os_shared_create(size_t bytes, int *descriptor)
{
    *descriptor = os_file_open_scratch();
    if (*descriptor < 0)
        return NULL;
    void *memory =
        os_file_resize(*descriptor, bytes) == 0 ? os_shared_attach(*descriptor, bytes) : NULL;
    if (!memory)
        os_file_close(*descriptor);
    return memory;
}

/* On Windows tmpfile() makes its file at the root of the drive, where few may write. */
FILE *os_stream_scratch(void)
{
    const int file = os_file_open_scratch();
    FILE *stream = file < 0 ? NULL : os_file_stream(file, "w+b");
    if (file >= 0 && !stream)
        os_file_close(file);
    return stream;
}

int os_stream_output_begin(struct os_stream_output *output)
{
    fflush(stdout);
    *output =
        (struct os_stream_output){ .failed = ferror(stdout), .memory = os_file_open_scratch() };
    if (output->memory < 0)
        return errno;
    output->before = os_file_again(CONSOLE_OUTPUT);
    if (output->before >= 0 && os_file_place(output->memory, CONSOLE_OUTPUT))
        return 0;
    const int code = errno;
    os_file_close(output->memory);
    if (output->before >= 0)
        os_file_close(output->before);
    return code;
}

bool os_stream_output_end(struct os_stream_output *output, os_stream_take_fn *take, void *context)
{
    char bytes[4096];
    int64_t count;
    uint64_t at = 0;
    bool whole = fflush(stdout) == 0 && (output->failed || !ferror(stdout));
    if (!output->failed)
        clearerr(stdout); /* of the memory, not of what it is now */
    whole = os_file_place(output->before, CONSOLE_OUTPUT) && whole;
    for (; (count = os_file_read_at(output->memory, bytes, sizeof(bytes), at)) > 0;
         at += (uint64_t)count)
        take(context, bytes, (size_t)count);
    os_file_close(output->before);
    os_file_close(output->memory);
    return whole && count == 0;
}
