/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/embree_library.h"

#ifdef CLAIMCHECK_EMBREE

#include "harness/os/library.h"

#include <stdbool.h>
#include <stdlib.h>

const struct embree *detp_embree_load(void)
{
    static struct embree embree;
    static bool whole;
    if (whole)
        return &embree;
    const char *other = getenv("CLAIMCHECK_EMBREE");
    void *library = os_library_open(other && *other ? other : "libembree3.so.3");
    if (!library && !(other && *other)) {
        /* Embree asks for it by its name alone, under which it is then known. */
        os_library_open_beside("libtbb.so.12", true);
        library = os_library_open_beside("libembree3.so.3", false);
    }
    whole = library;
#define LOAD(name) whole = whole && os_library_symbol(library, "rtc" #name, &embree.name);
    EMBREE_FUNCTIONS(LOAD)
    return whole ? &embree : NULL;
}

#else

/* An empty file is none of C. */
extern const char embree_library_is_left_out[];

#endif
