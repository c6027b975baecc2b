/* SPDX-License-Identifier: MIT */
/* shown.c: a run file as it is shown and exported: no text of it is a command for a terminal. */
#include "tests/fuzz/fuzz.h"

#include "harness/analysis/limits/limits.h"
#include "harness/base/base.h"
#include "harness/record/run/run.h"
#include "harness/views/case/case_print.h"
#include "harness/views/formats/export.h"
#include "harness/views/table/table.h"

static void check_text(char *text)
{
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    if (!printable_is(text))
        abort();
}

static void show(struct run *run)
{
    char *text = NULL;
    size_t bytes;
    struct run_ceilings ceilings;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return;
    ceilings_find(&ceilings, run);
    table_print(out, run, &(struct table_options){ .columns = 100 });
    table_print(out, run, &(struct table_options){ .wide = true });
    for (size_t i = 0; i < run->case_count; i++)
        case_print(out, run, &run->cases[i]);
    export_csv(out, run);
    table_print(out, run, &(struct table_options){ .style = SHEET_MARKDOWN });
    fclose(out);
    check_text(text);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *document = run_file_parse((const char *)data, size, FUZZ_PATH);
    struct run *run = document ? run_read(document, FUZZ_PATH) : NULL;
    if (run)
        show(run);
    run_destroy(&run);
    json_decref(document);
    return 0;
}
