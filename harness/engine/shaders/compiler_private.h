/* SPDX-License-Identifier: MIT */
/* compiler_private.h: the ways to the compilers. Nobody else includes it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_COMPILER_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_COMPILER_PRIVATE_H

#include "harness/engine/shaders/compiler.h"

enum compiler_language { COMPILER_GLSL, COMPILER_HLSL, COMPILER_SLANG };

struct compiler_job {
    const char *path, *technique;
    const struct compiler_request *request;
    const char *text;
    size_t text_bytes;
    enum compiler_language language;
    char entry_point[64]; /* "main" in GLSL */
};

enum compiler_end {
    COMPILER_DONE,
    COMPILER_REFUSED, /* the text; the log says why */
    COMPILER_ABSENT,  /* not installed, or not to be loaded */
    COMPILER_FAILED,  /* it is there; a message says why */
};

/* Compiles GLSL or HLSL by libshaderc, within this process. */
enum compiler_end compiler_shaderc(const struct compiler_job *job, struct compiled *compiled);

enum compiler_program { COMPILER_GLSLC, COMPILER_DXC, COMPILER_SLANGC };

extern const char *const compiler_program_names[];

/* Compiles by a program of PATH, within a time and memory that no shader needs. */
enum compiler_end compiler_program(const struct compiler_job *job, enum compiler_program program,
                                   struct compiled *compiled, char *message, size_t message_bytes);

/*
 * A source and all that it includes of the user's, without byte order marks, which glslc takes for
 * words: copies below a folder. Where no file has a mark, there are none.
 */
struct compiler_mirror {
    char *source; /* what is compiled: a copy, or the job's own path */
    char *root;   /* of the copies; NULL where there are none */
    char *place;  /* of the source's copy, with a '/' at its end; NULL likewise */
};

/* False, with an errno, where a copy cannot be made; it is to be finished either way. No folder:
 * never a copy. */
bool compiler_mirror_init(struct compiler_mirror *mirror, const char *path, const char *folder);
void compiler_mirror_finish(struct compiler_mirror *mirror);

/* Puts the paths of the originals in place of the copies' in what the compiler said. */
void compiler_mirror_rename(const struct compiler_mirror *mirror, const char *path, char **log);

#endif
