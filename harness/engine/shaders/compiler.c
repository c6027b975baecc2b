/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"

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
    if (!memmem(text, size, "#version", strlen("#version"))) {
        snprintf(message, message_bytes, "'%s' has no #version: begin it with #version 460", path);
        free(text);
        return false;
    }
    const struct compiler_job job = { path, request->technique, request, text, size };
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
