/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <string.h>

static const char *text_of(const struct technique *technique)
{
    return technique->folder ? technique->folder->published : NULL;
}

bool published_papers_in_folders(const struct technique *const *techniques)
{
    for (; techniques && *techniques; techniques++)
        if (text_of(*techniques))
            return true;
    return false;
}

bool published_papers_open(struct published_list *list, const char *const *files, size_t count,
                           const struct technique *const *techniques)
{
    const bool in_folders = published_papers_in_folders(techniques);
    if ((count > 0 || !in_folders) && !published_list_open(list, files, count))
        return false;
    for (; techniques && *techniques; techniques++)
        if (text_of(*techniques) &&
            !published_list_add(list, text_of(*techniques), (*techniques)->folder->published_path))
            return false;
    return true;
}

enum { REASON_BYTES = 512 };

/* Claims -------------------------------------------------------------------------------------- */

/* Matches that are not wanted, for messages. */
struct unwanted {
    const struct published_claim *untestable; /* the first; NULL */
    size_t matched;
};

static void claims_take(struct published_cases *cases, const regex_t *ids, bool with_long,
                        struct unwanted *unwanted)
{
    for (size_t i = 0; i < cases->list.count; i++) {
        const struct published *file = cases->list.files[i];
        for (size_t k = 0; k < file->claim_count; k++)
            if (!ids || regexec(ids, file->claims[k].id, 0, NULL, 0) == 0) {
                const struct published_claim *claim = &file->claims[k];
                unwanted->matched++;
                if (*claim->untestable != 0 || claim->evidence != PUBLISHED_BY_RUN) {
                    unwanted->untestable = unwanted->untestable ? unwanted->untestable : claim;
                } else if (claim->takes_minutes && !with_long) {
                    cases->long_count++;
                } else {
                    cases->claims[cases->claim_count++] = claim;
                    if (claim->profile > cases->profile)
                        cases->profile = claim->profile;
                }
            }
    }
}

static void message_none(const struct published_cases *cases, const char *ids,
                         const struct unwanted *unwanted)
{
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    if (unwanted->untestable) {
        const char *why = unwanted->untestable->untestable, *id = unwanted->untestable->id;
        if (*why)
            trouble("no run can test %s: %s", id, why);
        else
            trouble("no run can test %s: its evidence is not a run; see claimcheck claims %s", id,
                    id);
        return;
    }
    published_option_names(&cases->list, &names);
    trouble("no claim matches '%.200s'%s", ids ? ids : "", ids ? name_list_hint(&names, ids) : "");
}

bool published_cases_init(struct published_cases *cases,
                          const struct published_cases_request *request)
{
    OWNED_BY(regfree) regex_t ids = { 0 };
    struct unwanted unwanted = { 0 };
    *cases = (struct published_cases){ .profile = BENCH_QUICK };
    if (!published_papers_open(&cases->list, request->files, request->file_count,
                               request->techniques))
        return false;
    /* Papers of folders stand in their order; figures alone are one, too. */
    size_t papers = 0;
    for (const struct technique *const *t = request->techniques;
         t && *t && request->file_count == 0; t++)
        if ((*t)->folder && (!text_of(*t) || cases->list.files[papers++]->claim_count == 0))
            return trouble("'%.300s' has no claims.json: write its claims there "
                           "(docs/guide/your-paper.md), or leave out --claims",
                           (*t)->folder->path);
    if (request->ids && !expression_compile(&ids, "", request->ids, 0))
        return false;
    size_t count = 0;
    for (size_t i = 0; i < cases->list.count; i++)
        count += cases->list.files[i]->claim_count;
    cases->claims = need_zeroed(count, sizeof(*cases->claims));
    claims_take(cases, request->ids ? &ids : NULL, request->with_long, &unwanted);
    /* All matches take minutes: such a run was asked for by name. */
    if (cases->claim_count == 0 && cases->long_count > 0) {
        cases->long_count = 0;
        unwanted = (struct unwanted){ 0 };
        claims_take(cases, request->ids ? &ids : NULL, true, &unwanted);
    }
    if (cases->claim_count == 0)
        message_none(cases, request->ids, &unwanted);
    return cases->claim_count > 0;
}

