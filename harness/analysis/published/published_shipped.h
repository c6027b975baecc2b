/* SPDX-License-Identifier: MIT */
/* published_shipped.h: the texts of results/published/, made by embed.sh. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_SHIPPED_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_SHIPPED_H

#include <stddef.h>

struct published_shipped {
    const char *name; /* "results/published/weber.json"; NULL ends the list */
    const char *text;
    size_t bytes;
};

extern const struct published_shipped published_shipped[];

#endif
