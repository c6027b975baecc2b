/* SPDX-License-Identifier: MIT */
/* case_declared_test.c: under validation a case fails that declares more bytes than an execution
 * binds; without, it does not. */
#include "bench/cbt/cbt.h"

#include "tests/one_case.h"

static double more_read, more_written;

static void work_lies(const struct bench_case *c, struct bench_work *work)
{
    c->method->work(c, work);
    work->bytes_read += more_read;
    work->bytes_written += more_written;
}

static struct result run(const struct bench_method *around, bool validate)
{
    struct bench bench = *cbt_technique.benches[0]; /* its passes are all direct dispatches */
    bench.around = around;
    return one_case_of(.technique = &cbt_technique, .bench = &bench,
                       .variant = one_variant(&bench, "naive"), .at = "depth:17/bits:quarter",
                       .without_baselines = true, .validate = validate);
}

TEST(test_bytes)
{
    static const struct bench_method lies = { .work = work_lies };
    more_read = 1e9;
    assert_case_ended(run(NULL, true), BENCH_OK, NULL);
    assert_case_ended(run(&lies, false), BENCH_OK, NULL);
    assert_case_ended(run(&lies, true), BENCH_FAILED_VERIFY,
                      "bytes read at least, more than is bound");
    more_read = 0, more_written = 1e9;
    assert_case_ended(run(&lies, true), BENCH_FAILED_VERIFY,
                      "bytes written at least, more than is bound");
}
