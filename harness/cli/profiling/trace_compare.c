/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/trace_compare.h"

#include "harness/analysis/gate/trace_pair.h"
#include "harness/base/message.h"
#include "harness/base/printable.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/record/run/run_file.h"
#include "harness/views/gate/trace_pair_print.h"

#include <stdio.h>
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

static void print_side(char side, const char *path, const json_t *document)
{
    char text[512];
    const json_t *other = json_object_get(document, "otherData");
    const char *device = json_string_value(json_object_get(other, "device"));
    const char *commit = json_string_value(json_object_get(other, "commit"));
    snprintf(text, sizeof(text), "%s, commit %.12s", device ? device : "a device without a name",
             commit ? commit : "unknown");
    printable_clean(text);
    printf("%c: ", side);
    printable_write(stdout, path);
    printf("\n   %s\n", text);
}

static int documents_compare(const struct options *options, const json_t *a, const json_t *b)
{
    struct trace_pair pair;
    if (!trace_pair_init(&pair, a, b))
        return message_error("no memory is left");
    const size_t count = pair.case_count;
    if (count == 0)
        message_error("trace: no case is ok in both '%s' and '%s'", options->positionals[0],
                      options->positionals[1]);
    if (count > 0) {
        print_side('A', options->positionals[0], a);
        print_side('B', options->positionals[1], b);
        printf("stamps slow passes down: shares count, times do not\n\n");
        trace_pair_print(stdout, &pair);
    }
    trace_pair_finish(&pair);
    return count > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
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
