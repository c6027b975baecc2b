/* SPDX-License-Identifier: MIT */
/* svg_file.h: a chart as a file of its own, with the colours that a page has for it. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_FILE_H
#define CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_FILE_H

#include "harness/views/svg/svg_chart.h"

/* False when memory runs out, or what is written is not. */
bool svg_file_print(FILE *out, const struct svg_chart *chart);

#endif
