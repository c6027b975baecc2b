/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/kept_folders.h"

#include "harness/base/data_folder.h"
#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/base/printable.h"
#include "harness/base/scratch.h"
#include "harness/base/sha256.h"
#include "harness/base/text.h"
#include "harness/os/environment.h"
#include "harness/os/file.h"
#include "harness/os/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_BYTES = 320, GIT_MS = 60000 };

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

/* A call of `git cat-file --batch`: files of a scratch folder for its input, output and errors. */
struct git {
    struct scratch scratch;
    char *in, *out, *errors;
};

static int git_create(struct git *git)
{
    const int code = scratch_create(&git->scratch);
    if (code != 0)
        return code;
    git->in = scratch_path(&git->scratch, "in");
    git->out = scratch_path(&git->scratch, "out");
    git->errors = scratch_path(&git->scratch, "errors");
    return git->in && git->out && git->errors ? 0 : ENOMEM;
}

static void git_destroy(struct git *git)
{
    free(git->in);
    free(git->out);
    free(git->errors);
    scratch_destroy(&git->scratch);
}

/* A line for the commit, and one for each file. Returns 0 or an errno. */
static int requests_write(const struct git *git, const struct run *run)
{
    const struct run_session *session = &run->session;
    struct text text = { 0 };
    text_add_format(&text, "%s^{commit}\n", run->tool.commit);
    for (size_t i = 0; i < session->technique_file_count; i++)
        text_add_format(&text, "%s:%s/%s/%s\n", run->tool.commit, folder,
                        session->technique_files[i].name, session->technique_files[i].file);
    const int fd = os_file_open(git->in, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE);
    const int code = fd < 0 ? errno : disk_write(fd, text_string(&text), text.length);
    if (fd >= 0)
        os_file_close(fd);
    text_finish(&text);
    return code;
}

/* The last line that git said. */
static void errors_read(const struct git *git, char why[WHY_BYTES])
{
    char *said = NULL;
    size_t size = 0;
    if (disk_load(git->errors, &said, &size) == 0) {
        while (size > 0 && said[size - 1] == '\n')
            said[--size] = 0;
        const char *line = size > 0 ? strrchr(said, '\n') : NULL;
        snprintf(why, WHY_BYTES, "git says '%.280s'", line ? line + 1 : said);
    }
    printable_clean(why);
    free(said);
}

/* Ours, without what steers git: another repository, or its user's settings. */
static char **environment_make(void)
{
    static char system[] = "GIT_CONFIG_NOSYSTEM=1", user[] = "GIT_CONFIG_GLOBAL=/dev/null",
                lazy[] = "GIT_NO_LAZY_FETCH=1";
    char *const own[] = { system, user, lazy };
    enum { OWN = sizeof(own) / sizeof(own[0]) };
    char **all = os_environment();
    size_t count = 0, kept = 0;
    while (all && all[count])
        count++;
    char **environment = need_zeroed(count + OWN + 1, sizeof(*environment));
    for (size_t i = 0; i < count; i++)
        if (strncmp(all[i], "GIT_", strlen("GIT_")) != 0)
            environment[kept++] = all[i];
    memcpy(environment + kept, own, sizeof(own));
    return environment;
}

static bool git_run(const struct git *git, const char *root, char why[WHY_BYTES])
{
    char name[] = "git", in[] = "-C", command[] = "cat-file", batch[] = "--batch";
    char *place = text_make("%s", root);
    char option[] = "-c", *safe = text_make("safe.directory=%s", root);
    char *const words[] = { name, option, safe, in, place, command, batch, NULL };
    char **environment = environment_make();
    const unsigned made = OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE;
    const int fds[] = { os_file_open(git->in, OS_FILE_READ), os_file_open(git->out, made),
                        os_file_open(git->errors, made) };
    const struct process_plan plan = { .words = words,
                                       .descriptors = { fds[0], fds[1], fds[2] },
                                       .environment = environment };
    struct process process = { 0 };
    const int failure = errno;
    const bool opened = fds[0] >= 0 && fds[1] >= 0 && fds[2] >= 0;
    const int code = opened ? process_start(&process, &plan) : failure;
    for (size_t i = 0; i < 3; i++)
        if (fds[i] >= 0)
            os_file_close(fds[i]);
    free(place);
    free(safe);
    free(environment);
    if (code != 0) {
        snprintf(why, WHY_BYTES, "git cannot be started: %s", strerror(code));
        return false;
    }
    if (process_wait(&process, GIT_MS, NULL, NULL) == PROCESS_LIVES) {
        process_stop(&process, PROCESS_KILL, GIT_MS, NULL, NULL);
        snprintf(why, WHY_BYTES, "git took more than %d s", GIT_MS / 1000);
        return false;
    }
    if (process_exit_code(&process) != 0)
        errors_read(git, why);
    return process_exit_code(&process) == 0;
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
    const struct run_given_file *differs = run->session.technique_files;
    struct git git = { 0 };
    char *text = NULL;
    size_t size = 0;
    int code = requests_are_lines(run) ? git_create(&git) : EINVAL;
    if (code == 0)
        code = requests_write(&git, run);
    if (code == 0 && git_run(&git, root, why)) {
        code = disk_load(git.out, &text, &size);
        if (code == 0)
            differs = commit_differs(run, text, size, why);
    }
    if (code != 0)
        snprintf(why, WHY_BYTES, "git was not asked: %s", strerror(code));
    free(text);
    git_destroy(&git);
    return differs;
}

/* Check ---------------------------------------------------------------------------------------- */

bool kept_folders_check(const struct run *run, char *message, size_t message_bytes)
{
    char why[WHY_BYTES] = "";
    char *root = run->session.technique_file_count > 0 ? data_folder_find(folder) : NULL;
    const struct run_given_file *tree = tree_differs(run, root), *differs = tree;
    if (tree && root)
        differs = commit_ask(run, root, why);
    free(root);
    if (differs && *why)
        snprintf(message, message_bytes,
                 "'%.100s' of technique '%.60s' differs from techniques/, and was compared with no "
                 "other: %s; keep it in a clone with commit %.40s (git fetch --unshallow)",
                 tree->file, tree->name, why, run->tool.commit);
    else if (differs)
        snprintf(message, message_bytes,
                 "'%.100s' of technique '%.60s' matches neither techniques/ nor commit %.40s: put "
                 "its folder there, commit it, measure again by a build of that commit",
                 differs->file, differs->name, run->tool.commit);
    return !differs;
}
