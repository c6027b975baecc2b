/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/engine/shaders/spirv_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool compiler_run(const char *path, const char *technique, struct compiled *compiled, char *message,
                  size_t message_bytes)
{
    const struct compiler_request request = { .path = path, .technique = technique };
    return compiler_run_request(&request, compiled, message, message_bytes);
}

/* Languages by the end of a file's name; what has none of these is GLSL. */
static const struct {
    const char *suffix;
    enum compiler_language language;
} suffixes[] = {
    { ".hlsl", COMPILER_HLSL },
    { ".slang", COMPILER_SLANG },
    { ".spv", COMPILER_GLSL }, /* never compiled */
};

enum { SUFFIX_COUNT = sizeof(suffixes) / sizeof(suffixes[0]) };

const char *compiler_path_end(const char *path)
{
    const char *colon = strrchr(path, ':');
    for (size_t i = 0; i < SUFFIX_COUNT && colon && !strchr(colon, '/'); i++) {
        const size_t length = strlen(suffixes[i].suffix);
        if ((size_t)(colon - path) > length &&
            strncmp(colon - length, suffixes[i].suffix, length) == 0)
            return colon;
    }
    return path + strlen(path);
}

static enum compiler_language language_of(const char *path)
{
    const char *suffix = strrchr(path, '.');
    for (size_t i = 0; suffix && i < SUFFIX_COUNT; i++)
        if (strcmp(suffix, suffixes[i].suffix) == 0)
            return suffixes[i].language;
    return COMPILER_GLSL;
}

/* The function that [numthreads] stands before, from *text on, which then is behind it. False where
 * there is none. */
