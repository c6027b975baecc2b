/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <string.h>

/* Takes over what names were looked up in; false where nothing was. */
static bool papers_take(struct published_list *list, const struct command_line *line)
{
    if (!line->papers || line->papers->count == 0)
        return false;
    *list = *line->papers;
    *line->papers = (struct published_list){ 0 };
    return true;
}

int published_option_open(struct published_list *list, const struct command_line *line)
{
    const struct options *options = line->options;
    OWNED const char **files = need_zeroed(options->given_count + 1, sizeof(*files));
    size_t count = 0;
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, "published") == 0)
            files[count++] = options->given[i].value;
    if (!(count == 0 && papers_take(list, line)) &&
        !published_papers_open(list, files, count, line->techniques))
        for (char *text = strtok(trouble_buffer(), "\n"); text; text = strtok(NULL, "\n"))
            code = message_error("%s: %s", line->command->name, text);
    return code;
}

void published_option_own(struct published_list *list, const struct command_line *line)
{
    if (published_papers_in_folders(line->techniques)) {
        if (!published_papers_open(list, NULL, 0, line->techniques))
            message_warning("%s: there are no verdicts: %.*s", line->command->name,
                            (int)strcspn(trouble_text(), "\n"), trouble_text());
    } else if (!papers_take(list, line)) {
        published_list_shipped(list);
    }
}

/* The file of a run's folder that the folder has otherwise now; NULL: none. */
static const char *changed_file(const struct run *run, const struct technique *technique)
{
    const struct run_session *session = &run->session;
    foreach (const struct run_given_file, then, session->technique_files,
             session->technique_file_count) {
        bool same = strcmp(then->name, technique->name) != 0;
        for (size_t k = 0; k < technique->folder->file_count && !same; k++)
            same = strcmp(technique->folder->files[k].name, then->file) == 0 &&
                   strcmp(technique->folder->files[k].sha256, then->sha256) == 0;
        if (!same)
            return then->file;
    }
    return NULL;
}

int published_option_check(const struct published_list *list, const struct command_line *line,
                           const struct run *const *runs, size_t run_count)
{
    const struct claims_names names = { line->techniques, runs, run_count };
    if ((options_has(line->options, "published") ||
         published_papers_in_folders(line->techniques)) &&
        !claims_names_check(&names, list))
        return message_error("%s: %s", line->command->name, trouble_text());
    /* Says which runs measured other files than their folders have now. */
    for (const struct technique *const *t = line->techniques; t && *t; t++)
        for (size_t i = 0; i < run_count && (*t)->folder; i++) {
            const char *file = changed_file(runs[i], *t);
            if (file)
                message_note("%s: %s has changed since the run of %s: it was measured with another "
                             "%s, and its claims and figures are those of now",
                             line->command->name, (*t)->folder->path, runs[i]->session.started,
                             file);
        }
    return EXIT_CODE_OK;
}

void published_option_names(const struct published_list *list, struct name_list *names)
{
    for (size_t i = 0; i < list->count; i++) {
        name_list_add(names, list->files[i]->id);
        for (size_t k = 0; k < list->files[i]->claim_count; k++)
            name_list_add(names, list->files[i]->claims[k].id);
    }
}

bool published_option_claim(struct published_list *list, const char *word, const char *command,
                            const struct published_claim **claim)
{
    struct published *paper = NULL;
    *claim = NULL;
    for (size_t i = 0; i < list->count && word; i++) {
        struct published *file = list->files[i];
        if (strcmp(file->id, word) == 0)
            paper = file;
        foreach (const struct published_claim, it, file->claims, file->claim_count)
            if (!*claim && strcmp(it->id, word) == 0)
                *claim = it;
    }
    if (!paper && !*claim && word) {
        OWNED_BY(name_list_finish) struct name_list names = { 0 };
        published_option_names(list, &names);
        return message_refuse(
            "%s: there is no claim or paper '%s'%s; claimcheck list --claims has them", command,
            word, name_list_hint(&names, word));
    }
    for (size_t i = 0; i < list->count && paper; i++)
        if (list->files[i] != paper)
            published_destroy(&list->files[i]);
    if (paper) {
        list->files[0] = paper;
        list->count = 1;
    }
    return true;
}
