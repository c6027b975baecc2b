/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/trace_compare.h"

#include "harness/analysis/gate/trace_pair.h"
#include "harness/base/message.h"
#include "harness/cli/sheet_options.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/record/run/run_file.h"
#include "harness/views/gate/gate_view.h"

#include <string.h>

/* NULL with a message. */
static json_t *trace_load(const char *path)
{
    char message[MESSAGE_BYTES] = "";
    json_t *document = run_file_json(path, message, sizeof(message));
    if (document && trace_json_is(document) && json_is_array(json_object_get(document, "cases")))
        return document;
    if (document)
        message_error("trace: '%s' is no trace of claimcheck", path);
    else
        message_error("trace: %s", message);
    json_decref(document);
    return NULL;
}

/* What is compared. */
struct compared {
    const char *const *paths;
    const json_t *documents[TRACE_SIDES];
    struct trace_pair pair;
};

static void view(struct sheet *sheet, const void *of)
{
    static const char *const heads[TRACE_SIDES] = { "A: ", "B: " };
    const struct compared *compared = of;
    for (int i = 0; i < TRACE_SIDES; i++) {
        const json_t *other = json_object_get(compared->documents[i], "otherData");
        const char *device = json_string_value(json_object_get(other, "device"));
        const char *commit = json_string_value(json_object_get(other, "commit"));
        sheet_note(sheet, heads[i], "%s", compared->paths[i]);
        sheet_note(sheet, "   ", "%s, commit %.12s", device ? device : "a device without a name",
                   commit ? commit : "unknown");
    }
    sheet_note(sheet, "", "stamps slow passes down: shares count, times do not");
    trace_pair_view(sheet, &compared->pair);
}

static int documents_compare(const struct options *options, const json_t *a, const json_t *b)
{
    struct compared compared = { options->positionals, { a, b }, { 0 } };
    const struct sheet_source source = { view, &compared, "claimcheck trace --compare" };
    if (!trace_pair_init(&compared.pair, a, b))
        return message_error("no memory is left");
    int code = EXIT_CODE_NOTHING;
    if (compared.pair.case_count > 0)
        code = sheet_options_print(&source, SHEET_TEXT, false);
    else
        message_error("trace: no case is ok in both '%s' and '%s'", options->positionals[0],
                      options->positionals[1]);
    trace_pair_finish(&compared.pair);
    return code;
}

int trace_compare_run(const struct command_line *line)
{
    const struct options *options = line->options;
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, "compare") != 0)
            return message_error("trace: --compare reads two files: leave out --%s",
                                 options->given[i].spec->name);
    if (options->positional_count != 2)
        return message_error("trace: --compare takes two traces: claimcheck trace --compare A.json "
                             "B.json");
    json_t *a = trace_load(options->positionals[0]);
    json_t *b = a ? trace_load(options->positionals[1]) : NULL;
    const int code = b ? documents_compare(options, a, b) : (int)EXIT_CODE_UNTRIED;
    json_decref(a);
    json_decref(b);
    return code;
}
