/* SPDX-License-Identifier: MIT */
/* spirv_file.h: SPIR-V in a file. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_SPIRV_FILE_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_SPIRV_FILE_H

#include "harness/engine/gpu/gpu.h"
#include "harness/engine/shaders/shaders.h"

/* True of a path that ends in .spv. */
bool spirv_file_is(const char *path);

/* Reads it, as if it had been compiled. False with a one-line message for what cannot be read, or
 * is no SPIR-V of this byte order; what the words say is not looked at. */
bool spirv_file_load(const char *path, struct compiled *compiled);

/* Parses the bytes of a file, which messages call `path`. */
bool spirv_file_parse(const char *text, size_t size, const char *path, struct compiled *compiled);

/* Says, in *log where that is NULL, which of several entry points runs where nobody chose it. */
void spirv_file_say_entry_point(const struct gpu_shader *shader, const char *path, char **log);

/* Says, in *log where that is NULL, which specialization constants of the shipped kernel the file
 * has not: their values do not reach it. */
void spirv_file_say_constants(const struct gpu_shader *shipped, const struct gpu_shader *shader,
                              const char *path, char **log);

#endif
