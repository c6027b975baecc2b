/* SPDX-License-Identifier: MIT */
/* verdict_test.c: words of verdicts, how they are read and counted, and several cases together. */
#include "harness/analysis/claims/claims.h"
#include "tests/unit.h"

enum {
    CONTRADICTED = 1 << ZONE_CONTRADICTED,
    NOT_SEEN = 1 << ZONE_NOT_SEEN,
    WEAKER = 1 << ZONE_WEAKER,
    CONFIRMED = 1 << ZONE_CONFIRMED,
    STRONGER = 1 << ZONE_STRONGER,
};

static struct verdict of(const char *words)
{
    struct verdict verdict;
    if (!verdict_find(words, &verdict))
        fail_msg("'%s' is no verdict", words);
    return verdict;
}

/* Every set of zones that an interval can lie in, and every other kind, reads as it is written. */
TEST(test_find)
{
    static const char *const others[] = { "NOT TESTABLE", "UNDECIDED", "AT THE EDGE", "MIXED" };
    char text[VERDICT_BYTES], again[VERDICT_BYTES];
    struct verdict found;
    for (int low = 0; low < ZONE_COUNT; low++) {
        for (int high = low; high < ZONE_COUNT; high++) {
            struct verdict verdict = { VERDICT_ZONES, 0 };
            for (int i = low; i <= high; i++)
                verdict.zones |= 1u << i;
            verdict_words(verdict, text);
            assert_true(verdict_find(text, &found));
            assert_int_equal(found.kind, VERDICT_ZONES);
            assert_string_equal(verdict_words(found, again), text);
            assert_true(verdict_same(found, verdict));
            assert_int_equal(verdict_class_of(found), verdict_class_of(verdict));
        }
    }
    for (int kind = 0; kind < 4; kind++) {
        assert_true(verdict_find(others[kind], &found));
        assert_int_equal(found.kind, kind);
        assert_string_equal(verdict_words(found, text), others[kind]);
    }
    assert_false(verdict_find("confirmed", &found));
    assert_false(verdict_find("STRONGER or CONFIRMED", &found));
    assert_false(verdict_find("CONFIRMED ", &found));
    assert_false(verdict_find("", &found));
}

TEST(test_words)
{
    static const struct {
        unsigned zones;
        const char *words;
    } rows[] = {
        { CONTRADICTED, "CONTRADICTED" },
        { NOT_SEEN, "NOT SEEN" },
        { WEAKER, "WEAKER" },
        { CONFIRMED, "CONFIRMED" },
        { STRONGER, "STRONGER" },
        { CONTRADICTED | NOT_SEEN, "CONTRADICTED or NOT SEEN" },
        { CONFIRMED | STRONGER, "CONFIRMED or STRONGER" },
        { WEAKER | STRONGER, "WEAKER or STRONGER" },
        { NOT_SEEN | WEAKER | CONFIRMED, "NOT SEEN to CONFIRMED" },
        { CONTRADICTED | NOT_SEEN | WEAKER, "CONTRADICTED to WEAKER" },
        { NOT_SEEN | WEAKER | CONFIRMED | STRONGER, "NOT SEEN to STRONGER" },
    };
    char text[VERDICT_BYTES];
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(verdict_words((struct verdict){ VERDICT_ZONES, rows[i].zones }, text),
                            rows[i].words);
}

