/* SPDX-License-Identifier: MIT */
/* kernel_against.h: list --kernels --against FILE: what a driver makes of kernels, held against an
 * earlier listing of its own. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_AGAINST_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_AGAINST_H

#include <jansson.h>
#include <stdbool.h>

/* An earlier document, packed or not; NULL, with a message. A new reference. */
json_t *kernel_against_load(const char *path);

/* Sets `against` of the new document, and prints it unless that is what is printed (`json`). The
 * exit code: 1 where something costs more, 77 where nothing can be compared, with a message. */
int kernel_against_judge(const char *path, const json_t *before, json_t *document, bool whole,
                         bool json);

#endif
