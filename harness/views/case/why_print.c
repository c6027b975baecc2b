/* SPDX-License-Identifier: MIT */
#include "harness/views/case/why_print.h"

#include "harness/analysis/why/why.h"

void why_print(FILE *out, const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++) {
        struct why why;
        why_find(&why, run, &run->cases[i]);
        if (*why.text)
            fprintf(out, "%s: %s\n", run->cases[i].name, why.text);
    }
}
