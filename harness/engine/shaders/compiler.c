/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/shaders.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/library.h"
#include "harness/os/os.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CLAIMCHECK_SHADERC
#include <shaderc/shaderc.h>
#endif

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

/* The length of a path's folder, with the '/' at its end. */
static size_t folder_length(const char *path)
{
    const char *slash = os_path_last(path);
    return slash ? (size_t)(slash + 1 - path) : 0;
}

/* The library, loaded when it is first needed -------------------------------------------------- */

#ifdef CLAIMCHECK_SHADERC

#define LIBSHADERC_NAME "libshaderc.so.1"

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

/* Keeps why a library that is there does not load: the first reason that is not its own absence.
 * One that it needs may be absent, too: that has another name. */
static void refusal_keep(const char *name, char *refusal, size_t bytes)
{
    const char *words = os_library_error(), *own = strstr(words, name);
    const bool absent = own && own[strlen(name)] == ':' && strstr(words, strerror(ENOENT));
    if (!*refusal && !absent)
        snprintf(refusal, bytes, "%s", words);
}

static bool shaderc_load(struct shaderc *shaderc, char *refusal, size_t refusal_bytes)
{
    const char *other = getenv("CLAIMCHECK_SHADERC");
    const bool is_named = other && *other != 0;
    const char *name = is_named ? other : LIBSHADERC_NAME;
    /* Never closed: it is C++, and what it keeps at file scope may outlive a compilation. The
     * bundle has one beside the executable. */
    void *library =
        is_named ? os_library_open(other) : os_library_open_beside(LIBSHADERC_NAME, false);
    if (!library)
        refusal_keep(name, refusal, refusal_bytes);
    if (!library && !is_named) {
        library = os_library_open(LIBSHADERC_NAME);
        if (!library)
            refusal_keep(name, refusal, refusal_bytes);
    }
    bool whole = library;
#define LOAD(name) whole = whole && os_library_symbol(library, "shaderc_" #name, &shaderc->name);
    SHADERC_FUNCTIONS(LOAD)
    if (library && !whole)
        refusal_keep(name, refusal, refusal_bytes);
    return whole;
}

struct include {
    shaderc_include_result result;
    char name[1024];
    char *text; /* malloc'ed; NULL for a shipped source */
};

/* `name` in the folder that the file `beside` is in. */
static bool include_beside(struct include *include, const char *beside, const char *name)
{
    size_t size = 0;
    snprintf(include->name, sizeof(include->name), "%.*s%s", (int)folder_length(beside), beside,
             name);
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

/* Compiles GLSL or HLSL by libshaderc, within this process. */
static enum compiler_end compiler_shaderc(const struct compiler_job *job, struct compiled *compiled,
                                          char *refusal, size_t refusal_bytes)
{
    struct shaderc loaded;
    const struct shaderc *shaderc = &loaded;
    if (!shaderc_load(&loaded, refusal, refusal_bytes))
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
        const char *log = result ? shaderc->result_get_error_message(result) : NULL;
        if (log && *log != 0)
            compiled->log = need_copy(log);
        compiles = result && shaderc->result_get_compilation_status(result) ==
                                 shaderc_compilation_status_success;
        if (compiles) {
            compiled->bytes = shaderc->result_get_length(result);
            compiled->words = need_bytes(compiled->bytes);
            memcpy(compiled->words, shaderc->result_get_bytes(result), compiled->bytes);
        }
        shaderc->result_release(result);
    }
    shaderc->compile_options_release(options);
    shaderc->compiler_release(compiler);
    return compiles ? COMPILER_DONE : COMPILER_REFUSED;
}

#else

static enum compiler_end compiler_shaderc(const struct compiler_job *job, struct compiled *compiled,
                                          char *refusal, size_t refusal_bytes)
{
    (void)job;
    (void)compiled;
    (void)refusal;
    (void)refusal_bytes;
    return COMPILER_ABSENT;
}

#endif

/* Copies without byte order marks -------------------------------------------------------------- */

/*
 * A source and all that it includes of the user's, without byte order marks, which glslc takes for
 * words: copies below a folder. Where no file has a mark, there are none.
 */
struct compiler_mirror {
    char *source; /* what is compiled: a copy, or the job's own path */
    char *root;   /* of the copies; NULL where there are none */
    char *place;  /* of the source's copy, with a '/' at its end; NULL likewise */
};

