/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include <stdlib.h>
#include <string.h>

bool saved_kernels_has_case(const struct saved_kernels *saved, const char *name)
{
    return !saved->cases || NAMED(saved->cases, saved->case_count, name);
}

void saved_kernels_finish(struct saved_kernels *saved)
{
    for (size_t i = 0; i < saved->case_count; i++)
        free(saved->cases[i]);
    free(saved->cases);
    free(saved->path);
    free(saved->commit);
    *saved = (struct saved_kernels){ 0 };
}
