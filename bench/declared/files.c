/* SPDX-License-Identifier: MIT */
#include "bench/declared/files.h"

#include "bench/declared/reference.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/shader_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct collector {
    struct declared_files *files;
    struct declared_spec *spec;
    const char *kernel; /* that includes are of */
    char *message;
    size_t message_bytes;
};

static bool has(const struct declared_files *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->files[i].name, name) == 0)
            return true;
    return false;
}

/* Adds the file with its hash; true when it is in the list already. */
static bool add(struct collector *collector, const char *name)
{
    struct declared_files *files = collector->files;
    if (has(files, name))
        return true;
    if (files->count == DECLARED_FILES_MAX) {
        snprintf(collector->message, collector->message_bytes,
                 "'%s': a folder has at most %d files, and there is no room for more", name,
                 DECLARED_FILES_MAX);
        return false;
    }
    char *path = declared_reference_file(collector->spec, name, collector->message,
                                         collector->message_bytes);
    if (!path)
        return false;
    struct technique_file *file = &files->files[files->count];
    const int code = sha256_file(path, file->sha256);
    if (code != 0) {
        disk_say_unread(path, code);
        trouble_give(collector->message, collector->message_bytes);
    }
    file->name = arena_text(&collector->spec->arena, name);
    files->count += code == 0;
    free(path);
    return code == 0;
}

/* Includes ------------------------------------------------------------------------------------- */

static bool sources_add(struct collector *collector, const char *name);

/* "folder/" of a name; "" where it has none. */
static int folder_length(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? (int)(slash + 1 - name) : 0;
}

/* Reads the name behind #include, up to the end of its line. */
static bool include_add(struct collector *collector, const char *from, const char *at,
                        const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    const char close = at < end && *at == '<' ? '>' : '"';
    const char *last = at < end ? memchr(at + 1, close, (size_t)(end - at - 1)) : NULL;
    const bool quoted = at < end && (*at == '"' || *at == '<') && last;
    const int length = quoted ? (int)(last - at - 1) : 0;
    if (!quoted || length == 0 || at[1] == '/' || memmem(at + 1, (size_t)length, "..", 2)) {
        snprintf(collector->message, collector->message_bytes,
                 "'%s/%s' includes %.*s: kernels of a folder include files of it by name, without "
                 "'..'",
                 collector->spec->folder, from, (int)(end - at), at);
        return false;
    }
    /* The compiler looks beside the file, beside the kernel, then among shipped files. */
    const char *const sides[] = { from, collector->kernel };
    char *shipped = text_make("%.*s", length, at + 1);
    bool added = shader_file_is_shipped(shipped);
    for (size_t i = 0; i < 2; i++) {
        char *beside = text_make("%.*s%s", folder_length(sides[i]), sides[i], shipped);
        const bool is_there = declared_reference_has(collector->spec, beside);
        if (is_there || (i == 1 && !added))
            added = sources_add(collector, beside);
        free(beside);
        if (is_there)
            break;
    }
    free(shipped);
    return added;
}

/* Adds the file of `import a.b;` in Slang, a/b.slang, where the folder has it: others are modules
 * of the compiler. */
static bool import_add(struct collector *collector, const char *from, const char *at,
                       const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    const char *last = at;
    while (last < end && (isalnum((unsigned char)*last) || *last == '_' || *last == '.'))
        last++;
    char *name = text_make("%.*s%.*s.slang", folder_length(from), from, (int)(last - at), at);
    for (char *dot = name + folder_length(from);
         (dot = strchr(dot, '.')) && strcmp(dot, ".slang") != 0;)
        *dot = '/';
    const bool there = last > at && declared_reference_has(collector->spec, name);
    const bool added = !there || sources_add(collector, name);
    free(name);
    return added;
}

/* The end of a line is that of the text, too. */
static bool lines_scan(struct collector *collector, const char *name, const char *text, size_t size)
{
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line)), *at = line;
        const char *line_end = newline ? newline : end;
        while (at < line_end && isspace((unsigned char)*at))
            at++;
        const bool slang = strlen(name) > 6 && strcmp(name + strlen(name) - 6, ".slang") == 0;
        if (slang && line_end - at > 7 && strncmp(at, "import ", 7) == 0 &&
            !import_add(collector, name, at + 7, line_end))
            return false;
        if (at < line_end && *at == '#') {
            for (at++; at < line_end && isspace((unsigned char)*at);)
                at++;
            if (line_end - at > 7 && strncmp(at, "include", 7) == 0 &&
                !include_add(collector, name, at + 7, line_end))
                return false;
        }
        line = line_end + 1;
    }
    return true;
}