/* The path of a file's copy: the file's own from the root on, so that `..` leads where it did. */
static char *copy_path(const char *root, const char *path)
{
    OWNED char *here = os_path_is_absolute(path) ? need_copy("") : os_path_here();
    return here ? text_make("%s%s%s%s", root, here, os_path_is_absolute(path) ? "" : "/", path)
                : NULL;
}

static bool copy_write(const char *root, const char *path)
{
    OWNED char *text = NULL;
    OWNED char *copy = copy_path(root, path);
    size_t size = 0;
    int code = !copy ? errno : disk_make_folders(copy, 0700);
    code = code == 0 ? disk_load_text(path, &text, &size) : code;
    const int fd =
        code == 0 ? os_file_open(copy, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE) : -1;
    code = code == 0 ? (fd < 0 ? errno : disk_write(fd, text, size)) : code;
    if (fd >= 0)
        os_file_close(fd);
    errno = code;
    return code == 0;
}

/* False, with an errno, where a copy cannot be made; it is to be finished either way. No folder:
 * never a copy. */
static bool compiler_mirror_init(struct compiler_mirror *mirror, const char *path,
                                 const char *folder)
{
    static const char mark[] = { '\xef', '\xbb', '\xbf' };
    struct source_watch *watch = folder ? source_watch_create(&path, 1) : NULL;
    const char *file;
    bool marked = false, good = true;
    *mirror = (struct compiler_mirror){ 0 };
    for (size_t i = 0; watch && (file = source_watch_path(watch, i)) && !marked; i++) {
        OWNED char *text = NULL;
        size_t size = 0;
        marked = disk_load(file, &text, &size) == 0 && size >= sizeof(mark) &&
                 memcmp(text, mark, sizeof(mark)) == 0;
    }
    if (marked)
        mirror->root = text_make("%s/own", folder);
    for (size_t i = 0; marked && (file = source_watch_path(watch, i)) && good; i++)
        good = !disk_is_there(file) || copy_write(mirror->root, file);
    source_watch_destroy(&watch);
    if (!good)
        return false;
    mirror->source = marked ? copy_path(mirror->root, path) : need_copy(path);
    if (marked && mirror->source)
        mirror->place = need(strndup(mirror->source, folder_length(mirror->source)));
    return mirror->source;
}

static void log_replace(char **log, const char *from, const char *to, size_t to_bytes)
{
    struct text text = { 0 };
    const char *at = *log, *found;
    for (; (found = strstr(at, from)); at = found + strlen(from)) {
        text_add_bytes(&text, at, (size_t)(found - at));
        text_add_bytes(&text, to, to_bytes);
    }
    text_add(&text, at);
    free(*log);
    *log = text_take(&text);
}

/* Programs ------------------------------------------------------------------------------------- */

/* glslc is for systems whose libshaderc cannot be loaded: that of Debian 12 lacks symbols which
 * glslc itself has. */
enum compiler_program { COMPILER_GLSLC, COMPILER_DXC, COMPILER_SLANGC };

enum { SECONDS_MAX = 30, GIB_MAX = 4, WORDS_MAX = 24 + COMPILER_DEFINES_MAX };
enum { PATH_BYTES = SCRATCH_PATH_BYTES };

static const char *const compiler_program_names[] = { "glslc", "dxc", "slangc" };

/* Writes the files that kernels include: glslc reads no others. */
static bool sources_write(const char *folder)
{
    char path[2 * PATH_BYTES];
    for (const struct kernel_source *source = kernel_set_sources; source->path; source++) {
        if (!strstr(source->path, ".glsl"))
            continue;
        snprintf(path, sizeof(path), "%s/%.*s", folder, (int)strcspn(source->path, "/"),
                 source->path);
        const int code = os_path_make_folder(path, 0700);
        if (code != 0 && code != EEXIST)
            return false;
        snprintf(path, sizeof(path), "%s/%s", folder, source->path);
        const int fd = os_file_open(path, OS_FILE_WRITE | OS_FILE_NEW | OS_FILE_PRIVATE);
        const bool written = fd >= 0 && disk_write(fd, source->text, source->bytes) == 0;
        if (fd >= 0)
            os_file_close(fd);
        if (!written)
            return false;
    }
    return true;
}

static bool hold_came(const void *context)
{
    return interrupt_hold_came(*(struct interrupt_hold *const *)context);
}

