/* SPDX-License-Identifier: MIT */
/* trace.c: traces, exported and held against themselves. */
#include "tests/fuzz/fuzz.h"

#include "harness/analysis/gate/gate.h"
#include "harness/engine/measure/measure.h"
#include "harness/record/run/run.h"
#include "harness/views/formats/export.h"
#include "harness/views/gate/gate.h"

static void show(const json_t *document)
{
    struct trace_pair pair;
    FILE *out = fopen("/dev/null", "w");
    if (!out)
        return;
    export_trace(out, document);
    if (json_is_array(json_object_get(document, "cases"))) {
        trace_pair_init(&pair, document, document);
        sheet_write(out, &(struct sheet_look){ .style = SHEET_TEXT }, trace_pair_view, &pair);
        trace_pair_finish(&pair);
    }
    fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *document = run_file_parse((const char *)data, size, FUZZ_PATH);
    if (trace_json_is(document))
        show(document);
    json_decref(document);
    return 0;
}
