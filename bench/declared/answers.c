/* SPDX-License-Identifier: MIT */
#include "bench/declared/answers.h"

#include "harness/base/disk.h"
#include "harness/base/text.h"
#include "harness/file.h"
#include "harness/os/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t bytes_max = UINT64_C(1) << 30;  /* of one answer */
static const uint64_t room_bytes = UINT64_C(4) << 30; /* of all */

static const int64_t age_ns = INT64_C(90) * 24 * 3600 * 1000000000;

/* Hashes files of the folder whose names end as that of a word's file does: what a program of
 * several files is made of. */
static bool relatives_add(struct text *text, const char *folder, const char *word)
{
    const char *suffix = strrchr(word, '.');
    char sha256[SHA256_TEXT_BYTES];
    size_t count = 0;
    const bool wanted = suffix && !strchr(suffix, '/');
    char **names = wanted ? os_path_names(folder, &count) : NULL;
    bool good = names || !wanted;
    for (size_t i = 0; i < count; i++) {
        const char *own = strrchr(names[i], '.');
        char *path = text_make("%s/%s", folder, names[i]);
        if (path && own && strcmp(own, suffix) == 0 && sha256_file(path, sha256) == 0)
            text_add_format(text, "%s %s\n", names[i], sha256);
        good = good && path;
        free(path);
    }
    os_path_names_free(&names);
    return good;
}

bool declared_answers_key(const struct declared_scope *scope, char *const *words,
                          const struct declared_bytes *inputs, const struct declared_bytes *outputs,
                          char key[SHA256_TEXT_BYTES])
{
    const struct declared_spec *spec = scope->spec;
    char sha256[SHA256_TEXT_BYTES];
    struct text text = { 0 };
    bool good = true;
    text_add(&text, "claimcheck answer 2\n");
    for (size_t i = 0; i < spec->reference_count && good; i++) {
        const bool is_file = strcmp(words[i], spec->reference[i]) != 0;
        text_add_format(&text, "word %s\n", spec->reference[i]);
        good = !is_file ||
               (sha256_file(words[i], sha256) == 0 && relatives_add(&text, spec->folder, words[i]));
        if (is_file && good)
            text_add_format(&text, "sha256 %s\n", sha256);
    }
    for (size_t i = 0; i < spec->axis_count; i++)
        text_add_format(&text, "axis %s=%s\n", spec->axes[i].axis.name, scope->values[i]);
    for (size_t i = 0; i < spec->let_count && good; i++) {
        struct declared_number number;
        good = declared_scope_number(scope, &spec->lets[i].amount, &number, sha256, sizeof(sha256));
        text_add_format(&text, "let %s=%.17g\n", spec->lets[i].name, declared_number_real(&number));
    }
    for (size_t i = 0; i < spec->input_count; i++) {
        sha256_text(inputs[i].data, inputs[i].count, sha256);
        text_add_format(&text, "input %s %s\n", inputs[i].name, sha256);
    }
    for (size_t i = 0; i < spec->output_count; i++)
        text_add_format(&text, "output %s %llu\n", outputs[i].name,
                        (unsigned long long)outputs[i].count);
    good = good && !text.broken;
    if (good)
        sha256_text(text.string, text.length, key);
    text_finish(&text);
    return good;
}

static char *answer_path(const char *key)
{
    char *cache = os_path_cache();
    char *path = cache ? text_make("%s/claimcheck/answer-%.32s.bin", cache, key) : NULL;
    free(cache);
    return path;
}

static uint64_t bytes_of(const struct declared_spec *spec, const struct declared_bytes *outputs)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < spec->output_count; i++)
        bytes += outputs[i].count;
    return bytes;
}

/* The file: the outputs one behind the other, and 64 digits of the hash of the key and theirs. */
static void digits_make(const char *key, const struct declared_spec *spec,
                        const struct declared_bytes *outputs, char digits[SHA256_TEXT_BYTES])
{
    char own[SHA256_TEXT_BYTES], both[2 * SHA256_TEXT_BYTES];
    snprintf(digits, SHA256_TEXT_BYTES, "%s", key);
    for (size_t i = 0; i < spec->output_count; i++) {
        sha256_text(outputs[i].data, outputs[i].count, own);
        const int length = snprintf(both, sizeof(both), "%s%s", digits, own);
        sha256_text(both, (size_t)length, digits);
    }
}

