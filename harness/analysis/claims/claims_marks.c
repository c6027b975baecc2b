/* SPDX-License-Identifier: MIT */
/* claims_marks.c: what stands beside a verdict. */
#include "harness/analysis/claims/claims_judging.h"

#include "harness/record/profile.h"

#include <math.h>
#include <string.h>

const char *claims_mark_text(enum claims_mark mark)
{
    switch (mark) {
    case CLAIMS_NOT_PAPERS: return "ours, not the paper's";
    case CLAIMS_BY_CONSTRUCTION: return "by construction";
    case CLAIMS_ONE_RUN: return "within one run";
    case CLAIMS_FEW_RUNS: return "of too few runs for an interval between them";
    case CLAIMS_OTHER_ROUNDS: return "not in the same rounds";
    case CLAIMS_THROTTLED: return "throttled";
    case CLAIMS_BAD_ROWS: return "without cases that are unsupported or failed";
    case CLAIMS_UNMET: return "without cases that it is not about";
    case CLAIMS_NO_STAND_INS: return "without stand-ins";
    case CLAIMS_OLDER_KERNELS: return "without runs of older kernels";
    case CLAIMS_SMALL_PROFILE: return "a larger profile has more of it";
    case CLAIMS_SIZE_OPEN: return "size not told from 1";
    case CLAIMS_DRIVERS: return "of several drivers";
    case CLAIMS_HOSTS: return "of several hosts";
    case CLAIMS_UNITS: return "of several devices of the name";
    case CLAIMS_BUILDS: return "of several builds";
    case CLAIMS_DEVIATES: return "known deviations";
    }
    return "";
}

static unsigned estimate_marks(const struct claims_entry *entry)
{
    unsigned marks = 0;
    for (size_t i = 0; i < entry->pair_count; i++) {
        const struct estimate *estimate = &entry->pairs[i].estimate;
        if (isnan(estimate->value))
            continue;
        if (!estimate->same_rounds)
            marks |= CLAIMS_OTHER_ROUNDS;
        if (estimate->older > 0)
            marks |= CLAIMS_OLDER_KERNELS;
        if (estimate->throttled)
            marks |= CLAIMS_THROTTLED;
        if (!estimate->exact && estimate->processes == 1)
            marks |= CLAIMS_ONE_RUN;
        else if (!estimate->exact && estimate->processes < ESTIMATE_PROCESSES_LEAST)
            marks |= CLAIMS_FEW_RUNS;
    }
    return marks;
}

/* Of some pair; of what was published where there is none. */
static bool size_open(const struct claims_judging *judging)
{
    const struct published_claim *claim = judging->claim;
    const struct claims_entry *entry = judging->entry;
    bool open = false;
    if (claim->relation != PUBLISHED_EQUALS || !claim->has_b)
        return false;
    for (size_t i = 0; i < entry->pair_count; i++)
        open = open || verdict_size_open(entry->pairs[i].published, judging->rule);
    for (size_t i = 0; i < claim->value_count && entry->pair_count == 0; i++)
        open = open || verdict_size_open(claim->values[i].value, judging->rule);
    return open || (entry->pair_count == 0 && verdict_size_open(claim->value, judging->rule));
}

/* A case that runs on the host. */
static bool has_host_row(const struct case_selection *rows, size_t run)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->rows[i].cases[run] && rows->rows[i].cases[run]->kind == BENCH_CPU)
            return true;
    return false;
}

/* What the runs that it rests on do not have in common. */
static unsigned origin_marks(const struct claims_judging *judging)
{
    const struct run *first = NULL, *host = NULL;
    unsigned marks = 0;
    for (size_t i = 0; i < judging->runs.count; i++) {
        const struct run *run = judging->runs.runs[i];
        if (!judging->runs.counted[i])
            continue;
        first = first ? first : run;
        if (strcmp(first->device.driver_info, run->device.driver_info) != 0)
            marks |= CLAIMS_DRIVERS;
        if (strcmp(first->device.uuid, run->device.uuid) != 0)
            marks |= CLAIMS_UNITS;
        if (strcmp(first->tool.commit, run->tool.commit) != 0)
            marks |= CLAIMS_BUILDS;
        if (has_host_row(&judging->a, i) || has_host_row(&judging->b, i)) {
            host = host ? host : run;
            if (strcmp(host->context.cpu, run->context.cpu) != 0)
                marks |= CLAIMS_HOSTS;
        }
    }
    return marks;
}

static bool small_profile(const struct claims_judging *judging)
{
    enum bench_profile profile;
    for (size_t i = 0; i < judging->runs.count; i++)
        if (!profile_find(judging->runs.runs[i]->session.profile, &profile) ||
            profile >= judging->claim->profile)
            return false;
    return true;
}

void claims_marks_find(struct claims_judging *judging, size_t stand_ins)
{
    struct claims_entry *entry = judging->entry;
    entry->bad_rows = judging->a.bad + judging->b.bad;
    entry->marks = estimate_marks(entry) | origin_marks(judging);
    if (entry->bad_rows > 0)
        entry->marks |= CLAIMS_BAD_ROWS;
    if (judging->a.unmet + judging->b.unmet > 0)
        entry->marks |= CLAIMS_UNMET;
    if (stand_ins > 0)
        entry->marks |= CLAIMS_NO_STAND_INS;
    if (small_profile(judging))
        entry->marks |= CLAIMS_SMALL_PROFILE;
    if (size_open(judging))
        entry->marks |= CLAIMS_SIZE_OPEN;
    if (judging->claim->ours)
        entry->marks |= CLAIMS_NOT_PAPERS;
    if (*judging->claim->by_construction)
        entry->marks |= CLAIMS_BY_CONSTRUCTION;
    if (judging->claim->deviation_count > 0)
        entry->marks |= CLAIMS_DEVIATES;
}
