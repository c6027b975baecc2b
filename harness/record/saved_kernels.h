/* SPDX-License-Identifier: MIT */
/* saved_kernels.h: what is known of kernels that an earlier build saved for a later one to be
 * compared with; engine/shaders/kernel.h reads and writes them. */
#ifndef CLAIMCHECK_HARNESS_RECORD_SAVED_KERNELS_H
#define CLAIMCHECK_HARNESS_RECORD_SAVED_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

/* All texts are malloc'ed. */
struct saved_kernels {
    char *commit; /* of the build that saved them */
    char *path;   /* of the folder, as given */
    char **cases; /* that were saved; NULL: an early index does not say */
    size_t case_count;
    size_t count; /* kernels whose SPIR-V is another one in this build */
    size_t same;  /* kernels that are the same */
    size_t gone;  /* kernels that this build has not */
    size_t other; /* kernels that differ and are no compute shaders, which alone can be replaced */
};

/* Whether the case was saved; true for each where the index does not say. */
bool saved_kernels_has_case(const struct saved_kernels *saved, const char *name);

/* Frees all texts. */
void saved_kernels_finish(struct saved_kernels *saved);

#endif
