/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/embree_library.h"

#ifdef CLAIMCHECK_EMBREE

#include "harness/os/library.h"

#include <stdbool.h>
#include <stdlib.h>

static void *library_open(void)
{
    const char *other = getenv("CLAIMCHECK_EMBREE");
    if (other && *other != 0)
        return os_library_open(other);
    void *library = os_library_open("libembree3.so.3");
    if (library)
        return library;
    /* Embree asks for it by its name alone, under which it is then known. */
    os_library_open_beside("libtbb.so.12", true);
    return os_library_open_beside("libembree3.so.3", false);
}

const struct embree *detp_embree_load(void)
{
    static struct embree embree;
    static bool whole;
    if (whole)
        return &embree;
    void *library = library_open();
    whole = library;
#define LOAD(name) whole = whole && os_library_symbol(library, "rtc" #name, &embree.name);
    EMBREE_FUNCTIONS(LOAD)
    return whole ? &embree : NULL;
}

#else

/* An empty file is none of C. */
extern const char embree_library_is_left_out[];

#endif
