/* SPDX-License-Identifier: MIT */
/* run_kernel_test.c: kernels of a run, and those that come with its cases. */
#include "harness/record/run/run.h"
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

static bool add(struct run *run, const char *kernel)
{
    json_t *entry = run_document_json(kernel);
    const bool added = run_add_kernel(run, entry);
    json_decref(entry);
    return added;
}

/* Each once; one that is refused is not. */
static void test_added(void **state)
{
    (void)state;
    struct run *run = run_document_run("{'kernels':[{'id':'t/k:01','sha256':'x'}]}");
    assert_true(add(run, "{'id':'t/k:01','sha256':'x'}"));
    assert_true(add(run, "{'id':'t/k:02','sha256':'y'}"));
    assert_true(add(run, "{'id':'t/k:02','sha256':'y'}"));
    assert_false(add(run, "{'id':'t/k:05'}"));
    assert_int_equal(run->kernel_count, 2);
    assert_string_equal(run_kernel_find(run, "t/k:02")->sha256, "y");
    run_destroy(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_statistics),
                                        cmocka_unit_test(test_added) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