static bool entry_point_next(const char **text, char name[64])
{
    const char *at = strstr(*text, "numthreads"), *open = at ? strchr(at, ']') : NULL;
    /* Attributes may come between it and its function. */
    while (open && (*open == ']' || isspace((unsigned char)*open)))
        open++;
    while (open && *open == '[') {
        open = strchr(open, ']');
        while (open && (*open == ']' || isspace((unsigned char)*open)))
            open++;
    }
    open = open ? strchr(open, '(') : NULL;
    while (open && open > at && isspace((unsigned char)open[-1]))
        open--;
    const char *begin = open;
    while (begin && begin > at && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        begin--;
    const size_t length = open ? (size_t)(open - begin) : 0;
    snprintf(name, 64, "%.*s", (int)length, length > 0 ? begin : "");
    *text = open ? open : *text;
    return length > 0 && length < 64;
}

/* Chooses the entry point of HLSL or Slang: the one that was named, the only one, or of several
 * `main`. False with a message. */
static bool entry_point_find(struct compiler_job *job, const char *wanted, char *message,
                             size_t message_bytes)
{
    char name[64], names[200] = "";
    const char *at = job->text;
    bool found = false;
    size_t count = 0;
    for (; entry_point_next(&at, name); count++) {
        const size_t length = strlen(names);
        snprintf(names + length, sizeof(names) - length, "%s%s", count > 0 ? ", " : "", name);
        found = found || strcmp(name, wanted ? wanted : "main") == 0;
        if (count == 0)
            snprintf(job->entry_point, sizeof(job->entry_point), "%s", name);
    }
    if (found)
        snprintf(job->entry_point, sizeof(job->entry_point), "%s", wanted ? wanted : "main");
    if (count == 0)
        snprintf(message, message_bytes,
                 "'%s' has no compute entry point: put [numthreads(x, y, z)] before a function",
                 job->path);
    else if (!found && (wanted || count > 1))
        snprintf(message, message_bytes,
                 "'%s' has the compute entry points %s; choose one by %s:NAME", job->path, names,
                 job->language == COMPILER_HLSL ? "FILE.hlsl" : "FILE.slang");
    return found || (count == 1 && !wanted);
}

/* False with a message for GLSL without a version, of which the compilers print all built-in
 * functions that they refuse, and for what is not GLSL. */
static bool version_find(const struct compiler_job *job, char *message, size_t message_bytes)
{
    const char *suffix = strrchr(job->path, '.');
    const bool named = suffix && (strcmp(suffix, ".comp") == 0 || strcmp(suffix, ".glsl") == 0);
    if (memmem(job->text, job->text_bytes, "#version", strlen("#version")))
        return true;
    if (named && !strstr(job->text, "numthreads"))
        snprintf(message, message_bytes, "'%s' has no #version: begin it with #version 460",
                 job->path);
    else
        snprintf(message, message_bytes,
                 "'%s' has no #version, so it is not GLSL: files of HLSL, Slang and SPIR-V end in "
                 ".hlsl, .slang and .spv",
                 job->path);
    return false;
}

/* Says which commands would have helped. */
static void absence_say(const struct compiler_job *job, char *message, size_t message_bytes)
{
    const char *path = job->path, *entry = job->entry_point;
    if (job->language == COMPILER_GLSL)
        snprintf(message, message_bytes,
                 "there is neither glslc nor a libshaderc.so.1 that loads to compile '%s': install "
                 "glslc (apt-get install glslc), or give the SPIR-V of glslc "
                 "--target-env=vulkan1.3 -O %s -o FILE.spv",
                 path, path);
    else if (job->language == COMPILER_HLSL)
        snprintf(message, message_bytes,
                 "no dxc, libshaderc.so.1, glslc or slangc is here to compile '%s': install glslc "
                 "(apt-get install glslc), or give the SPIR-V of dxc -spirv -T cs_6_6 -E %s %s -Fo "
                 "FILE.spv",
                 path, entry, path);
    else
        snprintf(
            message, message_bytes,
            "there is no slangc in PATH to compile '%s': put the one of a Slang release there, or "
            "give the SPIR-V of slangc %s -target spirv -entry %s -stage compute -o FILE.spv",
            path, path, entry);
}

enum { LIBSHADERC = -1, NO_WAY = -2 };

/* Compiles by the first compiler that is here. */
static enum compiler_end ways_try(const struct compiler_job *job, int *way,
                                  struct compiled *compiled, char *message, size_t message_bytes)
{
    static const int ways[][5] = {
        [COMPILER_GLSL] = { LIBSHADERC, COMPILER_GLSLC, NO_WAY },
        [COMPILER_HLSL] = { COMPILER_DXC, LIBSHADERC, COMPILER_GLSLC, COMPILER_SLANGC, NO_WAY },
        [COMPILER_SLANG] = { COMPILER_SLANGC, NO_WAY },
    };
    enum compiler_end end = COMPILER_ABSENT;
    for (size_t i = 0; end == COMPILER_ABSENT && ways[job->language][i] != NO_WAY; i++) {
        *way = ways[job->language][i];
        end = *way == LIBSHADERC ? compiler_shaderc(job, compiled)
                                 : compiler_program(job, (enum compiler_program) * way, compiled,
                                                    message, message_bytes);
    }
    return end;
}

/* Says by which of several compilers HLSL was compiled, behind what that said itself. */
static void way_say(const struct compiler_job *job, int way, struct compiled *compiled)
{
    if (job->language != COMPILER_HLSL || way <= COMPILER_GLSLC)
        return;
    char *log = text_make("%s'%s' was compiled by %s\n", compiled->log ? compiled->log : "",
                          job->path, compiler_program_names[way]);
    free(compiled->log);
    compiled->log = log;
}

/* Compiles the text of a file. */
static bool text_compile(struct compiler_job *job, const char *wanted, struct compiled *compiled,
                         char *message, size_t message_bytes)
{
    int way = NO_WAY;
    if (memchr(job->text, 0, job->text_bytes)) {
        snprintf(message, message_bytes,
                 "'%s' has a byte of 0, so it is not UTF-8: save it as UTF-8", job->path);
        return false;
    }
    if (job->language == COMPILER_GLSL ? !version_find(job, message, message_bytes)
                                       : !entry_point_find(job, wanted, message, message_bytes))
        return false;
    const enum compiler_end end = ways_try(job, &way, compiled, message, message_bytes);
    if (end == COMPILER_REFUSED)
        snprintf(message, message_bytes, "'%s' does not compile%s%s", job->path,
                 way > COMPILER_GLSLC ? " by " : "",
                 way > COMPILER_GLSLC ? compiler_program_names[way] : "");
    if (end == COMPILER_DONE)
        way_say(job, way, compiled);
    if (end == COMPILER_ABSENT)
        absence_say(job, message, message_bytes);
    return end == COMPILER_DONE;
}

/* Reads the file, and compiles it unless it is SPIR-V. */
static bool file_compile(const struct compiler_request *request, const char *path,
                         const char *wanted, struct compiled *compiled, char *message,
                         size_t message_bytes)
{
    char *text = NULL;
    size_t size = 0;
    if (spirv_file_is(path))
        return spirv_file_load(path, compiled, message, message_bytes);
    if (!disk_load_said(path, &text, &size, message, message_bytes))
        return false;
    struct compiler_job job = { .path = path,
                                .technique = request->technique,
                                .request = request,
                                .text = text,
                                .text_bytes = size,
                                .language = language_of(path),
                                .entry_point = "main" };
    const bool made = text_compile(&job, wanted, compiled, message, message_bytes);
    free(text);
    return made;
}

bool compiler_run_request(const struct compiler_request *request, struct compiled *compiled,
                          char *message, size_t message_bytes)
{
    const char *end = compiler_path_end(request->path);
    char *path = need(strndup(request->path, (size_t)(end - request->path)));
    char *wanted = *end ? need_copy(end + 1) : NULL;
    *compiled = (struct compiled){ 0 };
    const bool made = file_compile(request, path, wanted, compiled, message, message_bytes);
    /* A compiled module has one entry point; its name is up to the compiler. */
    if (spirv_file_is(path))
        compiled->entry_point = wanted;
    else
        free(wanted);
    free(path);
    return made;
}

void compiler_finish(struct compiled *compiled)
{
    free(compiled->words);
    free(compiled->entry_point);
    free(compiled->log);
    *compiled = (struct compiled){ 0 };
}
