/* SPDX-License-Identifier: MIT */
/* compiler_glslc.c: by the program of shaderc, for systems whose library cannot be loaded: that of
 * Debian 12 lacks symbols which glslc itself has. */
#include "harness/shaders/compiler_private.h"

#include "harness/base/disk.h"
#include "harness/shaders/kernel_set.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PATH_BYTES = 512 };

static int entry_remove(const char *name, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(name);
}

static bool source_write(const char *folder, const struct kernel_source *source)
{
    char path[2 * PATH_BYTES];
    const char *slash = strchr(source->path, '/');
    snprintf(path, sizeof(path), "%s/%.*s", folder, (int)(slash - source->path), source->path);
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return false;
    snprintf(path, sizeof(path), "%s/%s", folder, source->path);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool written = fd >= 0 && disk_write(fd, source->text, source->bytes) == 0;
    if (fd >= 0)
        close(fd);
    return written;
}

/* What kernels include, as files: glslc reads no other. */
static bool sources_write(const char *folder)
{
    for (const struct kernel_source *source = kernel_set_sources; source->path; source++)
        if (strstr(source->path, ".glsl") && !source_write(folder, source))
            return false;
    return true;
}

/* Exit code of glslc; -1 when it could not be started. */
static int glslc_wait(char *const *arguments, const char *log)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    const int code = posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (code != 0)
        return -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : -1;
}

static int glslc_run(const struct compiler_job *job, const char *folder, const char *words,
                     const char *log)
{
    char own[PATH_BYTES + 8], shipped[PATH_BYTES + 8], technique[2 * PATH_BYTES];
    char program[] = "glslc", target[] = "--target-env=vulkan1.3",
         stage[] = "-fshader-stage=compute";
    char optimize[] = "-O", output[] = "-o";
    const char *slash = strrchr(job->path, '/');
    snprintf(own, sizeof(own), "-I%.*s", !slash ? 1 : (int)(slash + 1 - job->path),
             slash ? job->path : ".");
    snprintf(shipped, sizeof(shipped), "-I%s", folder);
    snprintf(technique, sizeof(technique), "-I%s/%s", folder, job->technique);
    char *const arguments[] = { program, target,        stage,     optimize,
                                own,     shipped,       technique, (char *)job->path,
                                output,  (char *)words, NULL };
    return glslc_wait(arguments, log);
}

enum compiler_end compiler_glslc(const struct compiler_job *job, struct compiled *compiled)
{
    char folder[PATH_BYTES], words[PATH_BYTES + 16], log[PATH_BYTES + 16], *text = NULL;
    const char *parent = getenv("TMPDIR");
    size_t size = 0;
    enum compiler_end end = COMPILER_ABSENT;
    snprintf(folder, sizeof(folder), "%.400s/claimcheck.XXXXXX",
             !parent || *parent == 0 ? "/tmp" : parent);
    if (!mkdtemp(folder))
        return end;
    snprintf(words, sizeof(words), "%s/words", folder);
    snprintf(log, sizeof(log), "%s/log", folder);
    const int code = sources_write(folder) ? glslc_run(job, folder, words, log) : -1;
    if (code > 0)
        end = COMPILER_REFUSED;
    if (code == 0 && disk_load(words, &text, &size) == 0) {
        compiled->words = (uint32_t *)(void *)text;
        compiled->bytes = size;
        end = COMPILER_DONE;
    }
    if (code >= 0 && disk_load(log, &compiled->log, &size) == 0 && size == 0) {
        free(compiled->log);
        compiled->log = NULL;
    }
    nftw(folder, entry_remove, 8, FTW_DEPTH | FTW_PHYS);
    return end;
}
