/* SPDX-License-Identifier: MIT */
/* compared.c: two runs of any kind beside each other, in each style, with the claims of a paper. */
#include "tests/fuzz/fuzz_runs.h"

#include "harness/views/compare/compare_view.h"

static void view(struct sheet *sheet, const void *of)
{
    compare_view(sheet, of, false, false);
}

static void show(const struct compare *compare)
{
    for (int style = 0; style < SHEET_STYLE_COUNT; style++) {
        char *text = NULL;
        size_t bytes;
        FILE *out = open_memstream(&text, &bytes);
        if (!out)
            abort();
        sheet_write(out, &(struct sheet_look){ .style = (enum sheet_style)style }, view, compare);
        fclose(out);
        if (style == SHEET_JSON)
            fuzz_check_json(text, "compare --json");
        fuzz_check_text(text);
        free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_runs runs;
    struct compare compare;
    fuzz_runs_open(&runs, data, size);
    if (runs.count > 0) {
        const struct run *b = runs.runs[runs.count - 1];
        compare_runs(&compare, runs.runs[0], b, NULL, NULL);
        compare_claims(&compare, &runs.published);
        show(&compare);
        compare_finish(&compare);
    }
    fuzz_runs_close(&runs);
    return 0;
}
