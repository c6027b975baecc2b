/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite.h"
#include "harness/analysis/keep/keep.h"
#include "harness/base/base.h"
#include "harness/cli/cli.h"
#include "harness/record/record.h"

#include <stdlib.h>

static int cite_run(const struct command_line *line)
{
    struct run_list_judged judged = { 0 };
    struct cite cite = { 0 };
    if (line->options->positional_count == 0)
        return message_error("cite: which run file? claimcheck cite RUN.json");
    const int format = options_word(line->options, "format");
    cite.format = format < 0 ? CITE_MARKDOWN : (enum cite_format)format;
    int code = run_list_judge(&judged, line, true);
    cite.claims = judged.claims;
    cite.claim = judged.claim;
    bool measured = !cite.claim; /* one of the runs has a case of the claim */
    for (size_t i = 0; code == EXIT_CODE_OK && i < cite.claims->device_count; i++)
        for (size_t k = 0; k < cite.claims->devices[i].entry_count; k++) {
            const struct claims_entry *entry = &cite.claims->devices[i].entries[k];
            measured = measured || (entry->claim == cite.claim && entry->measured);
        }
    if (code == EXIT_CODE_OK && !measured) {
        message_error("cite: no case of the claim '%s' was measured", cite.claim->id);
        code = EXIT_CODE_NOTHING;
    } else if (code == EXIT_CODE_OK) {
        /* A run that `keep` would refuse is not one to be cited, either: said, and cited all the
         * same. Rows of evidence are of kept runs. */
        char text[KEEP_TEXT_BYTES];
        for (size_t i = 0; i < judged.list.count; i++)
            for (int fault = 0; !judged.list.runs[i]->row && fault < KEEP_FAULT_COUNT; fault++)
                if (fault != KEEP_SUMMARY &&
                    keep_fault_is(judged.list.runs[i], (enum keep_fault)fault, text))
                    message_note("cite: '%s': %s", judged.list.runs[i]->path, text);
        enum { WHOLE_MAX = 2 }; /* on a terminal: about 60 lines */
        struct cite_paper paper;
        size_t papers = 0, told = 0;
        const struct claims *claims = cite.claims;
        for (size_t i = 0; i < claims->device_count; i++)
            for (size_t k = 0; cite_paper_next(&cite, &claims->devices[i], &k, &paper);) {
                papers++;
                told += paper.paper != NULL;
            }
        cite.brief = papers > WHOLE_MAX && cite.format == CITE_MARKDOWN &&
                     console_is(CONSOLE_OUTPUT) && !options_has(line->options, "all");
        cite_print(stdout, &cite);
        if (cite.brief)
            message_note("cite: tables and BibTeX are left out on a terminal: --all, or name a "
                         "paper");
        if (told == 0) {
            message_error("cite: no claim was measured; claimcheck run --claims measures some");
            code = EXIT_CODE_NOTHING;
        }
    }
    run_list_judged_finish(&judged);
    return code;
}

static const struct option_spec cite_options[] = {
    OPTION("format", "markdown|latex|bibtex", "markdown unless given"),
    OPTION("claim", "ID", "cites this claim, or this paper, alone"),
    OPTION_FLAG("all", "tables and BibTeX, on a terminal, too"),
    PUBLISHED_OPTION,
    OPTION_END,
};

const struct command command_cite = {
    .name = "cite",
    .arguments =
        "[RUN.json|DEVICE|PAPER|CLAIM...] [--format FORMAT] [--claim ID] [--published FILE]",
    .summary = "writes text about runs for a paper: a sentence, a table of claims, BibTeX",
    .example = "claimcheck cite run.json --format latex",
    .options = cite_options,
    .operands = true,
    .names = COMMAND_NAMES_ROWS,
    .takes_latest = true,
    .run = cite_run,
};
