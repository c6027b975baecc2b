/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/exports.h"

#include "harness/base/exit_code.h"
#include "harness/base/json_value.h"
#include "harness/base/printable.h"
#include "harness/cli/file_options.h"
#include "harness/os/console.h"
#include "harness/record/case_fields.h"
#include "harness/record/results_text.h"
#include "harness/views/formats/export.h"
#include "harness/views/table/table.h"

#include <stdlib.h>

enum { FORMATS = 3 };
static const char *const names[FORMATS] = { "export-json", "export-csv", "export-markdown" };

static struct file_options exports_of(const char *command)
{
    return (struct file_options){ command, names, FORMATS, NULL };
}

bool exports_wanted(const struct options *options)
{
    const struct file_options files = exports_of("");
    return file_options_any(&files, options);
}

bool exports_take_stdout(const struct options *options)
{
    const struct file_options files = exports_of("");
    return file_options_take_stdout(&files, options);
}

bool exports_check(const struct options *options, const char *command)
{
    const struct file_options files = exports_of(command);
    return file_options_check(&files, options);
}

/* A source in one of its formats. */
struct styled {
    const struct exports_source *source;
    enum sheet_style style;
};

static void styled_write(FILE *out, const void *of)
{
    const struct styled *styled = of;
    styled->source->write(out, styled->source->of, styled->style);
}

int exports_write(const struct options *options, const char *command,
                  const struct exports_source *source)
{
    static const enum sheet_style styles[FORMATS] = { SHEET_JSON, SHEET_CSV, SHEET_MARKDOWN };
    const struct file_options files = exports_of(command);
    int worst = EXIT_CODE_OK;
    for (size_t i = 0; i < FORMATS; i++) {
        const struct styled styled = { source, styles[i] };
        if (file_options_write(&files, options, i, styled_write, &styled) != EXIT_CODE_OK)
            worst = EXIT_CODE_UNTRIED;
    }
    return worst;
}

/* Runs ----------------------------------------------------------------------------------------- */

/* Makes the document of the selected cases, whose summary counts only their samples. */
static json_t *document_make(const struct exports_run *of)
{
    struct run run = *of->run;
    json_t *cases = json_array();
    run.summary.samples = 0;
    for (size_t i = 0; i < run.case_count; i++) {
        const struct run_case *c = &run.cases[i];
        run.summary.samples += run.summary.of > 0 ? c->sample_count : 0;
        json_t *json = case_json(c);
        if (of->whole)
            export_case_explain(&json, of->whole, c);
        json_value_append(&cases, json);
    }
    run.case_count = 0;
    json_t *document = run_document(&run);
    json_value_set(&document, "cases", cases);
    return document;
}

static void document_write(FILE *out, const struct exports_run *of)
{
    json_t *document = document_make(of);
    char *text = results_dump_summed(document);
    if (console_is_stream(out))
        printable_clean_lines(text);
    fputs(text, out);
    free(text);
    json_decref(document);
}

void exports_run_write(FILE *out, const void *run, enum sheet_style style)
{
    const struct exports_run *of = run;
    const bool part = of->whole && of->whole->case_count > of->run->case_count;
    if (style == SHEET_JSON)
        document_write(out, of);
    else if (style == SHEET_CSV)
        export_csv(out, of->run);
    else
        table_print(
            out, of->run,
            &(struct table_options){ .style = style, .catalogue = of->catalogue, .part = part });
}

int exports_write_run(const struct options *options, const char *command,
                      const struct exports_run *run)
{
    const struct exports_source source = { exports_run_write, run };
    return exports_write(options, command, &source);
}
