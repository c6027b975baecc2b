/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const double gate_theta = 0.03, gate_confidence = 0.99;

static const double alpha_early = 0.0025, alpha_final = 0.005;
static const double z_final = 2.575829, z_power = 0.841621; /* normal quantiles: .995 and .8 */

bool gate_looks(size_t launches, struct gate_rule rule)
{
    return launches == rule.launches ||
           (launches < rule.launches && (launches == 2 || launches == 4 || launches == 6));
}

/*
 * Whether launches leave it open which side is slower. Samples of one launch have in common what
 * launches differ by, which the bounds take for a difference of the sides. Launches of builds
 * hardly differ, those of anybody's commands may. Ratios of a block's medians hold it, whatever it
 * is.
 */
static bool is_scattered(const struct gate_block *blocks, size_t count)
{
    double ratios[GATE_LAUNCHES_MAX];
    size_t low, high;
    for (size_t i = 0; i < count; i++)
        ratios[i] =
            stats_median(blocks[i].new, GATE_PAIRS) / stats_median(blocks[i].old, GATE_PAIRS);
    if (!stats_median_ranks(count, gate_confidence, &low, &high)) {
        low = 0; /* of so few launches all */
        high = count - 1;
    }
    stats_sort(ratios, count);
    return ratios[low] <= 1 && ratios[high] >= 1;
}

struct gate_found gate_look(const struct gate_block *blocks, size_t count, struct gate_rule rule)
{
    const bool whole = count >= rule.launches;
    struct gate_found found = { .launches = count };
    found.bounds = gate_bounds(blocks, count, whole ? alpha_final : alpha_early);
    found.whole = whole;
    /* The bound lies so many standard errors below the estimate; what is found must have it above
     * theta, and with a probability of 80 % has. */
    const double width = log(found.bounds.ratio / found.bounds.low);
    found.smallest = exp(log(1 + rule.theta) + width * (1 + z_power / z_final)) - 1;
    found.slower_small = found.bounds.low > 1 && found.bounds.high < 1 + rule.theta;
    found.disagree =
        fabs(log(gate_ratio_of_least(blocks, count) / found.bounds.ratio)) > log(1 + rule.theta);
    const enum judge_verdict verdict = judge_values(found.bounds, rule.theta, true);
    /* A row that may be faster goes on to the end, so that it can be called FASTER. */
    const bool ends = whole || (gate_looks(count, rule) && verdict == JUDGE_SAME &&
                                found.bounds.ratio > 1 / (1 + rule.theta));
    found.look = ends ? verdict : JUDGE_OPEN;
    if (rule.commands && (found.look == JUDGE_SLOWER || found.look == JUDGE_FASTER) &&
        is_scattered(blocks, count)) {
        found.look = JUDGE_UNDECIDED;
        found.scattered = true;
    }
    return found;
}

enum judge_verdict gate_settle(const struct gate_found *first, const struct gate_found *again)
{
    if (first->look == JUDGE_SAME || first->look == JUDGE_FASTER)
        return first->look;
    /* Without `again` there was no time to confirm it. */
    if (first->look != JUDGE_SLOWER || !again)
        return JUDGE_UNDECIDED;
    return again->look == JUDGE_SLOWER                                ? JUDGE_SLOWER
           : again->look == JUDGE_SAME || again->look == JUDGE_FASTER ? JUDGE_FLAKY
                                                                      : JUDGE_UNDECIDED;
}

enum {
    SQUARE = GATE_PAIRS * GATE_PAIRS,
    SUMS_MAX = GATE_LAUNCHES_MAX * SQUARE + 1,
};

size_t gate_rank(size_t blocks, double alpha)
{
    assert(blocks > 0 && blocks <= GATE_LAUNCHES_MAX && alpha > 0 && alpha < 0.5);
    double one[SQUARE + 1], sum[SUMS_MAX] = { 1 }, next[SUMS_MAX];
    /* one: the probability of each value of U of two samples of GATE_PAIRS, from the number of ways
     * to choose which of all ranks are the one sample's. */
    /* ways[n][u]: to place n values of the one among those of the other, m of which came before. */
    double ways[GATE_PAIRS + 1][SQUARE + 1] = { { 1 } }, all = 0;
    for (size_t place = 0; place < 2 * GATE_PAIRS; place++) {
        for (size_t n = GATE_PAIRS; n > 0; n--) {
            /* This place takes the n-th value of the one: place + 1 - n of the other lie before. */
            if (place + 1 < n || place + 1 - n > GATE_PAIRS)
                continue;
            const size_t before = place + 1 - n;
            for (size_t u = before; u <= SQUARE; u++)
                ways[n][u] += ways[n - 1][u - before];
        }
    }
    for (size_t u = 0; u <= SQUARE; u++)
        all += ways[GATE_PAIRS][u];
    for (size_t u = 0; u <= SQUARE; u++)
        one[u] = ways[GATE_PAIRS][u] / all;
    for (size_t block = 0; block < blocks; block++) {
        const size_t bytes = ((block + 1) * SQUARE + 1) * sizeof(*sum);
        memset(next, 0, bytes);
        for (size_t u = 0; u <= SQUARE; u++)
            for (size_t s = 0; s <= block * SQUARE; s++)
                next[s + u] += one[u] * sum[s];
        memcpy(sum, next, bytes);
    }
    double below = 0;
    size_t rank = 0;
    while (rank < blocks * SQUARE + 1 && below + sum[rank] <= alpha)
        below += sum[rank++];
    return rank;
}

struct judge_ratio gate_bounds(const struct gate_block *blocks, size_t count, double alpha)
{
    assert(count > 0 && count <= GATE_LAUNCHES_MAX);
    double logs[SUMS_MAX];
    size_t filled = 0;
    for (size_t block = 0; block < count; block++) {
        for (size_t i = 0; i < SQUARE; i++) {
            const double old = blocks[block].old[i / GATE_PAIRS];
            const double new = blocks[block].new[i % GATE_PAIRS];
            assert(old > 0 && new > 0);
            logs[filled++] = log(new / old);
        }
    }
    stats_sort(logs, filled);
    const size_t rank = gate_rank(count, alpha);
    struct judge_ratio bounds = { exp(stats_quantile_sorted(logs, filled, 0.5)), NAN, NAN };
    if (rank > 0) {
        bounds.low = exp(logs[rank - 1]);
        bounds.high = exp(logs[filled - rank]);
    }
    return bounds;
}

double gate_ratio_of_least(const struct gate_block *blocks, size_t count)
{
    double old = INFINITY, new = INFINITY;
    for (size_t i = 0; i < count * GATE_PAIRS; i++) {
        old = fmin(old, blocks[i / GATE_PAIRS].old[i % GATE_PAIRS]);
        new = fmin(new, blocks[i / GATE_PAIRS].new[i % GATE_PAIRS]);
    }
    return new / old;
}
