/* SPDX-License-Identifier: MIT */
/*
 * table.h: results for people, from a run as its file has it, so that a file prints as the run did.
 * All text but names is ASCII. Cases are grouped by workload; what the file does not say prints as
 * a dash. Ceilings stand above all, in lines of their own; their cases have rows only in a run of
 * nothing else, or where something went wrong. Behind each group stands which case is the fastest
 * (table_fastest.h).
 *
 *   case            variant, and the axes that the workload's name does not hold
 *   median          of the time that the case is judged by; GPU time, or wall time where the notes
 *                   say so
 *   95 % interval   of that median, within one process
 *   speed-up        baseline's time / case's time, with its 95 % interval; 1.00 for the baseline
 *   wall            median of the wall time
 *   % of floor      the floor (floor.h) over the median GPU time, and the initial of what bounds
 *                   it: bytes, operations, chain; a dash where no ceiling is known
 *   check           ok, FAILED, or a dash when there was none
 *   status          with the reason after it unless it is ok
 *   notes           what to know before trusting the row: bimodal, drift, few samples, outliers
 */
#ifndef CLAIMCHECK_HARNESS_SHOW_TABLE_H
#define CLAIMCHECK_HARNESS_SHOW_TABLE_H

#include "harness/run/run.h"

#include <regex.h>
#include <stdio.h>

/* How it is printed; base/terminal.h knows what a terminal has. */
struct table_options {
    unsigned columns; /* no line is longer, unless wide; 0: TERMINAL_COLUMNS */
    bool wide;        /* all columns, and a line per case, however long */
    bool colours;
    const regex_t *filter; /* only cases whose name it matches; NULL: all */
};

void table_print(FILE *out, const struct run *run, const struct table_options *options);

#endif
