/* SPDX-License-Identifier: MIT */
/* floor_host_test.c: ceilings of the host, and the floors that they give. */
#include "harness/base/base.h"
#include "harness/views/table/table.h"
#include "tests/analysis/judged_run.h"

#include <math.h>

/* Limits of so many threads of the host: the bytes of a set, and 1000 operations, in 1 µs of wall
 * time. */
static json_t *host(const char *ceiling, int threads, const char *set, double bytes)
{
    return json("{'ceiling':'%s','status':'ok','kind':'cpu','time':'wall','axes':{'bytes':%s},"
                "'wall':{'count':9,'median_ns':1000},'threads':{'count':%d,'held':0},"
                "'work':{'bytes_read':%g,'bytes_written':0,'operations':1000,'chain':1}}",
                ceiling, set, threads, bytes);
}

/* On 1 thread 10 B/ns, 1 operation/ns; on 8 threads bytes 8 times as fast, and no operations. */
static json_t *host_cases_make(void)
{
    static const char *const curves[] = { "copy", "read", "write" };
    json_t *cases = json_array();
    for (int i = 0; i < 3; i++) {
        json_array_append_new(cases, host(curves[i], 1, "1000000", 1e4));
        json_array_append_new(cases, host(curves[i], 8, "1000000", 8e4));
    }
    json_array_append_new(cases, host("operations", 1, "0", 0));
    return cases;
}

static void test_host(void **state)
{
    (void)state;
    struct run_ceilings c;
    json_t *of_host = host_cases_make();
    json_array_append_new(of_host, host("copy", 0, "1000", 1)); /* of no thread */
    find(&c, of_host);
    assert_true(ceilings_known(&c));
    assert_int_equal(c.threads_count, 2);
    assert_int_equal(c.copy.count + c.read.count + c.write.count, 0);
    assert_true(c.operations_per_s == 0 && c.tick_ns == 0);
    assert_null(ceilings_of_threads(&c, 2));
    assert_close(ceilings_of_threads(&c, 8)->read.points[0].bytes_per_s, 8e10);
    assert_true(ceilings_of_threads(&c, 8)->operations_per_s == 0);
    assert_close(ceilings_of_threads(&c, 1)->operations_per_s, 1e9);
    const struct floor_work work = { .amounts = { .bytes_read = 1e6, .operations = 1e6 },
                                     .threads = 1 };
    const struct floor_time one = floor_find_host(&c, &work);
    assert_close(one.ns, 1e6);
    assert_int_equal(one.bound, FLOOR_OPERATIONS);
    const struct floor_time eight =
        floor_find_host(&c, &(struct floor_work){ .amounts = { .bytes_read = 1e6 }, .threads = 8 });
    assert_close(eight.ns, 12500);
    assert_int_equal(eight.bound, FLOOR_BYTES);
    const struct floor_work by_two = { .amounts = { .bytes_read = 1e6 }, .threads = 2 };
    assert_int_equal(floor_find_host(&c, &by_two).bound, FLOOR_NONE);
}

/* A file then repeats what was found. */
static void test_host_in_a_file(void **state)
{
    (void)state;
    struct run_ceilings found;
    find(&found, host_cases_make());
    json_t *document = run_document_of("{}");
    json_object_set_new(document, "ceilings", ceilings_json(&found));
    struct run *run = run_read(document, "run.json");
    if (!run)
        fail_msg("%s", trouble_text());
    assert_int_equal(run->ceilings.threads_count, 2);
    assert_memory_equal(&run->ceilings, &found, sizeof(found));
    run_destroy(&run);
    json_decref(document);
}

static void test_host_floor_makes_nothing_suspect(void **state)
{
    (void)state;
    struct run_ceilings c;
    json_t *none = json_array();
    find(&c, host_cases_make());
    struct run *run = run_of(none);
    struct run_case *below =
        add(run, 1,
            "'kind':'cpu','time':'wall','gpu':null,'wall':{'count':1,'median_ns':5e7},"
            "'threads':{'count':1,'held':1}");
    floor_apply(run, below, &c, false);
    assert_int_equal(below->status, BENCH_OK);
    assert_close(below->floor_ns, 1e8);
    assert_close(below->floor_percent, 200);
    struct run_case *old =
        add(run, 1, "'kind':'cpu','time':'wall','gpu':null,'wall':{'count':1,'median_ns':5e7}");
    floor_apply(run, old, &c, false);
    assert_true(isnan(old->floor_ns) && isnan(old->floor_percent));
    run_destroy(&run);
}

static void test_table_of_the_host(void **state)
{
    (void)state;
    struct run_ceilings ceilings;
    find(&ceilings, host_cases_make());
    struct sheet sheet;
    char *output = NULL;
    size_t bytes;
    FILE *out = open_memstream(&output, &bytes);
    assert_non_null(out);
    sheet_init(&sheet, out, &(struct sheet_look){ .columns = 80 });
    sheet.marked = true;
    table_ceilings_view(&sheet, &ceilings, true);
    sheet_finish(&sheet);
    fclose(out);
    assert_string_equal(output, "  host        1 thread:\n"
                                "  working set         copy        read       write\n"
                                "  976.6 KiB      10.0 GB/s   10.0 GB/s   10.0 GB/s\n"
                                "  operations  arithmetic 1.00 G/s\n"
                                "  host        8 threads:\n"
                                "  working set         copy        read       write\n"
                                "  976.6 KiB      80.0 GB/s   80.0 GB/s   80.0 GB/s\n");
    free(output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_host_in_a_file),
        cmocka_unit_test(test_host_floor_makes_nothing_suspect),
        cmocka_unit_test(test_table_of_the_host),
    };
    return cmocka_run_group_tests_name("floor host", tests, NULL, NULL);
}
