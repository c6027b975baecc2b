/* SPDX-License-Identifier: MIT */
#include "harness/show/table_twin.h"

#include "harness/judge/twin.h"
#include "harness/show/table_cell.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 80, INDENT = 4, PHRASE_BYTES = TABLE_CELL_BYTES + 96 };

/* Phrases on lines of COLUMNS; each but the first of a paragraph begins with what parts it from the
 * one before. */
struct flow {
    FILE *out;
    size_t column;
};

static void flow_begin(struct flow *flow, size_t indent)
{
    fprintf(flow->out, "%*s", (int)indent, "");
    flow->column = indent;
}

static void flow_add(struct flow *flow, const char *separator, const char *phrase)
{
    const size_t width = table_cell_width(phrase);
    fputs(separator, flow->out);
    flow->column += strlen(separator);
    if (flow->column + 1 + width > COLUMNS) {
        fputc('\n', flow->out);
        flow_begin(flow, INDENT);
    } else if (*separator) {
        fputc(' ', flow->out);
        flow->column++;
    }
    fputs(phrase, flow->out);
    flow->column += width;
}

/* Ratio ---------------------------------------------------------------------------------------- */

static const char *verdict_text(enum results_twin_verdict verdict)
{
    static const char *const texts[RESULTS_TWIN_VERDICT_COUNT] = {
        [RESULTS_TWIN_WRONG] = "a wrong result, no time",
        [RESULTS_TWIN_NO_TIME] = "no time of both",
        [RESULTS_TWIN_TOO_FEW] = "too few rounds to tell",
        [RESULTS_TWIN_NO_DIFFERENCE] = "no difference",
        [RESULTS_TWIN_FASTER] = "faster",
        [RESULTS_TWIN_SLOWER] = "slower",
    };
    return texts[verdict];
}

static const char *verdict_colour(enum results_twin_verdict verdict)
{
    static const char *const codes[RESULTS_TWIN_VERDICT_COUNT] = {
        [RESULTS_TWIN_WRONG] = "\033[31m",
        [RESULTS_TWIN_FASTER] = "\033[32m",
        [RESULTS_TWIN_SLOWER] = "\033[33m",
    };
    return codes[verdict];
}

/* "1.07 [1.05, 1.09]: slower" */
static void ratio_text(char text[PHRASE_BYTES], const struct results_twin *twin)
{
    const struct stats_ratio *ratio = &twin->ratio;
    const char *verdict = verdict_text(twin->verdict);
    if (ratio->pairs == 0)
        snprintf(text, PHRASE_BYTES, "%s", verdict);
    else if (isnan(ratio->interval.low))
        snprintf(text, PHRASE_BYTES, "%.2f: %s", ratio->ratio, verdict);
    else
        snprintf(text, PHRASE_BYTES, "%.2f [%.2f, %.2f]: %s", ratio->ratio, ratio->interval.low,
                 ratio->interval.high, verdict);
}

static void ratio_print(struct flow *flow, const struct run_case *c,
                        const struct results_twin *twin, bool colours)
{
    char label[TABLE_CELL_BYTES], phrase[PHRASE_BYTES];
    const char *colour = colours ? verdict_colour(twin->verdict) : NULL;
    table_cell_label(label, c);
    snprintf(phrase, sizeof(phrase), "%s over its original:", label);
    flow_begin(flow, 2);
    flow_add(flow, "", phrase);
    ratio_text(phrase, twin);
    /* The colour has no width, and so stands outside of the flow. */
    if (flow->column + 1 + table_cell_width(phrase) > COLUMNS) {
        fputc('\n', flow->out);
        flow_begin(flow, INDENT);
    } else {
        fputc(' ', flow->out);
    }
    fprintf(flow->out, "%s%s%s\n", colour ? colour : "", phrase, colour ? "\033[0m" : "");
}

/* Kernels -------------------------------------------------------------------------------------- */

/* "registers 40 -> 38"; false where one of both is not known. */
static bool fact_text(char text[PHRASE_BYTES], const struct results_twin_kernel *kernel, int fact)
{
    static const char *const texts[RESULTS_TWIN_FACT_COUNT][2] = {
        [RESULTS_TWIN_REGISTERS] = { "registers", "" },
        [RESULTS_TWIN_SPILLS] = { "spills", "" },
        [RESULTS_TWIN_LOCAL] = { "local memory", " B" },
        [RESULTS_TWIN_SHARED] = { "shared memory", " B" },
        [RESULTS_TWIN_BINARY] = { "binary", " B" },
        [RESULTS_TWIN_SPIRV] = { "SPIR-V", " B" },
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

static void kernel_print(struct flow *flow, const struct results_twin_kernel *kernel)
{
    char phrase[PHRASE_BYTES];
    flow_begin(flow, INDENT);
    snprintf(phrase, sizeof(phrase), "%.300s:", kernel->name);
    flow_add(flow, "", phrase);
    fputc(' ', flow->out);
    flow->column++;
    if (kernel->same)
        flow_add(flow, "", "the same SPIR-V");
    else if (fact_text(phrase, kernel, RESULTS_TWIN_SPIRV))
        flow_add(flow, "", phrase);
    for (int fact = 0; fact < RESULTS_TWIN_SPIRV; fact++)
        if (fact_text(phrase, kernel, fact))
            flow_add(flow, ",", phrase);
    fputc('\n', flow->out);
}

/* To the reader: of other constants, or of another case. */
static bool is_alike(const struct results_twin_kernel *a, const struct results_twin_kernel *b)
{
    char own[PHRASE_BYTES], other[PHRASE_BYTES];
    bool alike = strcmp(a->name, b->name) == 0 && a->same == b->same;
    for (int fact = 0; fact < RESULTS_TWIN_FACT_COUNT && alike; fact++) {
        const bool known = fact_text(own, a, fact);
        alike = known == fact_text(other, b, fact) && (!known || strcmp(own, other) == 0);
    }
    return alike;
}

static bool holds_alike(const struct results_twin *twin, size_t end,
                        const struct results_twin_kernel *kernel)
{
    for (size_t i = 0; i < end; i++)
        if (is_alike(&twin->kernels[i], kernel))
            return true;
    return false;
}

/* A twin of the workload before case `end` has a pair like it. */
static bool is_printed(const struct run *run, const char *workload, size_t end,
                       const struct results_twin_kernel *kernel)
{
    bool printed = false;
    for (size_t i = 0; i < end && !printed; i++) {
        struct results_twin twin;
        if (!run->cases[i].twin || strcmp(run->cases[i].workload, workload) != 0)
            continue;
        printed =
            twin_find(run, &run->cases[i], &twin) && holds_alike(&twin, twin.kernel_count, kernel);
        twin_finish(&twin);
    }
    return printed;
}

void table_twin_print(FILE *out, const struct run *run, const char *workload, bool colours)
{
    struct flow flow = { .out = out };
    for (size_t i = 0; i < run->case_count; i++) {
        struct results_twin twin;
        if (!run->cases[i].twin || strcmp(run->cases[i].workload, workload) != 0)
            continue;
        if (twin_find(run, &run->cases[i], &twin))
            ratio_print(&flow, &run->cases[i], &twin, colours);
        for (size_t k = 0; k < twin.kernel_count; k++)
            if (!holds_alike(&twin, k, &twin.kernels[k]) &&
                !is_printed(run, workload, i, &twin.kernels[k]))
                kernel_print(&flow, &twin.kernels[k]);
        twin_finish(&twin);
    }
}
