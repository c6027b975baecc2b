/* SPDX-License-Identifier: MIT */
/* floor_draws_test.c: floors and sentences of what draws, of made cases. */
#include "harness/analysis/why/why.h"
#include "tests/analysis/judged_run.h"

#include <math.h>

/* A draw with these members, and with bytes and steps that do not bound it. */
#define DRAWS(members)                                                                             \
    "'counters':{'draws':1},'work':{'bytes_read':1e6,'bytes_written':1e12,'operations':1e12,"      \
    "'chain':1000000" members "}"

static struct run *device(void)
{
    struct run *run = run_of(json_array());
    const struct run_ceilings_curve curve = { .count = 1, .points = { { 1e6, 1e12 } } };
    run->ceilings = (struct run_ceilings){ .copy = curve,
                                           .read = curve,
                                           .write = curve,
                                           .operations_per_s = 1e12,
                                           .dependent_ns = 2000,
                                           .indirect_ns = 2000,
                                           .fill_ns = 1000,
                                           .vertices_per_s = 2e9,
                                           .pixels_per_s = 5e9 };
    return run;
}

/* 0 and "": there is none. */
static void assert_floor(struct run *run, const char *members, double ns, const char *bound)
{
    const struct run_ceilings ceilings = run->ceilings;
    struct run_case *c = add(run, 1e9, members);
    floor_apply(run, c, &ceilings, false);
    assert_string_equal(c->floor_bound, bound);
    if (ns > 0)
        assert_close(c->floor_ns, ns);
    else
        assert_true(isnan(c->floor_ns));
}

static void test_floor(void **state)
{
    (void)state;
    struct run *run = device();
    assert_floor(run, DRAWS(""), 0, "");
    assert_floor(run, DRAWS(",'vertices':2e6,'pixels':1e7"), 2e6, "pixels");
    assert_floor(run, DRAWS(",'vertices':2e7,'pixels':1e7"), 1e7, "vertices");
    assert_floor(run, DRAWS(",'vertices':2"), 1000, "bytes"); /* those that are read */
    run->ceilings.vertices_per_s = 0;
    assert_floor(run, DRAWS(",'vertices':2e7"), 0, "");
    assert_floor(run, DRAWS(",'vertices':2e7,'pixels':1e7"), 2e6, "pixels");
    run_destroy(&run);
}

static void test_why(void **state)
{
    (void)state;
    struct run *run = device();
    struct why why;
    why_find(&why, run, add(run, 1e6, DRAWS(",'vertices':4e5,'pixels':1e5")));
    assert_string_equal(why.text,
                        "Its vertices, even if they cover no pixel, take at least 200 µs of "
                        "1.00 ms (20 %); what else is declared, pixels 2 %, memory under "
                        "1 %, does not bind; the file has no further evidence.");
    run->ceilings.vertices_per_s = run->ceilings.pixels_per_s = 0;
    why_find(&why, run, add(run, 1e6, DRAWS(",'vertices':4e5,'pixels':1e5")));
    assert_string_equal(why.text, "");
    run_destroy(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_why),
    };
    return cmocka_run_group_tests_name("floor_draws", tests, NULL, NULL);
}
