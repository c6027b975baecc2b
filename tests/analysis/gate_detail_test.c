/* SPDX-License-Identifier: MIT */
/* gate_detail_test.c: what stands behind rows that are slower, of runs and traces made by hand. */
#include "harness/analysis/gate/gate.h"

#include "harness/base/base.h"
#include "tests/record/run_document.h"

#include <math.h>

#define KERNEL(id, name, registers, spills)                                                        \
    "{'id':'" id "','name':'" name "','file':null,'sha256':'ab','statistics':["                    \
    "{'executable':'e','name':'Register Count','value':" registers "},"                            \
    "{'executable':'e','name':'Spill count','value':" spills "}]}"

static struct run *run_of(const char *kernels)
{
    json_t *document = run_document_of(
        "{'cases':[{'name':'t.b/v','workload':'t.b','variant':'v','kind':'gpu','status':'skipped',"
        "'kernels':['t/a:00','t/a:01','t/b:00']}]}");
    json_object_set_new(document, "kernels", run_document_json(kernels));
    struct run *run = run_read(document, "run.json");
    json_decref(document);
    if (!run)
        fail_msg("%s", trouble_text());
    return run;
}

#define TRACE(a, b, barrier)                                                                       \
    "{'traceEvents':[],'cases':[{'name':'t.b/v','status':'ok','unstamped_us':9,'passes':["         \
    "{'name':'t/a','kind':'dispatch','count':2,'us':" a "},"                                       \
    "{'name':'t/b','kind':'dispatch','count':1,'us':" b "},"                                       \
    "{'name':'','kind':'barrier','count':2,'us':" barrier "}]}]}"

static struct run *old, *new;
static struct gate_row row;
static struct gate_rows rows = { .rows = &row, .count = 1 };
static struct arena arena;
static struct gate_detail *details;
static size_t count;

static void begin(const char *old_kernels, const char *new_kernels)
{
    old = run_of(old_kernels);
    new = run_of(new_kernels);
    row = (struct gate_row){ .name = "t.b/v",
                             .old = &old->cases[0],
                             .new = &new->cases[0],
                             .verdict = JUDGE_SLOWER,
                             .reason = "" };
}

static void end(void)
{
    arena_finish(&arena);
    run_destroy(&old);
    run_destroy(&new);
}

static void test_kernels(void **state)
{
    (void)state;
    begin("[" KERNEL("t/a:00", "t/a", "32", "0") "," KERNEL("t/a:01", "t/a", "40", "0") "," KERNEL(
              "t/b:00", "t/b", "16", "0") "]",
          "[" KERNEL("t/a:00", "t/a", "32", "0") "," KERNEL("t/a:01", "t/a", "64", "2") "," KERNEL(
              "t/b:00", "t/b", "16", "0") "]");
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(count, 1);
    assert_ptr_equal(details[0].row, &row);
    assert_null(details[0].timeline);
    assert_null(details[0].grown);
    assert_int_equal(details[0].kernel_count, 1);
    const struct gate_detail_kernel *kernel = &details[0].kernels[0];
    assert_string_equal(kernel->name, "t/a");
    assert_float_equal(kernel->old.registers, 40, 0);
    assert_float_equal(kernel->new.registers, 64, 0);
    assert_float_equal(kernel->old.spills, 0, 0);
    assert_float_equal(kernel->new.spills, 2, 0);
    assert_true(isnan(kernel->old.local_bytes));
    end();
}

/* Each once, and none that the other side has not. */
static void test_alike(void **state)
{
    (void)state;
    begin("[" KERNEL("t/a:00", "t/a", "32", "0") "," KERNEL("t/a:01", "t/a", "32", "0") "]",
          "[" KERNEL("t/a:00", "t/a", "48", "0") "," KERNEL("t/a:01", "t/a", "48", "0") "," KERNEL(
              "t/b:00", "t/b", "99", "0") "]");
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(details[0].kernel_count, 1);
    end();
}

static void test_passes(void **state)
{
    (void)state;
    struct trace_pair pair;
    json_t *a = run_document_json(TRACE("10", "20", "1")),
           *b = run_document_json(TRACE("12", "19", "2"));
    begin("[]", "[]");
    trace_pair_init(&pair, a, b);
    details = gate_details_find(&rows, old, new, &pair, &arena, &count);
    assert_string_equal(details[0].grown->name, "t/a");
    assert_float_equal(trace_pair_growth(details[0].grown), 2, 1e-9);
    assert_float_equal(details[0].timeline->us[TRACE_B], 33, 1e-9);
    assert_int_equal(details[0].kernel_count, 0);
    trace_pair_finish(&pair);
    trace_pair_init(&pair, b, b);
    details = gate_details_find(&rows, old, new, &pair, &arena, &count);
    assert_non_null(details[0].timeline);
    assert_null(details[0].grown);
    row.name = "t.b/other";
    details = gate_details_find(&rows, old, new, &pair, &arena, &count);
    assert_null(details[0].timeline);
    trace_pair_finish(&pair);
    json_decref(a);
    json_decref(b);
    end();
}

static void test_others(void **state)
{
    (void)state;
    begin("[]", "[]");
    row.verdict = JUDGE_FAILED;
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(count, 0);
    row.verdict = JUDGE_SLOWER;
    row.built_in = true;
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(count, 0);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