void published_cases_finish(struct published_cases *cases)
{
    published_list_finish(&cases->list);
    free(cases->claims);
    *cases = (struct published_cases){ 0 };
}

/* Cases --------------------------------------------------------------------------------------- */

static bool is_side(const struct plan_case *c, const struct published_claim *claim, bool has,
                    const struct expression *rows)
{
    if (!has || !expression_matches(rows, c->name))
        return false;
    /* A text that is no number is out of no range. */
    foreach (const struct published_range, range, claim->ranges, claim->range_count) {
        for (size_t k = 0; k < c->value_count; k++) {
            char *end;
            const double value = strtod(c->values[k].text, &end);
            if (strcmp(c->values[k].axis->name, range->axis) == 0 && end != c->values[k].text &&
                (value < range->low || value > range->high))
                return false;
        }
    }
    return true;
}

static bool is_about(const struct published_claim *claim, const struct plan_case *c)
{
    return is_side(c, claim, claim->has_a, &claim->rows_a) ||
           is_side(c, claim, claim->has_b, &claim->rows_b);
}

static bool fits_any(const struct plan *plan, const struct published_claim *claim,
                     const struct expression *rows)
{
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        foreach (const struct plan_case, c, group->cases, group->case_count)
            if (is_side(c, claim, true, rows))
                return true;
    return false;
}

/* True of a measure that is no metric, or one that the folder may have. */
static bool metric_fits(const struct technique_folder *folder, const struct published_claim *claim,
                        const struct published_measure *measure)
{
    const char *const *name = folder->metrics;
    while (measure->quantity == PUBLISHED_METRIC && name && *name &&
           strcmp(*name, measure->name) != 0)
        name++;
    return measure->quantity != PUBLISHED_METRIC || !name || *name ||
           trouble(
               "%s: claim %s: the folder has no metric '%.80s': there are %s, and, with several "
               "outputs, theirs, as NAME_wrong_share",
               folder->published_path, claim->id, measure->name,
               "turns, wrong_share, max_error, rms_error");
}

static bool claims_fit(const struct published_list *list, const struct technique *technique,
                       const struct plan *plan)
{
    for (size_t i = 0; i < list->count; i++)
        foreach (const struct published_claim, claim, list->files[i]->claims,
                 list->files[i]->claim_count) {
            const bool a = !claim->has_a || fits_any(plan, claim, &claim->rows_a);
            if (!metric_fits(technique->folder, claim, &claim->measure) ||
                (claim->has_b && !metric_fits(technique->folder, claim, &claim->measure_b)))
                return false;
            if (*claim->untestable != 0 || claim->evidence != PUBLISHED_BY_RUN ||
                (a && (!claim->has_b || fits_any(plan, claim, &claim->rows_b))))
                continue;
            return trouble("%s: claim %s: \"%s\" fits no case of any profile: claimcheck run "
                           "--technique %s --list-cases --profile full has their names",
                           technique->folder->published_path, claim->id, a ? "b" : "a",
                           technique->folder->path);
        }
    return true;
}

bool published_cases_fit(const struct technique *const *techniques)
{
    for (; techniques && *techniques; techniques++) {
        const struct technique *const alone[] = { *techniques, NULL };
        const struct plan_request request = { .techniques = alone,
                                              .profile = BENCH_FULL,
                                              .cache = PLAN_CACHE_BOTH };
        OWNED_BY(published_list_finish) struct published_list list = { 0 };
        OWNED_BY(plan_finish) struct plan plan = { 0 };
        if (published_papers_in_folders(alone) &&
            (!published_papers_open(&list, NULL, 0, alone) ||
             (plan_init(&plan, &request) && !claims_fit(&list, *techniques, &plan))))
            return false;
    }
    return true;
}

