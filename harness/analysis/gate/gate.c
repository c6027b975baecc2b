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
