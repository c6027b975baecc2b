/* SPDX-License-Identifier: MIT */
/* trace_pair_test.c: two made traces: which pass has grown, what is in one of them alone. */
#include "harness/analysis/gate/gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static json_t *pass(const char *name, const char *kind, int count, double us)
{
    return json_pack("{s:s, s:s, s:i, s:f}", "name", name, "kind", kind, "count", count, "us", us);
}

/* Takes over the passes. */
static json_t *traced(const char *name, const char *status, json_t *passes)
{
    return json_pack("{s:s, s:s, s:f, s:o}", "name", name, "status", status, "unstamped_us", 9.0,
                     "passes", passes);
}

static json_t *document(json_t *cases)
{
    return json_pack("{s:o}", "cases", cases);
}

static void test_grown(void **state)
{
    (void)state;
    struct trace_pair pair;
    json_t *a = document(json_pack(
        "[o, o, o]",
        traced("t.b/x", "ok",
               json_pack("[o, o, o, o]", pass("bound", "dispatch", 3, 10.0),
                         pass("fill control", "fill", 1, 2.0), pass("barrier", "barrier", 4, 5.0),
                         pass("gone", "dispatch", 1, 4.0))),
        traced("t.b/broken", "failed_verify", json_array()),
        traced("t.b/old", "ok", json_array())));
    json_t *b = document(json_pack(
        "[o, o, o]",
        traced("t.b/broken", "ok", json_pack("[o]", pass("bound", "dispatch", 1, 1.0))),
        traced("t.b/x", "ok",
               json_pack("[o, o, o, o]", pass("bound", "dispatch", 2, 9.0),
                         pass("barrier", "barrier", 4, 7.5), pass("fill control", "fill", 1, 2.0),
                         pass("new", "dispatch", 1, 2.0))),
        traced("t.b/young", "ok", json_array())));
    trace_pair_init(&pair, a, b);
    assert_int_equal(pair.case_count, 1);
    assert_int_equal(pair.alone, 3); /* broken, young, old */
    const struct trace_pair_case *c = &pair.cases[0];
    assert_string_equal(c->name, "t.b/x");
    assert_int_equal(c->pass_count, 5);
    static const char *const names[] = { "barrier", "new", "fill control", "bound", "gone" };
    static const double growth[] = { 2.5, 2, 0, -1, -4 };
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(c->passes[i].name, names[i]);
        assert_true(trace_pair_growth(&c->passes[i]) == growth[i]);
    }
    assert_ptr_equal(trace_pair_grown(c), &c->passes[0]);
    assert_false(c->passes[1].there[TRACE_A]);
    assert_true(c->passes[1].there[TRACE_B]);
    assert_false(c->passes[4].there[TRACE_B]);
    assert_true(c->passes[3].count[TRACE_A] == 3 && c->passes[3].count[TRACE_B] == 2);
    assert_true(c->us[TRACE_A] == 21 && c->us[TRACE_B] == 20.5);
    assert_true(c->unstamped_us[TRACE_A] == 9);
    trace_pair_finish(&pair);
    assert_int_equal(pair.case_count, 0);
    json_decref(a);
    json_decref(b);
}

static void test_nothing(void **state)
{
    (void)state;
    struct trace_pair pair;
    json_t *a = document(json_pack(
        "[o]", traced("t.b/x", "ok", json_pack("[o]", pass("bound", "dispatch", 1, 3.0)))));
    json_t *none = json_object();
    trace_pair_init(&pair, a, a);
    assert_int_equal(pair.case_count, 1);
    assert_int_equal(pair.alone, 0);
    assert_null(trace_pair_grown(&pair.cases[0]));
    trace_pair_finish(&pair);
    trace_pair_init(&pair, a, none);
    assert_int_equal(pair.case_count, 0);
    assert_int_equal(pair.alone, 1);
    trace_pair_finish(&pair);
    trace_pair_finish(&pair);
    json_decref(a);
    json_decref(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grown),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
