/* SPDX-License-Identifier: MIT */
/*
 * table.h: results for people, from a run as its file has it, so that a file prints as the run did.
 *
 * Cases are grouped by workload; what all of a group have in common stands in its head. Ceilings
 * stand in a line at the end; their cases have rows only in a run of nothing else, or where
 * something went wrong. Behind each group stands what its notes mean, where no group before it had
 * them, and which case is the fastest. Its row is marked '*'; where there is none, '~' marks those
 * within noise. What is well is not said, and what the file does not say is empty.
 *
 *   case            variant, and the axes that differ
 *   median          of the time that the case is judged by; GPU time, or wall time where the notes
 *                   say so
 *   +- (one sign)   how far the ends of its 95 % interval are from it, in percent; between launches
 *                   where there are several
 *   speed-up        baseline's time / case's time, with its 95 % interval; ~ where there is none
 *   rate            bytes that are declared to be moved, or else operations, over the median; left
 *                   out where labels want the room
 *   items           keys, rays or the like that are declared, a second; left out before the rate
 *   notes           what to know before trusting the row (table_note.h); below it where they do not
 *                   fit
 *
 * In wide tables, and where there is room:
 *   wall            median of the wall time
 *   % of limit      the floor (limits.h) over the median GPU time, and what bounds it: bytes,
 *                   operations, chain
 *   % of probe      the time of a kernel that reads and writes the case's bytes and does nothing
 *                   else (instruments.h), over the median GPU time
 *   check           ok, FAILED, or a dash when there was none
 *
 * In wide tables alone:
 *   top unit        what the largest share of the time goes into, and how much (judge/why/why.h)
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_H

#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"
#include "harness/views/table/table_text.h"

#include <regex.h>
#include <stdio.h>

enum { TABLE_COLUMNS_MIN = 60 };

struct attempts; /* harness/analysis/override/override.h */

/* How it is printed; base/terminal.h knows what a terminal has. */
struct table_options {
    enum sheet_style style; /* a page has titles of columns in each table; data is export.h's */
    unsigned columns;       /* no line is longer, unless wide; 0: TERMINAL_COLUMNS; at least
                         TABLE_COLUMNS_MIN */
    bool wide;              /* all columns, and a line per case, however long */
    bool colours;
    const regex_t *filter; /* only cases whose name it matches; NULL: all */
    const struct catalogue
        *catalogue;   /* cases that do a part of the work are not the fastest; NULL: all may be */
    const char *file; /* the run file as a word of a shell, for commands that are named; NULL: the
                         last run's */
    const struct attempts *attempts; /* before this run, of the files in it; NULL: none */
    bool part;                       /* the file has more cases: none is said to be the fastest */
    bool no_limits;                  /* what the device can do at most was said before */
    bool brief;                      /* the end without host and core clock */
    bool only_limits;                /* rows with their share of the limits alone */
};

void table_print(FILE *out, const struct run *run, const struct table_options *options);

/* Prints the limits of the device, with all working sets. False where the run does not know
 * them. */
bool table_limits_print(FILE *out, const struct run *run, const struct table_options *options);

/* A table that is printed piece by piece, of a run that is still measured; zero at the start. */
struct table {
    struct sheet sheet;
    struct table_options options;
    bool others;        /* there is, or will be, more than ceilings */
    unsigned explained; /* notes whose meaning is printed; table_note.c's */
};

void table_begin(struct table *table, FILE *out, const struct table_options *options,
                 const struct run *run, bool others);

/* A workload that has ended, once each, in the order of the run. */
void table_add(struct table *table, const struct run *run, const char *workload);

/* Prints the notes on all groups. */
void table_end(struct table *table, const struct run *run);

#endif
