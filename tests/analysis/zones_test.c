/* SPDX-License-Identifier: MIT */
/* zones_test.c: each edge of each kind of claim, from both sides, and the words of intervals. */
#include "harness/analysis/claims/claims.h"
#include "tests/unit.h"

static const double least = 1e-9 * 4; /* beside an edge, beyond its rounding */

static void words(struct zones zones, double low, double high, const char *wanted)
{
    char text[VERDICT_BYTES];
    const struct verdict verdict = zones_judge(&zones, (struct stats_interval){ low, high });
    verdict_words(verdict, text);
    if (strcmp(text, wanted) != 0)
        fail_msg("[%.12g, %.12g] is %s, not %s", low, high, text, wanted);
}

static void one(struct zones zones, double r, const char *wanted)
{
    words(zones, r, r, wanted);
}

/* An edge between two zones: it belongs to the one below, or to the better one. */
static void edge(struct zones zones, double at, const char *below, const char *on,
                 const char *above)
{
    one(zones, at * (1 - least) - least, below);
    one(zones, at, on);
    one(zones, at * (1 + least) + least, above);
}

static void confirmed(struct zones zones, double low, double high)
{
    const struct stats_interval found = zones_confirmed(&zones);
    assert_true(found.low == low || fabs(found.low / low - 1) < 1e-6);
    assert_true(found.high == high || fabs(found.high / high - 1) < 1e-6);
}

TEST(test_size)
{
    assert_true(zones_delta == 0.05 && zones_kappa == 1.5 && zones_kappa_own == 1.1);
    const struct zones six = zones_size(6, zones_kappa);
    assert_int_equal(six.count, 5);
    edge(six, 1 / 1.05, "CONTRADICTED", "CONTRADICTED", "NOT SEEN");
    edge(six, 1.05, "NOT SEEN", "NOT SEEN", "WEAKER");
    edge(six, 1 + 5 / 1.5, "WEAKER", "WEAKER", "CONFIRMED");
    edge(six, 8.5, "CONFIRMED", "CONFIRMED", "STRONGER");
    confirmed(six, 1 + 5 / 1.5, 8.5);
    one(six, 0, "CONTRADICTED");
    one(six, INFINITY, "STRONGER");
    const struct zones own = zones_size(6, zones_kappa_own);
    edge(own, 1 + 5 / 1.1, "WEAKER", "WEAKER", "CONFIRMED");
    edge(own, 6.5, "CONFIRMED", "CONFIRMED", "STRONGER");
    /* CONFIRMED begins at 1.05 at the least, and then nothing is WEAKER; to 1.05 a size is none. */
    const struct zones near = zones_size(1.07, zones_kappa);
    assert_int_equal(near.count, 4);
    edge(near, 1 / 1.05, "CONTRADICTED", "CONTRADICTED", "NOT SEEN");
    edge(near, 1.05, "NOT SEEN", "NOT SEEN", "CONFIRMED");
    edge(near, 1 + 0.07 * 1.5, "CONFIRMED", "CONFIRMED", "STRONGER");
    assert_int_equal(zones_size(1.0751, zones_kappa).count, 5);
    assert_int_equal(zones_size(1.0749, zones_kappa).count, 4);
    const struct zones none = zones_size(1.05, zones_kappa);
    edge(none, 1 / 1.05, "WEAKER", "CONFIRMED", "CONFIRMED");
    edge(none, 1.05, "CONFIRMED", "CONFIRMED", "WEAKER");
    edge(zones_size(1.0501, zones_kappa), 1.05, "NOT SEEN", "NOT SEEN", "CONFIRMED");
    one(zones_size(1, zones_kappa), 1, "CONFIRMED");
}

TEST(test_direction)
{
    const struct zones zones = zones_direction();
    const struct zones denied = { .count = 1, .zone = { ZONE_CONTRADICTED } };
    assert_true(isnan(zones_confirmed(&denied).low));
    edge(zones, 1 / 1.05, "CONTRADICTED", "CONTRADICTED", "NOT SEEN");
    edge(zones, 1.05, "NOT SEEN", "NOT SEEN", "CONFIRMED");
    one(zones, 1e9, "CONFIRMED");
    confirmed(zones, 1.05, INFINITY);
}

/* "Much" has no upper end. */
TEST(test_least)
{
    const struct zones zones = zones_least(2);
    edge(zones, 1 / 1.05, "CONTRADICTED", "CONTRADICTED", "NOT SEEN");
    edge(zones, 1.05, "NOT SEEN", "NOT SEEN", "WEAKER");
    edge(zones, 2, "WEAKER", "WEAKER", "CONFIRMED");
    one(zones, 1e9, "CONFIRMED");
    confirmed(zones, 2, INFINITY);
    edge(zones_least(sqrt(10)), sqrt(10), "WEAKER", "WEAKER", "CONFIRMED");
}

/* Both ends of the margin are within it, and its square is no cliff's. */
TEST(test_none)
{
    static const double margins[] = { 1.05, 1.1, 1.5 };
    for (size_t i = 0; i < 3; i++) {
        const double m = margins[i];
        for (int denies = 0; denies < 4; denies++) {
            const struct zones zones = zones_none(m, denies & 1, denies & 2);
            edge(zones, m, "CONFIRMED", "CONFIRMED", denies & 1 ? "WEAKER" : "STRONGER");
            edge(zones, 1 / m, denies & 2 ? "WEAKER" : "STRONGER", "CONFIRMED", "CONFIRMED");
            if (denies & 1)
                edge(zones, m * m, "WEAKER", "WEAKER", "CONTRADICTED");
            if (denies & 2)
                edge(zones, 1 / (m * m), "CONTRADICTED", "WEAKER", "WEAKER");
            confirmed(zones, 1 / m, m);
        }
    }
}

