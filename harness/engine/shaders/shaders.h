/* SPDX-License-Identifier: MIT */
/* shaders.h: kernels, and compilers of users' files. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_SHADERS_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_SHADERS_H

#include "harness/base/base.h"
#include "harness/bench.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/record/record.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* ---------------------------------------------------------------------------------------------- */

/*
 * compiler: a compute shader in a file of the user's, compiled at run time for Vulkan 1.3,
 * optimized. GLSL is compiled as the shipped kernels are, by libshaderc, which is loaded when it is
 * first needed, or by glslc. HLSL takes dxc before these where it is in PATH, and slangc after
 * them; Slang takes slangc.
 */

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
 * Compiles a file, or reads its SPIR-V as it stands. What it includes is looked for beside the file
 * that includes it, beside the user's file, and then among our sources: below kernels/,
 * or in the folder `technique` of it. False with a one-line message; *compiled then has the log
 * alone.
 */
bool compiler_run(const struct compiler_request *request, struct compiled *compiled);

/* Returns the ":ENTRY" behind a path of SPIR-V, HLSL or Slang; the end of the path where there is
 * none. */
const char *compiler_path_end(const char *path);

/* Frees what it holds. */
void compiler_finish(struct compiled *compiled);

/* ---------------------------------------------------------------------------------------------- */

/* spirv_file: SPIR-V in a file. */

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

/* ---------------------------------------------------------------------------------------------- */

/* kernel: kernels of the executable, of users' files and of folders, and what a driver makes of
 * them. */

/* The set -------------------------------------------------------------------------------------- */

/* Every kernel in the executable, and its source. Both lists are made by kernels/meson.build. */

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

/* For run_kernel_built (run.h): the hash of a shipped kernel. Static
 * storage; not for several threads at once. */
const char *kernel_set_built(const char *name);

/* The file of that path below kernels/; NULL when there is none. */
const struct kernel_source *kernel_set_source(const char *path);

/* " (did you mean 'x'?)" for the kernel whose name is nearest, or for one of its file names;
 * nothing when none is near. */
void kernel_set_hint(const char *name, char *text, size_t bytes);

/* Files ---------------------------------------------------------------------------------------- */

/* Shaders of the user's that stand in for shipped kernels: run --kernel NAME=FILE.comp, or
 * FILE.spv, which is taken as it stands. */

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
bool kernel_files_add(struct kernel_files *files, const char *text, char **log);

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
bool kernel_files_same(const struct kernel_files *files, const json_t *list);

/* Folders -------------------------------------------------------------------------------------- */

/*
 * Shipped kernels in a folder, for a later build to be held against: each as
 * <technique>/<kernel>.spv, and kernels.json with the build that they are of, their hashes, and the
 * cases that they were saved of.
 */

struct kernel_folder_new {
    const char *const *names; /* of kernels of the set */
    size_t count;
    const char *const *cases; /* names of those that the kernels are of */
    size_t case_count;
    const char *commit;
};

/* Writes those kernels; the folder is made where it is missing, and files of these names are
 * replaced. False with a one-line message. */
bool kernel_folder_write(const char *folder, const struct kernel_folder_new *saved);

struct kernel_folder_file {
    const struct kernel_entry *entry; /* the shipped kernel of that name */
    char *path;                       /* of its SPIR-V in the folder */
};

struct kernel_folder {
    struct saved_kernels saved;
    struct kernel_folder_file *files; /* saved.count kernels: those that are others in this build */
};

/* Reads the index, and each file that it names. False with a one-line message where one of them is
 * missing, or has another hash than the index says; kernel_folder_finish() is due either way. */
bool kernel_folder_read(struct kernel_folder *folder, const char *path);

/* Parses an index in memory; `path` is still that of the folder. */
bool kernel_folder_parse(struct kernel_folder *folder, const char *text, size_t size,
                         const char *path);

void kernel_folder_finish(struct kernel_folder *folder);

/* Facts ---------------------------------------------------------------------------------------- */

/* The kernels of a case, and what the driver made of them. */

struct kernel_facts {
    struct gpu_kernel_facts kernel;
    struct gpu_statistic *statistics; /* malloc'ed; NULL where the driver gives none */
    size_t statistic_count;
};

/*
 * Facts of every kernel made in the scope, in order of creation; *facts is malloc'ed. Compiles a
 * pipeline for the statistics: not while anything is timed. On a failed device there are none.
 */
void kernel_facts_read(const struct gpu_scope *scope, struct kernel_facts **facts, size_t *count);

/* Frees the list and sets *facts to NULL; accepts NULL. */
static inline void kernel_facts_finish(struct kernel_facts **facts, size_t count)
{
    for (size_t i = 0; *facts && i < count; i++)
        free((*facts)[i].statistics);
    free(*facts);
    *facts = NULL;
}

/* ---------------------------------------------------------------------------------------------- */

/* source_watch: whether shaders of the user's, or what they include of the user's, were saved. */

struct source_watch; /* what the files were when it was made */

/*
 * The files, and all that they include by name, as far as it lies where the compiler looks for it
 * beside them; a place where nothing lies yet counts, too.
 */
struct source_watch *source_watch_create(const char *const *paths, size_t count);
void source_watch_destroy(struct source_watch **watch);

/* One of them is another file now, also where an editor has put a new one in its place, was written
 * to, has come or gone. */
bool source_watch_changed(const struct source_watch *watch);

/* The path of each file, be it there or not; NULL behind the last. */
const char *source_watch_path(const struct source_watch *watch, size_t index);

/* All of the files that were named are there. */
bool source_watch_whole(const struct source_watch *watch);

#endif
