/* SPDX-License-Identifier: MIT */
#include "bench/declared/content.h"

#include "harness/base/base.h"
#include "harness/os/os.h"
#include "harness/shader_file.h"

#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 4096, DEPTH_MAX = 64 };

struct walk {
    struct text *text;
    const struct declared_spec *spec;
    bool programs;
    size_t count;
};

static bool is_kernel(const struct declared_step *steps, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *kernel = steps[i].kernel;
        const size_t length = kernel ? (size_t)(shader_file_path_end(kernel) - kernel) : 0;
        if ((kernel && strncmp(kernel, name, length) == 0 && name[length] == 0) ||
            is_kernel(steps[i].steps, steps[i].step_count, name))
            return true;
    }
    return false;
}

static bool is_left_out(const struct walk *walk, const char *name)
{
    for (size_t i = 0; i < walk->spec->command_count; i++)
        for (size_t k = 0; k < walk->spec->commands[i].count; k++)
            if (strcmp(walk->spec->commands[i].words[k], name) == 0)
                return false;
    for (size_t i = 0; i < walk->spec->variant_count; i++) {
        const struct declared_variant *variant = &walk->spec->variants[i];
        if (is_kernel(variant->steps, variant->step_count, name) ||
            is_kernel(variant->before, variant->before_count, name))
            return true;
    }
    return strcmp(name, ".git") == 0 || (walk->programs && (strcmp(name, "technique.json") == 0 ||
                                                            strcmp(name, "claims.json") == 0));
}

static bool folder_add(struct walk *walk, const char *below, int depth);

/* Whether a link leads to a folder that it lies in: all of that is added anyhow. */
static bool leads_back(const char *path)
{
    char *to = os_path_whole(path);
    char *up = text_make("%.*s", (int)(strrchr(path, '/') - path), path);
    char *from = os_path_whole(up);
    const size_t length = to ? strlen(to) : 0;
    const bool back = to && from && strncmp(to, from, length) == 0 &&
                      (from[length] == 0 || os_path_separates(from[length]));
    free(from);
    free(up);
    free(to);
    return back;
}

static bool name_add(struct walk *walk, const char *name, int depth)
{
    char sha256[SHA256_TEXT_BYTES] = "", *path = text_make("%s/%s", walk->spec->folder, name);
    struct os_file_status own, there;
    bool good = os_path_look_link(path, &own) && ++walk->count <= FILES_MAX;
    const bool is_there = good && os_path_look(path, &there); /* unlike a link to nothing */
    if (is_there && there.kind == OS_FILE_IS_FOLDER)
        good = (own.kind != OS_FILE_IS_FOLDER && leads_back(path)) ||
               folder_add(walk, name, depth + 1);
    else if (is_there && there.kind == OS_FILE_IS_REGULAR)
        good = sha256_file(path, sha256) == 0;
    if (good)
        text_add_format(walk->text, "%s %s\n", name, sha256);
    free(path);
    return good;
}

/* below: name of a folder below the technique's, or "". */
static bool folder_add(struct walk *walk, const char *below, int depth)
{
    size_t count = 0;
    char *folder = text_make("%s/%s", walk->spec->folder, below);
    char **names = depth < DEPTH_MAX ? os_path_names(folder, &count) : NULL;
    bool good = names;
    for (size_t i = 0; i < count && good; i++) {
        char *name = text_make("%s%s%s", below, *below ? "/" : "", names[i]);
        good = is_left_out(walk, name) || name_add(walk, name, depth);
        free(name);
    }
    os_path_names_free(&names);
    free(folder);
    return good;
}

/* A file that a word names by its whole path lies anywhere. */
static bool word_add(struct text *text, const char *word)
{
    char sha256[SHA256_TEXT_BYTES];
    struct os_file_status there;
    if (!os_path_is_absolute(word) || !os_path_look(word, &there) ||
        there.kind != OS_FILE_IS_REGULAR)
        return true;
    if (sha256_file(word, sha256) != 0)
        return false;
    text_add_format(text, "%s %s\n", word, sha256);
    return true;
}

bool declared_content_add(struct text *text, const struct declared_spec *spec, bool programs)
{
    struct walk walk = { text, spec, programs, 0 };
    bool good = folder_add(&walk, "", 0);
    for (size_t i = 0; i < spec->command_count; i++)
        for (size_t k = 0; k < spec->commands[i].count && good; k++)
            good = word_add(text, spec->commands[i].words[k]);
    return good;
}
