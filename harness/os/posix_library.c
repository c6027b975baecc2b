/* SPDX-License-Identifier: MIT */
#include "harness/os/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *os_library_open(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void *os_library_open_beside(const char *name, bool global)
{
    char path[256];
    snprintf(path, sizeof(path), "$ORIGIN/lib/%s", name);
    return dlopen(path, RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
}

void *os_library_find(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_NOLOAD);
}

/* POSIX: a data pointer that dlsym() gives is one of a function; C has no such cast. */
bool os_library_symbol(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof(symbol));
    return symbol;
}

void os_library_close(void *library)
{
    dlclose(library);
}
