/* SPDX-License-Identifier: MIT */
#include "harness/cli/document_stream.h"

#include "harness/base/disk.h"
#include "harness/base/scratch.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/os/console.h"
#include "harness/os/file.h"
#include "harness/os/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

int document_stream_copy(const struct document_stream *stream, const char *path)
{
    char *text = NULL;
    size_t bytes = 0;
    int code = disk_load(path, &text, &bytes);
    if (code == 0)
        code = disk_write(stream->fd, text, bytes);
    free(text);
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

char *document_stream_folder(void)
{
    struct os_file_status status;
    char *folder = text_make("%s/", scratch_parent());
    if (!os_path_look(folder, &status)) {
        trouble("cannot write to '%s': %s: let TMPDIR name a folder with room", folder,
                strerror(errno));
        free(folder);
        folder = NULL;
    }
    return folder;
}
