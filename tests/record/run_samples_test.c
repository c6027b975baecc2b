/* SPDX-License-Identifier: MIT */
/* run_samples_test.c: samples of a case that is driven, with GPU times and without. */
#include "harness/base/base.h"
#include "harness/record/run/run.h"

#include "tests/record/run_document.h"

/* A case of kind host_driven that stamps nothing has no GPU time: it is left out, and read as 0. */
static void test_nothing_is_stamped(void **state)
{
    (void)state;
    json_t *document = run_document_full();
    run_document_plant(document, "cases/1/gpu", "null");
    run_document_plant(document, "cases/1/samples/gpu_total_ns", NULL);
    struct run *run = run_read(document, "run.json");
    if (!run)
        fail_msg("%s", trouble_text());
    const struct run_case *c = &run->cases[1];
    assert_int_equal(c->sample_count, 3);
    assert_int_equal(c->gpu.count, 0);
    assert_true(c->samples[2].gpu_ns == 0 && c->samples[2].wall_ns == 22);
    assert_ptr_equal(run_case_judged(c), &c->wall);
    run_destroy(&run);
    json_decref(document);
}

/* With a summary of GPU times, or of kind gpu, it must have them. */
static void test_times_are_missing(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        json_t *document = run_document_full();
        run_document_plant(document,
                           i == 0 ? "cases/0/samples/gpu_total_ns" : "cases/1/samples/gpu_total_ns",
                           NULL);
        assert_null(run_read(document, "run.json"));
        assert_non_null(strstr(trouble_text(), "samples.gpu_total_ns is missing"));
        json_decref(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_stamped),
        cmocka_unit_test(test_times_are_missing),
    };
    return cmocka_run_group_tests_name("run samples", tests, NULL, NULL);
}
