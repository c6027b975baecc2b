/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/ab_outputs.h"

#include "harness/base/exit_code.h"
#include "harness/base/json_value.h"
#include "harness/base/printable.h"
#include "harness/cli/file_options.h"
#include "harness/os/console.h"
#include "harness/views/gate/gate_view.h"

#include <stdlib.h>

static void json_write(FILE *out, const void *of)
{
    json_t *document = gate_json(of);
    json_value_set(&document, "details", gate_json_details(of));
    char *text = json_value_dump(document, JSON_INDENT(1));
    if (console_is_stream(out))
        printable_clean_lines(text);
    fprintf(out, "%s\n", text);
    free(text);
    json_decref(document);
}

enum { FORMATS = 4 };
static const char *const names[FORMATS] = { "out", "markdown", "junit", "tap" };
static void (*const writers[FORMATS])(FILE *out, const void *of) = { json_write, gate_markdown,
                                                                     gate_junit, gate_tap };
static const struct file_options files = { "ab", names, FORMATS, "thresholds" };

bool ab_outputs_check(const struct options *options)
{
    return file_options_check(&files, options);
}

FILE *ab_outputs_table(const struct options *options)
{
    return file_options_take_stdout(&files, options) ? stderr : stdout;
}

int ab_outputs_write(const struct options *options, const struct gate_result *outcome)
{
    int worst = EXIT_CODE_OK;
    for (size_t i = 0; i < FORMATS; i++)
        if (file_options_write(&files, options, i, writers[i], outcome) != EXIT_CODE_OK)
            worst = EXIT_CODE_UNTRIED;
    return worst;
}
