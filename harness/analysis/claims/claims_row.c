/* SPDX-License-Identifier: MIT */
/* claims_row.c: a run, reduced to what claims are judged by: a row of evidence. */
#include "harness/analysis/claims/claims_judging.h"

#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row that is made: of each case of the run, what it becomes. */
struct making {
    const struct run *full;
    struct run *row;
    struct run_case *cases; /* as many as the run has */
    bool *taken;
    struct run_ceilings ceilings; /* with estimates */
};

/* Launching work-groups is no unit that papers speak of: what takes longest of the others. */
static struct run_unit_floor unit_floor_of(struct making *making, const struct run_case *c)
{
    struct floor_work work = floor_work_of(c);
    struct run_unit_floor floor = { c->floor_bound, row_time(c->floor_percent), false };
    if (strcmp(c->floor_bound, bench_bound_names[FLOOR_GROUPS]) == 0) {
        if (!ceilings_known(&making->ceilings))
            ceilings_find(&making->ceilings, making->full);
        work.amounts.groups = 0;
        const struct floor_time next = floor_find(&making->ceilings, &work);
        floor.bound = bench_bound_names[next.bound];
        floor.percent = next.bound != FLOOR_NONE
                            ? row_time(c->floor_percent * next.ns / c->floor_ns)
                            : (double)NAN;
    }
    /* Whether its run knows what lookups of texels cost, where the case may have some: a floor is
     * that of what was measured, and the files of old say of no case whether it has any. */
    floor.texels_open = *floor.bound;
    for (size_t i = 0; i < making->full->ceilings.texture_count; i++)
        if (!(c->work.bytes_sampled > 0) ||
            making->full->ceilings.textures[i].texel_bytes == c->work.texel_bytes)
            floor.texels_open = false;
    return floor;
}

/* Members that are asked for ------------------------------------------------------------------ */

/* Adds the metric of that name, unless the row has it. */
static void metric_take(struct run *row, const struct run_metric *from, size_t from_count,
                        const char *name, const struct run_metric **to, size_t *to_count)
{
    const struct run_metric *metric = NAMED(from, from_count, name);
    if (!metric || NAMED(*to, *to_count, name))
        return;
    struct run_metric *all = arena_room(&row->arena, *to, *to_count, &(size_t){ 0 }, sizeof(*all));
    all[*to_count] = *metric;
    all[(*to_count)++].value = row_number(metric->value);
    *to = all;
}

/* The case's launches, empty where the row has none yet. */
static struct run_launch *launches_take(struct run *row, const struct run_case *c,
                                        struct run_case *own)
{
    if (!own->launches && c->launch_count > 0) {
        own->launches = arena_alloc(&row->arena, c->launch_count * sizeof(*own->launches));
        own->launch_count = c->launch_count;
        for (size_t i = 0; i < c->launch_count; i++)
            own->launches[i].median_ns = NAN;
    }
    return own->launches;
}

static void metrics_take(struct run *row, const struct run_case *c, struct run_case *own,
                         const char *name)
{
    metric_take(row, c->metrics, c->metric_count, name, &own->metrics, &own->metric_count);
    if (c->launch_count == 0 || !NAMED(c->launches[0].metrics, c->launches[0].metric_count, name))
        return;
    struct run_launch *launches = launches_take(row, c, own);
    for (size_t i = 0; i < c->launch_count; i++)
        metric_take(row, c->launches[i].metrics, c->launches[i].metric_count, name,
                    &launches[i].metrics, &launches[i].metric_count);
}

static void fact_take(struct making *making, const struct run_case *c, const char *name)
{
    struct run *row = making->row;
    const double number = run_fact_number(making->full, c->workload, name);
    if (isnan(number) || !isnan(run_fact_number(row, c->workload, name)))
        return;
    struct run_workload *workload = NAMED(row->workloads, row->workload_count, c->workload);
    if (!workload) {
        workload = &row->workloads[row->workload_count++];
        *workload = (struct run_workload){ .name = c->workload };
    }
    struct run_fact *facts = arena_room(&row->arena, workload->facts, workload->fact_count,
                                        &(size_t){ 0 }, sizeof(*facts));
    facts[workload->fact_count++] =
        (struct run_fact){ .name = name, .text = "", .number = row_number(number) };
    workload->facts = facts;
}

