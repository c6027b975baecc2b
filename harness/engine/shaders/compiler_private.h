/* SPDX-License-Identifier: MIT */
/* compiler_private.h: the two ways to shaderc. Nobody else includes it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_COMPILER_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_COMPILER_PRIVATE_H

#include "harness/engine/shaders/compiler.h"

struct compiler_job {
    const char *path, *technique;
    const struct compiler_request *request;
    const char *text;
    size_t text_bytes;
    bool is_hlsl;
    char entry_point[64]; /* "main" but for HLSL */
};

enum compiler_end {
    COMPILER_DONE,
    COMPILER_REFUSED, /* the text; the log says why */
    COMPILER_ABSENT,  /* not installed, or not to be loaded */
    COMPILER_FAILED,  /* it is there; a message says why */
};

/* libshaderc, within this process. */
enum compiler_end compiler_shaderc(const struct compiler_job *job, struct compiled *compiled);

/* glslc, which is shaderc's program, within a time and memory that no shader needs. */
enum compiler_end compiler_glslc(const struct compiler_job *job, struct compiled *compiled,
                                 char *message, size_t message_bytes);

#endif
