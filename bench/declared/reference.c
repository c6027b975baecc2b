/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"

#include "harness/base/need.h"
#include "harness/file.h"
#include "harness/os/os.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Programs ------------------------------------------------------------------------------------- */

static const uint64_t memory_bytes_max = UINT64_C(32) << 30;

struct run {
    const struct declared_scope *scope;
    struct declared_program *program;
    struct scratch scratch;
    char **words, **environment;
    struct declared_confine confine;
    struct process_run start;
};

bool declared_reference_has(const struct declared_spec *spec, const char *name)
{
    OWNED char *path = text_make("%s/%s", spec->folder, name);
    return *name && !os_path_is_absolute(name) && os_path_is_there(path);
}

char *declared_reference_file(const struct declared_spec *spec, const char *name)
{
    OWNED char *joined = text_make("%s/%s", spec->folder, name), *path = os_path_whole(joined);
    const size_t length = strlen(spec->folder);
    if (!path)
        trouble("cannot read '%s': %s", joined, strerror(errno));
    else if (strncmp(path, spec->folder, length) != 0 || !os_path_separates(path[length]))
        trouble("'%s' leads out of the folder: put the file itself there", joined);
    else
        return need_copy(path);
    return NULL;
}

/* Words and environment ------------------------------------------------------------------------ */

char **declared_program_words(const struct declared_spec *spec,
                              const struct declared_command *command, const char *build)
{
    char **made = need_zeroed(command->count + 1, sizeof(*made));
    for (size_t i = 0; i < command->count; i++) {
        const char *word = command->words[i];
        OWNED char *built = build ? text_make("%s/%s", build, word) : NULL;
        const bool is_built = *word && built && !os_path_is_absolute(word) &&
                              os_path_is_there(built) && !os_path_is_folder(built);
        made[i] = is_built                             ? need_copy(built)
                  : declared_reference_has(spec, word) ? declared_reference_file(spec, word)
                                                       : need_copy(word);
        if (!made[i]) {
            os_path_names_free(&made);
            return NULL;
        }
    }
    return made;
}

static char *variable_make(const char *name, const char *value)
{
    char *variable = text_make("CLAIMCHECK_%s=%s", name, value);
    for (char *at = variable; *at != '='; at++)
        *at = (char)toupper((unsigned char)*at);
    return variable;
}

/* Whether the entry, "NAME=value", has one of the names. */
static bool has_name(const char *entry, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(names[i]);
        if (strncmp(entry, names[i], length) == 0 && entry[length] == '=')
            return true;
    }
    return false;
}

static bool point_add(char **environment, const struct declared_scope *scope)
{
    const struct declared_spec *spec = scope->spec;
    *environment++ = text_make("CLAIMCHECK_SEED=%llu", (unsigned long long)scope->seed);
    for (size_t i = 0; i < spec->axis_count; i++)
        *environment++ = variable_make(spec->axes[i].axis.name, scope->values[i]);
    for (size_t i = 0; i < spec->let_count; i++) {
        struct declared_number number;
        char value[64];
        if (!declared_scope_number(scope, &spec->lets[i].amount, &number))
            return false;
        if (number.is_real)
            snprintf(value, sizeof(value), "%.17g", number.real);
        else
            snprintf(value, sizeof(value), "%lld", (long long)number.whole);
        *environment++ = variable_make(spec->lets[i].name, value);
    }
    return true;
}

char **declared_program_environment(const struct declared_scope *scope,
                                    const struct declared_command *passed)
{
    /* Windows needs those behind LANG to start a program. */
    static const char *const usual[] = { "PATH",       "HOME", "LANG",       "TMPDIR",
                                         "SYSTEMROOT", "TEMP", "USERPROFILE" };
    const size_t names = scope ? scope->spec->axis_count + scope->spec->let_count + 1 : 0;
    size_t ours_count = 0, at = 0;
    char **ours = os_environment();
    while (ours[ours_count])
        ours_count++;
    char **environment = need_zeroed(ours_count + names + 4, sizeof(*environment));
    for (size_t i = 0; i < ours_count; i++)
        if (has_name(ours[i], usual, COUNT_OF(usual)) ||
            (passed && has_name(ours[i], passed->words, passed->count)))
            environment[at++] = need_copy(ours[i]);
    /* its compiled files would change the folder */
    environment[at++] = need_copy("PYTHONDONTWRITEBYTECODE=1");
    OWNED char *helpers = passed ? data_folder_find("claimcheck_program") : NULL;
    OWNED char *whole = helpers ? os_path_whole(helpers) : NULL;
    if (whole) {
        environment[at++] = text_make("PYTHONPATH=%s", whole);
        environment[at++] = text_make("CPATH=%s", whole);
    }
    if (!scope || point_add(environment + at, scope))
        return environment;
    os_path_names_free(&environment);
    return NULL;
}

/* Files ---------------------------------------------------------------------------------------- */

static char *binary_path(const struct run *run, const struct declared_bytes *bytes)
{
    return text_make("%s/%s%s.bin", run->scratch.path, bytes->name,
                     bytes->is_wanted ? ".wanted" : "");
}