/* Where a program finds and leaves its files. */
struct places {
    const char *folder;
    char words[PATH_BYTES + 16], log[PATH_BYTES + 16];
};

/* Words of a command; `list` ends with NULL. */
struct words {
    char *list[WORDS_MAX + 1];
    size_t count;
};

/* Adds copies of words; NULL ends them. */
static void words_add(struct words *words, const char *word, ...)
{
    va_list more;
    va_start(more, word);
    for (; word; word = va_arg(more, const char *)) {
        assert(words->count < WORDS_MAX);
        words->list[words->count++] = need_copy(word);
    }
    va_end(more);
}

__attribute__((format(printf, 2, 3))) static void word_add(struct words *words, const char *format,
                                                           ...)
{
    va_list values;
    struct text text = { 0 };
    va_start(values, format);
    text_add_values(&text, format, values);
    va_end(values);
    assert(words->count < WORDS_MAX);
    words->list[words->count++] = text_take(&text);
}

static void words_make(struct words *words, enum compiler_program program,
                       const struct compiler_job *job, const char *source,
                       const struct places *places)
{
    const struct compiler_request *request = job->request;
    const bool is_hlsl = job->language == COMPILER_HLSL;
    const int folder_bytes = (int)folder_length(source);
    *words = (struct words){ 0 };
    words_add(words, compiler_program_names[program], NULL);
    word_add(words, "-I%.*s", folder_bytes ? folder_bytes : 1, folder_bytes ? source : ".");
    for (size_t i = 0; i < request->define_count; i++)
        word_add(words, "-D%s=%s", request->defines[i].name, request->defines[i].value);
    if (program == COMPILER_GLSLC) {
        /* It compiles HLSL to BufferBlock, which SPIR-V 1.4 and later lack. */
        words_add(words, is_hlsl ? "--target-env=vulkan1.1" : "--target-env=vulkan1.3",
                  "-fshader-stage=compute", "-O", NULL);
        if (request->names)
            words_add(words, "-g", NULL);
        words_add(words, is_hlsl ? "-xhlsl" : "-xglsl", NULL);
        word_add(words, "-fentry-point=%s", job->entry_point);
        word_add(words, "-I%s", places->folder);
        word_add(words, "-I%s/%s", places->folder, job->technique);
        words_add(words, "-o", NULL);
    } else if (program == COMPILER_DXC) {
        words_add(words, "-spirv", "-fspv-target-env=vulkan1.3", "-O3", "-T", "cs_6_6", "-E",
                  job->entry_point, "-Fo", NULL);
    } else {
        words_add(words, "-target", "spirv", "-O2", "-entry", job->entry_point, "-stage", "compute",
                  "-o", NULL);
    }
    words_add(words, places->words, NULL);                       /* behind the option of its path */
    word_add(words, "%s%s", *source == '-' ? "./" : "", source); /* a name is no option */
}

/* Takes what the program wrote, or says why there is nothing. */
static enum compiler_end program_take(const struct process *process, const char *name,
                                      const struct compiler_job *job, const struct places *places,
                                      struct compiled *compiled)
{
    char *text = NULL;
    size_t size = 0;
    if (process_exit_code(process) > 0 && compiled->log)
        return COMPILER_REFUSED;
    const int number = process_end_signal(process);
    const bool silent = number == 0 && process_exit_code(process) > 0;
    const int code = number == 0 && !silent ? disk_load(places->words, &text, &size) : 0;
    if (number != 0)
        trouble("%s was killed by signal %d (%s) over '%s', and may take %d s and %d GiB here: "
                "does it include itself, or grow by its macros?",
                name, number, process_signal_name(number), job->path, SECONDS_MAX, GIB_MAX);
    else if (silent)
        trouble("'%s' does not compile: %s ended with exit code %d and said nothing; it may take "
                "%d s and %d GiB here: does it include itself, or grow by its macros?",
                job->path, name, process_exit_code(process), SECONDS_MAX, GIB_MAX);
    else if (code == ENOENT)
        trouble("%s ended well and wrote no SPIR-V of '%s'%s%s", name, job->path,
                compiled->log ? "; it said: " : "", compiled->log ? compiled->log : "");
    else if (code != 0)
        disk_say_unread(places->words, code);
    compiled->words = (uint32_t *)(void *)text;
    compiled->bytes = size;
    return text ? COMPILER_DONE : COMPILER_FAILED;
}

