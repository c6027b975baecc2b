/* SPDX-License-Identifier: MIT */
#include "harness/base/disk.h"
#include "harness/base/nearest.h"
#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/cli/runs/plot_files.h"
#include "harness/record/trace_json.h"
#include "harness/run/run.h"
#include "harness/run/run_file.h"
#include "harness/session/message.h"
#include "harness/show/export/export_csv.h"
#include "harness/show/export/export_markdown.h"
#include "harness/show/export/export_trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A run is written in any format; a trace, where there is a function for it. Of `files` both are,
 * as several files of a folder (plot_files.h). */
struct format {
    const char *name;
    bool files;
    bool (*run)(FILE *out, const struct run *run);
    bool (*trace)(FILE *out, const json_t *document);
};

static const struct format formats[] = {
    { "csv", false, export_csv, export_trace },
    { "markdown", false, export_markdown, NULL },
    { "plot", true, NULL, NULL },
};
enum { FORMAT_COUNT = sizeof(formats) / sizeof(formats[0]) };

/* NULL with a message. */
static const struct format *format_find(const char *name)
{
    const char *names[FORMAT_COUNT];
    if (!name) {
        message_error("export: which format? --format csv, --format markdown or --format plot");
        return NULL;
    }
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        names[i] = formats[i].name;
        if (strcmp(name, names[i]) == 0)
            return &formats[i];
    }
    const char *nearest = nearest_find(name, names, FORMAT_COUNT);
    message_error("export: there is no format '%s'%s%s; see claimcheck export --help", name,
                  nearest ? ", did you mean " : "", nearest ? nearest : "");
    return NULL;
}

/* A run or a trace. */
struct source {
    const struct format *format;
    struct run *run;
    json_t *trace;
};

/* False with a message. */
static bool source_open(struct source *source, const char *path)
{
    char message[MESSAGE_BYTES] = "";
    json_t *document = run_file_json(path, message, sizeof(message));
    if (trace_json_is(document))
        source->trace = json_incref(document);
    else if (document)
        source->run = run_read(document, path, message, sizeof(message));
    json_decref(document);
    if (!source->run && !source->trace)
        message_error("export: %s", message);
    else if (source->trace && !source->format->trace && !source->format->files)
        message_error("export: '%s' is a trace: --format csv and plot are what there is for it",
                      path);
    return source->run || (source->trace && (source->format->trace || source->format->files));
}

static void source_close(struct source *source)
{
    run_destroy(&source->run);
    json_decref(source->trace);
}

static bool source_export(FILE *out, const struct source *source)
{
    return source->trace ? source->format->trace(out, source->trace)
                         : source->format->run(out, source->run);
}

static int export_file(const struct source *source, const char *path)
{
    struct output output;
    int code = output_open(&output, path, OUTPUT_REPLACE);
    if (code == 0 && !source_export(output.file, source) && !ferror(output.file))
        code = ENOMEM;
    if (code == 0)
        code = output_commit(&output);
    else
        output_drop(&output);
    return code == 0 ? EXIT_CODE_OK
                     : message_error("export: cannot write '%s': %s", path, output_error(code));
}

static int export_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *path = options_value(options, "out");
    if (options->positional_count != 1)
        return message_error("export: %s claimcheck export RUN.json --format csv",
                             options->positional_count == 0 ? "which run file?"
                                                            : "one run file at a time:");
    if (path && disk_same_file(path, options->positionals[0]))
        return message_error("export: --out would replace the run itself: choose another file");
    struct source source = { .format = format_find(options_value(options, "format")) };
    if (!source.format)
        return EXIT_CODE_UNTRIED;
    if (source.format->files && (!path || !*path || strcmp(path, "-") == 0))
        return message_error("export: which folder? --format %s --out DIR", source.format->name);
    if (!source_open(&source, options->positionals[0])) {
        source_close(&source);
        return EXIT_CODE_UNTRIED;
    }
    int code = EXIT_CODE_OK;
    if (source.format->files)
        code = plot_files_write(source.run, source.trace, options->positionals[0], path);
    else if (path && strcmp(path, "-") != 0)
        code = export_file(&source, path);
    else if (!source_export(stdout, &source))
        code = ferror(stdout) ? EXIT_CODE_UNTRIED : message_error("export: no memory is left");
    source_close(&source);
    return code;
}

static const struct option_spec export_options[] = {
    { .name = "format",
      .argument = "FORMAT",
      .help = "csv, markdown; plot, a script for gnuplot per figure" },
    { .name = "out",
      .argument = "FILE",
      .help = "file to write; standard output unless given, or by -. Of plot: the folder of the "
              "scripts, made when missing" },
    { .name = NULL },
};

const struct command command_export = {
    .name = "export",
    .arguments = "RUN.json|TRACE.json --format FORMAT [--out FILE]",
    .summary = "a run file or a trace in a format that other tools read",
    .example = "claimcheck export run.json --format csv --out run.csv",
    .options = export_options,
    .operands = true,
    .run = export_run,
};