/* Words, how they are counted (of two zones once, as between two words), and what they say. */
TEST(test_class)
{
    static const struct {
        const char *words;
        enum verdict_class class;
        bool holds, denies;
    } rows[] = {
        { "STRONGER", VERDICT_CLASS_STRONGER, true, false },
        { "CONFIRMED", VERDICT_CLASS_CONFIRMED, true, false },
        { "CONFIRMED or STRONGER", VERDICT_CLASS_BETWEEN, true, false },
        { "WEAKER or CONFIRMED", VERDICT_CLASS_BETWEEN, false, false },
        { "NOT SEEN to STRONGER", VERDICT_CLASS_BETWEEN, false, false },
        { "WEAKER", VERDICT_CLASS_WEAKER, false, false },
        { "NOT SEEN or WEAKER", VERDICT_CLASS_BETWEEN, false, false },
        { "NOT SEEN", VERDICT_CLASS_NOT_SEEN, false, true },
        { "CONTRADICTED or NOT SEEN", VERDICT_CLASS_BETWEEN, false, true },
        { "CONTRADICTED", VERDICT_CLASS_CONTRADICTED, false, true },
        { "MIXED", VERDICT_CLASS_MIXED, false, false },
        { "UNDECIDED", VERDICT_CLASS_UNDECIDED, false, false },
        { "AT THE EDGE", VERDICT_CLASS_BETWEEN, false, false },
        { "NOT TESTABLE", VERDICT_CLASS_NOT_TESTABLE, false, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bool between = rows[i].class == VERDICT_CLASS_BETWEEN;
        assert_int_equal(verdict_class_of(of(rows[i].words)), rows[i].class);
        assert_string_equal(verdict_class_name(rows[i].class),
                            between ? "between two words" : rows[i].words);
        assert_int_equal(verdict_holds(of(rows[i].words)), rows[i].holds);
        assert_int_equal(verdict_denies(of(rows[i].words)), rows[i].denies);
    }
}

TEST(test_same)
{
    assert_true(verdict_same(of("CONFIRMED"), of("CONFIRMED")));
    assert_false(verdict_same(of("CONFIRMED"), of("CONFIRMED or STRONGER")));
    assert_true(verdict_same((struct verdict){ VERDICT_UNDECIDED, CONTRADICTED | CONFIRMED },
                             (struct verdict){ VERDICT_UNDECIDED, CONTRADICTED | STRONGER }));
    assert_true(verdict_differs(of("CONFIRMED"), of("CONTRADICTED")));
    assert_true(verdict_differs(of("CONFIRMED"), of("MIXED")));
    assert_false(verdict_differs(of("MIXED"), of("MIXED")));
    assert_false(verdict_differs(of("CONFIRMED"), of("CONFIRMED or STRONGER")));
    static const char *const open[] = { "UNDECIDED", "AT THE EDGE", "NOT TESTABLE" };
    for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++) {
        assert_false(verdict_is_decided(of(open[i])));
        assert_false(verdict_differs(of("CONFIRMED"), of(open[i])));
        assert_false(verdict_differs(of(open[i]), of("CONTRADICTED")));
    }
}

/* Several cases -------------------------------------------------------------------------------- */

static const struct verdict none = { VERDICT_NOT_TESTABLE, 0 };
static const struct verdict undecided = { VERDICT_UNDECIDED, CONTRADICTED | CONFIRMED };
static const struct verdict edge = { VERDICT_AT_THE_EDGE, CONTRADICTED | CONFIRMED };
static const struct verdict mixed = { VERDICT_MIXED, CONTRADICTED | CONFIRMED };

static struct verdict zones(unsigned of_zones)
{
    return (struct verdict){ VERDICT_ZONES, of_zones };
}

/* Joined in both orders. */
static void joined(struct verdict a, struct verdict b, enum published_of of_cases,
                   const char *wanted)
{
    char text[VERDICT_BYTES];
    const struct verdict forward[] = { a, none, b }, backward[] = { b, a };
    assert_string_equal(verdict_words(verdict_join(forward, 3, of_cases), text), wanted);
    assert_string_equal(verdict_words(verdict_join(backward, 2, of_cases), text), wanted);
}

