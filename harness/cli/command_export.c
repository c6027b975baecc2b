/* SPDX-License-Identifier: MIT */
#include "harness/base/nearest.h"
#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/record/trace_json.h"
#include "harness/run/run.h"
#include "harness/run/run_file.h"
#include "harness/session/message.h"
#include "harness/show/export/export_csv.h"
#include "harness/show/export/export_trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* False with a message. */
static bool format_known(const char *format)
{
    static const char *const names[] = { "csv" };
    enum { COUNT = sizeof(names) / sizeof(names[0]) };
    if (!format) {
        message_error("export: which format? --format csv");
        return false;
    }
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(format, names[i]) == 0)
            return true;
    const char *nearest = nearest_find(format, names, COUNT);
    message_error("export: there is no format '%s'%s%s; see claimcheck export --help", format,
                  nearest ? ", did you mean " : "", nearest ? nearest : "");
    return false;
}

/* A run or a trace. */
struct source {
    struct run *run;
    json_t *trace;
};

/* False with a message. */
static bool source_open(struct source *source, const char *path)
{
    char message[MESSAGE_BYTES] = "";
    json_t *document = run_file_json(path, message, sizeof(message));
    *source = (struct source){ .trace = NULL };
    if (trace_json_is(document))
        source->trace = json_incref(document);
    else if (document)
        source->run = run_read(document, path, message, sizeof(message));
    json_decref(document);
    if (!source->run && !source->trace)
        message_error("export: %s", message);
    return source->run || source->trace;
}

static void source_close(struct source *source)
{
    run_destroy(&source->run);
    json_decref(source->trace);
}

static bool source_export(FILE *out, const struct source *source)
{
    return source->trace ? export_trace(out, source->trace) : export_csv(out, source->run);
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
    struct source source;
    const char *path = options_value(options, "out");
    if (options->positional_count != 1)
        return message_error("export: %s; claimcheck export RUN.json --format csv",
                             options->positional_count == 0 ? "which run file?"
                                                            : "one run file at a time");
    if (!format_known(options_value(options, "format")) ||
        !source_open(&source, options->positionals[0]))
        return EXIT_CODE_UNTRIED;
    int code = EXIT_CODE_OK;
    if (path && strcmp(path, "-") != 0)
        code = export_file(&source, path);
    else if (!source_export(stdout, &source))
        code = ferror(stdout) ? EXIT_CODE_UNTRIED : message_error("export: no memory is left");
    source_close(&source);
    return code;
}

static const struct option_spec export_options[] = {
    { .name = "format", .argument = "FORMAT", .help = "csv" },
    { .name = "out",
      .argument = "FILE",
      .help = "file to write; standard output unless given, or by -" },
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
