/* SPDX-License-Identifier: MIT */
#include "harness/cli/document_stream.h"

#include "harness/base/disk.h"
#include "harness/base/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    stream->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (stream->fd < 0)
        return errno;
    if (dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
        return 0;
    const int code = errno;
    close(stream->fd);
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
    dup2(stream->fd, STDOUT_FILENO);
    close(stream->fd);
    *stream = document_stream_none();
}

char *document_stream_folder(char *message, size_t message_bytes)
{
    struct stat status;
    char *folder = disk_path(scratch_parent(), "/");
    if (!folder) {
        snprintf(message, message_bytes, "no memory is left");
    } else if (stat(folder, &status) != 0) {
        snprintf(message, message_bytes,
                 "cannot write to '%s': %s: let TMPDIR name a folder with room", folder,
                 strerror(errno));
        free(folder);
        folder = NULL;
    }
    return folder;
}