bool declared_input_write(const char *path, const void *data, uint64_t bytes)
{
    const int fd =
        os_file_open(path, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_EMPTY | OS_FILE_PRIVATE);
    const int code = fd < 0 ? errno : disk_write(fd, data, bytes);
    if (fd >= 0)
        os_file_close(fd);
    return code == 0 ||
           trouble("cannot write the input to '%.*s': %s; let TMPDIR name a folder with room",
                   (int)(disk_base_name(path) - path - 1), path, strerror(code));
}

static bool output_read(struct run *run, const struct declared_bytes *output)
{
    OWNED char *path = binary_path(run, output);
    FILE *file = file_open(path);
    const size_t count = file ? fread(output->data, 1, output->count, file) : 0;
    const bool whole = file && count == output->count && fgetc(file) == EOF;
    if (!file)
        trouble("%s wrote no %s.bin: it works in the folder where it is to write it",
                run->program->role, output->name);
    else if (!whole)
        trouble("%s wrote %s than %llu bytes of %s.bin: technique.json declares so many",
                run->program->role, count < output->count ? "less" : "more",
                (unsigned long long)output->count, output->name);
    if (file)
        fclose(file);
    return whole;
}

/* Program -------------------------------------------------------------------------------------- */

/* Judges a program that has ended, or was stopped. */
static bool end_judge(struct run *run)
{
    struct declared_program *program = run->program;
    size_t size = 0;
    program->code = process_exit_code(&run->start.process);
    if (run->start.end == PROCESS_RUN_DONE ||
        (run->start.end == PROCESS_RUN_FAILED && program->judges && program->code == 1))
        return !program->judges || disk_load_said(run->start.log, &program->said, &size);
    OWNED_TEXT struct text text = { 0 };
    process_run_say(&text, &run->start);
    return trouble("%s %s %s%s", program->role, run->words[0], text_string(&text),
                   run->start.end == PROCESS_RUN_LATE
                       ? ": raise \"reference_seconds\", or make the point smaller"
                   : run->start.failure == ENOENT ? "; install it, or name another program"
                                                  : "");
}

static bool program_run(struct run *run)
{
    if (!declared_trust_holds(run->scope->spec))
        return false;
    declared_confine_begin(&run->confine, run->words, run->scratch.path);
    OWNED char *log_path = text_make("%s/.log", run->scratch.path);
    const uint32_t limit_s = run->scope->spec->reference_s;
    run->start = (struct process_run){ .plan = { .words = (char *const *)run->confine.words,
                                                 .descriptors = { PROCESS_NOWHERE },
                                                 .is_group = true,
                                                 .folder = run->scratch.path,
                                                 .environment = run->environment },
                                       .log = log_path,
                                       .logs_all = true,
                                       .wait_ms = 1000.0 * limit_s,
                                       .stop_ms = 1000,
                                       .cpu_s = 4 * (uint64_t)limit_s,
                                       .memory_bytes = memory_bytes_max,
                                       .who = "a program of a folder",
                                       .words = run->words[0] };
    process_run(&run->start);
    if (run->start.end != PROCESS_RUN_UNSTARTED)
        declared_confine_end(&run->confine, run->words[0]);
    const bool good = end_judge(run);
    declared_confine_finish(&run->confine);
    return good;
}

bool declared_program_run(const struct declared_scope *scope, struct declared_program *program)
{
    OWNED_NAMES char **words = declared_program_words(scope->spec, program->command, NULL);
    OWNED_NAMES char **environment =
        words ? declared_program_environment(program->builds ? NULL : scope, program->passed)
              : NULL;
    struct run run = { scope, program, .words = words, .environment = environment };
    if (!environment)
        return false;
    if (program->folder) {
        snprintf(run.scratch.path, sizeof(run.scratch.path), "%s", program->folder);
        return program_run(&run);
    }
    const int code = scratch_create(&run.scratch);
    if (code != 0)
        return scratch_say_failure(code);
    bool good = true;
    for (size_t i = 0; i < program->input_count && good; i++) {
        OWNED char *path = binary_path(&run, &program->inputs[i]);
        good = declared_input_write(path, program->inputs[i].data, program->inputs[i].count);
    }
    good = good && program_run(&run);
    for (size_t i = 0; i < program->output_count && good; i++)
        good = output_read(&run, &program->outputs[i]);
    scratch_destroy(&run.scratch);
    return good;
}

/* Hashes the technique's name, the program, its words and the folder's content, the inputs, the
 * point on the axes, and the sizes of the outputs. False where a file cannot be read. */
