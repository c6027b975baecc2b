/* SPDX-License-Identifier: MIT */
/* plot_script.h: a script from its first line to its last, and what it is called. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_SCRIPT_H
#define CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_SCRIPT_H

#include "harness/views/plot/plot.h"

#include <stdio.h>

/* Names of scripts, without ".gp", each once. */
struct plot_names {
    char (*names)[PLOT_NAME_BYTES];
    size_t count;
};

/* "key-value"; what cannot stand in a name of a file is '-'. False when memory runs out. */
bool plot_names_add(struct plot_names *names, const char *key, const char *value);
void plot_names_finish(struct plot_names *names);

struct plot_writing {
    FILE *out; /* for what stands between style.gp and the template */
    const char *name;
    char *text;
    size_t bytes;
};

/* Of the last name. False when memory runs out; then there is no end. */
bool plot_script_begin(struct plot_writing *writing, const struct plot_names *names,
                       const char *title);

/* False when memory runs out, or as `take` says. */
bool plot_script_end(struct plot_writing *writing, const char *template_name, plot_take *take,
                     void *user);

#endif
