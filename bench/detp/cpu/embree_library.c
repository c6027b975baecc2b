/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/embree_library.h"

#ifdef CLAIMCHECK_EMBREE

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define BESIDE "$ORIGIN/lib/"

static void *library_open(void)
{
    const char *other = getenv("CLAIMCHECK_EMBREE");
    if (other && *other != 0)
        return dlopen(other, RTLD_NOW | RTLD_LOCAL);
    void *library = dlopen("libembree3.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library)
        return library;
    /* Embree asks for it by its name alone, under which it is then known. */
    dlopen(BESIDE "libtbb.so.12", RTLD_NOW | RTLD_GLOBAL);
    return dlopen(BESIDE "libembree3.so.3", RTLD_NOW | RTLD_LOCAL);
}

/* POSIX: a data pointer that dlsym() gives is one of a function; C has no such cast. */
static bool symbol_load(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof(symbol));
    return symbol;
}

const struct embree *detp_embree_load(void)
{
    static struct embree embree;
    static bool whole;
    if (whole)
        return &embree;
    void *library = library_open();
    whole = library;
#define LOAD(name) whole = whole && symbol_load(library, "rtc" #name, &embree.name);
    EMBREE_FUNCTIONS(LOAD)
    return whole ? &embree : NULL;
}

#else

/* An empty file is none of C. */
extern const char embree_library_is_left_out[];

#endif
