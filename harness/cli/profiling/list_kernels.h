/* SPDX-License-Identifier: MIT */
/* list_kernels.h: `list --kernels`, --source and what goes with them: kernels without a case. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_LIST_KERNELS_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_LIST_KERNELS_H

#include "harness/cli/command.h"
#include "harness/cli/session/measurer.h"
#include "harness/views/sheet/sheet.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* True when the options ask for kernels, not for benches. */
bool list_kernels_wanted(const struct options *options);

/* Returns the exit code. */
int list_kernels_run(const struct command_line *line);

/* `--against FILE`: what a driver makes of kernels, held against an earlier listing of its own. */

/* An earlier document, packed or not; NULL, with a message. A new reference. */
json_t *kernel_against_load(const char *path);

/* Sets `against` of the new document, and prints it unless that is what is printed (`json`). The
 * exit code: 1 where something costs more, 77 where nothing can be compared, with a message. */
int kernel_against_judge(const char *path, const json_t *before, json_t *document, bool whole,
                         bool json);

/* Kernels for people: what they are, what the driver makes of them, and how a file differs from
 * what it stands in for. Entries of `kernels` of `claimcheck list --kernels --json`; one that
 * `stands_in_for` another is set against it, where that is there. */
void kernel_print(FILE *out, const json_t *kernels);

/* A row each, without what a driver says. */
void kernel_view(struct sheet *sheet, const void *kernels);

/* Asks a driver what it makes of kernels, in a process of its own: one that a driver crashes on
 * costs itself alone. */

/* An entry of a kernel; without a device (NULL), what its SPIR-V alone says. A new reference. */
typedef json_t *kernel_worker_entry_fn(const void *context, struct gpu *gpu, size_t index);

struct kernel_worker {
    const struct measurer *measurer;
    const char *selector; /* of the device, as gpu_choose() has it */
    size_t count;         /* of kernels */
    kernel_worker_entry_fn *entry;
    void (*finish)(const void *context); /* what entries left on the device goes; may be NULL */
    const void *context;
};

/*
 * Appends an entry per kernel to *kernels; one that the driver crashes on has that as its `reason`.
 * *device has `device`, its name, `driver_name` and `driver_info`; NULL, with a warning, where its
 * driver says nothing of what it compiles: then nothing was appended. Nothing is allocated on the
 * device, and nothing run. Valid: no device is open in this process, and no thread runs beside this
 * one (layers). Returns the exit code; the message has been printed.
 */
int kernel_worker_run(const struct kernel_worker *worker, json_t **device, json_t **kernels);

#endif