static bool declared_answers_key(const struct declared_scope *scope, char *const *words,
                                 const struct declared_bytes *inputs,
                                 const struct declared_bytes *outputs, char key[SHA256_TEXT_BYTES])
{
    const struct declared_spec *spec = scope->spec;
    char sha256[SHA256_TEXT_BYTES];
    OWNED_TEXT struct text text = { 0 };
    OWNED char *path = os_path_search(words[0]);
    bool good = path && sha256_file(path, sha256) == 0;
    text_add_format(&text, "claimcheck answer 4\ntechnique %s\n", spec->technique);
    if (good)
        text_add_format(&text, "program %s %s\n", path, sha256);
    good = good && declared_content_add(&text, spec, DECLARED_OF_ANSWERS);
    for (size_t i = 0; i < spec->reference.count; i++)
        text_add_format(&text, "word %s\n", spec->reference.words[i]);
    text_add_format(&text, "seed %llu\n", (unsigned long long)scope->seed);
    for (size_t i = 0; i < spec->axis_count; i++)
        text_add_format(&text, "axis %s=%s\n", spec->axes[i].axis.name, scope->values[i]);
    for (size_t i = 0; i < spec->let_count && good; i++) {
        struct declared_number number;
        good = declared_scope_number(scope, &spec->lets[i].amount, &number);
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
    return good;
}

bool declared_reference_run(const struct declared_scope *scope, const struct declared_bytes *inputs,
                            const struct declared_bytes *outputs, int64_t *kept_s)
{
    const struct declared_spec *spec = scope->spec;
    struct declared_program program = { .role = "the reference",
                                        .command = &spec->reference,
                                        .inputs = inputs,
                                        .input_count = spec->input_count,
                                        .outputs = outputs,
                                        .output_count = spec->output_count };
    OWNED_NAMES char **words = declared_program_words(spec, &spec->reference, NULL);
    char key[SHA256_TEXT_BYTES];
    const bool keyed = words && kept_s && declared_answers_key(scope, words, inputs, outputs, key);
    if (kept_s)
        *kept_s = 0;
    if (keyed && declared_answers_load(key, spec, outputs, kept_s))
        return true;
    if (!words || !declared_program_run(scope, &program))
        return false;
    if (keyed)
        declared_answers_keep(key, spec, outputs);
    return true;
}

/* Kept answers --------------------------------------------------------------------------------- */

static const uint64_t bytes_max = UINT64_C(1) << 30;  /* of one answer */
static const uint64_t room_bytes = UINT64_C(4) << 30; /* of all */

static const int64_t age_ns = INT64_C(90) * 24 * 3600 * 1000000000;

static char *answer_path(const char *key)
{
    char name[48];
    snprintf(name, sizeof(name), "answer-%.32s.bin", key);
    return kept_file_path(name);
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

bool declared_answers_load(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs, int64_t *since_s)
{
    OWNED char *path = answer_path(key);
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
        /* harness/cli/technique_folders.c says which; a command always takes its own. */
        const char *said = getenv("CLAIMCHECK_ANSWERS");
        kept = !said || end.since_ns < strtoll(said + strcspn(said, " "), NULL, 10);
        good = memcmp(&end, &wanted, sizeof(end)) == 0 &&
               (!kept || !said || strncmp(said, "fresh", strlen("fresh")) != 0);
    }
    *since_s = good && kept ? end.since_ns / 1000000000 : 0;
    if (good) {
        os_path_touch(path); /* those used last are pruned last */
        declared_confine_note(path);
    }
    if (file)
        fclose(file);
    else if (fd >= 0)
        os_file_close(fd);
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

/* Removes what is beyond the room, or older than the newest by age_ns, from `path`'s folder. */
static void prune(const char *path)
{
    size_t count = 0, found = 0;
    uint64_t bytes = 0;
    OWNED char *folder = text_make("%.*s", (int)(disk_base_name(path) - path - 1), path);
    OWNED_NAMES char **names = os_path_names(folder, &found);
    OWNED struct answer *answers = need_zeroed(found, sizeof(*answers));
    for (size_t i = 0; i < found; i++) {
        struct os_file_status own;
        const bool is_answer = strncmp(names[i], "answer-", strlen("answer-")) == 0;
        char *answer = is_answer ? text_make("%s/%s", folder, names[i]) : NULL;
        if (answer && os_path_look_link(answer, &own))
            answers[count++] = (struct answer){ answer, own.bytes, own.written_ns };
        else
            free(answer);
    }
    qsort(answers, count, sizeof(*answers), used_later);
    for (size_t i = 0; i < count; i++) {
        bytes += answers[i].bytes;
        if (bytes > room_bytes || answers[0].used_ns - answers[i].used_ns > age_ns)
            os_path_remove(answers[i].path);
        free(answers[i].path);
    }
}

void declared_answers_keep(const char *key, const struct declared_spec *spec,
                           const struct declared_bytes *outputs)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < spec->output_count; i++)
        bytes += outputs[i].count;
    OWNED char *path = bytes <= bytes_max ? answer_path(key) : NULL;
    char *made = NULL;
    if (!path)
        return;
    struct end end = { .since_ns = kept_file_now_ns() };
    const int fd = kept_file_begin(path, &made);
    bool good = fd >= 0;
    for (size_t i = 0; i < spec->output_count && good; i++)
        good = disk_write(fd, outputs[i].data, outputs[i].count) == 0;
    digits_make(key, spec, outputs, &end);
    good = good && disk_write(fd, &end, sizeof(end)) == 0;
    if (kept_file_end(fd, &made, path, good)) {
        declared_confine_note(path);
        prune(path);
    }
}
