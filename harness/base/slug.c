/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include <ctype.h>

void slug_make(const char *name, char *slug, size_t slug_bytes)
{
    size_t used = 0;
    for (; *name != 0 && used + 1 < slug_bytes; name++) {
        unsigned char c = (unsigned char)*name;
        if (c < 128 && isalnum(c))
            slug[used++] = (char)tolower(c);
        else if (used > 0 && slug[used - 1] != '-')
            slug[used++] = '-';
    }
    while (used > 0 && slug[used - 1] == '-')
        used--;
    slug[used] = 0;
}
