/* SPDX-License-Identifier: MIT */
/*
 * compiler.h: a compute shader in a file of the user's, compiled at run time for Vulkan 1.3,
 * optimized. GLSL is compiled as the shipped kernels are, by libshaderc, which is loaded when it is
 * first needed, or by glslc. HLSL takes dxc before these where it is in PATH, and slangc after
 * them; Slang takes slangc.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_COMPILER_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct compiled {
    uint32_t *words; /* malloc'ed; NULL when it did not compile */
    size_t bytes;
    char *entry_point; /* that the user chose of SPIR-V; malloc'ed, NULL where nobody did */
    char *log; /* errors and warnings as shaderc prints them, lines; malloc'ed, NULL without any */
};

enum { COMPILER_DEFINES_MAX = 8 };

struct compiler_request {
    const char *path; /* FILE.spv, .hlsl or .slang, perhaps with :ENTRY behind; else GLSL */
    const char *technique;
    struct {
        const char *name, *value;
    } defines[COMPILER_DEFINES_MAX]; /* macros */
    size_t define_count;
    bool names; /* keep those of the source in the SPIR-V, which is otherwise without them */
};

/*
 * Compiles the file. What it includes is looked for beside the file that includes it, beside the
 * user's file, and then among the sources of kernel.h: below kernels/, or in the folder
 * `technique` of it. False with a one-line message; *compiled then has the log alone.
 */
bool compiler_run(const char *path, const char *technique, struct compiled *compiled);

/* Returns the ":ENTRY" behind a path of SPIR-V, HLSL or Slang; the end of the path where there is
 * none. */
const char *compiler_path_end(const char *path);

/* Compiles a request, which has macros, too, or reads its SPIR-V as it stands. */
bool compiler_run_request(const struct compiler_request *request, struct compiled *compiled);

/* Frees what it holds. */
void compiler_finish(struct compiled *compiled);

#endif
