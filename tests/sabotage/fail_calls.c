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
 * or what another process may do just before: at the Nth open of a file that is to be new
 *
 *   taken            it is there
 *
 * or the Nth flock
 *
 *   stolen           another file has the name
 *
 * What stdio writes by itself it does not see.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum kind { NONE, KILL, TORN, SHORT, FAIL, TAKEN, STOLEN };
enum call { ANY, WRITE, OPEN, LOCK };

static const struct {
    const char *name;
    enum kind kind;
    enum call counted; /* alone; ANY: all but OPEN */
    int code;
} kinds[] = {
    { "kill", KILL, ANY, 0 },    { "torn", TORN, WRITE, 0 },      { "short", SHORT, WRITE, 0 },
    { "EIO", FAIL, ANY, EIO },   { "ENOSPC", FAIL, ANY, ENOSPC }, { "EINTR", FAIL, WRITE, EINTR },
    { "taken", TAKEN, OPEN, 0 }, { "stolen", STOLEN, LOCK, 0 },
};

static atomic_long calls;

/* Decides the fate of this call; with FAIL errno is set. */
static enum kind strike(const char *path, enum call call)
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
    if (i == KINDS || (kinds[i].counted == ANY ? call == OPEN : kinds[i].counted != call) ||
        strncmp(path, text + used, strlen(text + used)) != 0 ||
        atomic_fetch_add(&calls, 1) + 1 != wanted)
        return NONE;
    if (kinds[i].kind == KILL)
        raise(SIGKILL);
    errno = kinds[i].code;
    return kinds[i].kind;
}

static enum kind strike_fd(int fd, enum call call)
{
    const int before = errno;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, sizeof(path) - 1);
    path[length < 0 ? 0 : length] = 0;
    errno = before;
    return strike(path, call);
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
    const enum kind kind = strike_fd(fd, WRITE);
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
    return strike_fd(fd, ANY) == FAIL ? -1 : real(fd);
}

int ftruncate(int fd, off_t bytes)
{
    REAL(ftruncate, int, off_t);
    return strike_fd(fd, ANY) == FAIL ? -1 : real(fd, bytes);
}

static void file_make(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file)
        fclose(file);
}

int flock(int fd, int operation)
{
    REAL(flock, int, int);
    char link[64], path[PATH_MAX] = "";
    const enum kind kind = strike_fd(fd, LOCK);
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    if (kind == STOLEN && readlink(link, path, sizeof(path) - 1) > 0) {
        remove(path);
        file_make(path);
    }
    return kind == FAIL ? -1 : real(fd, operation);
}

/* With large files open() is called so. */
int open64(const char *path, int flags, ...)
{
    REAL(open64, const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    const unsigned mode = flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    if (flags & O_EXCL && strike(path, OPEN) == TAKEN)
        file_make(path);
    return real(path, flags, mode);
}

int rename(const char *from, const char *to)
{
    REAL(rename, const char *, const char *);
    return strike(to, ANY) == FAIL ? -1 : real(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    REAL(renameat2, int, const char *, int, const char *, unsigned);
    return strike(to, ANY) == FAIL ? -1 : real(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path)
{
    REAL(unlink, const char *);
    return strike(path, ANY) == FAIL ? -1 : real(path);
}
