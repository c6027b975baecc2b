/* SPDX-License-Identifier: MIT */
/* comparison.h: runs that were read, compared, printed and exported. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_COMPARISON_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_COMPARISON_H

#include "harness/analysis/published/published.h"
#include "harness/cli/options.h"
#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"

/* The parts of a comparison to print. */
struct comparison_wanted {
    const char *command; /* that messages begin with */
    const char *filter;  /* extended regular expression on names of cases; NULL: all */
    enum sheet_style style;
    bool wide;                     /* a text with all columns */
    bool changed;                  /* only rows that have: compare_view.h */
    bool brief;                    /* no rows, in a text of many */
    const struct options *exports; /* NULL: none */
    const struct published_list
        *published; /* whose claims are compared, unless `filter` is there */
};

/* Two runs, or COMPARE_SEVERAL_MAX at most, all held against the first. Prints on stdout. The exit
 * code: EXIT_CODE_OK whatever it finds, EXIT_CODE_NOTHING with a message where no case is in both,
 * EXIT_CODE_UNTRIED with a message. */
int comparison_run(const struct run *const *runs, size_t count,
                   const struct comparison_wanted *wanted);

#endif
