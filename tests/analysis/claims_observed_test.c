/* SPDX-License-Identifier: MIT */
/* claims_observed_test.c: claims that a CUDA port, a trace, a test or arithmetic decides. */
#include "tests/analysis/observed_made.h"

#define ALONE "'a':'x','measure':'none','evidence':'test'"
#define PORT OBSERVED_NAMES ",'evidence':'cuda_port'"

/* Checks the word, and the first reading's cases. */
static void judged(const char *members, const char *word, size_t held, size_t cases)
{
    MADE_AUTO made = observed_judge("t", members);
    const struct claims_reading *reading = &made.entry->readings[0];
    made_words(made.entry->verdict, word);
    assert_int_equal(made.entry->reading_count, 1);
    assert_int_equal(reading->held, held);
    assert_int_equal(reading->case_count, cases);
    assert_int_equal(made.entry->runs, 0);
    assert_string_equal(made.entry->reason, "");
}

/* Zones are those of all claims. */
TEST(test_zones)
{
    judged(PORT ",'says':'less','value':2.64,'observed':[" OBSERVED_HERE("", "'a':10,'b':26") "]",
           "CONFIRMED", 1, 1);
    judged(PORT ",'says':'less','value':2.64,'observed':[" OBSERVED_HERE("", "'a':10,'b':54") "]",
           "STRONGER", 1, 1);
    judged(PORT ",'says':'less','who':'b','observed':[" OBSERVED_HERE("", "'a':10,'b':26") "]",
           "CONTRADICTED", 0, 1);
    judged(PORT
           ",'says':'share','value':0.5,'observed':[" OBSERVED_HERE("", "'a':0.1,'b':null") "]",
           "CONTRADICTED", 0, 1);
    judged(ALONE ",'says':'at_most','value':0,'observed':[" OBSERVED_HERE("", "'a':2052") "]",
           "CONTRADICTED", 0, 1);
    judged(ALONE ",'says':'at_least','value':4096,'unit':'threads','observed':[" OBSERVED(
               "null", "", "'a':4096") "]",
           "CONFIRMED", 1, 1);
}

/* A number alone is in the unit of the claim. */
TEST(test_unit)
{
    MADE_AUTO made = observed_judge(
        "t", "'a':'x','measure':'none','evidence':'arithmetic','says':'count','value':7.3,"
             "'unit':'GiB','observed':[" OBSERVED("null", "", "'a':7.32") "]");
    assert_true(fabs(made.entry->readings[0].shown->a_plain / 1073741824 - 7.32) < 1e-9);
    assert_true(fabs(made.entry->readings[0].shown->r - 7.32 / 7.3) < 1e-9);
}

TEST(test_cases)
{
#define TWO                                                                                        \
    "'says':'less','observed':[" OBSERVED_HERE("naive", "'a':1,'b':3") "," OBSERVED_HERE(          \
        "prepass", "'a':1,'b':1") "]"
    judged(PORT "," TWO, "MIXED", 1, 2);
    judged(PORT ",'of':'every'," TWO, "NOT SEEN", 1, 2);
    judged(PORT ",'of':'any'," TWO, "CONFIRMED", 1, 2);
    /* A number for each case. */
    judged(PORT
           ",'says':'less','join':['scene'],'values':{'hair':3,'teapot':1.2},'observed':"
           "[" OBSERVED_HERE("hair", "'a':1,'b':3") "," OBSERVED_HERE("teapot", "'a':1,'b':3") "]",
           "CONFIRMED or STRONGER", 2, 2);
}

/* Numbers of another device decide nothing here. */
TEST(test_device)
{
    static const char *const reasons[][2] = {
        { "cuda_port", "No CUDA port was counted on this device." },
        { "trace", "No trace was kept of this device." },
        { "test", "The published file has no result of a test." },
        { "arithmetic", "The published file shows no arithmetic." },
    };
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
        MADE_AUTO made = observed_judge(
            "t", unit_text(OBSERVED_NAMES ",'evidence':'%s','says':'less','observed':[" OBSERVED(
                               "'Other GPU'", "", "'a':1,'b':3") "]",
                           reasons[i][0]));
        made_hold(&made, .words = "NOT TESTABLE", .whole_reason = reasons[i][1]);
        assert_int_equal(made.entry->reading_count, 0);
        assert_int_equal(made.entry->marks, 0);
    }
    judged(PORT ",'says':'less','observed':[" OBSERVED("'Other GPU'", "", "'a':3,'b':1") "," //
           OBSERVED_HERE("", "'a':1,'b':3") "]",
           "CONFIRMED", 1, 1);
}

