/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/command.h"
#include "harness/cli/document_stream.h"
#include "harness/cli/runs/kept_folders.h"
#include "harness/cli/runs/row_file.h"
#include "harness/cli/session/run_path.h"
#include "harness/record/pack.h"
#include "harness/record/paths.h"
#include "harness/record/results_text.h"
#include "harness/record/run/run_file.h"
#include "harness/record/run/run_thin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names all that is wrong; `other` has the ceilings that the run took over, `document` its texts as
 * they stand there, and both may be NULL. The exit code: EXIT_CODE_OK where nothing is. */
static int refuse(const struct run *run, const struct run *other, const json_t *document)
{
    char text[KEEP_TEXT_BYTES];
    int code = EXIT_CODE_OK;
    if (document && keep_document_is_odd(document, text))
        code = message_error("keep: '%s': %s", run->path, text);
    for (int fault = 0; fault < KEEP_FAULT_COUNT; fault++) {
        const bool is = fault == KEEP_CACHED && other
                            ? keep_ceilings_differ(run, other, text)
                            : keep_fault_is(run, (enum keep_fault)fault, text);
        if (!is)
            continue;
        message_error("keep: '%s': %s", run->path, text);
        if (code != EXIT_CODE_UNTRIED)
            code =
                fault == KEEP_WRONG || fault == KEEP_CLOCKS ? EXIT_CODE_WRONG : EXIT_CODE_UNTRIED;
    }
    return code;
}

/* The text of the file, before it is packed; malloc'ed. */
static char *text_make_kept(struct run *run, json_t *document, size_t samples)
{
    if (samples > 0)
        run_thin(run, samples);
    json_t *kept = samples > 0 ? run_document(run) : json_incref(document);
    paths_strip(kept);
    char *text = results_dump_summed(kept);
    json_decref(kept);
    return text;
}

/* Prints what its owner types to have it in the project: docs/maintaining.md, Kept runs. */
static void steps_print(const char *path, const char *slug)
{
    enum { SUBJECT_LETTERS = 60 }; /* CONTRIBUTING.md, Commits */
    const char *file = disk_base_name(path);
    const int letters = (int)run_file_stem_bytes(file);
    char subject[SUBJECT_LETTERS + 1];
    const int wanted =
        snprintf(subject, sizeof(subject), "results: Add %.*s of %s", letters, file, slug);
    if (wanted > SUBJECT_LETTERS)
        snprintf(subject, sizeof(subject), "results: Add %.*s", letters, file);
    printf("To contribute it, copy the file into a clone of the project under the name\n"
           "below; scripts/test makes build/test:\n"
           "  scripts/maintain/contribution build/test/claimcheck \\\n    results/runs/%s/%s\n"
           "  build/test/claimcheck keep --rows results/runs/%s/%s\n"
           "  git switch -c results-%.*s\n"
           "  scripts/maintain/devices\n"
           "  git add docs/devices results/cards \\\n    results/runs/%s/%s\n"
           "  git commit -e -m '%s'\n"
           "  git push -u origin HEAD\n"
           "Say below the first line what was run and why, and open a pull request of\n"
           "the branch. docs/maintaining.md says what is checked then.\n",
           slug, file, slug, file, letters, file, slug, file, subject);
}

/* Says what became of a row; the exit code. Where the user knows that the run was there, not that
 * the row was. */
static int row_say(enum row_put put, const char *kept, bool known, const char *path)
{
    if (put == ROW_FAILED)
        return message_error("keep: %s", trouble_text());
    if (path && put != ROW_THERE)
        message_wrote(path);
    else if (path && !known)
        message_note("keep: '%s' has the row of '%s' already", path, kept);
    return EXIT_CODE_OK;
}

/* The row of a run that is kept in the file; the exit code. */
static int row_put(const struct run *run, const char *kept, bool known, const char *folder)
{
    char *path = NULL;
    struct published_list list = { 0 };
    published_list_shipped(&list);
    const enum row_put put = row_file_put(run, kept, &list, folder, &path);
    const int code = row_say(put, kept, known, path);
    published_list_finish(&list);
    free(path);
    return code;
}

/* Packs the text into the folder, and puts its row beside the others where that is the usual one;
 * the exit code. */