/* A bound that a paper states has no margin: the number itself keeps it. */
TEST(test_bounds)
{
    edge(zones_at_most(2.5), 2.5, "CONFIRMED", "CONFIRMED", "CONTRADICTED");
    edge(zones_at_least(2.5), 2.5, "CONTRADICTED", "CONFIRMED", "CONFIRMED");
    edge(zones_at_most(0.1 / 0.9), 0.1 / 0.9, "CONFIRMED", "CONFIRMED", "CONTRADICTED");
    one(zones_at_least(2.5), 2.4, "CONTRADICTED");
    one(zones_at_most(2.5), 2.6, "CONTRADICTED");
    confirmed(zones_at_most(2.5), 0, 2.5);
    confirmed(zones_at_least(2.5), 2.5, INFINITY);
}

TEST(test_best)
{
    const struct zones zones = zones_best(zones_kappa);
    one(zones, 1, "CONFIRMED");
    edge(zones, 1.05, "CONFIRMED", "CONFIRMED", "WEAKER");
    edge(zones, 1.5, "WEAKER", "WEAKER", "CONTRADICTED");
    edge(zones_best(zones_kappa_own), 1.1, "WEAKER", "WEAKER", "CONTRADICTED");
}

TEST(test_from)
{
    const struct zones zones = zones_from(zones_kappa);
    one(zones, 0, "STRONGER");
    edge(zones, 1 / 1.5, "STRONGER", "CONFIRMED", "CONFIRMED");
    edge(zones, 1.5, "CONFIRMED", "CONFIRMED", "WEAKER");
    one(zones, INFINITY, "WEAKER");
    edge(zones_from(zones_kappa_own), 1.1, "CONFIRMED", "CONFIRMED", "WEAKER");
}

/* 5 % or one unit, whichever is larger: 8 of 7 is no difference, and 9 of 7 is one. */
TEST(test_count)
{
    static const struct {
        bool more, less;
        const char *above, *below;
    } rows[] = {
        { false, false, "WEAKER", "WEAKER" },
        { true, false, "CONTRADICTED", "STRONGER" },
        { false, true, "STRONGER", "CONTRADICTED" },
        { true, true, "CONTRADICTED", "CONTRADICTED" },
    };
    for (size_t i = 0; i < 4; i++) {
        const struct zones seven = zones_count(1.0 / 7, rows[i].more, rows[i].less);
        const struct zones many = zones_count(1.0 / 1000, rows[i].more, rows[i].less);
        one(seven, 1, "CONFIRMED");
        one(seven, 8.0 / 7, "CONFIRMED");
        one(seven, 6.0 / 7, "CONFIRMED");
        one(seven, 9.0 / 7, rows[i].above);
        one(seven, 5.0 / 7, rows[i].below);
        edge(many, 1.05, "CONFIRMED", "CONFIRMED", rows[i].above);
        edge(many, 0.95, rows[i].below, "CONFIRMED", "CONFIRMED");
    }
}

/* One zone has its word, two are joined by "or", more by "to". */
TEST(test_words)
{
    const struct zones six = zones_size(6, zones_kappa);
    words(six, 5, 7, "CONFIRMED");
    words(six, 3, 5, "WEAKER or CONFIRMED");
    words(six, 5, 9, "CONFIRMED or STRONGER");
    words(six, 3, 9, "WEAKER to STRONGER");
    words(six, 1, 5, "NOT SEEN to CONFIRMED");
    words(six, 1, 9, "NOT SEEN to STRONGER");
    words(six, 0.5, 1, "CONTRADICTED or NOT SEEN");
    words(six, 0.5, 2, "CONTRADICTED to WEAKER");
    words(six, 0.5, 5, "UNDECIDED");
    words(six, 0.5, 9, "UNDECIDED");
    words(six, NAN, 5, "NOT TESTABLE");
    words(six, 5, NAN, "NOT TESTABLE");
}

/* A narrow interval that holds the end of CONFIRMED, and CONTRADICTED beyond it. */
TEST(test_edge)
{
    const struct zones none = zones_none(1.05, true, true);
    words(none, 1, 1.1, "WEAKER or CONFIRMED");
    words(none, 1, 1.11, "UNDECIDED");
    words(none, 0.95, 1.051, "WEAKER or CONFIRMED"); /* both ends are outside */
    words(none, 1.09, 1.12, "CONTRADICTED or WEAKER");
    words(zones_none(1.02, true, true), 0.96, 1.021, "UNDECIDED"); /* narrow, and not two zones */
    words(zones_none(1.05, true, false), 0.9, 1.01, "CONFIRMED or STRONGER");
    words(zones_at_most(2), 1.95, 2.14, "AT THE EDGE");
    words(zones_at_most(2), 1.95, 2.15, "UNDECIDED");
    words(zones_at_most(2), 1.95, 2.1, "AT THE EDGE");
    words(zones_at_most(2), 1.5, 2.1, "UNDECIDED");
    words(zones_at_least(2), 1.95, 2.1, "AT THE EDGE");
    words(zones_best(zones_kappa), 1.45, 1.55, "CONTRADICTED or WEAKER");
}