static bool has_case(const void *data, const struct plan_case *c)
{
    const struct published_cases *cases = data;
    for (size_t i = 0; i < cases->claim_count; i++)
        if (!(cases->left_out && cases->left_out[i]) && is_about(cases->claims[i], c))
            return true;
    return false;
}

/* Launches ------------------------------------------------------------------------------------ */

/* Metrics and counters have no unit here; those that are times of a device are NOT TESTABLE once
 * they are measured. */
static bool is_time(const struct published_measure *measure)
{
    switch (measure->quantity) {
    case PUBLISHED_GPU:
    case PUBLISHED_WALL:
    case PUBLISHED_JUDGED:
    case PUBLISHED_HOST_SHARE:
    case PUBLISHED_FLOOR_PERCENT:
    case PUBLISHED_BYTES_PER_SECOND: return true;
    default: return false;
    }
}

/* The first launch has fewer samples of the case than an interval needs. */
static bool is_long(const struct run *run, const char *name)
{
    enum { SAMPLES_OF_INTERVAL = 6 };
    const struct run_case *c = run ? run_find_case(run, name) : NULL;
    if (!c || c->status != BENCH_OK)
        return false;
    return (c->launch_count > 0 ? c->launches[0].samples : c->sample_count) < SAMPLES_OF_INTERVAL;
}

static uint32_t max_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Raises the launches of all cases that the claim is about to those of the one that wants most. */
static void claim_launches(const struct published_claim *claim, struct plan *plan,
                           const struct run *run)
{
    uint32_t most = 0;
    for (int pass = 0; pass < 2; pass++)
        foreach (const struct plan_group, group, plan->groups, plan->group_count)
            foreach (struct plan_case, c, group->cases, group->case_count) {
                if (!is_about(claim, c))
                    continue;
                if (pass == 0)
                    most = max_of(most, c->variant->kind == BENCH_CPU ? PUBLISHED_LAUNCHES_OF_HOST
                                        : is_long(run, c->name)       ? PUBLISHED_LAUNCHES_OF_LONG
                                                                      : PUBLISHED_LAUNCHES);
                else
                    c->launches = max_of(c->launches, most);
            }
}

void published_cases_launches(const struct published_cases *cases, struct plan *plan,
                              const struct run *run)
{
    for (size_t i = 0; i < cases->claim_count; i++) {
        const struct published_claim *claim = cases->claims[i];
        if (is_time(&claim->measure) || (claim->has_b && is_time(&claim->measure_b)))
            claim_launches(claim, plan, run);
    }
}

/* Cases that a software device cannot judge --------------------------------------------------- */

size_t published_cases_leave_out(const struct published_cases *cases, const struct plan *plan,
                                 bool large, bool *left_out)
{
    size_t count = 0;
    for (size_t i = 0; i < cases->claim_count; i++) {
        const struct published_claim *claim = cases->claims[i];
        left_out[i] = large && claim->profile == BENCH_FULL;
        foreach (const struct plan_group, group, plan->groups, plan->group_count)
            foreach (const struct plan_case, c, group->cases, group->case_count)
                left_out[i] = left_out[i] || (c->variant->kind != BENCH_CPU &&
                                              ((is_time(&claim->measure) &&
                                                is_side(c, claim, claim->has_a, &claim->rows_a)) ||
                                               (is_time(&claim->measure_b) &&
                                                is_side(c, claim, claim->has_b, &claim->rows_b))));
        count += left_out[i];
    }
    if (count < cases->claim_count)
        return count;
    memset(left_out, 0, count * sizeof(*left_out));
    return 0;
}

struct plan_wanted published_cases_wanted(const struct published_cases *cases)
{
    return (struct plan_wanted){ .has = has_case, .data = cases, .what = "claims" };
}
