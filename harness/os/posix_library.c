/* SPDX-License-Identifier: MIT */
#include "harness/os/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 256 };

#ifdef __APPLE__
static const char beside[] = "@executable_path/lib/";

/* A Mac calls libNAME.so.1 libNAME.1.dylib; a path stays. */
static const char *name_of(const char *name, char *text)
{
    const char *end = strchr(name, '/') ? NULL : strstr(name, ".so");
    if (end)
        snprintf(text, PATH_BYTES, "%.*s%s.dylib", (int)(end - name), name, end + strlen(".so"));
    return end ? text : name;
}
#else
static const char beside[] = "$ORIGIN/lib/";

static const char *name_of(const char *name, char *text)
{
    (void)text;
    return name;
}
#endif

const char *os_library_error(void)
{
    const char *words = dlerror();
    return words ? words : "";
}

void *os_library_open(const char *name)
{
    char text[PATH_BYTES];
    return dlopen(name_of(name, text), RTLD_NOW | RTLD_LOCAL);
}

void *os_library_open_beside(const char *name, bool global)
{
    char text[PATH_BYTES], path[PATH_BYTES + sizeof(beside)];
    snprintf(path, sizeof(path), "%s%s", beside, name_of(name, text));
    return dlopen(path, RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
}

void *os_library_find(const char *name)
{
    char text[PATH_BYTES];
    return dlopen(name_of(name, text), RTLD_NOW | RTLD_NOLOAD);
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
