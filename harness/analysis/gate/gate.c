/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"

#include <assert.h>
#include <math.h>

const double gate_theta = 0.03, gate_confidence = 0.99;

static const double alpha_early = 0.0025, alpha_final = 0.005;
static const double z_final = 2.575829, z_power = 0.841621; /* normal quantiles: .995 and .8 */
static const double inconclusive_share_max = 0.30, throttled_share_max = 0.20;

bool gate_looks(size_t launches, struct gate_rule rule)
{
    return launches == rule.launches ||
           (launches < rule.launches && (launches == 2 || launches == 4 || launches == 6));
}

/* The bound lies so many standard errors below the estimate; what is found must have it above
 * theta, and with a probability of 80 % has. */
static double smallest_of(struct gate_bounds bounds, double theta)
{
    const double width = log(bounds.ratio / bounds.low);
    return exp(log(1 + theta) + width * (1 + z_power / z_final)) - 1;
}

static enum gate_look decided(struct gate_bounds bounds, bool whole, double theta)
{
    const bool passes = bounds.high < 1 + theta;
    if (!whole) /* what may be faster is measured to the end, to say so */
        return passes && bounds.ratio > 1 / (1 + theta) ? GATE_LOOK_SAME : GATE_LOOK_MORE;
    if (bounds.low > 1 + theta)
        return GATE_LOOK_SLOWER;
    if (bounds.high < 1 / (1 + theta))
        return GATE_LOOK_FASTER;
    return passes ? GATE_LOOK_SAME : GATE_LOOK_INCONCLUSIVE;
}

struct gate_found gate_look(const struct gate_block *blocks, size_t count, struct gate_rule rule)
{
    const bool whole = count >= rule.launches;
    struct gate_found found = { .launches = count };
    found.bounds = gate_bounds(blocks, count, whole ? alpha_final : alpha_early);
    found.interval = gate_interval(blocks, count, gate_confidence);
    found.smallest = smallest_of(found.bounds, rule.theta);
    found.slower_small = found.bounds.low > 1 && found.bounds.high < 1 + rule.theta;
    found.disagree =
        fabs(log(gate_ratio_of_least(blocks, count) / found.bounds.ratio)) > log(1 + rule.theta);
    found.look = gate_looks(count, rule) || whole ? decided(found.bounds, whole, rule.theta)
                                                  : GATE_LOOK_MORE;
    return found;
}

const char *gate_verdict_name(enum gate_verdict verdict)
{
    static const char *const names[GATE_VERDICT_COUNT] = {
        [GATE_FASTER] = "faster",
        [GATE_SLOWER] = "slower",
        [GATE_SAME] = "same",
        [GATE_FLAKY] = "same: flaky",
        [GATE_INCONCLUSIVE] = "inconclusive",
        [GATE_INCOMPARABLE] = "incomparable",
        [GATE_MISSING] = "missing",
        [GATE_NEW] = "new",
        [GATE_FAILED] = "failed",
    };
    assert(verdict < GATE_VERDICT_COUNT);
    return names[verdict];
}

enum gate_verdict gate_settle(const struct gate_found *first, const struct gate_found *again)
{
    switch (first->look) {
    case GATE_LOOK_SAME: return GATE_SAME;
    case GATE_LOOK_FASTER: return GATE_FASTER;
    case GATE_LOOK_SLOWER: break;
    case GATE_LOOK_MORE:
    case GATE_LOOK_INCONCLUSIVE: return GATE_INCONCLUSIVE;
    }
    if (!again || again->look == GATE_LOOK_MORE) /* it was not to be confirmed in time */
        return GATE_INCONCLUSIVE;
    return again->look == GATE_LOOK_SLOWER ? GATE_SLOWER : GATE_FLAKY;
}

/* Rows that were held against one another. */
static size_t judged(const struct gate_tally *tally)
{
    return tally->counts[GATE_FASTER] + tally->counts[GATE_SLOWER] + tally->counts[GATE_SAME] +
           tally->counts[GATE_FLAKY] + tally->counts[GATE_INCONCLUSIVE];
}

const char *gate_invalid(const struct gate_tally *tally)
{
    if (tally->built_in_same < tally->built_in)
        return "a kernel was not told to be the same as itself";
    if (tally->built_in_lost > 0)
        return "a kernel that is measured against itself fails, or is gone";
    if ((double)tally->samples_throttled > throttled_share_max * (double)tally->samples)
        return "the clock was held down in too many samples";
    if ((double)tally->counts[GATE_INCONCLUSIVE] > inconclusive_share_max * (double)judged(tally) &&
        tally->counts[GATE_INCONCLUSIVE] < judged(tally))
        return "too many rows are inconclusive";
    return NULL;
}

