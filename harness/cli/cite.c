/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite.h"
#include "harness/analysis/keep/keep.h"
#include "harness/cli/cli.h"

/* Says of each run what speaks against it, as `keep` does: it is cited all the same. Rows of
 * evidence are of kept runs. */
static void faults_say(const struct run_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (int fault = 0; !list->runs[i]->row && fault < KEEP_FAULT_COUNT; fault++)
            if (fault != KEEP_SUMMARY && keep_fault_is(list->runs[i], (enum keep_fault)fault))
                message_note("cite: '%s': %s", list->runs[i]->path, trouble_text());
}

static int cite_run(const struct command_line *line)
{
    enum { WHOLE_MAX = 2 }; /* on a terminal: about 60 lines */
    OWNED_BY(run_list_judged_finish) struct run_list_judged judged = { 0 };
    if (line->options->positional_count == 0)
        return message_error("cite: which run file? claimcheck cite RUN.json");
    const int format = options_word(line->options, "format");
    const int code = run_list_judge(&judged, line, true);
    if (code != EXIT_CODE_OK)
        return code;
    const struct claims *claims = judged.claims;
    struct cite cite = { .claims = claims,
                         .claim = judged.claim,
                         .format = format < 0 ? CITE_MARKDOWN : (enum cite_format)format };
    bool measured = !cite.claim; /* one of the runs has a case of the claim */
    for (size_t i = 0; i < claims->device_count; i++)
        foreach (const struct claims_entry, entry, claims->devices[i].entries,
                 claims->devices[i].entry_count)
            measured = measured || (entry->claim == cite.claim && entry->measured);
    if (!measured)
        return message_nothing("cite: no case of the claim '%s' was measured", cite.claim->id);
    faults_say(&judged.list);
    struct cite_paper paper;
    size_t papers = 0, told = 0;
    for (size_t i = 0; i < claims->device_count; i++)
        for (size_t k = 0; cite_paper_next(&cite, &claims->devices[i], &k, &paper);) {
            papers++;
            told += paper.paper != NULL;
        }
    cite.brief = papers > WHOLE_MAX && cite.format == CITE_MARKDOWN && console_is(CONSOLE_OUTPUT) &&
                 !options_has(line->options, "all");
    cite_print(stdout, &cite);
    if (cite.brief)
        message_note("cite: tables and BibTeX are left out on a terminal: --all, or name a paper");
    const char *unknown = selection_technique_unknown(line->techniques, &judged.list);
    if (told == 0 && unknown)
        return message_nothing("cite: these runs are of '%s', a folder's technique: name it, "
                               "--technique FOLDER",
                               unknown);
    return told > 0 ? EXIT_CODE_OK
                    : message_nothing("cite: no claim was measured; claimcheck run --claims "
                                      "measures some");
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
