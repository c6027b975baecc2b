/* SPDX-License-Identifier: MIT */
/* kernel_file.h: shaders of the user's that stand in for shipped kernels: run --kernel
 * NAME=FILE.comp, or FILE.spv, which is taken as it stands. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_FILE_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_FILE_H

#include "harness/base/sha256.h"
#include "harness/bench.h"
#include "harness/engine/gpu/executable.h"
#include "harness/engine/shaders/compiler.h"
#include "harness/engine/shaders/kernel_set.h"

#include <jansson.h>

struct kernel_file {
    const struct kernel_entry *entry; /* that it stands in for */
    char *path;                       /* absolute */
    char *given;                      /* the same with the :ENTRY behind it, if any */
    char *name;                       /* of the shader: "<technique>/<kernel> (<path as given>)" */
    struct compiled compiled;
    struct gpu_shader shader;
    char sha256[SHA256_TEXT_BYTES]; /* of the SPIR-V */
};

struct kernel_files {
    struct kernel_file *files;
    struct gpu_replacement *replacements; /* one per file */
    size_t count;
    bool in_file; /* what kernel_files_add() said last is for the file's writer to put right */
};

/* Room for so many. */
void kernel_files_init(struct kernel_files *files, size_t count_max);
void kernel_files_finish(struct kernel_files *files);

/*
 * Adds NAME=FILE, compiled. False with a one-line message: no such kernel (with the nearest), no
 * compute kernel, twice the same one, a file that does not compile, one that uses more buffers,
 * push constants or specialization constants than the kernel that it stands in for. *log is what
 * the compiler said, lines, malloc'ed; NULL when it said nothing.
 */
bool kernel_files_add(struct kernel_files *files, const char *text, char **log, char *message,
                      size_t message_bytes);

/* The file's constants, with names where the compiler gives them to a second compilation: not while
 * anything is timed. False as gpu_shader_constants(). */
bool kernel_file_constants(const struct kernel_file *file,
                           struct gpu_constant constants[GPU_CONSTANTS_MAX]);

/* True when kernels of the technique are among those replaced, or kernels that several share. */
bool kernel_files_concern(const struct kernel_files *files, const struct technique *technique,
                          const struct technique *const *techniques);

/* True when the scope holds a kernel that was asked for by the name of one that is replaced. */
bool kernel_files_asked(const struct kernel_files *files, const struct gpu_scope *scope);

/* Array of {kernel, file, sha256}, files by their last name; a new reference. */
json_t *kernel_files_json(const struct kernel_files *files);

/* True when such an array says the same of these files. Otherwise a one-line message. */
bool kernel_files_same(const struct kernel_files *files, const json_t *list, char *message,
                       size_t message_bytes);

#endif
