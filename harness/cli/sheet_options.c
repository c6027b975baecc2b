/* SPDX-License-Identifier: MIT */
#include "harness/cli/sheet_options.h"

#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/nearest.h"
#include "harness/base/terminal.h"
#include "harness/base/trouble.h"
#include "harness/cli/runs/exports.h"

#include <string.h>

bool sheet_options_format(const char *format)
{
    for (int i = 0; i < SHEET_STYLE_COUNT; i++)
        if (strcmp(format, sheet_style_names[i]) == 0)
            return true;
    const char *near = nearest_find(format, sheet_style_names, SHEET_STYLE_COUNT);
    return trouble("the format is one of text, markdown, latex, csv and json, not '%s'%s%s%s",
                   format, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

enum sheet_style sheet_options_style(const struct options *options)
{
    for (int i = 0; i < SHEET_STYLE_COUNT; i++)
        if (options_is(options, "format", sheet_style_names[i]) ||
            options_has(options, sheet_style_names[i]))
            return (enum sheet_style)i;
    return SHEET_TEXT;
}

int sheet_options_print(const struct sheet_source *source, enum sheet_style style, bool wide)
{
    const struct sheet_look look = { .style = style,
                                     .wide = wide,
                                     .colours = terminal_colours(CONSOLE_OUTPUT) };
    sheet_write(stdout, &look, source->view, source->of);
    return EXIT_CODE_OK;
}

static void source_write(FILE *out, const void *of, enum sheet_style style)
{
    const struct sheet_source *source = of;
    sheet_write(out, &(struct sheet_look){ .style = style }, source->view, source->of);
}

int sheet_options_export(const struct options *options, const char *command,
                         const struct sheet_source *source)
{
    const struct exports_source exported = { source_write, source };
    return exports_write(options, command, &exported);
}
