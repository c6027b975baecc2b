/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/verdicts_print.h"

#include "harness/views/claims/claims_view.h"
#include "harness/views/claims/recommendation_print.h"

/* Entries that are measured: of any verdict, or of those that were not testable, too. */
static size_t entries_count(const struct claims *claims, bool all)
{
    size_t count = 0;
    for (size_t i = 0; i < claims->device_count; i++)
        for (size_t k = 0; k < claims->devices[i].entry_count; k++) {
            const struct claims_entry *entry = &claims->devices[i].entries[k];
            count += entry->measured && (all || entry->verdict.kind != VERDICT_NOT_TESTABLE);
        }
    return count;
}

static bool has_twins(const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].twin)
            return true;
    return false;
}

static bool claims_end(FILE *out, const struct run *run, const struct claims *claims,
                       const struct catalogue *catalogue)
{
    struct recommendation_list advice;
    const bool any = entries_count(claims, false) > 0;
    bool whole = true;
    if (!recommendation_find(&advice, run, claims, catalogue))
        return false;
    if (any || (run->device.software && entries_count(claims, true) > 0))
        fprintf(out, "\n");
    if (run->device.software && entries_count(claims, true) > 0)
        fprintf(out, "claims about times are not judged: this is a software device\n");
    if (any)
        whole = sheet_write(out, &(struct sheet_look){ .style = SHEET_TEXT }, claims_view, claims);
    if (advice.count > 0)
        fprintf(out, "\n");
    recommendation_print(out, &advice);
    recommendation_finish(&advice);
    return whole;
}

bool verdicts_print(FILE *out, const struct run *run, const struct published_list *published,
                    const struct catalogue *catalogue)
{
    if (has_twins(run))
        return true;
    struct claims *claims =
        claims_judge(&(struct claims_request){ .runs = &run,
                                               .run_count = 1,
                                               .published = published->files,
                                               .published_count = published->count,
                                               .by_runs = true });
    const bool whole = claims && claims_end(out, run, claims, catalogue);
    claims_destroy(&claims);
    return whole;
}
