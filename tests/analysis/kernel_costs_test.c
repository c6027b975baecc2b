/* SPDX-License-Identifier: MIT */
/* kernel_costs_test.c: made listings of kernels: what is more, fewer, lost, gone and new, and what
 * is no cost. */
#include "harness/analysis/gate/gate.h"
#include "tests/record/run_document.h"

#define KERNEL(name, vgprs, instructions)                                                          \
    "{'name':'" name "','statistics':[{'executable':'e','name':'VGPRs','value':" #vgprs "},"       \
    "{'executable':'e','name':'Pre-Sched VGPRs','value':1" #vgprs "},"                             \
    "{'executable':'e','name':'Latency','value':2" #instructions "},"                              \
    "{'executable':'e','name':'Instruction Count','value':" #instructions "}]}"
#define DOCUMENT(kernels)                                                                          \
    "{'device':'d','driver_name':'n','driver_info':'1','kernels':[" kernels "]}"

static void expect(const char *before, const char *after, const char *key, const char *change)
{
    json_auto_t *a = run_document_json(before), *b = run_document_json(after),
                *compared = kernel_costs_compare(a, b, true);
    assert_true(kernel_costs_comparable(a, b));
    assert_int_equal(json_integer_value(json_object_get(compared, key)), 1);
    const json_t *first = json_array_get(json_object_get(compared, "changes"), 0);
    if (change)
        assert_string_equal(json_string_value(json_object_get(first, "change")), change);
    else
        assert_null(first);
    const bool fails =
        change && (strcmp(change, "more") == 0 || strcmp(change, "lost") == 0 || key[0] == 'm');
    assert_int_equal(kernel_costs_fail(compared), fails);
}

TEST(test_changes)
{
    const char *one = DOCUMENT(KERNEL("k", 8, 20)), *none = DOCUMENT("");
    expect(one, one, "same", NULL);
    expect(one, DOCUMENT(KERNEL("k", 16, 20)), "more", "more");
    expect(one, DOCUMENT(KERNEL("k", 8, 19)), "fewer", "fewer");
    /* Fewer of one and more of another is more, in the order of the driver. */
    expect(one, DOCUMENT(KERNEL("k", 4, 21)), "more", "fewer");
    expect(one, DOCUMENT("{'name':'k','statistics':null,'reason':'why'}"), "lost", "lost");
    expect(one, none, "gone", "gone");
    expect(none, one, "new", "new");
    /* NVIDIA says of spills no more than the bytes of local memory, with bit 36 set. */
#define LOCAL(bytes)                                                                               \
    DOCUMENT("{'name':'k','statistics':["                                                          \
             "{'executable':'e','name':'Local Memory Size','value':" #bytes "}]}")
    expect(LOCAL(68719476736), LOCAL(68719476736), "same", NULL);
    expect(LOCAL(68719476736), LOCAL(68719476752), "more", "more");
    expect(LOCAL(68719476752), LOCAL(68719476736), "fewer", "fewer");
}

TEST(test_what_is_left_out)
{
    json_auto_t *one = run_document_json(DOCUMENT(KERNEL("k", 8, 20))),
                *none = run_document_json(DOCUMENT(""));
    /* A list of some kernels alone reports none as gone. */
    json_auto_t *some = kernel_costs_compare(one, none, false);
    assert_int_equal(json_integer_value(json_object_get(some, "gone")), 0);
    assert_int_equal(kernel_costs_held(some), 0);
    /* A kernel that substitutes another, and a document that is no listing at all. */
    json_object_set_new(json_array_get(json_object_get(one, "kernels"), 0), "stands_in_for",
                        json_string("other"));
    json_auto_t *beside = kernel_costs_compare(none, one, true);
    assert_int_equal(json_integer_value(json_object_get(beside, "new")), 0);
    json_auto_t *odd =
        run_document_json("{'kernels':[1,{'name':2,'statistics':[3,{'value':'x'}]}]}");
    json_auto_t *compared = kernel_costs_compare(odd, odd, true);
    assert_false(kernel_costs_fail(compared));
    json_auto_t *other = run_document_json("{'device':'d','driver_name':'n','driver_info':'2'}");
    assert_false(kernel_costs_comparable(one, other));
}

/* Pair ----------------------------------------------------------------------------------------- */

#define PASS(name, kind, count, us)                                                                \
    "{'name':'" name "','kind':'" kind "','count':" #count ",'us':" #us "}"
#define TRACED(name, status, passes)                                                               \
    "{'name':'" name "','status':'" status "','unstamped_us':9.0,'passes':[" passes "]}"
#define BOUND PASS("bound", "dispatch", 1, 1.0)

TEST(test_grown)
{
    struct trace_pair pair;
    json_auto_t *a = run_document_json(
        "{'cases':[" TRACED("t.b/x", "ok",
                            PASS("bound", "dispatch", 3, 10.0) ","   //
                            PASS("fill control", "fill", 1, 2.0) "," //
                            PASS("barrier", "barrier", 4, 5.0) ","   //
                            PASS("gone", "dispatch", 1, 4.0)) ","    //
        TRACED("t.b/broken", "failed_verify", "") "," TRACED("t.b/old", "ok", "") "]}");
    json_auto_t *b = run_document_json(
        "{'cases':[" TRACED("t.b/broken", "ok", BOUND) "," //
        TRACED("t.b/x", "ok",
               PASS("bound", "dispatch", 2, 9.0) ","    //
               PASS("barrier", "barrier", 4, 7.5) ","   //
               PASS("fill control", "fill", 1, 2.0) "," //
               PASS("new", "dispatch", 1, 2.0)) "," TRACED("t.b/young", "ok", "") "]}");
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
}

TEST(test_nothing)
{
    struct trace_pair pair;
    json_auto_t *a = run_document_json("{'cases':[" TRACED("t.b/x", "ok", BOUND) "]}");
    json_auto_t *none = json_object();
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
}
