/* SPDX-License-Identifier: MIT */
#include "harness/os/mac_text.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int pipe2(int ends[2], int flags)
{
    (void)flags;
    if (pipe(ends) != 0)
        return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

int memfd_create(const char *name, unsigned int flags)
{
    char path[] = "/tmp/claimcheck-XXXXXX";
    const int file = mkostemp(path, O_CLOEXEC);
    (void)name;
    (void)flags;
    if (file >= 0)
        unlink(path);
    return file;
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *wait)
{
    sigset_t pending, one;
    int number;
    (void)info;
    (void)wait;
    sigpending(&pending);
    for (int i = 1; i < NSIG; i++) {
        if (!sigismember(set, i) || !sigismember(&pending, i))
            continue;
        sigemptyset(&one);
        sigaddset(&one, i);
        return sigwait(&one, &number) == 0 ? number : -1;
    }
    errno = EAGAIN;
    return -1;
}