/* Takes from a case the values that the measure or precondition reads. */
static void measure_take(struct making *making, const struct published_measure *measure, size_t i)
{
    const struct run_case *c = &making->full->cases[i];
    struct run_case *own = &making->cases[i];
    const struct run_kernel *kernel, *all;
    switch (measure->quantity) {
    case PUBLISHED_PEAK_BYTES: own->peak_bytes = row_number(c->peak_bytes); return;
    case PUBLISHED_SHARED_BYTES: /* the first kernel's, under the hash of all */
        kernel = c->kernel_count > 0 ? run_kernel_find(making->full, c->kernels[0]) : NULL;
        all = kernel ? run_kernel_find(making->row, own->kernels[0]) : NULL;
        if (all)
            ((struct run_kernel *)all)->shared_bytes = kernel->shared_bytes;
        return;
    case PUBLISHED_COUNTER: own->counters = c->counters; return;
    case PUBLISHED_FACT: fact_take(making, c, measure->name); return;
    case PUBLISHED_FLOOR_PERCENT: own->floor_percent = row_time(c->floor_percent); return;
    case PUBLISHED_METRIC: metrics_take(making->row, c, own, measure->name); return;
    case PUBLISHED_BYTES_PER_SECOND:
        own->work.bytes_read = row_number(c->work.bytes_read);
        own->work.bytes_written = row_number(c->work.bytes_written);
        return;
    default: return;
    }
}

/* Cases --------------------------------------------------------------------------------------- */

/* Gives the case one hash for its kernels, and the row what that stands for: in the order of their
 * ids, for in which a case makes them says nothing of what it runs. */
static void kernels_take(struct making *making, const struct run_case *c, struct run_case *own)
{
    OWNED_TEXT struct text text = { 0 };
    struct arena *arena = &making->row->arena;
    const char **hash = arena_alloc(arena, sizeof(*hash));
    const char **of = arena_alloc(arena, c->kernel_count * sizeof(*of));
    OWNED const char **ids = need_zeroed(c->kernel_count + 1, sizeof(*ids));
    for (size_t i = 0; i < c->kernel_count; i++)
        ids[i] = c->kernels[i];
    qsort(ids, c->kernel_count, sizeof(*ids), named_compare);
    for (size_t i = 0; i < c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(making->full, ids[i]);
        const char *sha256 = kernel ? kernel->sha256 : "", *name = kernel ? kernel->name : "";
        OWNED char *each = text_make("%s %.*s", name, ROW_CLAIM_HASH_BYTES - 1, sha256);
        of[i] = arena_text(arena, each);
        own->kernels_changed = own->kernels_changed || run_kernel_changed(name, sha256);
        text_add_format(&text, "%s %s\n", ids[i], sha256);
    }
    char sha256[SHA256_TEXT_BYTES];
    sha256_text(text_string(&text), text.length, sha256);
    sha256[ROW_HASH_BYTES - 1] = 0;
    *hash = arena_text(arena, sha256);
    own->kernels = hash;
    own->kernel_count = 1;
    if (!run_kernel_find(making->row, *hash))
        making->row->kernels[making->row->kernel_count++] = (struct run_kernel){
            .id = *hash, .sha256 = "", .shared_bytes = NAN, .of = of, .of_count = c->kernel_count
        };
}

/* The case without what only some claims ask for. */
static void case_take(struct making *making, size_t i)
{
    static const struct published_measure gpu = { .quantity = PUBLISHED_GPU },
                                          wall = { .quantity = PUBLISHED_WALL };
    const struct run_case *c = &making->full->cases[i];
    struct run_case *own = &making->cases[i];
    if (making->taken[i])
        return;
    making->taken[i] = true;
    case_clear(own);
    own->name = c->name;
    own->workload = c->workload;
    own->workload_key = c->workload_key;
    own->technique = c->technique;
    own->bench = c->bench;
    own->variant = c->variant;
    own->kind = c->kind;
    own->cache = c->cache;
    own->axes = c->axes;
    own->axis_count = c->axis_count;
    own->status = c->status;
    own->reason = c->reason;
    own->api = c->api;
    own->mark = c->mark;
    own->by_wall = c->by_wall;
    own->check = c->check;
    own->clock.throttled_count = c->clock.throttled_count;
    if (c->kind == BENCH_HOST_DRIVEN)
        own->counters = c->counters;
    own->gpu.median = row_time(metric_value(making->full, c, &gpu, false));
    own->wall.median = row_time(metric_value(making->full, c, &wall, true));
    own->gpu.count = !isnan(own->gpu.median);
    own->wall.count = !isnan(own->wall.median);
    own->time_between.median = own->by_wall ? own->wall.median : own->gpu.median;
    own->unit_floor = (struct run_unit_floor){ "", NAN, false };
    if (c->kernel_count > 0)
        kernels_take(making, c, own);
}

