/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include "harness/os/posix_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int os_file_open(const char *path, unsigned flags)
{
    static const struct {
        unsigned flag;
        int has;
    } others[] = { { OS_FILE_APPEND, O_APPEND },      { OS_FILE_CREATE, O_CREAT },
                   { OS_FILE_NEW, O_CREAT | O_EXCL }, { OS_FILE_EMPTY, O_TRUNC },
                   { OS_FILE_FOLDER, O_DIRECTORY },   { OS_FILE_AT_ONCE, O_NONBLOCK | O_NOCTTY },
                   { OS_FILE_NO_LINK, O_NOFOLLOW } };
    int all = flags & OS_FILE_UPDATE ? O_RDWR : flags & OS_FILE_WRITE ? O_WRONLY : O_RDONLY;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        all |= flags & others[i].flag ? others[i].has : 0;
    const int fd = open(path, all | O_CLOEXEC, flags & OS_FILE_PRIVATE ? 0600 : 0666);
    if (fd >= 0 && flags & OS_FILE_SHARED && fchmod(fd, 0644) != 0)
        errno = 0; /* another user's */
    return fd;
}

int os_file_open_pipe(const char *path)
{
    const int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

int os_file_open_scratch(void)
{
    return memfd_create("claimcheck", MFD_CLOEXEC);
}

int os_file_open_nowhere(unsigned flags)
{
    return open("/dev/null", flags & OS_FILE_WRITE ? O_WRONLY : O_RDONLY);
}

void os_file_close(int file)
{
    close(file);
}

int os_file_again(int file)
{
    return fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

bool os_file_place(int file, int as)
{
    return dup2(file, as) >= 0;
}

bool os_file_is_open(int file)
{
    return fcntl(file, F_GETFD) >= 0;
}

FILE *os_file_stream(int file, const char *mode)
{
    return fdopen(file, mode);
}

int os_file_of(FILE *stream)
{
    return fileno(stream);
}

int64_t os_file_read_at(int file, void *bytes, size_t count, uint64_t offset)
{
    return pread(file, bytes, count, (off_t)offset);
}

int64_t os_file_write(int file, const void *bytes, size_t count)
{
    return write(file, bytes, count);
}

int os_file_lock(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

int os_file_sync(int file)
{
    return fdatasync(file) == 0 ? 0 : errno;
}

int os_file_resize(int file, uint64_t bytes)
{
    return ftruncate(file, (off_t)bytes) == 0 ? 0 : errno;
}

void os_file_touch(int file)
{
    futimens(file, NULL);
}

bool os_file_look(int file, struct os_file_status *status)
{
    struct stat own;
    return fstat(file, &own) == 0 && os_file_status_take(&own, status);
}

unsigned os_file_user(void)
{
    return geteuid();
}
