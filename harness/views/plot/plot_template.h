/* SPDX-License-Identifier: MIT */
/* plot_template.h: the gnuplot scripts of this folder, made by harness/base/embed.sh. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_TEMPLATE_H
#define CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_TEMPLATE_H

#include <stddef.h>

struct plot_template {
    const char *name; /* "lines.gp"; NULL ends the list */
    const char *text;
    size_t bytes;
};

extern const struct plot_template plot_template[];

#endif
