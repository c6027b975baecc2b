/* SPDX-License-Identifier: MIT */
#include "harness/cli/list_papers.h"

#include "harness/analysis/published/published.h"
#include "harness/base/expression.h"
#include "harness/base/message.h"
#include "harness/base/name_list.h"
#include "harness/base/trouble.h"
#include "harness/cli/published_option.h"
#include "harness/cli/sheet_options.h"
#include "harness/views/claims/claims_sentence.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* Papers and claims that are listed. */
struct listed {
    struct published_list list;
    const struct options *options;
    regex_t expression;
    bool matched; /* only ids that the expression matches */
};

/* True of a paper that was named, of all where none is. */
static bool is_named(const struct options *options, const char *id)
{
    for (size_t i = 0; i < options->positional_count; i++)
        if (strcmp(options->positionals[i], id) == 0)
            return true;
    return options->positional_count == 0;
}

static bool claim_is_listed(const struct listed *listed, const struct published *paper,
                            const struct published_claim *claim)
{
    return (is_named(listed->options, paper->id) || is_named(listed->options, claim->id)) &&
           (!listed->matched || regexec(&listed->expression, claim->id, 0, NULL, 0) == 0);
}

static void papers_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "paper", .title = "paper" },
        { .key = "cited", .title = "cited as" },
        { .key = "technique", .title = "technique" },
        { .key = "claims", .title = "claims", .type = SHEET_COUNT },
        { .key = "title", .title = "title", .place = SHEET_OR_BELOW },
    };
    const struct listed *listed = of;
    sheet_table(sheet,
                &(struct sheet_table){ .name = "papers", SHEET_COLUMNS(columns), .main = true });
    for (size_t i = 0; i < listed->list.count; i++) {
        const struct published *paper = listed->list.files[i];
        struct text cited = { 0 };
        claims_sentence_cite(paper, &cited);
        if (is_named(listed->options, paper->id))
            SHEET_ROW(sheet, sheet_words(paper->id), sheet_words(text_string(&cited)),
                      sheet_words(paper->technique), sheet_number((double)paper->claim_count),
                      sheet_words(paper->title));
        text_finish(&cited);
    }
}

static void claims_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "claim", .title = "claim" },
        { .key = "statement", .title = "", .place = SHEET_BELOW },
    };
    const struct listed *listed = of;
    sheet_table(sheet,
                &(struct sheet_table){ .name = "claims", SHEET_COLUMNS(columns), .main = true });
    for (size_t i = 0; i < listed->list.count; i++) {
        const struct published *paper = listed->list.files[i];
        for (size_t k = 0; k < paper->claim_count; k++)
            if (claim_is_listed(listed, paper, &paper->claims[k]))
                SHEET_ROW(sheet, sheet_words(paper->claims[k].id),
                          sheet_words(paper->claims[k].statement));
    }
}

/* A paper that is named alone, with its claims. */
static void paper_view(struct sheet *sheet, const void *of)
{
    papers_view(sheet, of);
    claims_view(sheet, of);
}

bool list_papers_has(const char *word)
{
    struct published_list list = { 0 };
    published_list_shipped(&list);
    const bool known = published_list_has(&list, word);
    published_list_finish(&list);
    return known;
}

bool list_papers_wanted(const struct command_line *line)
{
    const struct options *options = line->options;
    bool wanted = options_has(options, "papers") || options_has(options, "claims");
    for (size_t i = 0; i < options->positional_count && !wanted; i++)
        wanted = list_papers_has(options->positionals[i]);
    return wanted;
}

void list_papers_hint(const char *word, char *hint, size_t hint_bytes)
{
    struct published_list list = { 0 };
    struct name_list names = { 0 };
    published_list_shipped(&list);
    for (size_t i = 0; i < list.count; i++) {
        name_list_add(&names, list.files[i]->id);
        for (size_t k = 0; k < list.files[i]->claim_count; k++)
            name_list_add(&names, list.files[i]->claims[k].id);
    }
    name_list_hint(&names, word, hint, hint_bytes);
    name_list_finish(&names);
    published_list_finish(&list);
}

/* The exit code, with a message where a name is none, or nothing is left. */
static int listed_check(const struct listed *listed)
{
    const struct options *options = listed->options;
    size_t count = 0;
    for (size_t i = 0; i < options->positional_count; i++)
        if (!published_list_has(&listed->list, options->positionals[i])) {
            char hint[MESSAGE_BYTES / 2] = "";
            list_papers_hint(options->positionals[i], hint, sizeof(hint));
            return message_error("list: there is no paper or claim '%s'%s", options->positionals[i],
                                 hint);
        }
    for (size_t i = 0; i < listed->list.count; i++)
        for (size_t k = 0; k < listed->list.files[i]->claim_count; k++)
            count +=
                claim_is_listed(listed, listed->list.files[i], &listed->list.files[i]->claims[k]);
    return count > 0 || options_has(options, "papers")
               ? EXIT_CODE_OK
               : message_error("list: no claim has an id that matches '%s'; claimcheck list "
                               "--claims has them",
                               options_value(options, "claims"));
}

int list_papers_run(const struct command_line *line)
{
    struct listed listed = { .options = line->options };
    const char *expression = options_value(line->options, "claims");
    int code = published_option_open(&listed.list, line->options, line->techniques, "list");
    if (expression && !expression_compile(&listed.expression, "--claims ", expression, 0))
        code = message_error("list: %s", trouble_text());
    else if (expression)
        listed.matched = true;
    if (code == EXIT_CODE_OK)
        code = listed_check(&listed);
    if (code == EXIT_CODE_OK) {
        const bool papers = options_has(line->options, "papers");
        const bool claims = options_has(line->options, "claims");
        const struct sheet_source source = { papers && !claims   ? papers_view
                                             : claims && !papers ? claims_view
                                                                 : paper_view,
                                             &listed };
        code = sheet_options_print(&source, sheet_options_style(line->options), false);
    }
    if (listed.matched)
        regfree(&listed.expression);
    published_list_finish(&listed.list);
    return code;
}
