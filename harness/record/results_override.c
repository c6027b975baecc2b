/* SPDX-License-Identifier: MIT */
#include "harness/record/results_override.h"

const char *results_override_verdict_name(enum results_override_verdict verdict)
{
    static const char *const names[RESULTS_OVERRIDE_VERDICT_COUNT] = {
        NULL, "wrong", "no_time", "too_few_rounds", "no_difference", "faster", "slower",
    };
    return names[verdict];
}
