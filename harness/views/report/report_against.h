/* SPDX-License-Identifier: MIT */
/* report_against.h: the first device and each other, compared; for the files of this section. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_AGAINST_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_AGAINST_H

#include "harness/analysis/compare/compare.h"
#include "harness/views/report/report_page.h"

struct report_against {
    const struct report_device *b; /* against the first */
    const struct run *runs[2];     /* NULL: no two runs have a case in common */
    struct compare compare;        /* of these; empty where there are none */
};

/* A picture per clock: each technique's mean ratio, with the least and the greatest, of all
 * devices. */
void report_against_means(const struct report_page *page, const struct report_against *all,
                          size_t count);

#endif
