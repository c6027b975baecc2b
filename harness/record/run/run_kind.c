/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_kind.h"

#include <stdbool.h>
#include <stddef.h>

/* Told by what no run has; no kind has what another one is told by. */
static const struct {
    const char *keys[2]; /* either one */
    const char *text;
} kinds[] = {
    { { "traceEvents", NULL },
      "it is a trace: claimcheck report RUN.json --trace FILE has it beside its run" },
    { { "sides", NULL },
      "it is a result of claimcheck ab, which has no run: ab --markdown is its page" },
    { { "twin_of", NULL },
      "it is what a twin was measured to do: name the run that it stands beside" },
    { { "thresholds", "quarantine" },
      "it is a file of thresholds: claimcheck ab --thresholds FILE takes it" },
    { { "figures", NULL },
      "it is what a paper states: claimcheck claims RUN.json --published FILE takes it" },
    { { "differences", NULL }, "it is a comparison of runs: name those that it is of" },
    { { "sources", NULL },
      "it is a listing of kernels: claimcheck list --kernels --device D --against FILE takes it" },
};

const char *run_kind_other(const json_t *document)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        for (size_t k = 0; k < 2 && kinds[i].keys[k]; k++)
            if (json_object_get(document, kinds[i].keys[k]))
                return kinds[i].text;
    return NULL;
}
