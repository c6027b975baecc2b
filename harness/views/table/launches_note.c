/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_notes.h"

#include <math.h>
#include <stdio.h>

void launches_note_run(const struct run *run, char text[LAUNCHES_NOTE_BYTES])
{
    const struct launch_stats *most = NULL;
    bool within = false;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        within = within || isfinite(run_case_interval(c).low);
        if (c->launch_count > 0 && (!most || c->time_between.launches > most->launches))
            most = &c->time_between;
    }
    text[0] = '\0';
    if (most)
        snprintf(text, LAUNCHES_NOTE_BYTES, "intervals: %.3g %%, between %zu launches",
                 100 * most->confidence, most->launches);
    else if (within)
        snprintf(text, LAUNCHES_NOTE_BYTES, "intervals: 95 %%, within one process");
}

void launches_note_case(const struct run *run, const struct run_case *c, char *text,
                        size_t text_bytes)
{
    const size_t launches = c->launch_count > 0 ? c->launch_count : 1;
    text[0] = '\0';
    /* Groups of a run of claims have launches of their own. */
    const bool planned = run->session.complete && run->session.claim_count > 0;
    if (!planned && (double)launches < run->session.launches)
        snprintf(text, text_bytes, "%zu of %.0f launches", launches, run->session.launches);
}
