/* SPDX-License-Identifier: MIT */
/*
 * plot.h: the figures of papers with a run's device on them, and the passes of a trace, as scripts
 * for gnuplot. Each stands alone, with its numbers within it, and draws NAME.svg, NAME.png and
 * NAME.pdf beside itself: `gnuplot NAME.gp`. No text leaves the canvas, and none of a file's is
 * taken for a command. Identical runs are identical bytes.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_H
#define CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

#include <jansson.h>

enum { PLOT_NAME_BYTES = 64 };

/* A script, "NAME.gp"; name and text live as long as the call. */
struct plot_script {
    const char *name; /* of [a-z0-9_-], and ".gp" */
    const char *text;
    size_t bytes;
};

/* Takes a script; false ends it. */
typedef bool plot_take(void *user, const struct plot_script *script);

/* All figures that the run has cases of; none is no trouble. False when memory runs out, or as
 * `take` says. */
bool plot_run(const struct run *run, const struct published_list *published, plot_take *take,
              void *user);

/* The passes of the cases of a trace (record/trace_json.h) that run on the device alone. */
bool plot_trace(const json_t *document, plot_take *take, void *user);

#endif
