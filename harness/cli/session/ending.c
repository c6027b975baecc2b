/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/ending.h"

#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/plural.h"
#include "harness/base/terminal.h"
#include "harness/base/trouble.h"
#include "harness/cli/runs/card_find.h"
#include "harness/cli/runs/kept_run.h"
#include "harness/cli/session/latest.h"
#include "harness/cli/session/published_papers.h"
#include "harness/views/claims/run_end.h"
#include "harness/views/table/table_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = MESSAGE_BYTES / 2 };

/* True of a case that was to have a time and has none. */
static bool is_wrong(const struct run_case *c)
{
    return c->status != BENCH_OK && c->status != BENCH_UNSUPPORTED && c->status != BENCH_VERIFIED &&
           !(c->twin && c->replaced_count == 0);
}

void ending_failures(const struct run *run, bool late)
{
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        const bool taken_back =
            c->status == BENCH_SUSPECT && c->floor_ns > 0 && !run->ceilings.cached;
        if (is_wrong(c) && (!late || taken_back))
            message_error("%s: %s%s%.600s", c->name, bench_status_name(c->status),
                          *c->reason ? ": " : "", c->reason);
    }
}

void ending_nothing(const struct run *run)
{
    const struct run_case *first = run->case_count > 0 ? &run->cases[0] : NULL;
    if (first)
        message_error("this device can do none of %zu case%s; the first, %s: %s: %.600s",
                      run->case_count, plural(run->case_count, "", "s"), first->name,
                      bench_status_name(first->status), first->reason);
}

/* Adds two lines: what to do about a case that went wrong, or the page; then a device to compare
 * with, which a software device's times are not worth. */
static void next_add(struct text *text, const struct ending *ending, const char *file)
{
    const struct run *run = ending->run;
    const char *separator = file ? " " : "";
    const struct technique *const *technique = ending->params->request->techniques;
    const struct run_case *wrong = NULL;
    struct text devices = { 0 };
    char word[WORD_BYTES] = "", filter[WORD_BYTES] = "";
    char folder[WORD_BYTES] = "", option[WORD_BYTES + 16] = "";
    file = file ? file : "";
    while (technique && *technique && !(*technique)->folder)
        technique++;
    if (technique && *technique) { /* which has the claims and figures */
        disk_shell_word_here((*technique)->folder->path, folder, sizeof(folder));
        snprintf(option, sizeof(option), " --technique %s", folder);
    }
    for (size_t i = 0; i < run->case_count && !wrong; i++)
        wrong = is_wrong(&run->cases[i]) ? &run->cases[i] : NULL;
    if (wrong)
        snprintf(filter, sizeof(filter), "/%.100s/", wrong->variant);
    disk_shell_word_shown(filter, word, sizeof(word));
    text_add_format(text, "next: claimcheck %s%s%s%s%s%s\n", wrong ? "show" : "report", separator,
                    file, option, wrong ? " --filter " : "", wrong ? word : "");
    if (ending->params->comparable && !run->device.software)
        kept_run_devices(&devices);
    if (devices.length > 0)
        text_add_format(text, "      claimcheck compare%s%s%s --with %.*s\n", separator, file,
                        option, (int)strcspn(devices.string, ","), devices.string);
    else
        text_add_format(text, "      claimcheck show%s%s%s --wide\n", separator, file, option);
    text_finish(&devices);
}

/* Counts the lines of a terminal: one that holds a long path takes several. */
static unsigned lines_of(const char *text)
{
    const size_t columns = TERMINAL_COLUMNS;
    size_t lines = 0;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        lines += length > columns ? (length + columns - 1) / columns : 1;
    }
    return (unsigned)lines;
}

/* Returns the run file as commands are to be given it, in `word`; NULL where they need not be. */
static const char *file_word(const struct ending *ending, const char *latest, char word[WORD_BYTES])
{
    if (latest && strcmp(latest, LATEST_FILE) == 0)
        return NULL;
    disk_shell_word_here(ending->file, word, WORD_BYTES);
    return word;
}

static void meaning_print(const struct ending *ending, const struct published_list *published,
                          const char *file, const char *before, unsigned used)
{
    const struct run_end end = { .run = ending->run,
                                 .published = published,
                                 .catalogue = &ending->table->catalogue,
                                 .before = before,
                                 .file = file,
                                 .columns = terminal_columns(CONSOLE_OUTPUT),
                                 .lines = used < ENDING_LINES ? ENDING_LINES - used : 1 };
    run_end_print(stdout, &end);
}

/* Says whether the card is normal, and prints the block to paste of a run that is worth it: of a
 * GPU, by no kernel or technique of the user's, and not narrowed to some cases. */
static void card_print(const struct ending *ending, const struct published_list *published)
{
    const struct run_request *request = ending->params->request;
    const struct run_end end = { .run = ending->run, .published = published };
    struct text card = { 0 };
    if (request->scratch || (ending->run->ceilings.cached && request->filter))
        return; /* a turn of --watch, and a part of a run that an earlier one has said it of */
    card_find_say(ending->run, &card);
    if (card.length > 0) {
        struct table_text line = { .out = stdout, .columns = terminal_columns(CONSOLE_OUTPUT) };
        table_text_wrap(&line, text_string(&card), 2);
        table_text_end(&line);
    }
    if (card.length > 0 && ending->params->comparable && !request->filter &&
        request->files.count == 0) {
        puts("to paste:\n");
        run_end_paste(stdout, &end, text_string(&card));
        puts("");
    }
    text_finish(&card);
}

bool ending_print(const struct ending *ending)
{
    char word[WORD_BYTES];
    const struct run_request *request = ending->params->request;
    const bool kept = !request->scratch && (request->out || !request->json);
    char *latest = kept ? latest_path(ending->file, request->samples) : NULL;
    const char *file = file_word(ending, latest, word);
    struct published_list published = { 0 };
    struct text before = { 0 }, next = { 0 };
    bool whole = true;
    ending->table->file = file;
    ending->table->published = &published;
    if (!request->quiet)
        whole = published_papers_open(&published, request->published, request->published_count,
                                      request->techniques);
    const unsigned used = session_table_finish(ending->table, ending->run);
    if (!request->quiet) {
        next_add(&next, ending, file);
        const unsigned tail = kept ? lines_of(ending->file) + lines_of(text_string(&next)) : 0;
        if (!whole)
            message_error("there are no verdicts: %s; claimcheck claims has them", trouble_text());
        if (latest)
            latest_compare(latest, ending->run, &published, &before);
        meaning_print(ending, &published, file, text_string(&before), used + tail);
        card_print(ending, &published);
        if (kept)
            message_wrote(ending->file);
        if (kept)
            fputs(text_string(&next), stdout);
    }
    fflush(stdout);
    if (latest)
        whole = latest_write(latest, ending->file) && whole;
    text_finish(&before);
    text_finish(&next);
    published_list_finish(&published);
    free(latest);
    return whole;
}
