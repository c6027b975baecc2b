/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

int run_list_open(struct run_list *list, const struct options *options, const char *command,
                  bool rows)
{
    const size_t count = options->positional_count;
    int code = EXIT_CODE_OK;
    OWNED char(*messages)[MESSAGE_BYTES] = need_zeroed(count, sizeof(*messages));
    OWNED struct run **runs = need_zeroed(count, sizeof(struct run *));
    OWNED const char **paths = need_zeroed(count, sizeof(*paths));
    size_t path_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *operand = options->positionals[i];
        OWNED_BY(row_list_finish) struct row_list more = { 0 };
        if (!row_file_is(operand))
            paths[path_count++] = operand;
        else if (!rows)
            code = message_error("%s: '%s' has rows of evidence, which claimcheck claims and cite "
                                 "read: name a run file",
                                 command, operand);
        else if (!row_list_load(&more, operand))
            code = message_error("%s: %s", command, trouble_text());
        list->runs = need_again(list->runs, (list->count + more.count + 1) * sizeof(struct run *));
        for (size_t k = 0; k < more.count; k++) {
            list->runs[list->count++] = more.rows[k];
            more.rows[k] = NULL;
        }
    }
    run_load_all(paths, path_count, runs, messages);
    list->runs = need_again(list->runs, (list->count + path_count + 1) * sizeof(struct run *));
    for (size_t i = 0; i < path_count; i++)
        if (runs[i])
            list->runs[list->count++] = runs[i];
        else
            code = message_error("%s: %s", command, messages[i]);
    const struct run *first, *again = estimate_run_again(run_list_runs(list), list->count, &first);
    if (code == EXIT_CODE_OK && again)
        return message_error("%s: '%s' and '%s' are one run: name it once", command, first->path,
                             again->path);
    return code;
}

struct run *run_list_one(const struct command_line *line)
{
    const char *command = line->command->name;
    const struct options *options = line->options;
    if (options->positional_count != 1) {
        message_error("%s: %s claimcheck %s RUN.json", command,
                      options->positional_count == 0 ? "which run file?"
                                                     : "one run file at a time:",
                      command);
        return NULL;
    }
    struct run *run = run_load(options->positionals[0]);
    if (!run)
        message_error("%s: %s", command, trouble_text());
    return run;
}

void run_list_finish(struct run_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        run_destroy(&list->runs[i]);
    free(list->runs);
    *list = (struct run_list){ 0 };
}

const struct run *const *run_list_runs(const struct run_list *list)
{
    return (const struct run *const *)list->runs;
}

int run_list_judge(struct run_list_judged *judged, const struct command_line *line, bool rows)
{
    const char *command = line->command->name;
    *judged = (struct run_list_judged){ 0 };
    int code = published_option_open(&judged->published, line);
    if (code == EXIT_CODE_OK &&
        !published_option_claim(&judged->published, options_value(line->options, "claim"), command,
                                &judged->claim))
        code = EXIT_CODE_UNTRIED;
    if (code == EXIT_CODE_OK)
        code = run_list_open(&judged->list, line->options, command, rows);
    const struct run *const *runs = run_list_runs(&judged->list);
    if (code == EXIT_CODE_OK)
        code = published_option_check(&judged->published, line, runs, judged->list.count);
    if (code != EXIT_CODE_OK)
        return code;
    judged->claims =
        claims_judge(&(struct claims_request){ .runs = runs,
                                               .run_count = judged->list.count,
                                               .published = judged->published.files,
                                               .published_count = judged->published.count });
    return EXIT_CODE_OK;
}

void run_list_judged_finish(struct run_list_judged *judged)
{
    claims_destroy(&judged->claims);
    run_list_finish(&judged->list);
    published_list_finish(&judged->published);
}
