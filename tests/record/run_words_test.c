/* SPDX-License-Identifier: MIT */
/* run_words_test.c: words of a run file that this version does not know. */
#include "harness/record/run/run.h"
#include "tests/record/run_document.h"

/* Words that a later version has more of: what bounds a case, what it measures, who shares a word.
 */
static void test_later_words(void **state)
{
    (void)state;
    json_t *document = run_document_full();
    run_document_plant(document, "cases/0/ceiling", "'of a later version'");
    run_document_plant(document, "cases/1/floor/bound", "'of a later version'");
    run_document_plant(document, "cases/1/work/atomics",
                       "[{'pattern':'of a later version','returned':false,'count':7},"
                       "{'pattern':'lanes_2','returned':true,'count':5}]");
    struct run *run = run_read(document, "run.json");
    assert_non_null(run);
    assert_int_equal(run->cases[0].ceiling, BENCH_CEILING_NONE);
    assert_string_equal(run->cases[1].floor_bound, "");
    assert_true(run->cases[1].work.atomics[BENCH_ATOMICS_LANES_2].returned == 5);
    assert_true(run->cases[1].work.atomics[BENCH_ATOMICS_LANES_2].dropped == 0);
    run_destroy(&run);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_later_words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
