/* SPDX-License-Identifier: MIT */
/* run_view.h: what a command line names as documents for pages (views/view/view.h). */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_RUN_VIEW_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_RUN_VIEW_H

#include "harness/cli/runs/run_list.h"
#include "harness/views/view/view.h"

/* Runs with their verdicts, pictures of their techniques, and the trace of --trace. */
struct run_view {
    const char *command; /* that messages begin with */
    struct run_list_judged judged;
    struct catalogue catalogue;
    struct view_picture *pictures; /* with bytes of their own */
    size_t picture_count;
    json_t *trace; /* NULL */
};

/* Returns the exit code, with a message; what was open stays for run_view_finish() either way. */
int run_view_open(struct run_view *view, const struct command_line *line);
void run_view_finish(struct run_view *view);

/* The document of one device of judged.claims. A new reference. */
json_t *run_view_document(const struct run_view *view, size_t device);

#endif