int gate_exit_code(const struct gate_tally *tally, struct gate_exit rule)
{
    const size_t inconclusive = tally->counts[GATE_INCONCLUSIVE];
    const bool missing_fails =
        rule.missing_fails && tally->counts[GATE_MISSING] + tally->kernels_gone > 0;
    const bool wrong = tally->counts[GATE_SLOWER] + tally->counts[GATE_FAILED] > 0;
    const bool nothing = judged(tally) == inconclusive && tally->counts[GATE_FAILED] == 0;
    if (gate_invalid(tally))
        return 99;
    if (nothing) /* whatever is asked for, what is not told is neither well nor slower */
        return missing_fails && !rule.advisory ? 1 : 77;
    const bool fails = wrong || missing_fails || (rule.inconclusive_fails && inconclusive > 0);
    return fails && !rule.advisory ? 1 : 0;
}

enum {
    SQUARE = GATE_PAIRS * GATE_PAIRS,
    SUMS_MAX = GATE_LAUNCHES_MAX * SQUARE + 1,
    WALSH_MAX = GATE_LAUNCHES_MAX * (GATE_LAUNCHES_MAX + 1) / 2 + 1,
};

/* Probability of each value of U of two samples of GATE_PAIRS: from the number of ways to choose
 * which of all ranks are the one sample's. */
static void mann_whitney(double probability[SQUARE + 1])
{
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
        probability[u] = ways[GATE_PAIRS][u] / all;
}

/* The largest 1-based rank k with P(sum <= k - 1) <= alpha; 0 where there is none. */
static size_t safe_rank(const double *probability, size_t count, double alpha)
{
    double below = 0;
    size_t rank = 0;
    while (rank < count && below + probability[rank] <= alpha)
        below += probability[rank++];
    return rank;
}

size_t gate_rank(size_t blocks, double alpha)
{
    assert(blocks > 0 && blocks <= GATE_LAUNCHES_MAX && alpha > 0 && alpha < 0.5);
    double one[SQUARE + 1], sum[SUMS_MAX] = { 1 };
    mann_whitney(one);
    for (size_t block = 0; block < blocks; block++) {
        for (size_t s = (block + 1) * SQUARE + 1; s-- > 0;) {
            double probability = 0;
            for (size_t u = 0; u <= SQUARE && u <= s; u++)
                probability += one[u] * sum[s - u];
            sum[s] = probability;
        }
    }
    return safe_rank(sum, blocks * SQUARE + 1, alpha);
}

/* Logarithms of all ratios within blocks, ascending; returns how many. */
static size_t logs_within(const struct gate_block *blocks, size_t count, double *logs)
{
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
    return filled;
}

struct gate_bounds gate_bounds(const struct gate_block *blocks, size_t count, double alpha)
{
    assert(count > 0 && count <= GATE_LAUNCHES_MAX);
    double logs[SUMS_MAX];
    const size_t filled = logs_within(blocks, count, logs);
    const size_t rank = gate_rank(count, alpha);
    struct gate_bounds bounds = { exp(stats_quantile_sorted(logs, filled, 0.5)), NAN, NAN };
    if (rank > 0) {
        bounds.low = exp(logs[rank - 1]);
        bounds.high = exp(logs[filled - rank]);
    }
    return bounds;
}

/* Finds the rank by sums of signed ranks: each of count ranks is in the sum or is not. */
static size_t signed_rank(size_t count, double alpha)
{
    double sum[WALSH_MAX] = { 1 };
    size_t most = 0;
    for (size_t rank = 1; rank <= count; rank++) {
        most += rank;
        for (size_t s = most + 1; s-- > 0;)
            sum[s] = (sum[s] + (s >= rank ? sum[s - rank] : 0)) / 2;
    }
    return safe_rank(sum, most + 1, alpha);
}

struct stats_interval gate_interval(const struct gate_block *blocks, size_t count,
                                    double confidence)
{
    assert(count > 0 && count <= GATE_LAUNCHES_MAX && confidence > 0 && confidence < 1);
    double launches[GATE_LAUNCHES_MAX], walsh[WALSH_MAX], logs[SQUARE];
    for (size_t i = 0; i < count; i++) {
        logs_within(&blocks[i], 1, logs);
        launches[i] = logs[SQUARE / 2];
    }
    size_t filled = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++)
            walsh[filled++] = (launches[i] + launches[j]) / 2;
    stats_sort(walsh, filled);
    const size_t rank = signed_rank(count, (1 - confidence) / 2);
    if (rank == 0)
        return (struct stats_interval){ NAN, NAN };
    return (struct stats_interval){ exp(walsh[rank - 1]), exp(walsh[filled - rank]) };
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
