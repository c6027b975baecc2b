/* SPDX-License-Identifier: MIT */
#include "bench/declared/answers.h"

#include "bench/declared/content.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/file.h"
#include "harness/os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t bytes_max = UINT64_C(1) << 30;  /* of one answer */
static const uint64_t room_bytes = UINT64_C(4) << 30; /* of all */

static const int64_t age_ns = INT64_C(90) * 24 * 3600 * 1000000000;

/* Hashes the program that the first word starts, by its path too. */
static bool program_add(struct text *text, const char *word)
{
    char sha256[SHA256_TEXT_BYTES], *path = os_path_search(word);
    const bool good = path && sha256_file(path, sha256) == 0;
    if (good)
        text_add_format(text, "program %s %s\n", path, sha256);
    free(path);
    return good;
}

bool declared_answers_key(const struct declared_scope *scope, char *const *words,
                          const struct declared_bytes *inputs, const struct declared_bytes *outputs,
                          char key[SHA256_TEXT_BYTES])
{
    const struct declared_spec *spec = scope->spec;
    char sha256[SHA256_TEXT_BYTES];
    struct text text = { 0 };
    bool good;
    text_add_format(&text, "claimcheck answer 4\ntechnique %s\n", spec->technique);
    good = program_add(&text, words[0]) && declared_content_add(&text, spec, false);
    for (size_t i = 0; i < spec->reference.count; i++)
        text_add_format(&text, "word %s\n", spec->reference.words[i]);
    text_add_format(&text, "seed %llu\n", (unsigned long long)scope->seed);
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
    if (good)
        sha256_text(text.string, text.length, key);
    text_finish(&text);
    return good;
}

static char *answer_path(const char *key)
{
    char name[48];
    snprintf(name, sizeof(name), "answer-%.32s.bin", key);
    return kept_file_path(name);
}

static uint64_t bytes_of(const struct declared_spec *spec, const struct declared_bytes *outputs)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < spec->output_count; i++)
        bytes += outputs[i].count;
    return bytes;
}

/* The file: the outputs one behind the other, when they were computed, and 64 digits of the hash of
 * the key and of all these. */
struct end {
    int64_t since_ns; /* since 1970 */
    char digits[SHA256_TEXT_BYTES - 1];
};

static void digits_make(const char *key, const struct declared_spec *spec,
                        const struct declared_bytes *outputs, struct end *end)
{
    char digits[SHA256_TEXT_BYTES], own[SHA256_TEXT_BYTES], both[3 * SHA256_TEXT_BYTES];
    snprintf(digits, sizeof(digits), "%s", key);
    for (size_t i = 0; i < spec->output_count; i++) {
        sha256_text(outputs[i].data, outputs[i].count, own);
        const int length =
            snprintf(both, sizeof(both), "%s%s%lld", digits, own, (long long)end->since_ns);
        sha256_text(both, (size_t)length, digits);
    }
    memcpy(end->digits, digits, sizeof(end->digits));
}

/* Whether the command takes an answer of that time, as harness/cli/cli.c says; its
 * own it always does, and *kept is false then. */
static bool is_taken(int64_t since_ns, bool *kept)
{
    const char *said = getenv("CLAIMCHECK_ANSWERS");
    *kept = !said || since_ns < strtoll(said + strcspn(said, " "), NULL, 10);
    return !*kept || !said || strncmp(said, "fresh", strlen("fresh")) != 0;
}

bool declared_answers_load(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs, int64_t *since_s)
{
    char *path = answer_path(key);
    struct end end, wanted;
    bool kept = false;
    const int fd = path ? kept_file_open(path) : -1;
    FILE *file = fd >= 0 ? os_file_stream(fd, "rb") : NULL;
    bool good = file;
    for (size_t i = 0; i < spec->output_count && good; i++)
        good = fread(outputs[i].data, 1, outputs[i].count, file) == outputs[i].count;
    good = good && fread(&end, 1, sizeof(end), file) == sizeof(end);
    if (good) {
        wanted.since_ns = end.since_ns;
        digits_make(key, spec, outputs, &wanted);
        good = memcmp(&end, &wanted, sizeof(end)) == 0 && is_taken(end.since_ns, &kept);
    }
    *since_s = good && kept ? end.since_ns / 1000000000 : 0;
    if (good)
        os_path_touch(path); /* those used last are pruned last */
    if (file)
        fclose(file);
    else if (fd >= 0)
        os_file_close(fd);
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
    *answers = need_zeroed(found, sizeof(**answers));
    for (size_t i = 0; i < found; i++) {
        struct os_file_status own;
        const bool is_answer = strncmp(names[i], "answer-", strlen("answer-")) == 0;
        char *path = is_answer ? text_make("%s/%s", folder, names[i]) : NULL;
        if (path && os_path_look_link(path, &own))
            (*answers)[count++] = (struct answer){ path, own.bytes, own.written_ns };
        else
            free(path);
    }
    os_path_names_free(&names);
    qsort(*answers, count, sizeof(**answers), used_later);
    return count;
}

/* Removes what is beyond the room, or older than the newest by age_ns, from `path`'s folder. */
static void prune(const char *path)
{
    char *folder = text_make("%.*s", (int)(disk_base_name(path) - path - 1), path);
    struct answer *answers = NULL;
    const size_t count = answers_list(folder, &answers);
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
    struct end end = { .since_ns = kept_file_now_ns() };
    bool good = true;
    for (size_t i = 0; i < spec->output_count && good; i++)
        good = disk_write(fd, outputs[i].data, outputs[i].count) == 0;
    digits_make(key, spec, outputs, &end);
    return good && disk_write(fd, &end, sizeof(end)) == 0;
}

void declared_answers_keep(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs)
{
    char *path = bytes_of(spec, outputs) <= bytes_max ? answer_path(key) : NULL, *made = NULL;
    const int fd = path ? kept_file_begin(path, &made) : -1;
    if (path && kept_file_end(fd, &made, path, fd >= 0 && answer_write(fd, key, spec, outputs)))
        prune(path);
    free(path);
}
