/* SPDX-License-Identifier: MIT */
/* ab_kernels.h: old kernels beside the shipped ones, as options of `run`. */
#ifndef CLAIMCHECK_HARNESS_CLI_AB_AB_KERNELS_H
#define CLAIMCHECK_HARNESS_CLI_AB_AB_KERNELS_H

#include "harness/engine/shaders/kernel_folder.h"

/*
 * --kernel NAME=FILE for each kernel that differs, and for those of the controls, which are
 * written to `folder` as they are, unless they differ themselves. NULL-terminated, for
 * ab_words_free(); *count is how many words. NULL with a one-line message.
 */
char **ab_kernels_make(const struct kernel_folder *kernels, const char *const *built_in,
                       const char *folder, size_t *count, char *message, size_t message_bytes);

#endif
