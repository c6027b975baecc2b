/* SPDX-License-Identifier: MIT */
/* foreign.c: results of other tools. */
#include "tests/fuzz/fuzz.h"

#include "harness/base/base.h"
#include "harness/record/run/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    const enum foreign_form found = foreign_find(text, size);
    const enum foreign_form forms[] = { found, FOREIGN_LINES, FOREIGN_JSON, FOREIGN_RATE };
    for (size_t i = found == FOREIGN_NONE; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const struct foreign_source source = { forms[i],  "benchmarks[*].real_time", text, size,
                                               FUZZ_PATH, "2026-01-31T10:00:00Z" };
        struct run *run = foreign_run(&source);
        if (!run)
            fuzz_check_line(trouble_text());
        run_destroy(&run);
    }
    free(text);
    return 0;
}
