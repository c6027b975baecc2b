/* SPDX-License-Identifier: MIT */
/* compiler_glslc.c: by the program of shaderc, for systems whose library cannot be loaded: that of
 * Debian 12 lacks symbols which glslc itself has. */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"
#include "harness/base/scratch.h"
#include "harness/base/text.h"
#include "harness/engine/shaders/kernel_set.h"
#include "harness/os/file.h"
#include "harness/os/interrupt.h"
#include "harness/os/path.h"
#include "harness/os/process.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_MAX = 30, GIB_MAX = 4 }; /* of glslc */
enum { PATH_BYTES = SCRATCH_PATH_BYTES };

static bool source_write(const char *folder, const struct kernel_source *source)
{
    char path[2 * PATH_BYTES];
    const char *slash = strchr(source->path, '/');
    snprintf(path, sizeof(path), "%s/%.*s", folder, (int)(slash - source->path), source->path);
    const int code = os_path_make_folder(path, 0700);
    if (code != 0 && code != EEXIST)
        return false;
    snprintf(path, sizeof(path), "%s/%s", folder, source->path);
    const int fd = os_file_open(path, OS_FILE_WRITE | OS_FILE_NEW | OS_FILE_PRIVATE);
    const bool written = fd >= 0 && disk_write(fd, source->text, source->bytes) == 0;
    if (fd >= 0)
        os_file_close(fd);
    return written;
}

/* Writes the files that kernels include: glslc reads no others. */
static bool sources_write(const char *folder)
{
    for (const struct kernel_source *source = kernel_set_sources; source->path; source++)
        if (strstr(source->path, ".glsl") && !source_write(folder, source))
            return false;
    return true;
}

/* Signals -------------------------------------------------------------------------------------- */

static bool hold_came(const void *context)
{
    return interrupt_hold_came(*(struct interrupt_hold *const *)context);
}

/* Process -------------------------------------------------------------------------------------- */

/* False when glslc could not be started. It is killed where a signal comes before its end. */
static bool glslc_wait(char *const *arguments, const char *path, struct interrupt_hold *hold,
                       struct process *process)
{
    const int log = os_file_open(path, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE);
    const struct process_plan plan = { .words = arguments,
                                       .descriptors = { 0, log, log },
                                       .hold = hold };
    const bool started = log >= 0 && process_start(process, &plan) == 0;
    if (log >= 0)
        os_file_close(log);
    if (!started)
        return false;
    process_limit(process, SECONDS_MAX,
                  (uint64_t)GIB_MAX << 30); /* what includes itself has no end */
    if (process_wait(process, INFINITY, hold_came, &hold) == PROCESS_LIVES)
        process_stop(process, PROCESS_KILL, INFINITY, NULL, NULL);
    return true;
}

/* Appends "-DNAME=VALUE" to the arguments. */
static bool defines_add(const struct compiler_request *request, char **arguments)
{
    for (size_t i = 0; i < request->define_count; i++) {
        char **end = arguments;
        while (*end)
            end++;
        *end = text_make("-D%s=%s", request->defines[i].name, request->defines[i].value);
        if (!*end)
            return false;
    }
    return true;
}

static void defines_free(char **arguments)
{
    for (; *arguments; arguments++)
        if (strncmp(*arguments, "-D", 2) == 0)
            free(*arguments);
}

static bool glslc_run(const struct compiler_job *job, const char *source, const char *folder,
                      const char *words, const char *log, struct interrupt_hold *hold,
                      struct process *process)
{
    char own[PATH_BYTES + 8], shipped[PATH_BYTES + 8], technique[2 * PATH_BYTES];
    char program[] = "glslc", target[] = "--target-env=vulkan1.3",
         stage[] = "-fshader-stage=compute";
    char language[] = "-xglsl", entry[96] = "-fentry-point=main";
    char optimize[] = "-O", output[] = "-o", *path = NULL;
    const char *slash = os_path_last(job->path);
    snprintf(own, sizeof(own), "-I%.*s", !slash ? 1 : (int)(slash + 1 - job->path),
             slash ? job->path : ".");
    snprintf(shipped, sizeof(shipped), "-I%s", folder);
    snprintf(technique, sizeof(technique), "-I%s/%s", folder, job->technique);
    /* A name is no option. */
    if (job->is_hlsl) {
        snprintf(entry, sizeof(entry), "-fentry-point=%s", job->entry_point);
        snprintf(language, sizeof(language), "-xhlsl");
        target[strlen(target) - 1] = '1'; /* later SPIR-V has no BufferBlock, which it makes */
    }
    if (asprintf(&path, "%s%s", *source == '-' ? "./" : "", source) < 0)
        return false;
    char *arguments[16 + COMPILER_DEFINES_MAX] = { program,   target, stage,  optimize,
                                                   language,  entry,  own,    shipped,
                                                   technique, path,   output, (char *)words };
    const bool ended =
        defines_add(job->request, arguments) && glslc_wait(arguments, log, hold, process);
    defines_free(arguments);
    free(path);
    return ended;
}

