/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int os_channel_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
}

int os_channel_pair(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    os_channel_keep(ends[0]); /* where SOCK_CLOEXEC is 0 */
    os_channel_keep(ends[1]);
    return 0;
}

bool os_channel_is_pair(int end)
{
    struct stat status;
    return fstat(end, &status) == 0 && S_ISSOCK(status.st_mode);
}

void os_channel_keep(int end)
{
    fcntl(end, F_SETFD, FD_CLOEXEC);
}

bool os_channel_wait(int end, int wait_ms)
{
    struct pollfd ready = { .fd = end, .events = POLLIN };
    return poll(&ready, 1, wait_ms) > 0;
}

size_t os_channel_read(int end, void *bytes, size_t most)
{
    ssize_t got;
    do
        got = read(end, bytes, most);
    while (got < 0 && errno == EINTR);
    return got > 0 ? (size_t)got : 0;
}

void os_channel_shut(int end)
{
    shutdown(end, SHUT_RDWR);
}
