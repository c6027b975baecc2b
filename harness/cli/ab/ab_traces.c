/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/base/message.h"
#include "harness/base/scratch.h"
#include "harness/base/trouble.h"
#include "harness/cli/ab/ab_session.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/os/clock.h"
#include "harness/os/interrupt.h"
#include "harness/os/path.h"
#include "harness/record/run/run_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 14, ARGUMENT_BYTES_MAX = 100000 };

static const double side_max_s = 60;

/* files: of the trace, and of what is said. False with a message. */
static bool process_run(const struct ab_params *params, int side, const char *filter,
                        const char *const files[2], double deadline_ns)
{
    char seed[24];
    size_t count;
    char **words = ab_words_make(params->commands[side], ARGUMENTS_MAX, &count);
    if (!words)
        return false;
    snprintf(seed, sizeof(seed), "%" PRIu64, params->seed);
    const char *const arguments[] = {
        "trace",
        "--filter",
        filter,
        "--seed",
        seed,
        "--out",
        files[0],
        "--quiet",
        params->profile ? "--profile" : NULL,
        params->profile,
        params->device ? "--device" : NULL,
        params->device,
    };
    char **word = words + count;
    for (size_t i = 0; i < sizeof(arguments) / sizeof(arguments[0]); i++)
        if (arguments[i])
            *word++ = (char *)arguments[i];
    trouble("it took too long");
    const struct ab_program program = { params->commands[side], words, "trace", files[0],
                                        files[1] };
    const enum ab_end end = ab_process_run(&program, deadline_ns);
    words[count] = NULL;
    os_path_names_free(&words);
    return end == AB_END_DONE || end == AB_END_WRONG;
}

/* NULL with a message. */
static json_t *trace_take(const struct ab_params *params, int side, const char *filter,
                          const struct scratch *folder, double deadline_ns)
{
    char *out = scratch_path(folder, side == 0 ? "a.json" : "b.json");
    char *errors = scratch_path(folder, "errors");
    const char *const files[] = { out, errors };
    json_t *document = NULL;
    if (process_run(params, side, filter, files, deadline_ns))
        document = run_file_json(out);
    free(out);
    free(errors);
    if (!document || trace_json_is(document))
        return document;
    trouble("its output is not a trace");
    json_decref(document);
    return NULL;
}

static double seconds_left(const struct ab_params *params, const struct ab_session *session)
{
    return params->budget_s > 0 ? params->budget_s - session->seconds : INFINITY;
}

void ab_traces_take(struct ab_traces *traces, const struct ab_params *params,
                    const struct ab_session *session)
{
    *traces = (struct ab_traces){ 0 };
    char *filter = params->kernels || params->read != FOREIGN_NONE
                       ? NULL
                       : ab_filter_rows(&session->rows, gate_detail_wants);
    struct scratch folder = { .lock = -1 };
    const bool made =
        filter && *filter && strlen(filter) < ARGUMENT_BYTES_MAX && scratch_create(&folder) == 0;
    double left_s = seconds_left(params, session);
    for (int side = 0; made && left_s > 0 && side < TRACE_SIDES; side++) {
        const double begin_ns = clock_now_ns();
        if (!params->quiet)
            message_note("ab: a timeline of %c", "AB"[side]);
        traces->documents[side] =
            trace_take(params, side, filter, &folder, begin_ns + 1e9 * fmin(left_s, side_max_s));
        left_s -= (clock_now_ns() - begin_ns) / 1e9;
        if (!traces->documents[side]) {
            if (!params->quiet && !*interrupt_flag())
                message_note("ab: no timeline of %c: %s", "AB"[side], trouble_text());
            break;
        }
    }
    if (traces->documents[TRACE_A] && traces->documents[TRACE_B])
        trace_pair_init(&traces->pair, traces->documents[TRACE_A], traces->documents[TRACE_B]);
    scratch_destroy(&folder);
    free(filter);
}

void ab_traces_finish(struct ab_traces *traces)
{
    trace_pair_finish(&traces->pair);
    for (int side = 0; side < TRACE_SIDES; side++)
        json_decref(traces->documents[side]);
    *traces = (struct ab_traces){ 0 };
}
