/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/views/formats/export.h"

enum { FORMATS = 3 };
static const char *const export_names[FORMATS] = { "export-json", "export-csv", "export-markdown" };

static struct file_options exports_of(const char *command)
{
    return (struct file_options){ command, export_names, FORMATS, NULL };
}

bool exports_wanted(const struct options *options)
{
    return options_any(options, "export-json|export-csv|export-markdown");
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

void exports_run_write(FILE *out, const void *exported, enum sheet_style style)
{
    const struct exports_run *of = exported;
    const bool part = of->whole && of->whole->case_count > of->run->case_count;
    if (style == SHEET_CSV) {
        export_csv(out, of->run);
        return;
    }
    if (style != SHEET_JSON) {
        table_print(
            out, of->run,
            &(struct table_options){ .style = style, .catalogue = of->catalogue, .part = part });
        return;
    }
    /* The document of the selected cases, whose summary counts only their samples. */
    struct run run = *of->run;
    json_t *cases = json_array();
    run.summary.samples = 0;
    foreach (const struct run_case, c, run.cases, run.case_count) {
        run.summary.samples += run.summary.of > 0 ? c->sample_count : 0;
        json_t *json = case_json(c);
        if (of->whole)
            export_case_explain(&json, of->whole, c);
        json_value_append(&cases, json);
    }
    run.case_count = 0;
    json_auto_t *document = run_document(&run);
    json_value_set(&document, "cases", cases);
    OWNED char *text = results_dump_summed(document);
    if (console_is(os_file_of(out)))
        printable_clean_lines(text);
    fputs(text, out);
}

/* Writes a view or a run, in a style. */
struct exported {
    void (*view)(struct sheet *sheet, const void *of); /* NULL: a run */
    const void *of;
    enum sheet_style style;
};

static void exported_write(FILE *out, const void *of)
{
    const struct exported *exported = of;
    if (exported->view)
        sheet_write(out, &(struct sheet_look){ .style = exported->style }, exported->view,
                    exported->of);
    else
        exports_run_write(out, exported->of, exported->style);
}

int sheet_options_export(const struct options *options, const char *command,
                         void (*view)(struct sheet *sheet, const void *of), const void *of)
{
    static const enum sheet_style styles[FORMATS] = { SHEET_JSON, SHEET_CSV, SHEET_MARKDOWN };
    const struct file_options files = exports_of(command);
    int worst = EXIT_CODE_OK;
    for (size_t i = 0; i < FORMATS; i++) {
        const struct exported exported = { view, of, styles[i] };
        if (file_options_write(&files, options, i, exported_write, &exported) != EXIT_CODE_OK)
            worst = EXIT_CODE_UNTRIED;
    }
    return worst;
}

int exports_write_run(const struct options *options, const char *command,
                      const struct exports_run *run)
{
    return sheet_options_export(options, command, NULL, run);
}

/* Sheets --------------------------------------------------------------------------------------- */

enum sheet_style sheet_options_style(const struct options *options)
{
    for (int i = 0; i < SHEET_STYLE_COUNT; i++)
        if (options_is(options, "format", sheet_style_names[i]) ||
            options_has(options, sheet_style_names[i]))
            return (enum sheet_style)i;
    return SHEET_TEXT;
}

int sheet_options_print(void (*view)(struct sheet *sheet, const void *of), const void *of,
                        enum sheet_style style, bool wide)
{
    const struct sheet_look look = { .style = style,
                                     .wide = wide,
                                     .colours = terminal_colours(CONSOLE_OUTPUT) };
    sheet_write(stdout, &look, view, of);
    return EXIT_CODE_OK;
}
