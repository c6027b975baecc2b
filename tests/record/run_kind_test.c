/* SPDX-License-Identifier: MIT */
/* run_kind_test.c: files of other commands, where a run was asked for. */
#include "harness/base/base.h"
#include "tests/record/run_document.h"

#include "harness/record/run/run.h"

/* A file of another command is called by its name, and the message names the command that takes
 * it. */
static void test_other_kinds_are_named(void **state)
{
    (void)state;
    static const char *const documents[][2] = {
        { "{'traceEvents':[],'cases':[]}",
          "not a valid run file: it is a trace: claimcheck report RUN.json" },
        { "{'schema_version':'1.0','sides':[],'session':{},'rows':[]}",
          "not a valid run file: it is a result of claimcheck ab, " },
        { "{'schema_version':1,'twin_of':'x','device':{}}",
          "not a valid run file: it holds counters of a CUDA port" },
        { "{'schema_version':'1.0','thresholds':[]}", "file of thresholds: claimcheck ab --thre" },
        { "{'schema_version':'1.0','quarantine':[]}", "file of thresholds: claimcheck ab --thre" },
        { "{'schema_version':1,'figures':[],'claims':[]}",
          "paper: claimcheck claims RUN.json --pub" },
        { "{'runs':{},'differences':[],'claims':[]}", "it is a comparison of runs: name those" },
        { "{'device':null,'kernels':[],'sources':[]}",
          "it is a listing of kernels: claimcheck li" },
    };
    for (size_t i = 0; i < sizeof(documents) / sizeof(documents[0]); i++) {
        json_t *document = run_document_json(documents[i][0]);
        trouble_clear();
        assert_null(run_read(document, "other.json"));
        if (!strstr(trouble_text(), documents[i][1]) || strchr(trouble_text(), '\n'))
            fail_msg("no line with '%s': '%s'", documents[i][1], trouble_text());
        json_decref(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_kinds_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
