/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/cli/cli.h"
#include "harness/views/claims/claims.h"

#include <string.h>

/* Names what speaks against a run, as keep does. The exit code. */
static int faults_say(const struct run *run)
{
    int code = EXIT_CODE_OK;
    for (int fault = 0; fault < KEEP_FAULT_COUNT; fault++)
        if (fault != KEEP_CACHED && keep_fault_is(run, (enum keep_fault)fault))
            code = message_error("send: '%s': %s", run->path, trouble_text());
    const bool host = strcmp(run->device.kind, "host") == 0;
    if (run->device.software || host)
        code =
            message_error("send: '%s' is of %s, whose times say nothing of a card: measure a GPU, "
                          "claimcheck run --device GPU",
                          run->path, host ? "a CPU alone" : "a software device");
    return code;
}

/* All that the files hold of the machine and of whoever uses it. */
static void facts_print(const struct run *row)
{
    printf("device       %s, %s %s\n", row->device.name, row->device.driver_name,
           row->device.driver_info);
    printf("card         %s (a hash of its UUID)\n", row->device.uuid);
    printf("host         %s, %s; %s\n", row->context.os, row->context.cpu,
           *row->context.host_hash ? "a hash of its machine id" : "no id of it");
    printf("claimcheck   %s, commit %s\n", row->tool.version, row->tool.commit);
    printf("run          %s, profile %s, %zu cases that claims ask for, with their times\n",
           row->session.started, row->session.profile, row->case_count);
    fputs("No name of the machine or of a user, no path, no variable, no argument.\n", stdout);
}

/* The exit code, with a message; says what was written. */
static int text_write(const char *path, const struct text *text)
{
    const int code = output_write(path, OUTPUT_DERIVED, text->string, text->length);
    if (code != 0)
        return message_error("send: cannot write '%s': %s", path, output_error(code));
    message_wrote(path);
    return EXIT_CODE_OK;
}

static int run_send(const struct run *run, const char *folder)
{
    OWNED_BY(published_list_finish) struct published_list published = { 0 };
    char name[RUN_SLUG_BYTES];
    const char *slash = folder ? "/" : "";
    published_list_shipped(&published);
    const char *slug = run_path_slug(run->device.name, RUN_PATH_ROOM);
    keep_name(run, name, sizeof(name));
    OWNED char *file = text_make("%s.json", name);
    OWNED_BY(run_destroy) struct run *row = row_file_make(run, run->path, file, &published);
    if (!row)
        return message_error("send: %s", trouble_text());
    folder = folder ? folder : "";
    OWNED char *row_path = text_make("%s%s%s-%s.row.jsonl", folder, slash, slug, name),
               *issue_path = text_make("%s%s%s-%s.issue.md", folder, slash, slug, name),
               *forms = NULL, *line = row_lines(row, &forms);
    OWNED_TEXT struct text lines = { 0 }, issue = { 0 }, card = { 0 };
    text_add_format(&lines, "%s%s", forms, line);
    FILE *out = text_stream(&issue);
    const struct run_end end = { .run = run, .published = &published };
    card_find_say(run, &card);
    fprintf(out, "# A run on %s\n\n", run->device.name);
    run_end_paste(out, &end, text_string(&card));
    fprintf(out,
            "\nAttached: `%s`, a row of evidence. I agree to its publication under the licence "
            "of the project.\n",
            row_path);
    text_stream_close(out);
    puts("These files hold, of you and your machine:\n");
    facts_print(row);
    puts("");
    fflush(stdout);
    int code = text_write(row_path, &lines);
    if (code == EXIT_CODE_OK)
        code = text_write(issue_path, &issue);
    if (code == EXIT_CODE_OK)
        printf("\nNothing was sent. Read both files; then open an issue of the project, paste\n"
               "'%s' into it, and attach '%s'.\n",
               issue_path, row_path);
    return code;
}

static int send_run(const struct command_line *line)
{
    OWNED_BY(run_destroy) struct run *run = run_list_one(line);
    const int code = run ? faults_say(run) : EXIT_CODE_UNTRIED;
    return code == EXIT_CODE_OK ? run_send(run, options_value(line->options, "out-dir")) : code;
}

static const struct option_spec send_options[] = {
    OPTION("out-dir", "DIR", "folder of the two files; this one unless given"),
    OPTION_END,
};

const struct command command_send = {
    .name = "send",
    .arguments = "[RUN.json] [--out-dir DIR]",
    .summary = "writes a run's row of evidence and the text of an issue, and sends nothing",
    .example = "claimcheck send run.json",
    .options = send_options,
    .operands = true,
    .takes_latest = true,
    .run = send_run,
};