/* The file, and all that it includes. */
static bool sources_add(struct collector *collector, const char *name)
{
    size_t size = 0;
    if (has(collector->files, name))
        return true;
    if (!add(collector, name))
        return false;
    const char *suffix = strrchr(name, '.');
    if (suffix && strcmp(suffix, ".spv") == 0)
        return true;
    char *text = NULL, *path = text_make("%s/%s", collector->spec->folder, name);
    const bool good = (disk_load_said(path, &text, &size) ||
                       trouble_give(collector->message, collector->message_bytes)) &&
                      lines_scan(collector, name, text, size);
    free(text);
    free(path);
    return good;
}

/* Says which step wants the file, and what to do where the folder does not have it. */
static void step_name(struct collector *collector, const struct declared_step *step,
                      const char *file)
{
    char *why = need_copy(collector->message);
    if (!declared_reference_has(collector->spec, file))
        snprintf(collector->message, collector->message_bytes,
                 "technique.json:%d: the folder has no file '%s': put it there, or mend \"kernel\"",
                 step->line, file);
    else
        snprintf(collector->message, collector->message_bytes, "technique.json:%d: '%s': %s",
                 step->line, file, why);
    free(why);
}

static bool steps_add(struct collector *collector, const struct declared_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *kernel = steps[i].kernel;
        char *file =
            kernel ? text_make("%.*s", (int)(shader_file_path_end(kernel) - kernel), kernel) : NULL;
        collector->kernel = file;
        const bool added = !file || sources_add(collector, file);
        if (!added)
            step_name(collector, &steps[i], file);
        free(file);
        if (!added || !steps_add(collector, steps[i].steps, steps[i].step_count))
            return false;
    }
    return true;
}

/* Programs ------------------------------------------------------------------------------------- */

/* Files beside a file of a program that end as it does: a program of several files. */
static bool beside_add(struct collector *collector, const char *word)
{
    const char *suffix = strrchr(word, '.');
    size_t count = 0;
    char *folder = text_make("%s/%.*s", collector->spec->folder, folder_length(word), word);
    const bool wanted = suffix && !strchr(suffix, '/');
    char **names = wanted ? os_path_names(folder, &count) : NULL;
    bool good = names || !wanted;
    for (size_t i = 0; i < count; i++) {
        const char *own = strrchr(names[i], '.');
        char *name = text_make("%.*s%s", folder_length(word), word, names[i]);
        if (good && own && own != names[i] && strcmp(own, suffix) == 0)
            good = add(collector, name);
        free(name);
    }
    os_path_names_free(&names);
    free(folder);
    return good;
}

static bool program_add(struct collector *collector, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (declared_reference_has(collector->spec, words[i]) &&
            (!add(collector, words[i]) || !beside_add(collector, words[i])))
            return false;
    return true;
}

/* A file of each combination of values of the axes that its name has. */
static bool input_add(struct collector *collector, const char *file)
{
    const struct declared_spec *spec = collector->spec;
    const char *brace = strchr(file, '{');
    bool good = brace || add(collector, file);
    for (size_t i = 0; brace && i < spec->axis_count && good; i++) {
        const struct bench_axis *axis = &spec->axes[i].axis;
        const size_t length = strlen(axis->name);
        if (strncmp(axis->name, brace + 1, length) != 0 || brace[1 + length] != '}')
            continue;
        for (int profile = 0; profile <= BENCH_PROFILE_COUNT && good; profile++) {
            const char *value = profile < BENCH_PROFILE_COUNT ? axis->values[profile] : axis->check;
            while (value && *value && good) {
                const int own = (int)strcspn(value, ",");
                char *name = text_make("%.*s%.*s%s", (int)(brace - file), file, own, value,
                                       brace + length + 2);
                good = input_add(collector, name);
                free(name);
                value += own + (value[own] == ',');
            }
        }
    }
    return good;
}

bool declared_files_collect(struct declared_files *files, struct declared_spec *spec, char *message,
                            size_t message_bytes)
{
    struct collector collector = { files, spec, NULL, message, message_bytes };
    files->count = 0;
    bool good = add(&collector, "technique.json");
    for (size_t i = 0; i < spec->variant_count && good; i++)
        good = steps_add(&collector, spec->variants[i].steps, spec->variants[i].step_count) &&
               steps_add(&collector, spec->variants[i].before, spec->variants[i].before_count);
    for (size_t i = 0; i < spec->command_count && good; i++)
        good = program_add(&collector, spec->commands[i].words, spec->commands[i].count);
    for (size_t i = 0; i < spec->input_count && good; i++)
        good = !spec->inputs[i].file || input_add(&collector, spec->inputs[i].file);
    if (good && declared_reference_has(spec, "claims.json"))
        good = add(&collector, "claims.json");
    return good && (!spec->picture || add(&collector, spec->picture));
}