static enum compiler_end source_compile(enum compiler_program program,
                                        const struct compiler_job *job,
                                        const struct compiler_mirror *mirror,
                                        const struct places *places, struct interrupt_hold *hold,
                                        struct compiled *compiled)
{
    size_t size = 0;
    struct words words;
    const char *name = compiler_program_names[program];
    words_make(&words, program, job, mirror->source, places);
    /* It is killed where a signal comes before its end. */
    struct process_run run = { .plan = { .words = words.list, .is_group = true, .hold = hold },
                               .log = places->log,
                               .logs_all = true,
                               .wait_ms = INFINITY,
                               .given_up = hold_came,
                               .context = &hold,
                               .stop_ms = INFINITY,
                               .cpu_s = SECONDS_MAX, /* what includes itself has no end */
                               .memory_bytes = (uint64_t)GIB_MAX << 30 };
    process_run(&run);
    const int failure = run.failure;
    for (size_t i = 0; i < words.count; i++)
        free(words.list[i]);
    if (hold->came != 0) {
        trouble("'%s' was being compiled when %s came", job->path, process_signal_name(hold->came));
        return COMPILER_FAILED;
    }
    if (failure == ENOENT)
        return COMPILER_ABSENT;
    if (failure != 0) {
        trouble("cannot start %s to compile '%s': %s", name, job->path, strerror(failure));
        need_limits_say(trouble_buffer(), TROUBLE_BYTES);
        return COMPILER_FAILED;
    }
    if (disk_load(places->log, &compiled->log, &size) == 0 && size == 0) {
        free(compiled->log);
        compiled->log = NULL;
    }
    if (compiled->log && mirror->place)
        log_replace(&compiled->log, mirror->place, job->path, folder_length(job->path));
    if (compiled->log && mirror->root)
        log_replace(&compiled->log, mirror->root, "", 0);
    return program_take(&run.process, name, job, places, compiled);
}

/* Compiles by a program of PATH, within a time and memory that no shader needs. */
static enum compiler_end compiler_program(const struct compiler_job *job,
                                          enum compiler_program program, struct compiled *compiled)
{
    const bool is_glslc = program == COMPILER_GLSLC;
    struct scratch scratch;
    struct interrupt_hold hold;
    struct compiler_mirror mirror = { 0 };
    enum compiler_end end = COMPILER_FAILED;
    interrupt_hold_begin(&hold);
    const int code = scratch_create(&scratch);
    struct places places = { .folder = scratch.path };
    snprintf(places.words, sizeof(places.words), "%s/words", scratch.path);
    snprintf(places.log, sizeof(places.log), "%s/log", scratch.path);
    if (code != 0)
        scratch_say_failure(code);
    else if ((!is_glslc || sources_write(scratch.path)) &&
             compiler_mirror_init(&mirror, job->path, is_glslc ? scratch.path : NULL))
        end = source_compile(program, job, &mirror, &places, &hold, compiled);
    else
        trouble("cannot write to '%s', where %s compiles: %s; let TMPDIR name a folder with room",
                scratch.path, compiler_program_names[program], strerror(errno));
    free(mirror.source);
    free(mirror.root);
    free(mirror.place);
    scratch_destroy(&scratch);
    interrupt_hold_end(&hold);
    return end;
}

/* The file of a request ------------------------------------------------------------------------ */

/* Languages by the end of a file's name; what has none of these is GLSL. */
static const struct {
    const char *suffix;
    enum compiler_language language;
} suffixes[] = {
    { ".hlsl", COMPILER_HLSL },
    { ".slang", COMPILER_SLANG },
    { ".spv", COMPILER_GLSL }, /* never compiled */
};

enum { SUFFIX_COUNT = sizeof(suffixes) / sizeof(suffixes[0]) };

/* An entry point may have colons in its name, and a folder may be named like a file. */
const char *compiler_path_end(const char *path)
{
    const char *first = NULL;
    for (const char *colon = strchr(path, ':'); colon; colon = strchr(colon + 1, ':')) {
        struct os_file_status status;
        bool suffixed = false; /* one of ours ends just before the colon */
        for (size_t i = 0; i < SUFFIX_COUNT; i++) {
            const size_t length = strlen(suffixes[i].suffix);
            suffixed = suffixed || ((size_t)(colon - path) > length &&
                                    strncmp(colon - length, suffixes[i].suffix, length) == 0);
        }
        if (!suffixed)
            continue;
        first = first || strchr(colon, '/') ? first : colon;
        OWNED char *file = need(strndup(path, (size_t)(colon - path)));
        if (os_path_look(file, &status) && status.kind != OS_FILE_IS_FOLDER)
            return colon;
    }
    return first ? first : path + strlen(path);
}