/* Takes what one side of a claim reads of a case. */
static void side_take(struct making *making, const struct published_claim *claim, bool b, size_t i)
{
    const struct run_case *c = &making->full->cases[i];
    case_take(making, i);
    measure_take(making, b ? &claim->measure_b : &claim->measure, i);
    foreach (const struct published_condition, condition, claim->conditions,
             claim->condition_count) {
        if (!(b ? condition->of_b : condition->of_a))
            continue;
        if (condition->about == PUBLISHED_ABOUT_MEASURE)
            measure_take(making, &condition->measure, i);
        if (condition->about == PUBLISHED_ABOUT_FLOOR ||
            condition->about == PUBLISHED_ABOUT_FLOOR_PERCENT)
            making->cases[i].unit_floor = unit_floor_of(making, c);
    }
    if (!(claim->has_b && metric_sampled(&claim->measure) != metric_sampled(&claim->measure_b)))
        return;
    struct run_launch *launches = launches_take(making->row, c, &making->cases[i]);
    for (size_t k = 0; k < c->launch_count; k++)
        launches[k].median_ns = row_time(c->launches[k].median_ns);
}

void claims_hash(struct published *const *published, size_t count, char sha256[SHA256_TEXT_BYTES])
{
    OWNED_TEXT struct text text = { 0 };
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < published[i]->claim_count; k++)
            text_add_format(&text, "%s %s\n", published[i]->claims[k].id,
                            published[i]->claims[k].sha256);
    sha256_text(text_string(&text), text.length, sha256);
}

/* Lists the claims, and hashes all of them. */
static void claims_list(struct making *making, struct published *const *published, size_t count)
{
    const struct run_session *session = &making->full->session;
    struct run_row *own = making->row->row;
    char all[SHA256_TEXT_BYTES];
    size_t room = 0;
    for (size_t i = 0; i < count; i++)
        room += published[i]->claim_count;
    own->claims = arena_alloc(&making->row->arena, room * sizeof(*own->claims));
    for (size_t i = 0; i < count; i++)
        foreach (const struct published_claim, claim, published[i]->claims,
                 published[i]->claim_count) {
            const struct run_planned_claim *planned =
                NAMED(session->claims, session->claim_count, claim->id);
            char sha256[PUBLISHED_SHA256_BYTES];
            snprintf(sha256, sizeof(sha256), "%.*s", ROW_CLAIM_HASH_BYTES - 1, claim->sha256);
            own->claims[own->claim_count++] =
                (struct row_claim){ .id = arena_text(&making->row->arena, claim->id),
                                    .sha256 = arena_text(&making->row->arena, sha256),
                                    .planned =
                                        planned && strcmp(planned->sha256, claim->sha256) == 0 };
        }
    claims_hash(published, count, all);
    own->claims_sha256 = arena_text(&making->row->arena, all);
}

struct run *claims_row_make(const struct run *full, struct published *const *published,
                            size_t count)
{
    struct run *row = row_create(full);
    struct run_row *own = row->row;
    struct arena *arena = &row->arena;
    struct making making = { .full = full,
                             .row = row,
                             .cases = arena_alloc(arena, full->case_count * sizeof(*full->cases)),
                             .taken = arena_alloc(arena, full->case_count),
                             .ceilings = full->ceilings };
    row->path = full->path;
    row->workload_count = row->kernel_count = row->case_count = 0;
    row->workloads = arena_alloc(arena, full->workload_count * sizeof(*row->workloads));
    row->kernels = arena_alloc(arena, full->case_count * sizeof(*row->kernels));
    char card[ROW_CARD_BYTES];
    row_card(full, card);
    row->device.uuid = arena_text(arena, card);
    own->units = row_units_of(full);
    for (size_t i = 0; i < count; i++)
        foreach (const struct published_claim, claim, published[i]->claims,
                 published[i]->claim_count) {
            for (size_t n = 0; n < full->case_count; n++) {
                const struct run_case *c = &full->cases[n];
                if (c->twin || !case_in_ranges(c, claim))
                    continue;
                if (claim->has_a && expression_matches(&claim->rows_a, c->name))
                    side_take(&making, claim, false, n);
                if (claim->has_b && expression_matches(&claim->rows_b, c->name))
                    side_take(&making, claim, true, n);
            }
        }
    /* In the order of the run, which is the order of pairs. */
    const struct run_case **cases = arena_alloc(arena, full->case_count * sizeof(*cases));
    const char **techniques = arena_alloc(arena, full->case_count * sizeof(*techniques));
    row->cases = making.cases;
    for (size_t i = 0; i < full->case_count; i++) {
        if (!NAMED(techniques, own->technique_count, full->cases[i].technique))
            techniques[own->technique_count++] = full->cases[i].technique;
        if (!making.taken[i])
            continue;
        cases[row->case_count] = &full->cases[i];
        row->cases[row->case_count++] = making.cases[i];
    }
    own->full = full;
    own->full_cases = cases;
    own->techniques = techniques;
    claims_list(&making, published, count);
    return row;
}
