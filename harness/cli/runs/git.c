/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/git.h"

#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/base/process_run.h"
#include "harness/base/scratch.h"
#include "harness/base/text.h"
#include "harness/os/environment.h"
#include "harness/os/file.h"
#include "harness/os/process.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GIT_MS = 60000 };

/* Files of a scratch folder for the input of a call, its output and its errors. */
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

/* Returns 0 or an errno. */
static int input_write(const struct git *git, const char *input, size_t size)
{
    const int fd = os_file_open(git->in, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE);
    const int code = fd < 0 ? errno : disk_write(fd, input, size);
    if (fd >= 0)
        os_file_close(fd);
    return code;
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

/* Runs the words, which end with NULL. */
static bool tool_run(const struct git *git, char **words, char why[GIT_WHY_BYTES])
{
    char **environment = environment_make();
    const int fds[] = { os_file_open(git->in, OS_FILE_READ),
                        os_file_open(git->out, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE) };
    int code = errno;
    const struct process_run run = {
        .plan = { .words = words, .descriptors = { fds[0], fds[1] }, .environment = environment },
        .log = git->errors,
        .wait_ms = GIT_MS,
        .stop_ms = GIT_MS
    };
    struct process process = { 0 };
    const bool opened = fds[0] >= 0 && fds[1] >= 0;
    const enum process_state state = opened ? process_run(&run, &process, &code) : PROCESS_UNSEEN;
    for (size_t i = 0; i < 2; i++)
        if (fds[i] >= 0)
            os_file_close(fds[i]);
    free(environment);
    const bool done = code == 0 && state == PROCESS_ENDED && process_exit_code(&process) == 0;
    char *line = process_run_last_line(git->errors);
    if (code != 0)
        snprintf(why, GIT_WHY_BYTES, "%s cannot be started: %s", words[0], strerror(code));
    else if (state == PROCESS_LIVES)
        snprintf(why, GIT_WHY_BYTES, "%s took more than %d s, or was interrupted", words[0],
                 GIT_MS / 1000);
    else if (!done)
        snprintf(why, GIT_WHY_BYTES, "%s says '%.280s'", words[0], line);
    free(line);
    return done;
}

/* Runs the words with an input. The word that is `file` is then the input's path. */
static bool tool_ask(char **words, const char *file, const char *input, size_t input_bytes,
                     char **text, size_t *size, char why[GIT_WHY_BYTES])
{
    struct git git = { 0 };
    bool asked = false;
    *text = NULL;
    int code = git_create(&git);
    if (code == 0)
        code = input_write(&git, input, input_bytes);
    for (char **word = words; code == 0 && *word; word++)
        if (*word == file)
            *word = git.in;
    if (code == 0 && tool_run(&git, words, why)) {
        code = disk_load(git.out, text, size);
        asked = code == 0;
    }
    if (code != 0)
        snprintf(why, GIT_WHY_BYTES, "%s was not asked: %s", words[0], strerror(code));
    git_destroy(&git);
    return asked;
}

bool git_ask(const char *root, const char *const *words, const char *input, char **text,
             size_t *size, char why[GIT_WHY_BYTES])
{
    char *copies[GIT_WORDS_MAX + 6] = { need_copy("git"), need_copy("-c"),
                                        text_make("safe.directory=%s", root), need_copy("-C"),
                                        need_copy(root) };
    size_t count = 5;
    for (; *words; words++) {
        assert(count < GIT_WORDS_MAX + 5);
        copies[count++] = need_copy(*words);
    }
    const bool asked = tool_ask(copies, NULL, input, strlen(input), text, size, why);
    for (size_t i = 0; i < count; i++)
        free(copies[i]);
    return asked;
}

bool git_old_text(const char *results, const char *packed, size_t packed_bytes, char **text,
                  size_t *size, char why[GIT_WHY_BYTES])
{
    static char python[] = "python3", bare[] = "-B", file[] = "FILE";
    char *script = text_make("%s/../scripts/maintain/bounded.py", results);
    char *words[] = { python, bare, script, file, NULL };
    const bool asked = tool_ask(words, file, packed, packed_bytes, text, size, why);
    free(script);
    return asked;
}
