/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/analysis/why/why.h"
#include "harness/cli/cli.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/views/claims/claims.h"
#include "harness/views/compare/compare_view.h"

#include <math.h>
#include <string.h>

/* Ending --------------------------------------------------------------------------------------- */

enum { ENDING_LINES = 15 };

/* True of a case that was to have a time and has none. */
static bool is_wrong(const struct run_case *c)
{
    return c->status != BENCH_OK && c->status != BENCH_UNSUPPORTED && c->status != BENCH_VERIFIED &&
           !(c->twin && c->replaced_count == 0);
}

/* With `late`, only those whose time was taken back by device limits that were measured after them.
 */
static void ending_failures(const struct run *run, bool late)
{
    foreach (const struct run_case, c, run->cases, run->case_count) {
        const bool taken_back =
            c->status == BENCH_SUSPECT && c->floor_ns > 0 && !run->ceilings.cached;
        if (is_wrong(c) && (!late || taken_back))
            message_error("%s: %s%s%.600s", c->name, bench_status_name(c->status),
                          *c->reason ? ": " : "", c->reason);
    }
}

/* Adds two lines: what to do about a case that went wrong, or the page; then a device to compare
 * with, which times of a software device, or of a host alone, are not worth. */
static void next_add(struct text *text, const struct session_end *ending, const char *operands)
{
    const struct run *run = ending->run;
    const struct run_case *wrong = NULL;
    OWNED_TEXT struct text devices = { 0 };
    char filter[128] = "";
    for (size_t i = 0; i < run->case_count && !wrong; i++)
        wrong = is_wrong(&run->cases[i]) ? &run->cases[i] : NULL;
    if (wrong)
        snprintf(filter, sizeof(filter), "/%.100s/", wrong->variant);
    OWNED char *word = disk_shell_word_shown(filter);
    text_add_format(text, "next: claimcheck %s%s%s%s\n", wrong ? "show" : "report", operands,
                    wrong ? " --filter " : "", wrong ? word : "");
    if (ending->params->comparable && !run->device.software && *run->device.name &&
        strcmp(run->device.kind, "host") != 0)
        kept_run_devices(&devices);
    if (devices.length > 0)
        text_add_format(text, "      claimcheck compare%s --with %.*s\n", operands,
                        (int)strcspn(devices.string, ","), devices.string);
    else
        text_add_format(text, "      claimcheck show%s --wide\n", operands);
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

/* Adds how the run compares with what the copy holds so far: a sentence, where that is another run
 * of the same device and profile, with a case of it. */
static void latest_compare(const char *latest, const struct run *run,
                           const struct published_list *published, struct text *text)
{
    OWNED_BY(compare_finish) struct compare compare = { 0 };
    OWNED_BY(run_destroy) struct run *before = disk_is_there(latest) ? run_load(latest) : NULL;
    const struct run *first;
    if (!before || strcmp(before->device.uuid, run->device.uuid) != 0 ||
        strcmp(before->device.name, run->device.name) != 0 ||
        strcmp(before->session.profile, run->session.profile) != 0 ||
        estimate_run_again((const struct run *const[]){ before, run }, 2, &first))
        return;
    compare_runs(&compare, before, run, NULL, NULL);
    if (compare.overall.rows > 0) {
        compare_claims(&compare, published);
        compare_words_headline(&compare, "the last run", "this run", text);
    }
}

/* Puts the run file in the place of what the copy held, whole. False with a message. */
static bool latest_write(const char *latest, const char *run_file)
{
    OWNED char *text = NULL;
    size_t size = 0;
    if (disk_same_file(latest, run_file))
        return true;
    output_drop_link(latest);
    int code = disk_load(run_file, &text, &size);
    if (code == 0)
        code = output_write(latest, OUTPUT_REPLACE, text, size);
    return code == 0 || trouble("'%s' is not the last run: cannot write it: %s; the run is whole "
                                "in '%s'",
                                latest, output_error(code), run_file);
}

/* Says whether the card is normal, and prints the block to paste of a run that is worth it: of a
 * GPU, by no kernel or technique of the user's, and not narrowed to some cases. */
static void card_print(const struct session_end *ending, const struct published_list *published)
{
    const struct run_request *request = ending->params->request;
    const struct run_end end = { .run = ending->run, .published = published };
    OWNED_TEXT struct text card = { 0 };
    if (request->scratch || (ending->run->ceilings.cached && request->plan.filter))
        return; /* a turn of --watch, and a part of a run that an earlier one has said it of */
    card_find_say(ending->run, &card);
    if (card.length > 0) {
        struct table_text line = { .out = stdout, .columns = terminal_columns(CONSOLE_OUTPUT) };
        table_text_wrap(&line, text_string(&card), 2);
        table_text_end(&line);
    }
    if (card.length > 0 && ending->params->comparable && !request->plan.filter &&
        request->files.count == 0) {
        puts("to paste:\n");
        run_end_paste(stdout, &end, text_string(&card));
        puts("");
    }
}

/* False with a fault where one of the parts could not be done. */
static bool ending_print(const struct session_end *ending, struct text *faults)
{
    const char *path = journal_path(ending->params->journal);
    const struct run_request *request = ending->params->request;
    const bool kept = !request->scratch && (request->out || !request->json);
    /* The copy that a run file leaves: in its own folder where that is a results/local, else in the
     * working directory's where that is there; none of a run by hand that goes elsewhere. */
    OWNED char *latest = NULL;
    if (kept && latest_is_beside(path))
        latest = text_make("%.*slatest.json", (int)(disk_base_name(path) - path), path);
    else if (kept && request->samples == 0 && os_path_is_folder(LATEST_FOLDER))
        latest = need_copy(LATEST_FILE);
    /* The word for commands; NULL: they take it as the latest. */
    OWNED char *file =
        latest && strcmp(latest, LATEST_FILE) == 0 ? NULL : disk_shell_word_here(path);
    OWNED_BY(published_list_finish)
    struct published_list opened = { 0 }; /* where the run was not planned by claims */
    const bool is_read = !request->quiet && request->cases.list.count > 0;
    const struct published_list *published = is_read ? &request->cases.list : &opened;
    OWNED_TEXT struct text before = { 0 }, next = { 0 };
    bool whole = true;
    /* The folder of a technique has its claims and figures. */
    OWNED char *operands = selection_operands(request->techniques, file);
    ending->table->file = file;
    ending->table->published = published;
    if (!request->quiet && !is_read)
        whole = published_papers_open(&opened, request->published, request->published_count,
                                      request->techniques);
    const unsigned used = session_table_finish(ending->table, ending->run);
    if (!request->quiet) {
        next_add(&next, ending, operands);
        const unsigned tail = kept ? lines_of(path) + lines_of(text_string(&next)) : 0;
        if (!whole)
            text_add_format(faults, "there are no verdicts: %.*s; claimcheck claims has them\n",
                            (int)strcspn(trouble_text(), "\n"), trouble_text());
        if (latest)
            latest_compare(latest, ending->run, published, &before);
        run_end_print(stdout, &(struct run_end){ .run = ending->run,
                                                 .published = published,
                                                 .catalogue = &ending->table->catalogue,
                                                 .before = text_string(&before),
                                                 .file = *operands ? operands + 1 : NULL,
                                                 .columns = terminal_columns(CONSOLE_OUTPUT),
                                                 .lines = used + tail < ENDING_LINES
                                                              ? ENDING_LINES - used - tail
                                                              : 1 });
        card_print(ending, published);
        if (kept)
            message_wrote(path);
        if (kept)
            fputs(text_string(&next), stdout);
    }
    fflush(stdout);
    if (latest && !latest_write(latest, path)) {
        text_add_format(faults, "%s\n", trouble_text());
        whole = false;
    }
    return whole;
}

/* Completes the run with all that depends on the whole of it, whether or not a file is written. */
static void run_complete(const struct session_end *end)
{
    struct journal *journal = end->params->journal;
    struct run *run = end->run;
    struct run_ceilings ceilings;
    ceilings_find(&ceilings, run);
    floor_apply_all(run, &ceilings, gpu_info_is_software(end->params->device));
    journal_end(journal);
    run->ceilings = ceilings_known(&ceilings) ? ceilings : (struct run_ceilings){ 0 };
    run->path = run_keep_text(run, journal_path(journal));
    const double throttled_s = cpu_host_throttled_s("") - end->throttled_s;
    if (throttled_s > 0)
        run->session.cpu_throttled_s += throttled_s;
    if (end->spending->total.group_count > 0)
        run->session.overhead = time_breakdown_so_far(end->spending);
    override_find_all(run);
}

/* Prints what makes times of the run worth less, and with --verbose what explains them. */
static void notes_print(const struct session_end *end)
{
    const struct run_request *request = end->params->request;
    const struct run *run = end->run;
    fflush(stdout);
    if (!request->again && !request->quiet)
        warnings_print(request, end->params->device, run);
    warnings_print_after(request, run);
    if (request->verbose && !request->quiet) {
        metrics_print(stdout, run);
        for (size_t i = 0; i < run->case_count; i++) {
            struct why why;
            why_find(&why, run, &run->cases[i]);
            if (*why.text)
                printf("%s: %s\n", run->cases[i].name, why.text);
        }
    }
    if (request->verbose)
        time_breakdown_print(end->spending);
}

/* The exit code of a run file that is written; says where no case could be measured. */
static int code_of(const struct session_end *end, int unused, bool ended)
{
    const struct run *run = end->run;
    const struct run_case *first = run->case_count > 0 ? &run->cases[0] : NULL;
    int code = run_status_exit(run);
    if (code == EXIT_CODE_NOTHING && end->params->request->quiet && first)
        message_error("this device can do none of %zu case%s; the first, %s: %s: %.600s",
                      COUNTED(run->case_count), first->name, bench_status_name(first->status),
                      first->reason);
    code = code == EXIT_CODE_OK ? unused : code;
    code = code == EXIT_CODE_OK && !ended ? EXIT_CODE_UNTRIED : code;
    bool any = false;
    for (size_t i = 0; i < run->case_count; i++)
        any = any || !isnan(run_case_joules(&run->cases[i]));
    return code == EXIT_CODE_OK && end->params->request->energy && !any
               ? message_nothing("--energy: no case has an energy that counts")
               : code;
}

/* Says how to go on with what was not measured; what nobody keeps has no end. */
static void rest_say(const struct session_end *end)
{
    if (end->params->request->scratch)
        return;
    OWNED char *word = disk_shell_word_shown(journal_path(end->params->journal));
    if (!end->interrupted)
        message_error("what was measured is kept: continue with: claimcheck run --resume %s", word);
    else if (end->launches > 1)
        message_error("interrupted in launch %u of %u: continue with: claimcheck run --resume %s",
                      end->launch + 1, end->launches, word);
    else
        message_error("interrupted: continue with: claimcheck run --resume %s", word);
}

int session_end(const struct session_end *end)
{
    const struct session_params *params = end->params;
    const struct run_request *request = params->request;
    struct journal *journal = params->journal;
    struct run *run = end->run;
    const struct run_case *unknown = NULL; /* of a file's kernel; below as it was before its end */
    struct run_case found;
    bool ended = true;
    for (size_t i = 0; i < run->case_count && !unknown; i++) {
        const struct run_case *c = &run->cases[i];
        if (c->twin && c->replaced_count == 0 && c->status == BENCH_UNSUPPORTED) {
            found = *c;
            unknown = &found;
        }
    }
    run_complete(end);
    const char *date = run_path_date(RUN_PATH_ROOM);
    const bool committed = end->whole && journal_commit(journal, date);
    OWNED char *fault = need_copy(trouble_text());
    OWNED_TEXT struct text faults = { 0 };
    if (end->stopped)
        text_add_format(&faults, "%s\n", end->stopped);
    if (committed) {
        ceilings_kept_leave(request, params->plan, params->device, run);
        ended = ending_print(end, &faults);
    } else if (!(request->scratch && !end->whole))
        session_table_finish(end->table, run);
    notes_print(end);
    /* Errors come last: that is where a reader looks. */
    for (char *at = faults.string, *line; at && (line = strsep(&at, "\n")) && *line;)
        message_error("%s", line);
    ending_failures(run, !request->quiet);
    int unused = end->whole ? warnings_print_unused(request, run, unknown) : EXIT_CODE_OK;
    const int programs = end->whole ? programs_print_unused(request, run) : EXIT_CODE_OK;
    unused = unused == EXIT_CODE_OK ? programs : unused;
    int code = end->unsupported ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    if (committed)
        code = code_of(end, unused, ended);
    else if (end->whole)
        message_error("%s", fault);
    else if (end->interrupted || (run->case_count > 0 && !journal_failed(journal)))
        rest_say(end);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    /* Errors of standard output show here, where what they did not cost can be named. */
    const int failure = output_failure(stdout);
    clearerr(stdout);
    return message_error("cannot write to standard output: %s; the run is in '%s'",
                         output_error(failure),
                         committed ? journal_path(journal) : journal_journal_path(journal));
}
