/* SPDX-License-Identifier: MIT */
/*
 * fail_memory.c: a library to be preloaded, which lets one allocation go wrong.
 * FAIL_MEMORY="N:FILE": the Nth that the executable itself asks for, in each process, as if memory
 * had run out; those of the C library and of drivers do not count. How many there were is added to
 * FILE, a line each process, and of one that crashes where: "at OFFSET", in the executable. N of 0
 * fails none.
 */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

/* The functions behind a preloaded malloc(): dlsym() would allocate by itself. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static atomic_long calls;
static long wanted;
static uintptr_t start, code_begin, code_end; /* of the executable */

/* The executable is the first object. */
static int executable_find(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    (void)context;
    start = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        code_begin = object->dlpi_addr + part->p_vaddr;
        code_end = code_begin + part->p_memsz;
    }
    return 1;
}

static void json_line_write(const char *format, long number)
{
    char line[32];
    const char *text = getenv("FAIL_MEMORY");
    const char *path = text ? strchr(text, ':') : NULL;
    const int fd = path ? open(path + 1, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    const int bytes = snprintf(line, sizeof(line), format, number);
    if (fd >= 0 && write(fd, line, (size_t)bytes) == bytes)
        close(fd);
}

/* The handler is gone when it is called: the crash comes again behind it. */
static void crashed(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    const ucontext_t *at = context;
    json_line_write("at %ld\n", (long)((uintptr_t)at->uc_mcontext.gregs[REG_RIP] - start));
}

__attribute__((constructor)) static void begin(void)
{
    const struct sigaction action = { .sa_sigaction = crashed,
                                      .sa_flags = SA_SIGINFO | SA_RESETHAND };
    const char *text = getenv("FAIL_MEMORY");
    wanted = text ? strtol(text, NULL, 10) : 0;
    dl_iterate_phdr(executable_find, NULL);
    sigaction(SIGSEGV, &action, NULL);
}

__attribute__((destructor)) static void end(void)
{
    json_line_write("%ld\n", atomic_load(&calls));
}

static bool fails(const void *caller)
{
    const uintptr_t at = (uintptr_t)caller;
    if (at < code_begin || at >= code_end || atomic_fetch_add(&calls, 1) + 1 != wanted)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}
