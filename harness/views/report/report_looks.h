/* SPDX-License-Identifier: MIT */
/* report_looks.h: the files of looks/, style and scripts of the pages, made by embed.sh. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_LOOKS_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_LOOKS_H

#include <stddef.h>

struct report_looks {
    const char *name; /* "page.css"; NULL ends the list */
    const char *text;
    size_t bytes;
};

extern const struct report_looks report_looks[];

#endif
