/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/base/message.h"
#include "harness/base/name_list.h"
#include "harness/base/trouble.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/run_list.h"
#include "harness/views/cite/cite.h"

#include <stdio.h>
#include <string.h>

/* The subject of one call of the command. */
struct subject {
    struct run_list_judged judged;
    struct cite cite;
};

/* A run that `keep` would refuse is not one to be cited, either: said, and cited all the same. Rows
 * of evidence are of kept runs. */
static void faults_note(const struct run_list *list)
{
    char text[KEEP_TEXT_BYTES];
    for (size_t i = 0; i < list->count; i++)
        for (int fault = 0; !list->runs[i]->row && fault < KEEP_FAULT_COUNT; fault++)
            if (fault != KEEP_SUMMARY && keep_fault_is(list->runs[i], (enum keep_fault)fault, text))
                message_note("cite: '%s': %s", list->runs[i]->path, text);
}

/* Returns the exit code, with a message; the runs stay open. */
static int subject_open(struct subject *subject, const struct command_line *line)
{
    const int format = options_word(line->options, "format");
    subject->cite.format = format < 0 ? CITE_MARKDOWN : (enum cite_format)format;
    const int code = run_list_judge(&subject->judged, line, true);
    subject->cite.claims = subject->judged.claims;
    subject->cite.claim = subject->judged.claim;
    return code;
}

/* True where one of the runs has a case of the claim that was asked for. */
static bool claim_is_measured(const struct subject *subject)
{
    bool measured = !subject->cite.claim;
    const struct claims *claims = subject->cite.claims;
    for (size_t i = 0; i < claims->device_count; i++)
        for (size_t k = 0; k < claims->devices[i].entry_count; k++) {
            const struct claims_entry *entry = &claims->devices[i].entries[k];
            measured = measured || (entry->claim == subject->cite.claim && entry->measured);
        }
    return measured;
}

static int cite_run(const struct command_line *line)
{
    struct subject subject = { 0 };
    if (line->options->positional_count == 0)
        return message_error("cite: which run file? claimcheck cite RUN.json");
    int code = subject_open(&subject, line);
    if (code == EXIT_CODE_OK && !claim_is_measured(&subject)) {
        message_error("cite: no case of the claim '%s' was measured", subject.cite.claim->id);
        code = EXIT_CODE_NOTHING;
    } else if (code == EXIT_CODE_OK) {
        faults_note(&subject.judged.list);
        cite_print(stdout, &subject.cite);
    }
    run_list_judged_finish(&subject.judged);
    return code;
}

static bool format_check(const char *name)
{
    struct name_list names = { 0 };
    char hint[MESSAGE_BYTES / 2];
    bool found = false;
    for (int i = 0; i < CITE_FORMAT_COUNT; i++) {
        name_list_add(&names, cite_format_name((enum cite_format)i));
        found = found || strcmp(names.names[i], name) == 0;
    }
    name_list_hint(&names, name, hint, sizeof(hint));
    name_list_finish(&names);
    if (!found)
        trouble("there is no format '%s'%s; there are markdown, latex and bibtex", name, hint);
    return found;
}

static const struct option_spec cite_options[] = {
    OPTION_WITH("format", "markdown|latex|bibtex", "markdown unless given", .check = format_check),
    OPTION("claim", "ID", "cites this claim, or this paper, alone"),
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
