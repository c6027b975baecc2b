/* SPDX-License-Identifier: MIT */
/* claims_reasons.c: why a verdict is none, or how far off what was measured is. */
#include "harness/analysis/claims/claims_judging.h"
#include "harness/analysis/claims/metric.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "3 MATCHES, 2 NO DIFFERENCE": of pairs, or of series. */
static const char *parts_text(struct claims_judging *judging)
{
    char text[256] = "";
    size_t used = 0;
    for (int i = 0; i < VERDICT_COUNT; i++) {
        const size_t count = judging->entry->counts[i];
        if (count > 0)
            used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%zu %s",
                                     used > 0 ? ", " : "", count, verdict_name((enum verdict)i));
    }
    return claims_text(judging, "%s", text);
}

/* What an interval must lie on one side of. */
struct edge {
    double at;
    const char *what;
};

enum { EDGES_MAX = 4 };

/* Of a band that holds 1 only the direction that contradicts has an edge besides. Which size it is
 * has none, for what meets the band is of that size; but it may move out of it. */
static size_t ratio_edges(const struct claims_judging *judging, double published, bool moves,
                          struct edge edges[EDGES_MAX])
{
    const double band = 1 + fmax(judging->rule.tolerance, verdict_theta);
    const double theta = 1 + verdict_theta;
    const bool near = fabs(log(published)) <= log(theta);
    const bool open = verdict_size_open(published, judging->rule);
    size_t count = 0;
    if (near || open || moves) {
        edges[count++] = (struct edge){ published / band, "where the band of the paper's begins" };
        edges[count++] = (struct edge){ published * band, "where the band of the paper's ends" };
    }
    if (!near && (!open || published < 1))
        edges[count++] = (struct edge){ theta, "where a difference begins" };
    if (!near && (!open || published > 1))
        edges[count++] = (struct edge){ 1 / theta, "where a difference begins" };
    return count;
}

static size_t edges_find(const struct claims_judging *judging, const struct claims_pair *pair,
                         struct edge edges[EDGES_MAX])
{
    const struct published_claim *claim = judging->claim;
    const bool least = claim->relation == PUBLISHED_AT_LEAST;
    if (least || claim->relation == PUBLISHED_AT_MOST) {
        const struct verdict_edges bound =
            verdict_bound_edges(pair->published, least, judging->rule);
        edges[0] = (struct edge){ bound.below, "what the bound and its tolerance come to" };
        edges[1] = (struct edge){ bound.above, edges[0].what };
        return 2;
    }
    if (claim->relation == PUBLISHED_EQUALS || claim->relation == PUBLISHED_DOUBLES)
        return ratio_edges(judging, pair->published, pair->estimate.moves, edges);
    if (claim->relation == PUBLISHED_CROSSOVER) {
        edges[0] = (struct edge){ claim->factor, "what it must be at most" };
        return 1;
    }
    edges[0] = (struct edge){ 1 + verdict_theta, "where a difference begins" };
    edges[1] = (struct edge){ 1 / (1 + verdict_theta), edges[0].what };
    if (claim->relation == PUBLISHED_MONOTONE && claim->rising)
        edges[0] = edges[1];
    return claim->relation == PUBLISHED_MONOTONE ? 1 : 2;
}

/* The one that the interval holds, the nearest to its middle; NULL where it holds none. */
static const struct edge *edge_held(struct stats_interval interval, const struct edge *edges,
                                    size_t count)
{
    const double middle = sqrt(fmax(interval.low, 0) * interval.high);
    const struct edge *held = NULL;
    for (size_t i = 0; i < count; i++) {
        if (edges[i].at < interval.low || edges[i].at > interval.high)
            continue;
        if (!held || fabs(log(edges[i].at / middle)) < fabs(log(held->at / middle)))
            held = &edges[i];
    }
    return held;
}

/* "; about 30 samples would tell"; "" where that cannot be said. */
static const char *needed_text(struct claims_judging *judging, const struct estimate *estimate,
                               double edge)
{
    const bool runs = estimate->processes >= ESTIMATE_PROCESSES_LEAST;
    const bool may_cross = fabs(log(estimate->value / edge)) <= log(estimate_moves(estimate));
    if (estimate->moves && (estimate->wall || may_cross))
        return claims_text(judging, "; %d runs may tell", ESTIMATE_PROCESSES_LEAST);
    const size_t n = runs ? estimate->processes : estimate->n;
    const size_t needed = verdict_needed(estimate->interval, edge, n, judging->rule);
    return needed == 0 ? ""
                       : claims_text(judging, "; about %zu %s would tell", needed,
                                     runs ? "runs" : "samples");
}

