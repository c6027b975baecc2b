/* SPDX-License-Identifier: MIT */
/* compiler_shaderc.c: by the library, loaded when it is first needed. */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/engine/shaders/kernel_set.h"
#include "harness/os/library.h"
#include "harness/os/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CLAIMCHECK_SHADERC

#include <shaderc/shaderc.h>

#define LIBSHADERC "libshaderc.so.1"

/* The functions that are used, by their names. */
#define SHADERC_FUNCTIONS(X)                                                                       \
    X(compiler_initialize)                                                                         \
    X(compiler_release)                                                                            \
    X(compile_options_initialize)                                                                  \
    X(compile_options_release)                                                                     \
    X(compile_options_set_optimization_level)                                                      \
    X(compile_options_set_generate_debug_info)                                                     \
    X(compile_options_set_target_env)                                                              \
    X(compile_options_set_include_callbacks)                                                       \
    X(compile_options_add_macro_definition)                                                        \
    X(compile_options_set_source_language)                                                         \
    X(compile_into_spv)                                                                            \
    X(result_release)                                                                              \
    X(result_get_length)                                                                           \
    X(result_get_compilation_status)                                                               \
    X(result_get_bytes)                                                                            \
    X(result_get_error_message)

#define DECLARE(name) __typeof__(shaderc_##name) *name;
struct shaderc {
    SHADERC_FUNCTIONS(DECLARE)
};

static bool shaderc_load(struct shaderc *shaderc)
{
    const char *other = getenv("CLAIMCHECK_SHADERC");
    const bool is_named = other && *other != 0;
    /* Never closed: it is C++, and what it keeps at file scope may outlive a compilation. The
     * bundle has one beside the executable. */
    void *library = is_named ? os_library_open(other) : os_library_open_beside(LIBSHADERC, false);
    if (!library && !is_named)
        library = os_library_open(LIBSHADERC);
    bool whole = library;
#define LOAD(name) whole = whole && os_library_symbol(library, "shaderc_" #name, &shaderc->name);
    SHADERC_FUNCTIONS(LOAD)
    return whole;
}

/* Includes ------------------------------------------------------------------------------------ */

struct include {
    shaderc_include_result result;
    char name[1024];
    char *text; /* malloc'ed; NULL for a shipped source */
};

/* `name` in the folder that the file `beside` is in. */
static bool include_beside(struct include *include, const char *beside, const char *name)
{
    const char *slash = os_path_last(beside);
    size_t size = 0;
    snprintf(include->name, sizeof(include->name), "%.*s%s", !slash ? 0 : (int)(slash + 1 - beside),
             beside, name);
    if (disk_load_text(include->name, &include->text, &size) != 0)
        return false;
    include->result.content = include->text;
    include->result.content_length = size;
    return true;
}

static bool include_shipped(struct include *include, const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof(path), "%s%s%s", folder, *folder == 0 ? "" : "/", name);
    const struct kernel_source *source = kernel_set_source(path);
    if (!source)
        return false;
    snprintf(include->name, sizeof(include->name), "kernels/%s", path);
    include->result.content = source->text;
    include->result.content_length = source->bytes;
    return true;
}

static shaderc_include_result *include_resolve(void *context, const char *name, int type,
                                               const char *from, size_t depth)
{
    const struct compiler_job *job = context;
    struct include *include = need_zeroed(1, sizeof(*include));
    (void)type;
    (void)depth;
    include->result.user_data = include;
    include->result.source_name = include->name;
    if (!include_beside(include, from, name) && !include_beside(include, job->path, name) &&
        !include_shipped(include, "", name) && !include_shipped(include, job->technique, name)) {
        snprintf(include->name, sizeof(include->name),
                 "it is neither beside this file nor shipped; claimcheck list --kernels --json has "
                 "`sources`");
        include->result.content = include->name;
        include->result.content_length = strlen(include->name);
        include->result.source_name = "";
    }
    include->result.source_name_length = strlen(include->result.source_name);
    return &include->result;
}

static void include_release(void *context, shaderc_include_result *result)
{
    struct include *include = result->user_data;
    (void)context;
    free(include->text);
    free(include);
}

/* Compilation --------------------------------------------------------------------------------- */

static bool result_take(const struct shaderc *shaderc, shaderc_compilation_result_t result,
                        struct compiled *compiled)
{
    const char *log = shaderc->result_get_error_message(result);
    if (log && *log != 0)
        compiled->log = need_copy(log);
    if (shaderc->result_get_compilation_status(result) != shaderc_compilation_status_success)
        return false;
    compiled->bytes = shaderc->result_get_length(result);
    compiled->words = need_bytes(compiled->bytes);
    memcpy(compiled->words, shaderc->result_get_bytes(result), compiled->bytes);
    return true;
}

enum compiler_end compiler_shaderc(const struct compiler_job *job, struct compiled *compiled)
{
    struct shaderc loaded;
    const struct shaderc *shaderc = &loaded;
    if (!shaderc_load(&loaded))
        return COMPILER_ABSENT;
    shaderc_compiler_t compiler = shaderc->compiler_initialize();
    shaderc_compile_options_t options = shaderc->compile_options_initialize();
    bool compiles = false;
    if (compiler && options) {
        shaderc->compile_options_set_target_env(options, shaderc_target_env_vulkan,
                                                shaderc_env_version_vulkan_1_3);
        shaderc->compile_options_set_optimization_level(options,
                                                        shaderc_optimization_level_performance);
        if (job->request->names)
            shaderc->compile_options_set_generate_debug_info(options);
        shaderc->compile_options_set_include_callbacks(options, include_resolve, include_release,
                                                       (void *)job);
        if (job->language == COMPILER_HLSL) {
            /* Later SPIR-V has no BufferBlock, which is made of a StructuredBuffer. */
            shaderc->compile_options_set_source_language(options, shaderc_source_language_hlsl);
            shaderc->compile_options_set_target_env(options, shaderc_target_env_vulkan,
                                                    shaderc_env_version_vulkan_1_1);
        }
        for (size_t i = 0; i < job->request->define_count; i++)
            shaderc->compile_options_add_macro_definition(
                options, job->request->defines[i].name, strlen(job->request->defines[i].name),
                job->request->defines[i].value, strlen(job->request->defines[i].value));
        shaderc_compilation_result_t result = shaderc->compile_into_spv(
            compiler, job->text, job->text_bytes, shaderc_glsl_compute_shader, job->path,
            job->entry_point, options);
        compiles = result && result_take(shaderc, result, compiled);
        shaderc->result_release(result);
    }
    shaderc->compile_options_release(options);
    shaderc->compiler_release(compiler);
    return compiles ? COMPILER_DONE : COMPILER_REFUSED;
}

#else

enum compiler_end compiler_shaderc(const struct compiler_job *job, struct compiled *compiled)
{
    (void)job;
    (void)compiled;
    return COMPILER_ABSENT;
}

#endif
