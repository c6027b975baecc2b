/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"

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

/* The function that [numthreads] stands before. False where there is none. */
static bool entry_point_find(const char *text, char name[64])
{
    const char *at = strstr(text, "numthreads"), *open = at ? strchr(at, ']') : NULL;
    open = open ? strchr(open, '(') : NULL;
    while (open && open > at && isspace((unsigned char)open[-1]))
        open--;
    const char *begin = open;
    while (begin && begin > at && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        begin--;
    const size_t length = open ? (size_t)(open - begin) : 0;
    snprintf(name, 64, "%.*s", (int)length, length > 0 ? begin : "");
    return length > 0 && length < 64;
}

bool compiler_run_request(const struct compiler_request *request, struct compiled *compiled,
                          char *message, size_t message_bytes)
{
    const char *path = request->path;
    char *text = NULL;
    size_t size = 0;
    *compiled = (struct compiled){ 0 };
    if (!disk_load_said(path, &text, &size, message, message_bytes))
        return false;
    /* Of a shader without one the compilers print all built-in functions that they refuse. */
    const char *suffix = strrchr(path, '.');
    struct compiler_job job = { .path = path,
                                .technique = request->technique,
                                .request = request,
                                .text = text,
                                .text_bytes = size,
                                .is_hlsl = suffix && strcmp(suffix, ".hlsl") == 0,
                                .entry_point = "main" };
    if (job.is_hlsl && !entry_point_find(text, job.entry_point)) {
        snprintf(message, message_bytes,
                 "'%s' has no compute entry point: put [numthreads(x, y, z)] before a function",
                 path);
        free(text);
        return false;
    }
    if (!job.is_hlsl && !memmem(text, size, "#version", strlen("#version"))) {
        snprintf(message, message_bytes, "'%s' has no #version: begin it with #version 460", path);
        free(text);
        return false;
    }
    enum compiler_end end = compiler_shaderc(&job, compiled);
    if (end == COMPILER_ABSENT)
        end = compiler_glslc(&job, compiled, message, message_bytes);
    if (end == COMPILER_REFUSED)
        snprintf(message, message_bytes, "'%s' does not compile", path);
    if (end == COMPILER_ABSENT)
        snprintf(message, message_bytes,
                 "there is neither a libshaderc.so.1 that loads nor glslc to compile '%s': install "
                 "glslc (Debian)",
                 path);
    free(text);
    return end == COMPILER_DONE;
}

void compiler_finish(struct compiled *compiled)
{
    free(compiled->words);
    free(compiled->log);
    *compiled = (struct compiled){ 0 };
}