/* Counted apart, whoever makes the claim, where the runs are of its technique. */
TEST(test_counts)
{
    for (int other = 0; other < 2; other++) {
        MADE_AUTO made = observed_judge(other ? "u" : "t",
                                        PORT ",'number':'ours','says':'less','observed':[" //
                                        OBSERVED_HERE("", "'a':1,'b':3") "]");
        const struct claims_device *device = &made.claims->devices[0];
        assert_int_equal(made.entry->measured, !other);
        assert_int_equal(device->measured, !other);
        for (int origin = 0; origin < CLAIMS_ORIGIN_COUNT; origin++)
            assert_int_equal(device->counts[origin][VERDICT_CLASS_CONFIRMED],
                             origin == CLAIMS_OF_OTHER_EVIDENCE && !other);
    }
}

TEST(test_marks)
{
    static const struct {
        const char *evidence, *date;
        unsigned marks;
    } rows[] = {
        { "cuda_port", "2026-11-20", CLAIMS_BY_CUDA_PORT },
        { "cuda_port", "2026-11-21", CLAIMS_BY_CUDA_PORT | CLAIMS_AFTER_DATA },
        { "trace", "2026-11-19", CLAIMS_BY_TRACE },
        { "test", "2026-11-19", CLAIMS_BY_TEST },
        { "arithmetic", "2026-11-19", CLAIMS_BY_ARITHMETIC },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        MADE_AUTO made = observed_judge(
            "t", unit_text(OBSERVED_NAMES ",'evidence':'%s','registered':{'commit':null,"
                                          "'date':'%s','sha256':null},'says':'less','observed':["
                                          "" OBSERVED_HERE("", "'a':1,'b':3") "]",
                           rows[i].evidence, rows[i].date));
        assert_int_equal(made.entry->marks, rows[i].marks);
    }
    /* No cards were measured, so none of them differs. */
    MADE_AUTO made =
        observed_judge("t", OBSERVED_NAMES ",'evidence':'trace','says':'more','observed':[" //
                       OBSERVED_HERE("", "'a':3,'b':1") "]");
    assert_int_equal(made.entry->marks, CLAIMS_BY_TRACE);
}

/* A finding is no judged member: the claim's hash stays. */
TEST(test_hash)
{
    CLEANUP(published_destroy) struct published *without = observed_read(PORT ",'says':'less'");
    CLEANUP(published_destroy)
    struct published *with =
        observed_read(PORT ",'says':'less','observed':[" OBSERVED_HERE("", "'a':1,'b':3") "]");
    assert_string_equal(without->claims[0].sha256, with->claims[0].sha256);
}

TEST(test_faults)
{
    static const char *const faults[][2] = {
        { PORT ",'says':'less','observed':[" OBSERVED_HERE("", "'b':3") "]", "a is missing" },
        { PORT ",'says':'less','observed':[" OBSERVED_HERE("", "'a':1") "]", "has no b" },
        { PORT ",'says':'less','observed':[" OBSERVED_HERE("", "'a':1,'b':0") "]", "b is 0" },
        { PORT ",'says':'at_most','observed':[" OBSERVED_HERE("", "'a':1") "]",
          "value is missing" },
        { PORT ",'says':'less','observed':[" OBSERVED_HERE("x", "'a':1,'b':3") "," //
          OBSERVED("null", "x", "'a':1,'b':3") "]",
          "has the case 'x' of [0] again" },
        { PORT ",'says':'falls','along':'n','observed':[" OBSERVED_HERE("", "'a':1,'b':3") "]",
          "goes along an axis" },
        { PORT
          ",'says':'less','untestable':'No.','observed':[" OBSERVED_HERE("", "'a':1,'b':3") "]",
          "conflicts with observed" },
        { "'a':'/a','b':'/b','measure':'peak_bytes','says':'less','observed':[" //
          OBSERVED_HERE("", "'a':1,'b':3") "]",
          "evidence is run" },
        { PORT ",'says':'less','observed':[{'a':1,'b':3,'how':'It was.'}]", "by is missing" },
    };
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        assert_null(observed_read(faults[i][0]));
        assert_holds(trouble_text(), faults[i][1]);
    }
}
