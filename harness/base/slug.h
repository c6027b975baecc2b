/* SPDX-License-Identifier: MIT */
/* slug.h: names as parts of paths and of addresses. */
#ifndef CLAIMCHECK_HARNESS_BASE_SLUG_H
#define CLAIMCHECK_HARNESS_BASE_SLUG_H

#include <stddef.h>

/* The name in lower case, with single dashes for everything but letters and digits of ASCII, and
 * none at either end; as much of it as fits. Empty where the name has neither. */
void slug_make(const char *name, char *slug, size_t slug_bytes);

#endif
