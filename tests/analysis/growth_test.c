/* SPDX-License-Identifier: MIT */
/* growth_test.c: points and the knee of a variant over sizes, of runs made up here. */
#include "harness/analysis/limits/limits.h"
#include "tests/unit.h"

enum { CASES = 6 };

static struct run_case cases[CASES];
static struct run run;
static struct growth growth;
static char text[GROWTH_TEXT_BYTES];

/* Cases of 1 MiB, 2 MiB, 4 MiB and so on at these rates, the largest first. */
static void make(const double *rates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct run_case *c = &cases[count - 1 - i];
        const double bytes = 0x1p20 * exp2((double)i);
        *c = (struct run_case){ .name = "c", .technique = "t", .kind = BENCH_GPU };
        c->work.bytes_read = bytes;
        c->peak_bytes = 0x1p60;
        c->gpu = (struct stats_summary){ .count = 10, .median = bytes / rates[i] * 1e9 };
    }
    run = (struct run){ .session.profile = "scale", .cases = cases, .case_count = count };
    growth_find(&growth, &run, "t");
    growth_text(&growth, text);
}

TEST(a_knee_lies_where_the_rate_falls)
{
    static const double rates[] = { 2e12, 4e12, 5e12, 4.9e12, 3.1e12, 3e12 };
    struct growth_knee knee;
    make(rates, CASES);
    assert_int_equal(growth.count, CASES);
    for (size_t i = 1; i < CASES; i++)
        assert_true(growth.points[i].bytes > growth.points[i - 1].bytes);
    assert_true(growth_knee_find(&growth, &knee));
    assert_int_equal(knee.fastest, 2);
    assert_int_equal(knee.before, 3);
    assert_int_equal(knee.after, 4);
    assert_string_equal(text, "The rate falls from 5.00 TB/s to 3.00 TB/s; it passes the middle "
                              "between 8 MiB and 16 MiB.");
}

TEST(a_level_rate_has_none)
{
    static const double rising[] = { 1e12, 2e12, 3e12, 2.9e12 };
    struct growth_knee knee;
    make(rising, 4);
    assert_false(growth_knee_find(&growth, &knee));
    assert_string_equal(text, "The rate has no knee: the highest is 3.00 TB/s at 4 MiB, and the "
                              "last 2.90 TB/s at 8 MiB.");
    make(rising, 3);
    assert_string_equal(text, "The rate is highest at the largest size: 3.00 TB/s at 4 MiB.");
    make(rising, 2);
    assert_string_equal(text, "");
    make(rising, 0);
    assert_false(growth_knee_find(&growth, &knee));
}

TEST(other_cases_have_no_point)
{
    make((const double[]){ 1e12, 2e12, 3e12 }, 3);
    cases[0].status = BENCH_FAILED_VERIFY;
    cases[1].technique = "u";
    cases[2].peak_bytes = 1000; /* texels that are looked up often count once */
    growth_find(&growth, &run, "t");
    assert_int_equal(growth.count, 1);
    assert_true(growth.points[0].bytes == 1000);
    run.session.profile = "full";
    growth_find(&growth, &run, "t");
    assert_int_equal(growth.count, 0);
}