/* From the worst to the best, and MIXED where some hold and some deny. */
TEST(test_several)
{
    joined(zones(CONFIRMED), zones(CONFIRMED), PUBLISHED_OF_ALL, "CONFIRMED");
    joined(zones(WEAKER), zones(CONFIRMED), PUBLISHED_OF_ALL, "WEAKER or CONFIRMED");
    joined(zones(WEAKER), zones(CONFIRMED | STRONGER), PUBLISHED_OF_ALL, "WEAKER to STRONGER");
    joined(zones(NOT_SEEN), zones(WEAKER), PUBLISHED_OF_ALL, "NOT SEEN or WEAKER");
    joined(zones(CONTRADICTED), zones(NOT_SEEN), PUBLISHED_OF_ALL, "CONTRADICTED or NOT SEEN");
    joined(zones(CONTRADICTED), zones(WEAKER), PUBLISHED_OF_ALL, "CONTRADICTED or WEAKER");
    joined(zones(CONTRADICTED), zones(CONFIRMED), PUBLISHED_OF_ALL, "MIXED");
    joined(zones(NOT_SEEN), zones(STRONGER), PUBLISHED_OF_ALL, "MIXED");
    joined(zones(CONTRADICTED | NOT_SEEN), zones(CONFIRMED | STRONGER), PUBLISHED_OF_ALL, "MIXED");
    joined(zones(NOT_SEEN | WEAKER), zones(CONFIRMED), PUBLISHED_OF_ALL, "NOT SEEN to CONFIRMED");
    joined(mixed, zones(CONFIRMED), PUBLISHED_OF_ALL, "MIXED");
    joined(undecided, zones(CONFIRMED), PUBLISHED_OF_ALL, "UNDECIDED");
    joined(edge, zones(CONFIRMED), PUBLISHED_OF_ALL, "AT THE EDGE");
    joined(edge, undecided, PUBLISHED_OF_ALL, "UNDECIDED");
    joined(edge, zones(CONTRADICTED), PUBLISHED_OF_ALL, "UNDECIDED");
    joined(zones(CONTRADICTED | WEAKER), zones(CONFIRMED), PUBLISHED_OF_ALL, "UNDECIDED");
    /* The worst end of all to the worst of their better ends. */
    joined(zones(CONFIRMED), zones(STRONGER), PUBLISHED_OF_EVERY, "CONFIRMED");
    joined(zones(WEAKER), zones(STRONGER), PUBLISHED_OF_EVERY, "WEAKER");
    joined(zones(CONTRADICTED), zones(STRONGER), PUBLISHED_OF_EVERY, "CONTRADICTED");
    joined(zones(WEAKER | CONFIRMED), zones(CONFIRMED | STRONGER), PUBLISHED_OF_EVERY,
           "WEAKER or CONFIRMED");
    joined(zones(WEAKER | CONFIRMED | STRONGER), zones(NOT_SEEN), PUBLISHED_OF_EVERY, "NOT SEEN");
    joined(zones(NOT_SEEN | WEAKER), zones(CONFIRMED), PUBLISHED_OF_EVERY, "NOT SEEN or WEAKER");
    joined(undecided, zones(CONTRADICTED), PUBLISHED_OF_EVERY, "CONTRADICTED");
    joined(undecided, zones(CONFIRMED), PUBLISHED_OF_EVERY, "UNDECIDED");
    joined(undecided, zones(WEAKER), PUBLISHED_OF_EVERY, "CONTRADICTED or WEAKER");
    joined(edge, zones(STRONGER), PUBLISHED_OF_EVERY, "AT THE EDGE");
    joined(none, none, PUBLISHED_OF_EVERY, "NOT TESTABLE");
    /* The best of the worse ends to the best end of all. */
    joined(zones(CONFIRMED), zones(STRONGER), PUBLISHED_OF_ANY, "STRONGER");
    joined(zones(CONTRADICTED), zones(CONFIRMED), PUBLISHED_OF_ANY, "CONFIRMED");
    joined(zones(CONTRADICTED), zones(NOT_SEEN), PUBLISHED_OF_ANY, "NOT SEEN");
    joined(zones(WEAKER | CONFIRMED), zones(CONFIRMED | STRONGER), PUBLISHED_OF_ANY,
           "CONFIRMED or STRONGER");
    joined(zones(WEAKER | CONFIRMED | STRONGER), zones(CONFIRMED), PUBLISHED_OF_ANY,
           "CONFIRMED or STRONGER");
    joined(undecided, zones(CONFIRMED), PUBLISHED_OF_ANY, "CONFIRMED");
    joined(undecided, zones(CONTRADICTED), PUBLISHED_OF_ANY, "UNDECIDED");
    joined(undecided, zones(WEAKER), PUBLISHED_OF_ANY, "WEAKER or CONFIRMED");
}

TEST(test_no_case)
{
    for (int of_cases = PUBLISHED_OF_ALL; of_cases <= PUBLISHED_OF_ANY; of_cases++) {
        assert_int_equal(verdict_join(NULL, 0, (enum published_of)of_cases).kind,
                         VERDICT_NOT_TESTABLE);
        joined(none, none, (enum published_of)of_cases, "NOT TESTABLE");
        joined(none, zones(WEAKER), (enum published_of)of_cases, "WEAKER");
    }
}
