/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/exports.h"

#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/output.h"
#include "harness/base/printable.h"
#include "harness/judge/why/why.h"
#include "harness/record/results.h"
#include "harness/record/results_text.h"
#include "harness/session/message.h"
#include "harness/show/export/export_csv.h"
#include "harness/show/export/export_markdown.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORMATS = 3 };
static const char *const names[FORMATS] = { "export-json", "export-csv", "export-markdown" };

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool exports_wanted(const struct options *options)
{
    bool wanted = false;
    for (int i = 0; i < FORMATS; i++)
        wanted = wanted || options_has(options, names[i]);
    return wanted;
}

bool exports_take_stdout(const struct options *options)
{
    bool taken = false;
    for (int i = 0; i < FORMATS; i++)
        taken = taken || is_stdout(options_value(options, names[i]));
    return taken;
}

/* What a file at `path`, of the format, would replace; NULL: nothing that is wanted. */
static const char *export_replaces(const struct options *options, int format, const char *path)
{
    const char *out = options_value(options, "out");
    for (size_t i = 0; i < options->positional_count && !is_stdout(path); i++)
        if (disk_same_file(options->positionals[i], path))
            return options->positionals[i];
    for (int i = 0; i < format; i++) {
        const char *other = options_value(options, names[i]);
        if (other && disk_same_file(other, path))
            return other;
    }
    return out && !is_stdout(path) && disk_same_file(out, path) ? out : NULL;
}

/* Whether a file can be written there: as it will be, and nothing of it stays. What is no file,
 * such as a pipe, is not touched. Returns 0 or an errno. */
static int path_check(const char *path)
{
    struct stat status;
    struct output output;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return 0;
    const int code = output_open(&output, path, OUTPUT_REPLACE);
    if (code == 0)
        output_drop(&output);
    return code;
}

static bool export_check(const struct options *options, int format, const char *command)
{
    const char *path = options_value(options, names[format]);
    const char *lost = path ? export_replaces(options, format, path) : NULL;
    int code = 0;
    for (int i = 0; i < format && is_stdout(path); i++)
        if (is_stdout(options_value(options, names[i]))) {
            message_error("%s: --%s and --%s: standard output takes one of them", command, names[i],
                          names[format]);
            return false;
        }
    if (lost)
        message_error("%s: --%s %s would replace '%s', which is wanted: choose another file",
                      command, names[format], path, lost);
    else if (path && !is_stdout(path) && (code = path_check(path)) != 0)
        message_error("%s: --%s: cannot write '%s': %s", command, names[format], path,
                      output_error(code));
    return !lost && code == 0;
}

bool exports_check(const struct options *options, const char *command)
{
    for (int i = 0; i < FORMATS; i++)
        if (!export_check(options, i, command))
            return false;
    return true;
}

/* Returns 0 or an errno. */
static int file_write(const char *path, bool (*write)(FILE *out, const void *of), const void *of)
{
    struct output output;
    int code = output_open(&output, path, OUTPUT_REPLACE);
    if (code == 0 && !write(output.file, of) && !ferror(output.file))
        code = ENOMEM;
    if (code == 0)
        return output_commit(&output);
    output_drop(&output);
    return code;
}

int exports_write(const struct options *options, const char *command,
                  const struct exports_source *source)
{
    bool (*const writers[FORMATS])(FILE * out, const void *of) = { source->json, source->csv,
                                                                   source->markdown };
    int worst = EXIT_CODE_OK;
    for (int i = 0; i < FORMATS; i++) {
        const char *path = options_value(options, names[i]);
        int code = 0;
        if (is_stdout(path) && !writers[i](stdout, source->of) && !ferror(stdout))
            code = ENOMEM;
        else if (path && !is_stdout(path))
            code = file_write(path, writers[i], source->of);
        if (code != 0)
            worst = message_error("%s: --%s: cannot write '%s': %s", command, names[i], path,
                                  output_error(code));
    }
    return worst;
}

/* Runs ----------------------------------------------------------------------------------------- */

static json_t *case_find(const json_t *cases, const char *name)
{
    json_t *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        const char *own = json_string_value(json_object_get(c, "name"));
        if (own && strcmp(own, name) == 0)
            return c;
    }
    return NULL;
}

/* What a summary says of its samples is so of those that stay. False when memory runs out. */
static bool summary_choose(json_t *document, const struct run *run)
{
    const json_t *whole = json_object_get(document, "summary");
    json_t *summary = json_copy((json_t *)whole);
    size_t samples = 0;
    for (size_t i = 0; i < run->case_count; i++)
        samples += run->cases[i].sample_count;
    if (!whole)
        return true;
    return json_object_set_new(summary, "samples", json_integer((json_int_t)samples)) == 0 &&
           json_object_set_new(document, "summary", summary) == 0;
}

/* A case of the document, with what its time goes into. */
static json_t *case_explain(const json_t *c, const struct run *run, const struct run_case *read)
{
    json_t *explained = json_copy((json_t *)c);
    struct why why;
    why_find(&why, run, read);
    const struct why_use *top = why.use_count > 0 ? &why.uses[0] : NULL;
    const struct results_top_unit unit = { top ? why_unit_name(top->unit) : "",
                                           top ? top->percent : NAN };
    if (results_case_set_why(explained, &unit, why.text))
        return explained;
    json_decref(explained);
    return NULL;
}

/* The document with the cases of the run alone. NULL when memory runs out. */
static json_t *document_choose(const struct exports_run *run)
{
    json_t *document = json_copy((json_t *)run->document), *cases = json_array();
    const json_t *all = json_object_get(run->document, "cases");
    for (size_t i = 0; i < run->run->case_count; i++) {
        const struct run_case *c = &run->run->cases[i];
        json_t *own = case_find(all, c->name);
        json_array_append_new(cases,
                              run->explained ? case_explain(own, run->run, c) : json_incref(own));
    }
    if (json_array_size(cases) == run->run->case_count &&
        json_object_set_new(document, "cases", cases) == 0 && summary_choose(document, run->run))
        return document;
    json_decref(document);
    return NULL;
}

static bool json_write(FILE *out, const void *of)
{
    json_t *document = document_choose(of);
    char *text = document ? results_dump(document) : NULL;
    if (text && isatty(fileno(out)))
        printable_clean_lines(text);
    const bool written = text && fputs(text, out) != EOF;
    free(text);
    json_decref(document);
    return written;
}

static bool csv_write(FILE *out, const void *of)
{
    const struct exports_run *run = of;
    return export_csv(out, run->run);
}

static bool markdown_write(FILE *out, const void *of)
{
    const struct exports_run *run = of;
    return export_markdown(out, run->run);
}

int exports_write_run(const struct options *options, const char *command,
                      const struct exports_run *run)
{
    const struct exports_source source = { json_write, csv_write, markdown_write, run };
    return exports_write(options, command, &source);
}
