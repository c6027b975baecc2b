/* SPDX-License-Identifier: MIT */
/* plural.h: the word or ending that goes with a count: plural(n, "is", "are"). */
#ifndef CLAIMCHECK_HARNESS_BASE_PLURAL_H
#define CLAIMCHECK_HARNESS_BASE_PLURAL_H

#include <stddef.h>

static inline const char *plural(size_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

#endif
