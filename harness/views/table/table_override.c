/* SPDX-License-Identifier: MIT */
#include "harness/analysis/override/override.h"
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/table/table.h"

#include <string.h>

enum { OVERRIDE_DEEP_INDENT = 4, PHRASE_BYTES = TABLE_CELL_BYTES };

/* A phrase stays on one line. */
static void phrase_add(struct text *line, const char *separator, char *phrase)
{
    table_text_tie(phrase);
    text_add_format(line, "%s%s", separator, phrase);
}

/* "a over its original: 1.07 × slower [1.05, 1.09]", "no difference: within 0.4 %".
 * `over`: "over its original:" */
static void ratio_view(struct sheet *sheet, const struct run_case *c, const char *over,
                       const struct stats_ratio *ratio, enum results_override_verdict verdict)
{
    static const struct {
        const char *text, *mark;
    } verdicts[RESULTS_OVERRIDE_VERDICT_COUNT] = {
        [RESULTS_OVERRIDE_WRONG] = { "a wrong result, no time", TABLE_RED },
        [RESULTS_OVERRIDE_NO_TIME] = { "no time of both", "" },
        [RESULTS_OVERRIDE_TOO_FEW] = { "too few rounds to tell", "" },
        [RESULTS_OVERRIDE_NO_DIFFERENCE] = { "no difference", "" },
        [RESULTS_OVERRIDE_FASTER] = { "faster", TABLE_GREEN },
        [RESULTS_OVERRIDE_SLOWER] = { "slower", TABLE_YELLOW },
    };
    char label[TABLE_CELL_BYTES];
    const char *mark = verdicts[verdict].mark, *text = verdicts[verdict].text;
    const bool said = verdict == RESULTS_OVERRIDE_FASTER || verdict == RESULTS_OVERRIDE_SLOWER;
    OWNED_TEXT struct text line = { 0 }, words = { 0 };
    if (verdict == RESULTS_OVERRIDE_NO_DIFFERENCE) {
        text_add_format(&words, "%s: within %.2g %%", text,
                        100 * fmax(1 - ratio->interval.low, ratio->interval.high - 1));
    } else {
        if (ratio->pairs > 0)
            ratio_words_measured(&words, PUBLISHED_SLOWER, ratio->ratio, ratio->interval);
        if (!said)
            text_join(&words, ": ", "%s", text);
    }
    table_label(label, c, NULL);
    table_text_add(label, " ", "%s", over);
    phrase_add(&line, "", label);
    text_add_format(&line, " %s", mark);
    if (words.length > 0)
        phrase_add(&line, "", words.string);
    text_add(&line, *mark ? TABLE_PLAIN : "");
    sheet_line(sheet, SHEET_FOOT, "  ", OVERRIDE_DEEP_INDENT, text_string(&line));
}

/* "registers 40 -> 38"; false where one of both is not known. */
static bool fact_text(char text[PHRASE_BYTES], const struct results_override_kernel *kernel,
                      int fact)
{
    static const char *const texts[RESULTS_OVERRIDE_FACT_COUNT][2] = {
        [RESULTS_OVERRIDE_REGISTERS] = { "registers", "" },
        [RESULTS_OVERRIDE_SPILLS] = { "spills", "" },
        [RESULTS_OVERRIDE_LOCAL] = { "local memory", " B" },
        [RESULTS_OVERRIDE_SHARED] = { "shared memory", " B" },
        [RESULTS_OVERRIDE_BINARY] = { "binary", " B" },
        [RESULTS_OVERRIDE_SPIRV] = { "SPIR-V", " B" },
    };
    const double own = kernel->facts[fact], other = kernel->file_facts[fact];
    if (!isfinite(own) || !isfinite(other))
        return false;
    if (own == other)
        snprintf(text, PHRASE_BYTES, "%s %.0f%s", texts[fact][0], own, texts[fact][1]);
    else
        snprintf(text, PHRASE_BYTES, "%s %.0f -> %.0f%s", texts[fact][0], own, other,
                 texts[fact][1]);
    return true;
}

/* "kernel: SPIR-V 1024 -> 1000 B, registers 40 -> 38" */
static void kernel_add(struct text *line, const struct results_override_kernel *kernel)
{
    char phrase[PHRASE_BYTES] = "the same SPIR-V";
    const char *separator = " ";
    text_add_format(line, "%s:", kernel->name);
    printable_clean(line->string);
    for (int i = -1; i < RESULTS_OVERRIDE_SPIRV; i++) {
        const int fact = i < 0 ? RESULTS_OVERRIDE_SPIRV : i;
        if (!(i < 0 && kernel->same) && !fact_text(phrase, kernel, fact))
            continue;
        phrase_add(line, separator, phrase);
        separator = ", ";
    }
}

/* Not one that no file concerns. */
static bool is_shown(const struct run_case *c, const char *workload)
{
    return c->twin && c->replaced_count > 0 && strcmp(c->workload, workload) == 0;
}

void table_override_view(struct sheet *sheet, const struct run *run, const char *workload,
                         const struct attempts *attempts)
{
    OWNED_TEXT struct text said = { 0 };
    foreach (const struct run_case, c, run->cases, run->case_count) {
        struct stats_ratio before = { 0 };
        OWNED_BY(override_finish) struct results_override twin = { 0 };
        if (!is_shown(c, workload))
            continue;
        override_find(run, c, &twin);
        if (attempts)
            before = attempts_ratio(attempts, c, &twin);
        if (before.pairs > 0) /* first: that is what its author wants to know */
            ratio_view(sheet, c, "over the attempt before:", &before, override_verdict(&before));
        ratio_view(sheet, c, "over its original:", &twin.ratio, twin.verdict);
        /* Kernels that read alike, of other constants or of another case, have one line. */
        for (size_t k = 0; k < twin.kernel_count; k++) {
            OWNED_TEXT struct text line = { 0 };
            kernel_add(&line, &twin.kernels[k]);
            OWNED char *whole = text_make("\n%s\n", text_string(&line));
            if (!strstr(text_string(&said), whole))
                sheet_line(sheet, SHEET_FOOT, "    ", OVERRIDE_DEEP_INDENT, text_string(&line));
            text_add(&said, whole);
        }
    }
}
