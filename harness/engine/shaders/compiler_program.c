/* SPDX-License-Identifier: MIT */
/* compiler_program.c: compilers that are programs. glslc is for systems whose libshaderc cannot be
 * loaded: that of Debian 12 lacks symbols which glslc itself has. */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"
#include "harness/base/scratch.h"
#include "harness/base/text.h"
#include "harness/engine/shaders/kernel_set.h"
#include "harness/os/file.h"
#include "harness/os/interrupt.h"
#include "harness/os/path.h"
#include "harness/os/process.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_MAX = 30, GIB_MAX = 4, WORDS_MAX = 24 + COMPILER_DEFINES_MAX };
enum { PATH_BYTES = SCRATCH_PATH_BYTES };

const char *const compiler_program_names[] = { "glslc", "dxc", "slangc" };

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

/* False when it could not be started. It is killed where a signal comes before its end. */
static bool program_wait(char *const *arguments, const char *path, struct interrupt_hold *hold,
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

/* Where a program finds and leaves its files. */
struct places {
    const char *folder;
    char words[PATH_BYTES + 16], log[PATH_BYTES + 16];
};

/* Words of a command; `list` ends with NULL. */
struct words {
    char *list[WORDS_MAX + 1];
    size_t count;
};

__attribute__((format(printf, 2, 3))) static void word_add(struct words *words, const char *format,
                                                           ...)
{
    va_list values;
    struct text text = { 0 };
    va_start(values, format);
    text_add_values(&text, format, values);
    va_end(values);
    assert(words->count < WORDS_MAX);
    words->list[words->count++] = text_take(&text);
}

static void words_finish(struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->list[i]);
}

/* The folder of a source, as an option for includes. */
static void folder_add(struct words *words, const char *source)
{
    const char *slash = os_path_last(source);
    word_add(words, "-I%.*s", !slash ? 1 : (int)(slash + 1 - source), slash ? source : ".");
}

static void glslc_words(struct words *words, const struct compiler_job *job, const char *folder)
{
    const bool is_hlsl = job->language == COMPILER_HLSL;
    /* It compiles HLSL to BufferBlock, which SPIR-V 1.4 and later lack. */
    word_add(words, "--target-env=%s", is_hlsl ? "vulkan1.1" : "vulkan1.3");
    word_add(words, "-fshader-stage=compute");
    word_add(words, "-O");
    if (job->request->names)
        word_add(words, "-g");
    word_add(words, "-x%s", is_hlsl ? "hlsl" : "glsl");
    word_add(words, "-fentry-point=%s", job->entry_point);
    word_add(words, "-I%s", folder);
    word_add(words, "-I%s/%s", folder, job->technique);
    word_add(words, "-o");
}

static void dxc_words(struct words *words, const struct compiler_job *job)
{
    word_add(words, "-spirv");
    word_add(words, "-fspv-target-env=vulkan1.3");
    word_add(words, "-O3");
    word_add(words, "-T");
    word_add(words, "cs_6_6");
    word_add(words, "-E");
    word_add(words, "%s", job->entry_point);
    word_add(words, "-Fo");
}

static void slangc_words(struct words *words, const struct compiler_job *job)
{
    word_add(words, "-target");
    word_add(words, "spirv");
    word_add(words, "-O2");
    word_add(words, "-entry");
    word_add(words, "%s", job->entry_point);
    word_add(words, "-stage");
    word_add(words, "compute");
    word_add(words, "-o");
}

static void words_make(struct words *words, enum compiler_program program,
                       const struct compiler_job *job, const char *source,
                       const struct places *places)
{
    const struct compiler_request *request = job->request;
    *words = (struct words){ 0 };
    word_add(words, "%s", compiler_program_names[program]);
    folder_add(words, source);
    for (size_t i = 0; i < request->define_count; i++)
        word_add(words, "-D%s=%s", request->defines[i].name, request->defines[i].value);
    if (program == COMPILER_GLSLC)
        glslc_words(words, job, places->folder);
    else if (program == COMPILER_DXC)
        dxc_words(words, job);
    else
        slangc_words(words, job);
    word_add(words, "%s", places->words);                        /* behind the option of its path */
    word_add(words, "%s%s", *source == '-' ? "./" : "", source); /* a name is no option */
}

