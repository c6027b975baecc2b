/* SPDX-License-Identifier: MIT */
/* kernel_set.h: every kernel in the executable, and its source. Both lists are made by
 * kernels/meson.build. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_SET_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_SET_H

#include "harness/bench.h"
#include "harness/engine/gpu/gpu.h"

struct kernel_entry {
    const char *technique; /* its folder: of a technique, or shared by several: "common" */
    const char *path;      /* of the source, below kernels/: "tile_subdivision/subtree.comp" */
    const struct gpu_shader *shader;
    const struct technique_kernel *declared; /* with macros; NULL: shipped, without any */
};

/* A file below kernels/: of a shader, or included by shaders. */
struct kernel_source {
    const char *path, *text; /* the text ends with 0, which is not counted */
    size_t bytes;
};

/* Both end with a NULL path. */
extern const struct kernel_entry kernel_set_shipped[];
extern const struct kernel_source kernel_set_sources[];

/* Kernels of folders, beside the shipped ones; they end with a NULL path, and outlive what asks for
 * them. NULL: there are none again. */
void kernel_set_extend(const struct kernel_entry *entries);

/* The kernel of that index, shipped ones first; NULL behind the last. */
const struct kernel_entry *kernel_set_at(size_t index);

/* The kernel of that name, "<technique>/<file without its suffix>"; NULL when there is none. */
const struct kernel_entry *kernel_set_find(const char *name);

/* The file of that path below kernels/; NULL when there is none. */
const struct kernel_source *kernel_set_source(const char *path);

/* " (did you mean 'x'?)" for the kernel whose name is nearest, or for one of its file names;
 * nothing when none is near. */
void kernel_set_hint(const char *name, char *text, size_t bytes);

#endif
