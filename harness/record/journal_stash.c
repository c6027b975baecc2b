/* SPDX-License-Identifier: MIT */
#include "harness/record/journal_stash.h"

#include "harness/base/disk.h"
#include "harness/record/journal.h"
#include "harness/record/run/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 999 };

static bool holds_cases(const struct journal *journal)
{
    const struct run *run = journal_run(journal);
    for (size_t i = 0; i < run->case_count; i++)
        if (!run_measures_limits(run->cases[i].technique))
            return true;
    return false;
}

/* malloc'ed; NULL when memory runs out. */
static char *numbered(const char *path, int number)
{
    static const char suffix[] = ".json";
    const size_t length = strlen(path), tail = sizeof(suffix) - 1;
    const bool suffixed = length > tail && strcmp(path + length - tail, suffix) == 0;
    char *text = NULL;
    return asprintf(&text, "%.*s-%d%s", (int)(suffixed ? length - tail : length), path, number,
                    suffixed ? suffix : "") < 0
               ? NULL
               : text;
}

/* Renames the journal to that of `file`. Returns an errno, EEXIST where one of the two is there. */
static int journal_rename(const struct journal *journal, const char *file)
{
    char *to = disk_path(file, ".journal");
    int code = !to ? ENOMEM : disk_is_there(file) || disk_is_there(to) ? EEXIST : 0;
    if (code == 0 && rename(journal_journal_path(journal), to) != 0)
        code = errno;
    free(to);
    return code;
}

bool journal_set_aside(const char *path, char **aside, char *message, size_t message_bytes)
{
    char why[1024];
    int code = 0;
    *aside = NULL;
    struct journal *journal = journal_resume(path, why, sizeof(why));
    if (journal && holds_cases(journal))
        for (int number = 1; number <= NUMBER_MAX && !*aside; number++) {
            char *file = numbered(journal_path(journal), number);
            code = file ? journal_rename(journal, file) : ENOMEM;
            if (code == 0)
                *aside = file;
            else
                free(file);
            if (code != EEXIST)
                break;
        }
    if (code != 0)
        snprintf(message, message_bytes, "cannot set '%s' aside: %s; move it away",
                 journal_journal_path(journal), strerror(code));
    journal_close(&journal);
    return code == 0;
}
