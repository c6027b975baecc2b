/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/kept_folders.h"

#include "harness/base/data_folder.h"
#include "harness/base/printable.h"
#include "harness/base/sha256.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/runs/git.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_BYTES = GIT_WHY_BYTES };

static const char folder[] = "techniques";

/* Tree ----------------------------------------------------------------------------------------- */

/* The first file that is not that of techniques/; NULL where all are. */
static const struct run_given_file *tree_differs(const struct run *run, const char *root)
{
    const struct run_session *session = &run->session;
    for (size_t i = 0; i < session->technique_file_count; i++) {
        const struct run_given_file *file = &session->technique_files[i];
        char sha256[SHA256_TEXT_BYTES];
        char *path = root ? text_make("%s/%s/%s", root, file->name, file->file) : NULL;
        const bool same =
            path && sha256_file(path, sha256) == 0 && strcmp(sha256, file->sha256) == 0;
        free(path);
        if (!same)
            return file;
    }
    return NULL;
}

/* Git ------------------------------------------------------------------------------------------ */

/* A line for the commit, and one for each file. */
static char *requests_make(const struct run *run)
{
    const struct run_session *session = &run->session;
    struct text text = { 0 };
    text_add_format(&text, "%s^{commit}\n", run->tool.commit);
    for (size_t i = 0; i < session->technique_file_count; i++)
        text_add_format(&text, "%s:%s/%s/%s\n", run->tool.commit, folder,
                        session->technique_files[i].name, session->technique_files[i].file);
    return text_take(&text);
}

/* Takes the next answer off, "<name> <type> <bytes>", a line end, the bytes, a line end. False
 * where it is "<request> missing" or the like; *object is then left alone. */
static bool object_next(const char **at, const char *end, const char **object, size_t *bytes)
{
    const char *line = *at, *head = memchr(line, '\n', (size_t)(end - line));
    char type[16];
    unsigned long long size = 0;
    if (!head) {
        *at = end;
        return false;
    }
    *at = head + 1;
    if (sscanf(line, "%*40[0-9a-f] %15[a-z] %llu", type, &size) != 2 || size >= (size_t)(end - *at))
        return false;
    *object = *at;
    *bytes = (size_t)size;
    *at += size + 1;
    return true;
}

/* The first file that is not that of the commit, by what git wrote; NULL where all are. */
static const struct run_given_file *commit_differs(const struct run *run, const char *text,
                                                   size_t size, char why[WHY_BYTES])
{
    const struct run_session *session = &run->session;
    const char *at = text, *end = text + size, *object = NULL;
    size_t bytes = 0;
    if (!object_next(&at, end, &object, &bytes))
        snprintf(why, WHY_BYTES, "git has no commit %.40s here", run->tool.commit);
    for (size_t i = 0; i < session->technique_file_count; i++) {
        const struct run_given_file *file = &session->technique_files[i];
        char sha256[SHA256_TEXT_BYTES] = "";
        if (object_next(&at, end, &object, &bytes))
            sha256_text(object, bytes, sha256);
        if (strcmp(sha256, file->sha256) != 0)
            return file;
    }
    return NULL;
}

/* False where a name would be more than one request. */
static bool requests_are_lines(const struct run *run)
{
    const struct run_session *session = &run->session;
    bool good = printable_is(run->tool.commit);
    for (size_t i = 0; i < session->technique_file_count; i++)
        good = good && printable_is(session->technique_files[i].name) &&
               printable_is(session->technique_files[i].file);
    return good;
}

/* Returns what commit_differs() does; `why` says where the commit could not be read. */
static const struct run_given_file *commit_ask(const struct run *run, const char *root,
                                               char why[WHY_BYTES])
{
    static const char *const words[] = { "cat-file", "--batch", NULL };
    const struct run_given_file *differs = run->session.technique_files;
    char *text = NULL, *requests = requests_make(run);
    size_t size = 0;
    if (!requests_are_lines(run))
        snprintf(why, WHY_BYTES, "git was not asked: %s", strerror(EINVAL));
    else if (git_ask(root, words, requests, &text, &size, why))
        differs = commit_differs(run, text, size, why);
    free(requests);
    free(text);
    return differs;
}

/* Check ---------------------------------------------------------------------------------------- */

bool kept_folders_check(const struct run *run)
{
    char why[WHY_BYTES] = "";
    char *root = run->session.technique_file_count > 0 ? data_folder_find(folder) : NULL;
    const struct run_given_file *tree = tree_differs(run, root), *differs = tree;
    if (tree && root)
        differs = commit_ask(run, root, why);
    free(root);
    if (differs && *why)
        trouble("'%.100s' of technique '%.60s' differs from techniques/, and was compared with no "
                "other: %s; keep it in a clone with commit %.40s (git fetch --unshallow)",
                tree->file, tree->name, why, run->tool.commit);
    else if (differs)
        trouble("'%.100s' of technique '%.60s' matches neither techniques/ nor commit %.40s: put "
                "its folder there, commit it, measure again by a build of that commit",
                differs->file, differs->name, run->tool.commit);
    return !differs;
}
