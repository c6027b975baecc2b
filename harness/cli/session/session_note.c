/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session_note.h"

#include "harness/analysis/why/why.h"
#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/plural.h"
#include "harness/base/printable.h"
#include "harness/record/profile.h"

#include <stdio.h>
#include <string.h>

void session_note_start(const struct session_params *params, size_t missing, uint32_t most,
                        double seconds, bool ceilings)
{
    const struct run_request *request = params->request;
    char launches[64] = "", plan[PLAN_NOTE_BYTES];
    if (most > 1)
        snprintf(launches, sizeof(launches), " in all of %s%u launches",
                 request->launches > 0 ? "" : "up to ", most);
    const bool aside = request->json && !request->out;
    message_note("%s, profile %s, seed %llu, %zu case%s%s%s%s", params->device->name,
                 run_request_profile(request), (unsigned long long)request->seed, missing,
                 plural(missing, "", "s"), launches, request->scratch ? "" : ", to ",
                 request->scratch ? ""
                 : aside          ? "standard output"
                                  : journal_path(params->journal));
    plan_note(params->plan, seconds, plan);
    message_note("  %s%s", plan, ceilings ? "; device limits as measured before" : "");
}

void session_note_interrupted(const struct session_params *params, uint32_t launch,
                              uint32_t launches)
{
    char word[MESSAGE_BYTES / 2];
    if (params->request->scratch)
        return;
    disk_shell_word_shown(journal_path(params->journal), word, sizeof(word));
    if (launches > 1)
        message_error("interrupted in launch %u of %u: continue with: claimcheck run --resume %s",
                      launch + 1, launches, word);
    else
        message_error("interrupted: continue with: claimcheck run --resume %s", word);
}

void session_note_kept(const struct session_params *params)
{
    char word[MESSAGE_BYTES / 2];
    if (params->request->scratch)
        return;
    disk_shell_word_shown(journal_path(params->journal), word, sizeof(word));
    message_error("what was measured is kept: continue with: claimcheck run --resume %s", word);
}

void session_note_crash(const struct session_params *params, const char *workload,
                        char line[CRASH_LINE_BYTES])
{
    const struct gpu_info *device = params->device;
    char word[MESSAGE_BYTES / 2], kept[MESSAGE_BYTES] = "";
    disk_shell_word_shown(journal_path(params->journal), word, sizeof(word));
    if (!params->request->scratch)
        snprintf(kept, sizeof(kept),
                 " What was measured before it is kept: claimcheck run --resume %s continues.",
                 word);
    snprintf(line, CRASH_LINE_BYTES,
             "claimcheck: crashed while %.200s was measured on '%.100s' with the driver '%.100s "
             "%.100s'. Measure with --isolate, not with --no-isolate: a crash then costs its case "
             "alone.%s",
             workload, device->name, device->driver_name, device->driver_info, kept);
    printable_clean(line);
    strcat(line, "\n"); /* it has room for half as much again */
}

void session_note_why(FILE *out, const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++) {
        struct why why;
        why_find(&why, run, &run->cases[i]);
        if (*why.text)
            fprintf(out, "%s: %s\n", run->cases[i].name, why.text);
    }
}

int session_note_output(const struct session_params *params, bool committed, int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    const int failure = output_failure(stdout);
    clearerr(stdout);
    return message_error(
        "cannot write to standard output: %s; the run is in '%s'", output_error(failure),
        committed ? journal_path(params->journal) : journal_journal_path(params->journal));
}
