/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate_bounds.h"

#include <assert.h>
#include <math.h>

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

/* The same of sums of signed ranks: each of count ranks is in the sum or is not. */
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
