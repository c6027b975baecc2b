/* SPDX-License-Identifier: MIT */
/* run_after.h: what `run` does before and after it measures. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_RUN_AFTER_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_RUN_AFTER_H

#include "harness/cli/command.h"
#include "harness/cli/options.h"
#include "harness/cli/runs/exports.h"
#include "harness/cli/session/run_request.h"
#include "harness/record/run/run.h"

#include <stdbool.h>

/* The head of a run file, written before anything is measured. */

/* settled: session.sampling, or NULL. NULL when memory runs out. */
json_t *run_header_json(const struct command_line *line, const struct run_request *request,
                        const struct plan *plan, const struct gpu_info *device,
                        const struct run_sampling *settled);

/* --force replaces run files; a journal has what no file has yet: it is set aside, and a line says
 * how to go on with it. False with a message where it cannot be. */
bool run_journal_keep(const char *path);

/* Further uses of the file by `run`: --export-..., --save-kernels, and --with DEVICE. */

/* Entries of a table of options. */
#define RUN_AFTER_OPTIONS                                                                          \
    OPTION("with", "DEVICE",                                                                       \
           "compares the run with the newest kept one of the device whose name contains this"),    \
        OPTION_WITH("save-kernels", "FOLDER",                                                      \
                    "also writes the kernels of the cases there, for ab --old-kernels",            \
                    .file = true),                                                                 \
        EXPORTS_OPTIONS

struct run_after {
    const struct options *options;
    const struct technique *const *techniques;
    struct run *kept; /* that the run is compared with; NULL */
};

/* Before anything is measured: finds the kept run, which nobody wants to miss after an hour. The
 * exit code, with a message; run_after_finish() is due either way. */
int run_after_init(struct run_after *after, const struct command_line *line);
void run_after_finish(struct run_after *after);

/* Writes the exports of a run file that is there, which messages call `called`, and prints how the
 * run compares, unless --quiet. `code` is the run's exit code; returns that, or EXIT_CODE_UNTRIED
 * with a message. A kept run that has none of its cases is a message alone. */
int run_after_write(const struct run_after *after, const char *path, const char *called, int code);

#endif