static int text_keep(const struct run *run, const char *text, const char *folder, size_t samples)
{
    char slug[RUN_SLUG_BYTES], name[RUN_SLUG_BYTES];
    size_t bytes = 0;
    run_path_slug(run->device.name, slug);
    keep_name(run, name, sizeof(name));
    char *data = need(pack_text(text, strlen(text), &bytes));
    const struct run_path_kept kept = { folder ? folder : "results/runs", slug, name,
                                        samples > 0 ? "-summary" PACK_ENDING : PACK_ENDING };
    char *path = run_path_keep(&kept, data, bytes);
    const int code = path ? EXIT_CODE_OK : message_error("keep: %s", trouble_text());
    if (path && *trouble_text())
        message_warning("keep: %s", trouble_text());
    else if (path)
        message_wrote(path);
    if (code == EXIT_CODE_OK && !*trouble_text())
        printf("%zu kB\n", (bytes + 999) / 1000);
    const bool usual = !folder && samples == 0;
    const int rows =
        path && usual ? row_put(run, path, *trouble_text() != 0, ROW_FOLDER) : (int)EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && rows == EXIT_CODE_OK && samples == 0)
        steps_print(path, slug);
    free(path);
    free(data);
    return code == EXIT_CODE_OK ? rows : code;
}

static int keep(struct run *run, json_t *document, const char *folder, size_t samples)
{
    char *text = text_make_kept(run, document, samples);
    int code = EXIT_CODE_OK;
    if (folder && document_stream_is(folder))
        fputs(text, stdout); /* main() looks whether that came to anything */
    else
        code = text_keep(run, text, folder, samples);
    free(text);
    return code;
}

/* Rows of runs that are kept already. */
static int rows_keep(const struct options *options, const char *folder)
{
    int code = EXIT_CODE_OK;
    if (options->positional_count == 0)
        return message_error("keep: which run file? claimcheck keep --rows FILE.json.xz...");
    for (size_t i = 0; i < options->positional_count; i++) {
        const char *kept = options->positionals[i];
        struct run *run = run_load(kept);
        const int own = run ? row_put(run, kept, false, document_stream_is(folder) ? NULL : folder)
                            : message_error("keep: %s", trouble_text());
        code = code == EXIT_CODE_OK ? own : code;
        run_destroy(&run);
    }
    return code;
}

static int keep_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *folder = options_value(options, "out-dir");
    const char *of = options_value(options, "ceilings-of");
    if (options_has(options, "rows"))
        return rows_keep(options, folder && *folder ? folder : ROW_FOLDER);
    if (options->positional_count != 1)
        return message_error("keep: %s claimcheck keep RUN.json", options->positional_count == 0
                                                                      ? "which run file?"
                                                                      : "one run file at a time:");
    json_t *document = run_file_json(options->positionals[0]);
    struct run *run = document ? run_read(document, options->positionals[0]) : NULL;
    struct run *other = run && of ? run_load(of) : NULL;
    int code = EXIT_CODE_OK;
    if (!run || (of && !other))
        code = message_error("keep: %s", trouble_text());
    if (code == EXIT_CODE_OK && other)
        code = refuse(other, NULL, NULL);
    if (code == EXIT_CODE_OK)
        code = refuse(run, other, document);
    if (run && !kept_folders_check(run)) {
        const int folders = message_error("keep: '%s': %s", run->path, trouble_text());
        code = code == EXIT_CODE_OK ? folders : code;
    }
    if (code == EXIT_CODE_OK)
        code = keep(run, document, folder && *folder ? folder : NULL,
                    (size_t)options_number(options, "samples", 0));
    run_destroy(&other);
    run_destroy(&run);
    json_decref(document);
    return code;
}

static const struct option_spec keep_options[] = {
    OPTION("out-dir", "DIR",
           "in place of results/runs; made when missing; - for the text on standard output"),
    OPTION("ceilings-of", "RUN.json",
           "the run whose device limits this one took over (--ceilings cached); it is kept, too"),
    OPTION_NUMBER("samples", "N",
                  "keeps a summary: N samples of each case, with the statistics of all samples", 1,
                  1000000),
    OPTION_FLAG("rows", "only rows of evidence, of kept runs"),
    OPTION_END,
};

const struct command command_keep = {
    .name = "keep",
    .arguments = "RUN.json [--out-dir DIR] [--ceilings-of RUN.json] [--samples N]",
    .summary = "checks a run, and packs it for results/runs/<device>/, named by date and content",
    .example = "claimcheck keep run.json",
    .options = keep_options,
    .operands = true,
    .run = keep_run,
};
