/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/git.h"

#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/base/printable.h"
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
static int input_write(const struct git *git, const char *input)
{
    const int fd = os_file_open(git->in, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE);
    const int code = fd < 0 ? errno : disk_write(fd, input, strlen(input));
    if (fd >= 0)
        os_file_close(fd);
    return code;
}

/* The last line that git said. */
static void errors_read(const struct git *git, char why[GIT_WHY_BYTES])
{
    char *said = NULL;
    size_t size = 0;
    if (disk_load(git->errors, &said, &size) == 0) {
        while (size > 0 && said[size - 1] == '\n')
            said[--size] = 0;
        const char *line = size > 0 ? strrchr(said, '\n') : NULL;
        snprintf(why, GIT_WHY_BYTES, "git says '%.280s'", line ? line + 1 : said);
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

static bool git_run(const struct git *git, const char *root, const char *const *words,
                    char why[GIT_WHY_BYTES])
{
    char *copies[GIT_WORDS_MAX + 6] = { need_copy("git"), need_copy("-c"),
                                        text_make("safe.directory=%s", root), need_copy("-C"),
                                        need_copy(root) };
    char **environment = environment_make();
    size_t count = 5;
    for (; *words; words++) {
        assert(count < GIT_WORDS_MAX + 5);
        copies[count++] = need_copy(*words);
    }
    const unsigned made = OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE;
    const int fds[] = { os_file_open(git->in, OS_FILE_READ), os_file_open(git->out, made),
                        os_file_open(git->errors, made) };
    const struct process_plan plan = { .words = copies,
                                       .descriptors = { fds[0], fds[1], fds[2] },
                                       .environment = environment };
    struct process process = { 0 };
    const int failure = errno;
    const bool opened = fds[0] >= 0 && fds[1] >= 0 && fds[2] >= 0;
    const int code = opened ? process_start(&process, &plan) : failure;
    for (size_t i = 0; i < 3; i++)
        if (fds[i] >= 0)
            os_file_close(fds[i]);
    for (size_t i = 0; i < count; i++)
        free(copies[i]);
    free(environment);
    if (code != 0) {
        snprintf(why, GIT_WHY_BYTES, "git cannot be started: %s", strerror(code));
        return false;
    }
    if (process_wait(&process, GIT_MS, NULL, NULL) == PROCESS_LIVES) {
        process_stop(&process, PROCESS_KILL, GIT_MS, NULL, NULL);
        snprintf(why, GIT_WHY_BYTES, "git took more than %d s", GIT_MS / 1000);
        return false;
    }
    if (process_exit_code(&process) != 0)
        errors_read(git, why);
    return process_exit_code(&process) == 0;
}

bool git_ask(const char *root, const char *const *words, const char *input, char **text,
             size_t *size, char why[GIT_WHY_BYTES])
{
    struct git git = { 0 };
    bool asked = false;
    *text = NULL;
    int code = git_create(&git);
    if (code == 0)
        code = input_write(&git, input);
    if (code == 0 && git_run(&git, root, words, why)) {
        code = disk_load(git.out, text, size);
        asked = code == 0;
    }
    if (code != 0)
        snprintf(why, GIT_WHY_BYTES, "git was not asked: %s", strerror(code));
    git_destroy(&git);
    return asked;
}
