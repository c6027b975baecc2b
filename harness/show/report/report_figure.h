/* SPDX-License-Identifier: MIT */
/* report_figure.h: the figures and tables of papers, with what the paper has and these devices on
 * them. A point that is only in a picture is not there: what the text says is a line with words. */
#ifndef CLAIMCHECK_HARNESS_SHOW_REPORT_REPORT_FIGURE_H
#define CLAIMCHECK_HARNESS_SHOW_REPORT_REPORT_FIGURE_H

#include "harness/show/report/report_page.h"

/* Those of a technique of which some run has a case. */
void report_figures_print(const struct report_page *page, const char *technique);

#endif
