/* SPDX-License-Identifier: MIT */
#include "harness/base/nearest.h"
#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/record/results.h"
#include "harness/record/trace_json.h"
#include "harness/session/message.h"
#include "harness/show/export/export_csv.h"
#include "harness/show/export/export_trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* False with a message. */
static bool format_known(const char *format)
{
    static const char *const names[] = {
        "csv", "gbench", "gbench-summary", "bmf", "gha", "hyperfine", "nvbench",
    };
    enum { COUNT = sizeof(names) / sizeof(names[0]) };
    if (!format) {
        message_error("export: which format? --format csv");
        return false;
    }
    if (strcmp(format, "csv") == 0)
        return true;
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(format, names[i]) == 0) {
            message_error("export: the format '%s' is not there yet; --format csv is", format);
            return false;
        }
    }
    const char *nearest = nearest_find(format, names, COUNT);
    message_error("export: there is no format '%s'%s%s; see claimcheck export --help", format,
                  nearest ? ", did you mean " : "", nearest ? nearest : "");
    return false;
}

/* The trace in a file; NULL when it is none: what else it may be is for others to say. */
static json_t *trace_read(const char *path)
{
    json_t *document = json_load_file(path, 0, NULL);
    if (trace_json_is(document))
        return document;
    json_decref(document);
    return NULL;
}

static bool document_export(FILE *out, const json_t *document)
{
    return trace_json_is(document) ? export_trace(out, document) : export_csv(out, document);
}

static int export_file(const json_t *document, const char *path)
{
    struct output output;
    int code = output_open(&output, path, OUTPUT_REPLACE);
    if (code == 0 && !document_export(output.file, document) && !ferror(output.file))
        code = ENOMEM;
    if (code == 0)
        code = output_commit(&output);
    else
        output_drop(&output);
    return code == 0 ? EXIT_CODE_OK
                     : message_error("export: cannot write '%s': %s", path, output_error(code));
}

static int export_document(const struct options *options)
{
    char message[MESSAGE_BYTES] = "";
    const char *path = options_value(options, "out");
    if (options->positional_count != 1)
        return message_error("export: %s; claimcheck export RUN.json --format csv",
                             options->positional_count == 0 ? "which run file?"
                                                            : "one run file at a time");
    if (!format_known(options_value(options, "format")))
        return EXIT_CODE_UNTRIED;
    json_t *document = trace_read(options->positionals[0]);
    if (!document)
        document = results_load(options->positionals[0], message, sizeof(message));
    if (!document)
        return message_error("export: %s", message);
    int code = EXIT_CODE_OK;
    if (path)
        code = export_file(document, path);
    else if (!document_export(stdout, document))
        code = ferror(stdout) ? EXIT_CODE_UNTRIED : message_error("export: no memory is left");
    json_decref(document);
    return code;
}

static int export_run(const struct command *command, int argc, const char *const *argv,
                      const struct technique *const *techniques)
{
    struct option_table table;
    struct options options;
    int code = EXIT_CODE_UNTRIED;
    (void)techniques;
    if (!command_table(command, &table))
        return code;
    if (command_options(command, &table, argc, argv, &options, &code)) {
        code = export_document(&options);
        options_finish(&options);
    }
    option_table_finish(&table);
    return code;
}

static const struct option_spec export_options[] = {
    { .name = "format",
      .argument = "FORMAT",
      .help = "csv (to come: gbench, gbench-summary, bmf, gha, hyperfine, nvbench)" },
    { .name = "out", .argument = "FILE", .help = "file to write; standard output unless given" },
    { .name = NULL },
};

const struct command command_export = {
    .name = "export",
    .arguments = "RUN.json|TRACE.json --format FORMAT [--out FILE]",
    .summary = "a run file or a trace in a format that other tools read",
    .example = "claimcheck export run.json --format csv --out run.csv",
    .options = export_options,
    .run = export_run,
};
