/* SPDX-License-Identifier: MIT */
/* run_kernel_test.c: kernels of a run, and those that come with its cases. */
#include "harness/record/run/run_kernel.h"
#include "tests/record/run_document.h"

#include <math.h>

static void test_statistics(void **state)
{
    (void)state;
    struct run *run = run_document_run("{'kernels':[{'id':'t/k:01','sha256':'x','statistics':["
                                       "{'name':'n','value':3},{'name':'m','value':true},"
                                       "{'name':'o','value':null}]},{'id':'t/k:02','sha256':'y',"
                                       "'statistics':null}]}");
    const struct run_kernel *kernel = run_kernel_find(run, "t/k:01");
    assert_ptr_equal(kernel, &run->kernels[0]);
    assert_int_equal(kernel->statistic_count, 3);
    assert_string_equal(kernel->statistics[1].name, "m");
    assert_true(kernel->statistics[0].number == 3 && isnan(kernel->statistics[1].number));
    assert_true(isnan(kernel->statistics[2].number));
    assert_int_equal(run_kernel_find(run, "t/k:02")->statistic_count, 0);
    assert_null(run_kernel_find(run, "t/k:03"));
    run_destroy(&run);
}

static bool add(struct run *run, const char *name, const char *kernels)
{
    char message[512];
    json_t *c = json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", name, "workload", "w", "kind", "gpu",
                          "status", "ok", "kernels", run_document_json(kernels));
    const bool added = run_add_case(run, c, message, sizeof(message));
    json_decref(c);
    return added;
}

/* Whole entries are added, each once; ids are not; a case that is refused adds none. */
static void test_added(void **state)
{
    (void)state;
    struct run *run = run_document_run("{'kernels':[{'id':'t/k:01','sha256':'x'}]}");
    assert_true(add(run, "a", "[{'id':'t/k:01','sha256':'x'},{'id':'t/k:02','sha256':'y'}]"));
    assert_true(add(run, "b", "[{'id':'t/k:02','sha256':'y'}]"));
    assert_true(add(run, "c", "['t/k:03']"));
    assert_true(add(run, "d", "[]"));
    assert_int_equal(run->kernel_count, 2);
    assert_string_equal(run_kernel_find(run, "t/k:02")->sha256, "y");
    assert_string_equal(run->cases[1].kernels[0], "t/k:02");
    assert_false(add(run, "d", "[{'id':'t/k:04','sha256':'z'}]"));
    assert_false(add(run, "e", "[{'id':'t/k:05'}]"));
    assert_int_equal(run->kernel_count, 2);
    assert_int_equal(run->case_count, 4);
    run_destroy(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_statistics),
                                        cmocka_unit_test(test_added) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
