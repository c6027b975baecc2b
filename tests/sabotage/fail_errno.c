/* SPDX-License-Identifier: MIT */
/*
 * fail_errno.c: a library to be preloaded, in which a system call fails as a container, a limit or
 * a file system makes it. FAIL_ERRNO="CALL:ERRNO[:TURN][,...]": each call of that name, or the
 * TURN-th alone, gives the errno. FAIL_ERRNO_BELOW=FOLDER: of calls with a path, those below it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static const struct {
    const char *name;
    int code;
} codes[] = {
    { "EPERM", EPERM },   { "EIO", EIO },       { "EAGAIN", EAGAIN },         { "ENOMEM", ENOMEM },
    { "EINVAL", EINVAL }, { "EMFILE", EMFILE }, { "ENFILE", ENFILE },         { "ENOSPC", ENOSPC },
    { "ENOSYS", ENOSYS }, { "ENOLCK", ENOLCK }, { "EOPNOTSUPP", EOPNOTSUPP },
};

/* Returns the errno that the call ends with; 0 where it goes on. */
static int struck(const char *call, const char *path, atomic_long *turns)
{
    const char *text = getenv("FAIL_ERRNO"), *below = getenv("FAIL_ERRNO_BELOW");
    if (path && below && strncmp(path, below, strlen(below)) != 0)
        return 0;
    for (; text && *text; text += strcspn(text, ","), text += *text == ',') {
        char name[32], code[16];
        long turn = 0;
        if (sscanf(text, "%31[^:]:%15[A-Z]:%ld", name, code, &turn) < 2 || strcmp(name, call) != 0)
            continue;
        if (atomic_fetch_add(turns, 1) + 1 != turn && turn != 0)
            return 0;
        for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
            if (strcmp(codes[i].name, code) == 0)
                return codes[i].code;
        fprintf(stderr, "fail_errno: no errno '%s'\n", code);
        abort();
    }
    return 0;
}

#define CALL(type, name, parameters, arguments, path)                                              \
    type name parameters;                                                                          \
    type name parameters                                                                           \
    {                                                                                              \
        static atomic_long turns;                                                                  \
        type(*next) parameters;                                                                    \
        const int code = struck(#name, path, &turns);                                              \
        void *symbol = dlsym(RTLD_NEXT, #name);                                                    \
        memcpy(&next, &symbol, sizeof(next));                                                      \
        if (code == 0)                                                                             \
            return next arguments;                                                                 \
        errno = code;                                                                              \
        return (type)-1;                                                                           \
    }

CALL(pid_t, fork, (void), (), NULL)
CALL(int, pipe2, (int ends[2], int flags), (ends, flags), NULL)
CALL(ssize_t, getrandom, (void *to, size_t bytes, unsigned flags), (to, bytes, flags), NULL)
CALL(int, unlink, (const char *path), (path), path)
CALL(int, link, (const char *from, const char *to), (from, to), to)
CALL(int, fsync, (int file), (file), NULL)
CALL(int, fdatasync, (int file), (file), NULL)
CALL(int, flock, (int file, int how), (file, how), NULL)
CALL(int, fchmod, (int file, mode_t mode), (file, mode), NULL)

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context)
{
    static atomic_long turns;
    int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    const int code = struck("pthread_create", NULL, &turns);
    void *symbol = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&next, &symbol, sizeof(next));
    return code != 0 ? code : next(thread, attributes, run, context);
}
