/* SPDX-License-Identifier: MIT */
/*
 * shader_file.h: a compute shader with all that its SPIR-V says of itself: a file of the user's,
 * GLSL (.comp), HLSL (.hlsl), Slang (.slang) or SPIR-V (.spv), or a kernel of the executable. For
 * variants that are lists of steps.
 */
#ifndef CLAIMCHECK_HARNESS_SHADER_FILE_H
#define CLAIMCHECK_HARNESS_SHADER_FILE_H

#include "harness/engine/gpu/gpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHADER_FILE_DEFINES_MAX = 8 };

struct shader_file_params {
    const char *path; /* perhaps with ":ENTRY" behind, of several entry points */
    const char *name; /* of the shader, as gpu_shader has it; kept */
    struct {
        const char *name, *value;
    } defines[SHADER_FILE_DEFINES_MAX]; /* macros; SPIR-V knows none */
    size_t define_count;
};

struct shader_file {
    struct gpu_shader shader;         /* words owned by the file, unless it is shipped */
    const struct gpu_shader *shipped; /* the kernel of the executable; NULL: a file */
    uint32_t bindings;                /* bits: bindings that are used */
    uint32_t reads, writes;           /* bits: bindings that it may read, and may write */
    struct gpu_binding binding[GPU_BINDINGS_MAX];
    uint32_t push_bytes, constant_count;
    uint32_t push_floats, constant_floats; /* bits: words of these that are floats */
    uint32_t needs;                        /* bits of enum gpu_feature */
};

/* Whether a file of that path is shipped, which kernels may include. */
bool shader_file_is_shipped(const char *path);

/* Returns the ":ENTRY" behind a path; the end of the path where there is none. */
const char *shader_file_path_end(const char *path);

/* False with a one-line message; *log is what the compiler said, lines, malloc'ed, NULL when it
 * said nothing. The file is to be finished either way. */
bool shader_file_load(struct shader_file *file, const struct shader_file_params *params,
                      char **log);

/* Takes a kernel of the executable by its source, "<folder>/<file>.comp" below kernels/. False with
 * trouble where there is none. */
bool shader_file_ship(struct shader_file *file, const char *source);
void shader_file_finish(struct shader_file *file);

#endif
