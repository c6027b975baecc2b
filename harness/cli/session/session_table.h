/* SPDX-License-Identifier: MIT */
/* session_table.h: the table of a run on stdout, group by group while it is measured. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_TABLE_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_TABLE_H

#include "harness/analysis/published/published.h"
#include "harness/cli/session/run_request.h"
#include "harness/record/catalogue.h"
#include "harness/views/table/table.h"

/* The table of one run; zero at the start but for the first four. A quiet request prints nothing,
 * and several launches print a line each, then the table. */
struct session_table {
    const struct run_request *request;
    const struct plan *plan;
    struct catalogue catalogue;             /* as in table.h */
    uint32_t launches;                      /* of the group that has most */
    const char *file;                       /* as in table.h, for the end */
    const struct published_list *published; /* for the digest, from the end on */
    struct table table;
    bool begun;
    bool digest;    /* three lines a technique at the end, in place of the groups */
    size_t printed; /* groups of the plan */
};

/* The groups of the plan before `end` have ended. */
void session_table_go_on(struct session_table *table, const struct run *run, size_t end);

/* All that there will be. Returns the lines that stand behind the last group. */
unsigned session_table_finish(struct session_table *table, const struct run *run);

/* One of several launches has ended, of which `run` holds the cases: a line. */
void session_table_launch(const struct session_table *table, const struct run *run, uint32_t launch,
                          double seconds);

/* The whole table of a run that has ended before. */
void session_table_print(const struct run *run, bool wide, const struct catalogue *catalogue);

#endif