/* Writes the text as it was read where the file begins with a byte order mark, which glslc takes
 * for a word; `copy` is "" elsewhere. False, with an errno, when it cannot be written. */
static bool copy_write(const struct compiler_job *job, const char *folder, char *copy, size_t bytes)
{
    struct os_file_status status;
    copy[0] = 0;
    if (!os_path_look(job->path, &status) || status.bytes == job->text_bytes)
        return true;
    snprintf(copy, bytes, "%s/text", folder);
    const int fd = os_file_open(copy, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE);
    const bool written = fd >= 0 && disk_write(fd, job->text, job->text_bytes) == 0;
    if (fd >= 0)
        os_file_close(fd);
    return written;
}

/* Replaces the copy's path by the file's in the messages of glslc. */
static void log_rename(char **log, const char *copy, const char *path)
{
    struct text text = { 0 };
    const char *at = *log, *found;
    if (!at || !*copy)
        return;
    for (; (found = strstr(at, copy)); at = found + strlen(copy)) {
        text_add_bytes(&text, at, (size_t)(found - at));
        text_add(&text, path);
    }
    text_add(&text, at);
    free(*log);
    *log = text_take(&text);
}

/* In the folder. */
static enum compiler_end compile(const struct compiler_job *job, const char *folder,
                                 struct interrupt_hold *hold, struct compiled *compiled,
                                 char *message, size_t message_bytes)
{
    char words[PATH_BYTES + 16], log[PATH_BYTES + 16], copy[PATH_BYTES + 16], *text = NULL;
    size_t size = 0;
    snprintf(words, sizeof(words), "%s/words", folder);
    snprintf(log, sizeof(log), "%s/log", folder);
    struct process glslc;
    if (!copy_write(job, folder, copy, sizeof(copy))) {
        disk_say_unread(copy, errno, message, message_bytes);
        return COMPILER_FAILED;
    }
    const bool ended = glslc_run(job, *copy ? copy : job->path, folder, words, log, hold, &glslc);
    if (hold->came != 0) {
        snprintf(message, message_bytes, "'%s' was being compiled when %s came", job->path,
                 process_signal_name(hold->came));
        return COMPILER_FAILED;
    }
    if (!ended)
        return COMPILER_ABSENT;
    if (disk_load(log, &compiled->log, &size) == 0 && size == 0) {
        free(compiled->log);
        compiled->log = NULL;
    }
    log_rename(&compiled->log, copy, job->path);
    if (process_exit_code(&glslc) > 0 && compiled->log)
        return COMPILER_REFUSED;
    const int number = process_end_signal(&glslc);
    const bool silent = number == 0 && process_exit_code(&glslc) > 0;
    const int code = number == 0 && !silent ? disk_load(words, &text, &size) : 0;
    if (number != 0)
        snprintf(message, message_bytes,
                 "glslc was killed by signal %d (%s) over '%s', and may take %d s and %d GiB here: "
                 "does it include itself, or grow by its macros?",
                 number, process_signal_name(number), job->path, SECONDS_MAX, GIB_MAX);
    else if (silent)
        snprintf(
            message, message_bytes,
            "'%s' does not compile: glslc ended with exit code %d and said nothing; it may take "
            "%d s and %d GiB here: does it include itself, or grow by its macros?",
            job->path, process_exit_code(&glslc), SECONDS_MAX, GIB_MAX);
    else if (code != 0)
        disk_say_unread(words, code, message, message_bytes);
    compiled->words = (uint32_t *)(void *)text;
    compiled->bytes = size;
    return text ? COMPILER_DONE : COMPILER_FAILED;
}

enum compiler_end compiler_glslc(const struct compiler_job *job, struct compiled *compiled,
                                 char *message, size_t message_bytes)
{
    struct scratch scratch;
    struct interrupt_hold hold;
    enum compiler_end end = COMPILER_FAILED;
    interrupt_hold_begin(&hold);
    const int code = scratch_create(&scratch);
    if (code != 0)
        scratch_say_failure(code, message, message_bytes);
    else if (sources_write(scratch.path))
        end = compile(job, scratch.path, &hold, compiled, message, message_bytes);
    else
        snprintf(
            message, message_bytes,
            "cannot write to '%s', where glslc compiles: %s; let TMPDIR name a folder with room",
            scratch.path, strerror(errno));
    scratch_destroy(&scratch);
    interrupt_hold_end(&hold);
    return end;
}
