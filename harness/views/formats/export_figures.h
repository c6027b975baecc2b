/* SPDX-License-Identifier: MIT */
/*
 * export_figures.h: the figures of papers with these devices on them, as the page draws them, and
 * the passes of a trace: a document of results/figures.schema.json. scripts/plot/plot draws it.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_FIGURES_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_FIGURES_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

#include <stdio.h>

/* Both return false when memory runs out or the text cannot be written. A list without figures is
 * no failure. */
bool export_figures(FILE *out, const struct run *const *runs, size_t run_count,
                    const struct published_list *published);
bool export_figures_trace(FILE *out, const json_t *document);

#endif