static const char *no_interval(struct claims_judging *judging, const struct estimate *estimate)
{
    const struct published_claim *claim = judging->claim;
    const bool sampled =
        metric_sampled(&claim->measure) && (!claim->has_b || metric_sampled(&claim->measure_b));
    const int least = estimate->same_rounds ? 6 : 7;
    if (estimate->processes == 1 && sampled && estimate->wall)
        return claims_text(judging, "n %zu gives no interval; %d runs would", estimate->n,
                           ESTIMATE_PROCESSES_LEAST);
    if (estimate->processes > 1 || !sampled)
        return claims_text(judging, "%zu run%s give%s no interval; %d would", estimate->processes,
                           estimate->processes == 1 ? "" : "s", estimate->processes == 1 ? "s" : "",
                           ESTIMATE_PROCESSES_LEAST);
    return claims_text(judging, "n %zu gives no interval; %d would, or %d runs", estimate->n, least,
                       ESTIMATE_PROCESSES_LEAST);
}

static bool is_banded(const struct published_claim *claim)
{
    return claim->relation == PUBLISHED_EQUALS || claim->relation == PUBLISHED_DOUBLES;
}

const char *claims_reason_open(struct claims_judging *judging)
{
    const struct claims_pair *pair = judging->entry->decided;
    struct edge edges[EDGES_MAX];
    if (!pair)
        return "";
    const struct estimate *estimate = &pair->estimate;
    const struct stats_interval interval = estimate->interval;
    if (isnan(interval.low))
        return no_interval(judging, estimate);
    if (pair->verdict != VERDICT_INCONCLUSIVE)
        return judging->claim->relation == PUBLISHED_CROSSOVER
                   ? "no case in between tells where"
                   : claims_text(judging, "its cases differ among themselves: %s",
                                 parts_text(judging));
    const double factor = 1 + judging->rule.tolerance;
    if (is_banded(judging->claim) && interval.high / interval.low > factor * factor)
        return claims_text(judging, "the interval is wider than the band of the paper's%s",
                           needed_text(judging, estimate, NAN));
    const size_t count = edges_find(judging, pair, edges);
    const struct edge *held = edge_held(interval, edges, count);
    if (!held && estimate->moves && (held = edge_held(estimate_reach(estimate), edges, count)))
        return claims_text(judging, "%s, it may be across %.4g, %s; %d runs may tell",
                           estimate->wall ? "wall times move between runs"
                                          : "times move between runs by 1.5 %",
                           held->at, held->what, ESTIMATE_PROCESSES_LEAST);
    if (!held)
        return claims_text(judging, "too near to tell: between %.4g and %.4g, %s", edges[0].at,
                           edges[count - 1].at, edges[0].what);
    return claims_text(judging, "the interval holds %.4g, %s%s", held->at, held->what,
                       needed_text(judging, estimate, held->at));
}

/* Of a size that is another, or a side. */
static const char *against(struct claims_judging *judging)
{
    const struct published_claim *claim = judging->claim;
    const struct claims_pair *pair = judging->entry->decided;
    const double value = pair->estimate.value, published = pair->published;
    switch (claim->relation) {
    case PUBLISHED_EQUALS:
        if (!claim->has_b)
            return "";
        return published != 1 && (value < 1) != (published < 1)
                   ? "opposite direction on this device"
                   : "another size on this device";
    case PUBLISHED_AT_LEAST:
    case PUBLISHED_AT_MOST: return "beyond the bound on this device";
    case PUBLISHED_LESS:
    case PUBLISHED_LESS_EACH: return "the other way round on this device";
    default: return "";
    }
}

const char *claims_reason_far(struct claims_judging *judging)
{
    const struct claims_entry *entry = judging->entry;
    if (!entry->decided)
        return "";
    if (entry->verdict == VERDICT_DIRECTION_ONLY && judging->claim->relation == PUBLISHED_EQUALS &&
        judging->claim->has_b)
        return claims_text(judging, "same direction, %.3g of the published size",
                           entry->decided->estimate.value / entry->decided->published);
    if (entry->verdict != VERDICT_CONTRADICTS)
        return "";
    const char *words = against(judging);
    if (!*words || entry->pair_count == entry->counts[VERDICT_CONTRADICTS])
        return words;
    return claims_text(judging, "%s; of its pairs %s", words, parts_text(judging));
}
