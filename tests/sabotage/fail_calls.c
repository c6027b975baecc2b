/* SPDX-License-Identifier: MIT */
/*
 * fail_calls.c: a library to be preloaded, which lets one call go wrong that a process makes on
 * files below a folder. SABOTAGE="KIND:N:FOLDER": the Nth of write, fdatasync, ftruncate, flock,
 * rename and unlink
 *
 *   kill             does not come back: SIGKILL before it
 *   EIO, ENOSPC      fails
 *
 * or the Nth write
 *
 *   torn             writes a half of it, then SIGKILL
 *   short            writes a half of it
 *   EINTR            fails
 *
 * What stdio writes by itself it does not see.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum kind { NONE, KILL, TORN, SHORT, FAIL };

static const struct {
    const char *name;
    enum kind kind;
    bool writes; /* alone are counted */
    int code;
} kinds[] = {
    { "kill", KILL, false, 0 },  { "torn", TORN, true, 0 },         { "short", SHORT, true, 0 },
    { "EIO", FAIL, false, EIO }, { "ENOSPC", FAIL, false, ENOSPC }, { "EINTR", FAIL, true, EINTR },
};

static atomic_long calls;

/* What is to happen to this call; with FAIL errno is set. */
static enum kind strike(const char *path, bool writes)
{
    enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };
    char name[16];
    long wanted = 0;
    int used = 0;
    size_t i = 0;
    const char *text = getenv("SABOTAGE");
    if (!text || sscanf(text, "%15[^:]:%ld:%n", name, &wanted, &used) != 2)
        return NONE;
    while (i < KINDS && strcmp(kinds[i].name, name) != 0)
        i++;
    if (i == KINDS || (kinds[i].writes && !writes) ||
        strncmp(path, text + used, strlen(text + used)) != 0 ||
        atomic_fetch_add(&calls, 1) + 1 != wanted)
        return NONE;
    if (kinds[i].kind == KILL)
        raise(SIGKILL);
    errno = kinds[i].code;
    return kinds[i].kind;
}

static enum kind strike_fd(int fd, bool writes)
{
    const int before = errno;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, sizeof(path) - 1);
    path[length < 0 ? 0 : length] = 0;
    errno = before;
    return strike(path, writes);
}

/* POSIX: a data pointer that dlsym() gives is one of a function; C has no such cast. */
#define REAL(name, ...)                                                                            \
    int (*real)(__VA_ARGS__);                                                                      \
    void *symbol = dlsym(RTLD_NEXT, #name);                                                        \
    memcpy(&real, &symbol, sizeof(real))

ssize_t write(int fd, const void *data, size_t size)
{
    ssize_t (*real)(int, const void *, size_t);
    void *symbol = dlsym(RTLD_NEXT, "write");
    memcpy(&real, &symbol, sizeof(real));
    const enum kind kind = strike_fd(fd, true);
    if (kind == FAIL)
        return -1;
    const ssize_t count = real(fd, data, kind == NONE ? size : (size + 1) / 2);
    if (kind == TORN)
        raise(SIGKILL);
    return count;
}

int fdatasync(int fd)
{
    REAL(fdatasync, int);
    return strike_fd(fd, false) == FAIL ? -1 : real(fd);
}

int ftruncate(int fd, off_t bytes)
{
    REAL(ftruncate, int, off_t);
    return strike_fd(fd, false) == FAIL ? -1 : real(fd, bytes);
}

int flock(int fd, int operation)
{
    REAL(flock, int, int);
    return strike_fd(fd, false) == FAIL ? -1 : real(fd, operation);
}

int rename(const char *from, const char *to)
{
    REAL(rename, const char *, const char *);
    return strike(to, false) == FAIL ? -1 : real(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    REAL(renameat2, int, const char *, int, const char *, unsigned);
    return strike(to, false) == FAIL ? -1 : real(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path)
{
    REAL(unlink, const char *);
    return strike(path, false) == FAIL ? -1 : real(path);
}