bool declared_answers_load(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs)
{
    char *path = answer_path(key), kept[SHA256_TEXT_BYTES] = "", digits[SHA256_TEXT_BYTES];
    FILE *file = path ? file_open(path) : NULL;
    bool good = file;
    for (size_t i = 0; i < spec->output_count && good; i++)
        good = fread(outputs[i].data, 1, outputs[i].count, file) == outputs[i].count;
    good = good && fread(kept, 1, sizeof(kept), file) == sizeof(kept) - 1;
    if (good) {
        digits_make(key, spec, outputs, digits);
        good = memcmp(kept, digits, sizeof(kept) - 1) == 0;
    }
    if (good)
        os_path_touch(path); /* those used last are pruned last */
    if (file)
        fclose(file);
    free(path);
    return good;
}

/* Pruning -------------------------------------------------------------------------------------- */

struct answer {
    char *path;
    uint64_t bytes;
    int64_t used_ns;
};

static int used_later(const void *a, const void *b)
{
    const struct answer *one = a, *other = b;
    return (one->used_ns < other->used_ns) - (one->used_ns > other->used_ns);
}

/* The answers of a folder, those used last first. Returns how many. */
static size_t answers_list(const char *folder, struct answer **answers)
{
    size_t count = 0, found = 0;
    char **names = os_path_names(folder, &found);
    *answers = found > 0 ? calloc(found, sizeof(**answers)) : NULL;
    for (size_t i = 0; *answers && i < found; i++) {
        struct os_file_status own;
        const bool is_answer = strncmp(names[i], "answer-", strlen("answer-")) == 0;
        char *path = is_answer ? text_make("%s/%s", folder, names[i]) : NULL;
        if (path && os_path_look_link(path, &own))
            (*answers)[count++] = (struct answer){ path, own.bytes, own.written_ns };
        else
            free(path);
    }
    os_path_names_free(&names);
    if (count > 0)
        qsort(*answers, count, sizeof(**answers), used_later);
    return count;
}

/* Removes what is beyond the room, or older than the newest by age_ns, from `path`'s folder. */
static void prune(const char *path)
{
    char *folder = text_make("%.*s", (int)(disk_base_name(path) - path - 1), path);
    struct answer *answers = NULL;
    const size_t count = folder ? answers_list(folder, &answers) : 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        bytes += answers[i].bytes;
        if (bytes > room_bytes || answers[0].used_ns - answers[i].used_ns > age_ns)
            os_path_remove(answers[i].path);
        free(answers[i].path);
    }
    free(answers);
    free(folder);
}

static bool answer_write(int fd, const char *key, const struct declared_spec *spec,
                         const struct declared_bytes *outputs)
{
    char digits[SHA256_TEXT_BYTES];
    bool good = true;
    for (size_t i = 0; i < spec->output_count && good; i++)
        good = disk_write(fd, outputs[i].data, outputs[i].count) == 0;
    digits_make(key, spec, outputs, digits);
    return good && disk_write(fd, digits, SHA256_TEXT_BYTES - 1) == 0;
}

void declared_answers_keep(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs)
{
    char *path = bytes_of(spec, outputs) <= bytes_max ? answer_path(key) : NULL;
    char *made = path ? text_make("%s.XXXXXX", path) : NULL;
    const int fd = made && disk_make_folders(path, 0700) == 0 ? os_path_make_file_of(made) : -1;
    const bool written = fd >= 0 && answer_write(fd, key, spec, outputs);
    if (fd >= 0)
        os_file_close(fd);
    if (written && os_path_replace(made, path) == 0)
        prune(path);
    else if (fd >= 0)
        os_path_remove(made);
    free(made);
    free(path);
}
