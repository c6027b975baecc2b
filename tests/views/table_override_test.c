/* SPDX-License-Identifier: MIT */
/* table_override_test.c: what a table says of kernels of a user's. */
#include "harness/views/table/table.h"
#include "tests/analysis/twin_run.h"
#include "tests/output.h"

/* Takes the run over. */
static void assert_printed(struct run *run, bool colours, const char *expected)
{
    struct sheet sheet;
    FILE *out = output_begin();
    sheet_init(&sheet, out, &(struct sheet_look){ .columns = 80, .colours = colours });
    sheet.marked = true;
    table_override_view(&sheet, run, "t.b/n:1", NULL);
    sheet_finish(&sheet);
    fclose(out);
    run_destroy(&run);
    assert_string_equal(output, expected);
}

#define KERNELS                                                                                    \
    "    t/k: SPIR-V 400 -> 380 B, registers 40 -> 38, spills 0 -> 2,\n"                           \
    "    local memory 16 -> 0 B, shared memory 64 B, binary 5120 -> 4992 B\n"                      \
    "    t/k: SPIR-V 400 -> 380 B, shared memory 64 -> 32 B\n"

TEST(test_ratio)
{
    assert_printed(twin_run(40, 1, 0.01), false,
                   "  v@file over its original: no difference: within 0.18 %\n" KERNELS);
    assert_printed(
        twin_run(40, 1.25, 0), true,
        "  v@file over its original: \033[33m1.25 × slower [1.25, 1.25]\033[0m\n" KERNELS);
    assert_printed(twin_run(40, 0.5, 0), true,
                   "  v@file over its original: \033[32m2 × faster [2, 2]\033[0m\n" KERNELS);
    assert_printed(twin_run(3, 2, 0), true,
                   "  v@file over its original: 2 × slower: too few rounds to tell\n" KERNELS);
}

TEST(test_no_ratio)
{
    json_t *document = twin_run_document(40);
    run_document_plant(document, "cases/2/status", "'failed_verify'");
    assert_printed(run_document_read(document), false,
                   "  v@file over its original: a wrong result, no time\n" KERNELS);
    document = twin_run_document(40);
    run_document_plant(document, "cases/1/variant", "'w'");
    assert_printed(run_document_read(document), false,
                   "  v@file over its original: no time of both\n");
    document = twin_run_document(40);
    run_document_plant(document, "cases/2/workload", "'t.b/n:2'");
    assert_printed(run_document_read(document), false, "");
}

/* No line is wider than 80 columns; the same kernels of another case stand there once. */
TEST(test_wide)
{
    json_t *document = twin_run_document(40);
    json_t *cases = json_object_get(document, "cases");
    for (size_t i = 1; i < 3; i++) {
        json_t *c = json_deep_copy(json_array_get(cases, i));
        const char *name = i == 1 ? "t.b/v/n:1/elements_of_a_group:1048576/order:hilbert"
                                  : "t.b/v@file/n:1/elements_of_a_group:1048576/order:hilbert";
        json_object_set_new(c, "name", json_string(name));
        json_object_set_new(
            c, "axes",
            run_document_json("{'n':1,'elements_of_a_group':1048576,'order':'hilbert'}"));
        json_object_set_new(c, "baseline", json_false());
        json_array_append_new(cases, c);
    }
    run_document_plant(document, "kernels/3/sha256", "'aa'");
    assert_printed(run_document_read(document), false,
                   "  v@file over its original: no difference: within 0 %\n"
                   "    t/k: SPIR-V 400 -> 380 B, registers 40 -> 38, spills 0 -> 2,\n"
                   "    local memory 16 -> 0 B, shared memory 64 B, binary 5120 -> 4992 B\n"
                   "    t/k: the same SPIR-V, shared memory 64 -> 32 B\n"
                   "  v@file elements_of_a_group:1048576 order:hilbert over its original:\n"
                   "    no difference: within 0 %\n");
}
