/* SPDX-License-Identifier: MIT */
/* exported.c: runs of any kind in the formats of other programs: JSON is JSON, all is printable. */
#include "tests/fuzz/fuzz_runs.h"

#include "harness/base/base.h"
#include "harness/views/formats/export.h"
#include "harness/views/table/table.h"

static void export_one(const struct run *run, void (*write)(FILE *out, const struct run *run),
                       const char *json)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        abort();
    write(out, run);
    fclose(out);
    if (json)
        fuzz_check_json(text, json);
    fuzz_check_text(text);
    free(text);
}

static void page_latex(FILE *out, const struct run *run)
{
    table_print(out, run, &(struct table_options){ .style = SHEET_LATEX });
}

static void export_all(const struct fuzz_runs *runs)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    const struct run *const *list = (const struct run *const *)runs->runs;
    if (!out)
        abort();
    export_csv_runs(out, list, runs->count);
    export_tidy(out, list, runs->count);
    json_value_write(out, export_figures(list, runs->count, &runs->published), 0);
    fclose(out);
    fuzz_check_text(text);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_runs runs;
    fuzz_runs_open(&runs, data, size);
    for (size_t i = 0; i < runs.count; i++) {
        export_one(runs.runs[i], export_gbench, "gbench");
        export_one(runs.runs[i], export_gbench_summary, "gbench-summary");
        export_one(runs.runs[i], export_bmf, "bmf");
        export_one(runs.runs[i], export_gha, "gha");
        export_one(runs.runs[i], export_hyperfine, "hyperfine");
        export_one(runs.runs[i], page_latex, NULL);
    }
    if (runs.count > 0)
        export_all(&runs);
    fuzz_runs_close(&runs);
    return 0;
}