/* Takes what the program wrote, or says why there is nothing. */
static enum compiler_end result_take(const struct process *process, const char *name,
                                     const struct compiler_job *job, const struct places *places,
                                     struct compiled *compiled, char *message, size_t message_bytes)
{
    char *text = NULL;
    size_t size = 0;
    if (process_exit_code(process) > 0 && compiled->log)
        return COMPILER_REFUSED;
    const int number = process_end_signal(process);
    const bool silent = number == 0 && process_exit_code(process) > 0;
    const int code = number == 0 && !silent ? disk_load(places->words, &text, &size) : 0;
    if (number != 0)
        snprintf(message, message_bytes,
                 "%s was killed by signal %d (%s) over '%s', and may take %d s and %d GiB here: "
                 "does it include itself, or grow by its macros?",
                 name, number, process_signal_name(number), job->path, SECONDS_MAX, GIB_MAX);
    else if (silent)
        snprintf(message, message_bytes,
                 "'%s' does not compile: %s ended with exit code %d and said nothing; it may take "
                 "%d s and %d GiB here: does it include itself, or grow by its macros?",
                 job->path, name, process_exit_code(process), SECONDS_MAX, GIB_MAX);
    else if (code == ENOENT)
        snprintf(message, message_bytes, "%s ended well and wrote no SPIR-V of '%s'%s%s", name,
                 job->path, compiled->log ? "; it said: " : "", compiled->log ? compiled->log : "");
    else if (code != 0)
        disk_say_unread(places->words, code, message, message_bytes);
    compiled->words = (uint32_t *)(void *)text;
    compiled->bytes = size;
    return text ? COMPILER_DONE : COMPILER_FAILED;
}

static enum compiler_end source_compile(enum compiler_program program,
                                        const struct compiler_job *job,
                                        const struct compiler_mirror *mirror,
                                        const struct places *places, struct interrupt_hold *hold,
                                        struct compiled *compiled, char *message,
                                        size_t message_bytes)
{
    size_t size = 0;
    struct words words;
    struct process process;
    const char *name = compiler_program_names[program];
    words_make(&words, program, job, mirror->source, places);
    const bool ended = program_wait(words.list, places->log, hold, &process);
    words_finish(&words);
    if (hold->came != 0) {
        snprintf(message, message_bytes, "'%s' was being compiled when %s came", job->path,
                 process_signal_name(hold->came));
        return COMPILER_FAILED;
    }
    if (!ended)
        return COMPILER_ABSENT;
    if (disk_load(places->log, &compiled->log, &size) == 0 && size == 0) {
        free(compiled->log);
        compiled->log = NULL;
    }
    compiler_mirror_rename(mirror, job->path, &compiled->log);
    return result_take(&process, name, job, places, compiled, message, message_bytes);
}

/* Compiles in the folder. */
static enum compiler_end folder_compile(enum compiler_program program,
                                        const struct compiler_job *job, const char *folder,
                                        struct interrupt_hold *hold, struct compiled *compiled,
                                        char *message, size_t message_bytes)
{
    struct places places = { .folder = folder };
    struct compiler_mirror mirror = { 0 };
    enum compiler_end end = COMPILER_FAILED;
    snprintf(places.words, sizeof(places.words), "%s/words", folder);
    snprintf(places.log, sizeof(places.log), "%s/log", folder);
    const bool is_glslc = program == COMPILER_GLSLC;
    const bool written = (!is_glslc || sources_write(folder)) &&
                         compiler_mirror_init(&mirror, job->path, is_glslc ? folder : NULL);
    if (written)
        end =
            source_compile(program, job, &mirror, &places, hold, compiled, message, message_bytes);
    else
        snprintf(message, message_bytes,
                 "cannot write to '%s', where %s compiles: %s; let TMPDIR name a folder with room",
                 folder, compiler_program_names[program], strerror(errno));
    compiler_mirror_finish(&mirror);
    return end;
}

enum compiler_end compiler_program(const struct compiler_job *job, enum compiler_program program,
                                   struct compiled *compiled, char *message, size_t message_bytes)
{
    struct scratch scratch;
    struct interrupt_hold hold;
    enum compiler_end end = COMPILER_FAILED;
    interrupt_hold_begin(&hold);
    const int code = scratch_create(&scratch);
    if (code != 0)
        scratch_say_failure(code, message, message_bytes);
    else
        end = folder_compile(program, job, scratch.path, &hold, compiled, message, message_bytes);
    scratch_destroy(&scratch);
    interrupt_hold_end(&hold);
    return end;
}
