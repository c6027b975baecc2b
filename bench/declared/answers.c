/* SPDX-License-Identifier: MIT */
#include "bench/declared/answers.h"

#include "harness/base/disk.h"
#include "harness/base/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t bytes_max = UINT64_C(200) << 20; /* of one answer */

/* Hashes files of the folder whose names end as that of a word's file does: what a program of
 * several files is made of. */
static bool relatives_add(struct text *text, const char *folder, const char *word)
{
    const char *suffix = strrchr(word, '.');
    char sha256[SHA256_TEXT_BYTES];
    struct dirent **names = NULL;
    const int count = suffix && !strchr(suffix, '/') ? scandir(folder, &names, NULL, alphasort) : 0;
    bool good = count >= 0;
    for (int i = 0; i < count; i++) {
        const char *own = strrchr(names[i]->d_name, '.');
        char *path = text_make("%s/%s", folder, names[i]->d_name);
        if (path && own && strcmp(own, suffix) == 0 && sha256_file(path, sha256) == 0)
            text_add_format(text, "%s %s\n", names[i]->d_name, sha256);
        good = good && path;
        free(path);
        free(names[i]);
    }
    free(names);
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
    text_add(&text, "claimcheck answer 1\n");
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
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/')
        return text_make("%s/claimcheck/answer-%.32s.bin", cache, key);
    return home && home[0] == '/' ? text_make("%s/.cache/claimcheck/answer-%.32s.bin", home, key)
                                  : NULL;
}

static uint64_t bytes_of(const struct declared_spec *spec, const struct declared_bytes *outputs)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < spec->output_count; i++)
        bytes += outputs[i].count;
    return bytes;
}

/* The file: the outputs one behind the other, and 64 digits of the hash of them and the key. */
static bool digits_make(const char *key, const void *bytes, size_t count,
                        char digits[SHA256_TEXT_BYTES])
{
    char both[2 * SHA256_TEXT_BYTES];
    sha256_text(bytes, count, digits);
    const int length = snprintf(both, sizeof(both), "%s%s", key, digits);
    sha256_text(both, (size_t)length, digits);
    return true;
}

bool declared_answers_load(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs)
{
    char *path = answer_path(key), *text = NULL, digits[SHA256_TEXT_BYTES];
    const uint64_t bytes = bytes_of(spec, outputs);
    size_t size = 0;
    bool good = path && disk_load(path, &text, &size) == 0 &&
                size == bytes + SHA256_TEXT_BYTES - 1 && digits_make(key, text, bytes, digits) &&
                memcmp(text + bytes, digits, SHA256_TEXT_BYTES - 1) == 0;
    const char *at = text;
    for (size_t i = 0; i < spec->output_count && good; i++) {
        memcpy(outputs[i].data, at, outputs[i].count);
        at += outputs[i].count;
    }
    free(text);
    free(path);
    return good;
}

static bool answer_write(int fd, const char *key, const struct declared_spec *spec,
                         const struct declared_bytes *outputs)
{
    struct text text = { 0 };
    char digits[SHA256_TEXT_BYTES];
    for (size_t i = 0; i < spec->output_count; i++)
        text_add_bytes(&text, outputs[i].data, outputs[i].count);
    const bool good = !text.broken && digits_make(key, text.string, text.length, digits) &&
                      disk_write(fd, text.string, text.length) == 0 &&
                      disk_write(fd, digits, SHA256_TEXT_BYTES - 1) == 0;
    text_finish(&text);
    return good;
}

void declared_answers_keep(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs)
{
    char *path = bytes_of(spec, outputs) <= bytes_max ? answer_path(key) : NULL;
    char *made = path ? text_make("%s.XXXXXX", path) : NULL;
    const int fd = made && disk_make_folders(path, 0700) == 0 ? mkostemp(made, O_CLOEXEC) : -1;
    const bool written = fd >= 0 && answer_write(fd, key, spec, outputs);
    if (fd >= 0)
        close(fd);
    if (written)
        rename(made, path);
    else if (fd >= 0)
        unlink(made);
    free(made);
    free(path);
}