/* The function that [numthreads] stands before, from *text on, which then is behind it. False where
 * there is none. */
static bool entry_point_next(const char **text, char name[64])
{
    const char *at = strstr(*text, "numthreads"), *open = at ? strchr(at, ']') : NULL;
    /* Attributes may come between it and its function. */
    while (open && (*open == ']' || isspace((unsigned char)*open)))
        open++;
    while (open && *open == '[') {
        open = strchr(open, ']');
        while (open && (*open == ']' || isspace((unsigned char)*open)))
            open++;
    }
    open = open ? strchr(open, '(') : NULL;
    while (open && open > at && isspace((unsigned char)open[-1]))
        open--;
    const char *begin = open;
    while (begin && begin > at && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        begin--;
    const size_t length = open ? (size_t)(open - begin) : 0;
    snprintf(name, 64, "%.*s", (int)length, length > 0 ? begin : "");
    *text = open ? open : *text;
    return length > 0 && length < 64;
}

/* False with a message where the text has a word of another language, which the compilers lack. */
static bool other_refuse(const struct compiler_job *job)
{
    const char *other = text_kind_source(job->text, job->text_bytes);
    if (!other || (job->language == COMPILER_SLANG && strstr(other, "Slang")))
        return true;
    return trouble("'%s' is %s: claimcheck takes GLSL, HLSL (.hlsl), Slang (.slang) and SPIR-V "
                   "(.spv)",
                   job->path, other);
}

/* Chooses the entry point of HLSL or Slang: the one that was named, the only one, or of several
 * `main`. False with a message. */
static bool entry_point_find(struct compiler_job *job, const char *wanted)
{
    char name[64], names[200] = "";
    const char *at = job->text;
    bool found = false;
    size_t count = 0;
    for (; entry_point_next(&at, name); count++) {
        text_join_cut(names, sizeof(names), ", ", "%s", name);
        found = found || strcmp(name, wanted ? wanted : "main") == 0;
        if (count == 0)
            snprintf(job->entry_point, sizeof(job->entry_point), "%s", name);
    }
    if (found)
        snprintf(job->entry_point, sizeof(job->entry_point), "%s", wanted ? wanted : "main");
    if (count == 0 && other_refuse(job))
        trouble("'%s' has no compute entry point: put [numthreads(x, y, z)] before a function",
                job->path);
    else if (!found && (wanted || count > 1))
        trouble("'%s' has the compute entry points %s; choose one by %s:NAME", job->path, names,
                job->language == COMPILER_HLSL ? "FILE.hlsl" : "FILE.slang");
    return found || (count == 1 && !wanted);
}

/* Whether a line is `# version`, with blanks as GLSL allows them. */
static bool has_version(const char *text)
{
    for (const char *at = text; (at = strchr(at, '#')); at++)
        if (strncmp(at + 1 + strspn(at + 1, " \t"), "version", strlen("version")) == 0)
            return true;
    return false;
}

/* False with a message for GLSL without a version, of which the compilers print all built-in
 * functions that they refuse, and for what is not GLSL. */
static bool version_find(const struct compiler_job *job)
{
    const char *text = job->text;
    const bool is_glsl = strstr(text, "void main") || strstr(text, "layout(");
    if (has_version(text))
        return true;
    if (job->text_bytes == 0)
        return trouble("'%s' has no #version: it is empty", job->path);
    return other_refuse(job) &&
           trouble("'%s' has no #version%s", job->path,
                   is_glsl && !strstr(text, "numthreads")
                       ? ": begin it with #version 460"
                       : ", so it is not GLSL: files of HLSL, Slang and SPIR-V end in .hlsl, "
                         ".slang and .spv");
}

enum { LIBSHADERC = -1, NO_WAY = -2 };

/* Compiles the text of a file by the first compiler that is here. */
static bool text_compile(struct compiler_job *job, const char *wanted, struct compiled *compiled)
{
    static const int ways[][5] = {
        [COMPILER_GLSL] = { LIBSHADERC, COMPILER_GLSLC, NO_WAY },
        [COMPILER_HLSL] = { COMPILER_DXC, LIBSHADERC, COMPILER_GLSLC, COMPILER_SLANGC, NO_WAY },
        [COMPILER_SLANG] = { COMPILER_SLANGC, NO_WAY },
    };
    char refusal[256] = ""; /* why a library that is there does not load */
    const char *path = job->path, *entry = job->entry_point;
    int way = NO_WAY;
    enum compiler_end end = COMPILER_ABSENT;
    if (memchr(job->text, 0, job->text_bytes))
        return trouble("'%s' has a byte of 0, so it is not UTF-8: save it as UTF-8", job->path);
    if (job->language == COMPILER_GLSL ? !version_find(job) : !entry_point_find(job, wanted))
        return false;
    for (size_t i = 0; end == COMPILER_ABSENT && ways[job->language][i] != NO_WAY; i++) {
        way = ways[job->language][i];
        end = way == LIBSHADERC ? compiler_shaderc(job, compiled, refusal, sizeof(refusal))
                                : compiler_program(job, (enum compiler_program)way, compiled);
    }
    if (end == COMPILER_ABSENT && job->language == COMPILER_GLSL)
        trouble("there is neither glslc nor a libshaderc.so.1 that loads to compile '%s'%s%s%s: "
                "install glslc (apt-get install glslc), or give the SPIR-V of glslc "
                "--target-env=vulkan1.3 -O %s -o FILE.spv",
                path, *refusal ? " (" : "", refusal, *refusal ? ")" : "", path);
    else if (end == COMPILER_ABSENT && job->language == COMPILER_HLSL)
        trouble("no dxc, libshaderc.so.1, glslc or slangc is here to compile '%s'%s%s%s: install "
                "glslc (apt-get install glslc), or give the SPIR-V of dxc -spirv -T cs_6_6 -E %s "
                "%s -Fo FILE.spv",
                path, *refusal ? " (" : "", refusal, *refusal ? ")" : "", entry, path);
    else if (end == COMPILER_ABSENT)
        trouble(
            "there is no slangc in PATH to compile '%s': put the one of a Slang release there, or "
            "give the SPIR-V of slangc %s -target spirv -entry %s -stage compute -o FILE.spv",
            path, path, entry);
    if (end == COMPILER_REFUSED)
        trouble("'%s' does not compile%s%s", job->path, way > COMPILER_GLSLC ? " by " : "",
                way > COMPILER_GLSLC ? compiler_program_names[way] : "");
    /* Of several compilers of HLSL, which it was stands behind what that said itself. */
    if (end == COMPILER_DONE && job->language == COMPILER_HLSL && way > COMPILER_GLSLC) {
        char *log = text_make("%s'%s' was compiled by %s\n", compiled->log ? compiled->log : "",
                              job->path, compiler_program_names[way]);
        free(compiled->log);
        compiled->log = log;
    }
    return end == COMPILER_DONE;
}

bool compiler_run(const struct compiler_request *request, struct compiled *compiled)
{
    const char *end = compiler_path_end(request->path);
    OWNED char *path = need(strndup(request->path, (size_t)(end - request->path)));
    OWNED char *wanted = *end ? need_copy(end + 1) : NULL;
    OWNED char *text = NULL;
    const char *suffix = strrchr(path, '.');
    size_t size = 0;
    bool made = false;
    *compiled = (struct compiled){ 0 };
    if (spirv_file_is(path)) {
        made = spirv_file_load(path, compiled);
        compiled->entry_point = wanted;
        wanted = NULL;
    } else if (disk_load_said(path, &text, &size)) {
        struct compiler_job job = { .path = path,
                                    .technique = request->technique,
                                    .request = request,
                                    .text = text,
                                    .text_bytes = size,
                                    .language = COMPILER_GLSL,
                                    .entry_point = "main" };
        for (size_t i = 0; suffix && i < SUFFIX_COUNT; i++)
            if (strcmp(suffix, suffixes[i].suffix) == 0)
                job.language = suffixes[i].language;
        /* A compiled module has one entry point; its name is up to the compiler. */
        made = text_compile(&job, wanted, compiled);
    }
    return made;
}

void compiler_finish(struct compiled *compiled)
{
    free(compiled->words);
    free(compiled->entry_point);
    free(compiled->log);
    *compiled = (struct compiled){ 0 };
}
