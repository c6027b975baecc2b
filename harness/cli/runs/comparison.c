/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/comparison.h"

#include "harness/base/exit_code.h"
#include "harness/base/terminal.h"
#include "harness/cli/runs/exports.h"
#include "harness/judge/compare.h"
#include "harness/session/message.h"
#include "harness/show/compare_print.h"
#include "harness/show/export/export_compare.h"

#include <regex.h>
#include <unistd.h>

static bool json_write(FILE *out, const void *of)
{
    return export_compare_json(out, of);
}

static bool csv_write(FILE *out, const void *of)
{
    return export_compare_csv(out, of);
}

static bool markdown_write(FILE *out, const void *of)
{
    return export_compare_markdown(out, of);
}

static bool is_selected(const void *expression, const struct run_case *c)
{
    return regexec(expression, c->name, 0, NULL, 0) == 0;
}

static int comparison_show(const struct compare *compare, const struct comparison_wanted *wanted)
{
    const struct exports_source source = { json_write, csv_write, markdown_write, compare };
    const struct compare_look look = { terminal_colours(STDOUT_FILENO), wanted->wide,
                                       wanted->changed };
    const struct run *const runs[] = { compare->a, compare->b }, *first;
    if (estimate_run_again(runs, 2, &first)) {
        message_error("%s: '%s' and '%s' are one run: nothing to compare", wanted->command,
                      compare->a->path, compare->b->path);
        return EXIT_CODE_NOTHING;
    }
    if (compare->row_count == 0) {
        message_error("%s: no case of '%s' is in '%s'%s: nothing to compare", wanted->command,
                      compare->a->path, compare->b->path,
                      wanted->filter ? " and selected by the filter" : "");
        return EXIT_CODE_NOTHING;
    }
    const bool quiet = wanted->exports && exports_take_stdout(wanted->exports);
    if (!quiet && wanted->markdown)
        export_compare_markdown(stdout, compare);
    else if (!quiet)
        compare_print(stdout, compare, &look);
    return wanted->exports ? exports_write(wanted->exports, wanted->command, &source)
                           : EXIT_CODE_OK;
}

int comparison_run(const struct run *a, const struct run *b, const struct comparison_wanted *wanted)
{
    regex_t expression;
    struct compare compare;
    int code = wanted->filter ? regcomp(&expression, wanted->filter, REG_EXTENDED | REG_NOSUB) : 0;
    if (code != 0) {
        char text[128];
        regerror(code, &expression, text, sizeof(text));
        return message_error("%s: the filter '%s' is no regular expression: %s", wanted->command,
                             wanted->filter, text);
    }
    struct published_list published = { .count = 0 };
    /* Of some of the cases claims would be judged by what happens to be there. */
    if (compare_runs(&compare, a, b, wanted->filter ? is_selected : NULL, &expression) &&
        (wanted->filter ||
         (published_list_shipped(&published) && compare_claims(&compare, &published))))
        code = comparison_show(&compare, wanted);
    else
        code = message_error("no memory is left");
    compare_finish(&compare);
    published_list_finish(&published);
    if (wanted->filter)
        regfree(&expression);
    return code;
}
