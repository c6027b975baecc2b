/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/trace_counters.h"

#include "harness/base/exit_code.h"
#include "harness/base/expression.h"
#include "harness/base/message.h"

#include <regex.h>
#include <stdlib.h>

static bool is_of_commands(struct gpu *gpu, const struct gpu_counter *counters, uint32_t index)
{
    return counters[index].per_command && gpu_counters_together(gpu, &index, 1) == 1;
}

static int outcome(const struct gpu *gpu, const char *expression,
                   const struct trace_counters *counters, size_t all, size_t left_out)
{
    if (counters->count == 0 && left_out == 0)
        return message_error("trace: none of the %zu counters of %s has a name that '%s' matches; "
                             "--counters . takes all",
                             all, gpu_info(gpu)->name, expression);
    if (counters->count == 0)
        return message_error("trace: the %zu counters that '%s' matches cannot be counted per "
                             "command in one execution",
                             left_out, expression);
    if (left_out > 0)
        message_note("%zu more counters are left out: they cannot be counted per command in one "
                     "execution",
                     left_out);
    return EXIT_CODE_OK;
}

int trace_counters_choose(struct gpu *gpu, const char *expression, struct trace_counters *counters)
{
    const struct gpu_counter *all;
    const size_t count = gpu_counters(gpu, &all);
    size_t left_out = 0;
    regex_t matching;
    char why[EXPRESSION_WHY_BYTES];
    *counters = (struct trace_counters){ .chosen = calloc(count + 1, sizeof(*counters->chosen)) };
    if (!counters->chosen)
        return message_error("no memory is left");
    if (!expression_compile(&matching, expression, REG_ICASE, why))
        return message_error("trace: --counters: '%.200s' is no extended regular expression: %s",
                             expression, why);
    for (uint32_t i = 0; i < count; i++) {
        if (regexec(&matching, all[i].name, 0, NULL, 0) != 0)
            continue;
        if (is_of_commands(gpu, all, i))
            counters->chosen[counters->count++] = i;
        else
            left_out++;
    }
    regfree(&matching);
    return outcome(gpu, expression, counters, count, left_out);
}

void trace_counters_finish(struct trace_counters *counters)
{
    free(counters->chosen);
    *counters = (struct trace_counters){ 0 };
}
