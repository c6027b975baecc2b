/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"
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

const char *compiler_path_end(const char *path)
{
    static const char *const suffixes[] = { ".spv:", ".hlsl:" };
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
        const char *at = strstr(path, suffixes[i]);
        if (at && !strchr(at, '/'))
            return at + strlen(suffixes[i]) - 1;
    }
    return path + strlen(path);
}

/* The function that [numthreads] stands before, from *text on, which then is behind it. False where
 * there is none. */
static bool entry_point_next(const char **text, char name[64])
{
    const char *at = strstr(*text, "numthreads"), *open = at ? strchr(at, ']') : NULL;
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

/* Chooses the entry point of HLSL: the one that was named, the only one, or of several `main`.
 * False with a message. */
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
                 "'%s' has the compute entry points %s; choose one by FILE.hlsl:NAME", job->path,
                 names);
    return found || (count == 1 && !wanted);
}

/* Compiles the text of a file. */
static bool text_compile(struct compiler_job *job, const char *wanted, struct compiled *compiled,
                         char *message, size_t message_bytes)
{
    const char *path = job->path;
    if (job->is_hlsl && !entry_point_find(job, wanted, message, message_bytes))
        return false;
    /* Without a #version the compilers print all built-in functions that they refuse. */
    if (!job->is_hlsl && !memmem(job->text, job->text_bytes, "#version", strlen("#version"))) {
        snprintf(message, message_bytes, "'%s' has no #version: begin it with #version 460", path);
        return false;
    }
    enum compiler_end end = compiler_shaderc(job, compiled);
    if (end == COMPILER_ABSENT)
        end = compiler_glslc(job, compiled, message, message_bytes);
    if (end == COMPILER_REFUSED)
        snprintf(message, message_bytes, "'%s' does not compile", path);
    if (end == COMPILER_ABSENT)
        snprintf(message, message_bytes,
                 "there is neither a libshaderc.so.1 that loads nor glslc to compile '%s': install "
                 "glslc (Debian)",
                 path);
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
    const char *suffix = strrchr(path, '.');
    struct compiler_job job = { .path = path,
                                .technique = request->technique,
                                .request = request,
                                .text = text,
                                .text_bytes = size,
                                .is_hlsl = suffix && strcmp(suffix, ".hlsl") == 0,
                                .entry_point = "main" };
    const bool made = text_compile(&job, wanted, compiled, message, message_bytes);
    free(text);
    return made;
}

bool compiler_run_request(const struct compiler_request *request, struct compiled *compiled,
                          char *message, size_t message_bytes)
{
    const char *end = compiler_path_end(request->path);
    char *path = strndup(request->path, (size_t)(end - request->path));
    char *wanted = *end ? strdup(end + 1) : NULL;
    bool made = false;
    *compiled = (struct compiled){ 0 };
    if (path && (wanted || !*end))
        made = file_compile(request, path, wanted, compiled, message, message_bytes);
    else
        snprintf(message, message_bytes, "no memory is left for '%s'", request->path);
    compiled->entry_point = wanted;
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
