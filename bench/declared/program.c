/* SPDX-License-Identifier: MIT */
/* program.c: a variant that is a program, driven by the protocol of harness/engine/program. */
#include "harness/engine/program/program.h"
#include "bench/declared/private.h"
#include "harness/base/need.h"
#include "harness/file.h"
#include "harness/os/library.h"
#include "harness/os/os.h"
#include "harness/random.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_S = 90, RUN_S = 10, FILES_S = 60 };

struct program_case {
    struct declared_case checked; /* first: declared_check() has it */
    struct program *program;
    struct scratch scratch;
    struct declared_confine confine;
    void *outputs[DECLARED_BUFFERS_MAX];
    const struct declared_workload *has; /* what its inputs are; NULL: none, or nobody's */
    struct declared_word renewed;        /* a word of them that is not so; bytes 0: none */
    uint32_t poison;
    double execution_ns; /* by our clock, so far */
};

/* Requests ------------------------------------------------------------------------------------- */

/* The reply, with the trouble that the program has as the case's. */
static json_t *ask(struct bench_case *c, const char *what, json_t *members, double wait_s,
                   double *ns)
{
    struct program_case *state = c->state;
    json_t *reply = program_ask(state->program, what, members, wait_s, ns);
    const char *message;
    const enum program_trouble trouble = program_trouble(state->program, &message);
    if (!reply && trouble == PROGRAM_UNSUPPORTED)
        context_unsupported(&c->context, "%s", message);
    else if (!reply)
        context_error(&c->context, "%s", message);
    return reply;
}

static bool tell(struct bench_case *c, const char *what, json_t *members, double wait_s)
{
    json_t *reply = ask(c, what, members, wait_s, NULL);
    json_decref(reply);
    return reply;
}

/* Ends the program with the trouble, which is the case's. */
static bool refuse(struct bench_case *c)
{
    struct program_case *state = c->state;
    program_refuse(state->program, "%s", trouble_text());
    return context_error(&c->context, "%s", trouble_text());
}

static json_t *buffers_json(const struct bench_case *c, size_t first, size_t count)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_workload *input = c->workload->state;
    const struct declared_scope scope = declared_scope_of(spec, c->variant->data, &c->context);
    json_t *list = json_array();
    for (size_t i = first; i < first + count; i++) {
        const struct declared_buffer *buffer = declared_spec_buffer(spec, NULL, (int)i);
        json_array_append_new(list, json_pack("{s:s, s:I, s:s}", "name", buffer->name, "bytes",
                                              (json_int_t)input->bytes[i], "type",
                                              declared_scope_type(&scope, buffer)));
    }
    return list;
}

/* The axes as text, and each "let" as a number. NULL with trouble. */
static json_t *point_json(struct bench_case *c)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_scope scope = declared_scope_of(spec, c->variant->data, &c->context);
    json_t *point = json_object();
    for (size_t i = 0; i < spec->axis_count; i++)
        json_object_set_new(point, spec->axes[i].axis.name, json_string(scope.values[i]));
    for (size_t i = 0; i < spec->let_count; i++) {
        struct declared_number number;
        if (!declared_scope_number(&scope, &spec->lets[i].amount, &number)) {
            context_error(&c->context, "%s", trouble_text());
            json_decref(point);
            return NULL;
        }
        json_object_set_new(point, spec->lets[i].name,
                            number.is_real ? json_real(number.real) : json_integer(number.whole));
    }
    return point;
}

static bool hello(struct bench_case *c)
{
    const struct declared_variant *variant = c->variant->data;
    struct declared_bench *bench = (struct declared_bench *)(uintptr_t)c->bench->data;
    json_t *reply =
        ask(c, "hello", json_pack("{s:i}", "protocol", PROGRAM_PROTOCOL), FIRST_S, NULL);
    const json_int_t protocol = json_integer_value(json_object_get(reply, "protocol"));
    const char *name = json_string_value(json_object_get(reply, "name"));
    const char *api = json_string_value(json_object_get(reply, "api"));
    bool good = true;
    if (!reply)
        return false;
    if (protocol != PROGRAM_PROTOCOL)
        good = trouble("the program speaks protocol %lld, and %d is wanted", (long long)protocol,
                       PROGRAM_PROTOCOL);
    else if (!name || !*name || strlen(name) > 200)
        good = trouble("the program's reply to 'hello' has no \"name\" of 1 to 200 bytes");
    else if (!api || strcmp(api, variant->api) != 0)
        good = trouble("the program works by '%.60s', and \"api\" in technique.json is '%s'",
                       api ? api : "", variant->api);
    if (!good)
        refuse(c);
    else
        bench_program(c, arena_text(&bench->spec.arena, name));
    json_decref(reply);
    return good;
}

/* Inputs --------------------------------------------------------------------------------------- */

/* Bytes of an input, which a file has from the offset on. */
static bool input_send(struct bench_case *c, size_t index, const void *data, uint64_t offset,
                       uint64_t bytes)
{
    struct program_case *state = c->state;
    const char *name = declared_spec_of(c)->inputs[index].name;
    char *path = text_make("%s/%s.bin", state->scratch.path, name);
    const int fd =
        os_file_open(path, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_EMPTY | OS_FILE_PRIVATE);
    const int code = fd < 0 ? errno : disk_write(fd, data, bytes);
    if (fd >= 0)
        os_file_close(fd);
    const bool sent =
        code == 0
            ? tell(c, "inputs",
                   json_pack("{s:{s:s}, s:I}", "files", name, path, "offset", (json_int_t)offset),
                   FILES_S + (double)bytes / 5e7)
            : context_error(&c->context,
                            "cannot write the input to '%s': %s; let TMPDIR name a folder "
                            "with room",
                            state->scratch.path, strerror(code));
    free(path);
    return sent;
}

/* Sends what differs from what it has: of an altered input a word. */
static bool input_update(struct bench_case *c, size_t index)
{
    struct program_case *state = c->state;
    const struct declared_workload *input = c->workload->state;
    const uint64_t bytes = input->bytes[index];
    const char *wanted = input->host[index], *has = state->has ? state->has->host[index] : NULL;
    uint64_t first = 0, end = bytes;
    if (has && state->has->bytes[index] == bytes) {
        while (first < bytes && memcmp(wanted + first, has + first, 4) == 0)
            first += 4;
        while (end > first && memcmp(wanted + end - 4, has + end - 4, 4) == 0)
            end -= 4;
    }
    return first == end || input_send(c, index, wanted + first, first, end - first);
}

static bool renew(struct bench_case *c)
{
    const struct declared_scope scope = declared_scope_of(declared_spec_of(c), NULL, &c->context);
    const struct declared_workload *input = c->workload->state;
    struct program_case *state = c->state;
    struct declared_word word;
    uint64_t drawn = context_poison(&c->context);
    if (!declared_word_draw(&scope, input->bytes, random_next(&drawn), &word))
        return true;
    state->renewed = word;
    return input_send(c, word.input, &word.data, word.at, word.bytes);
}

static bool inputs_ready(struct bench_case *c)
{
    const struct declared_workload *input = c->workload->state;
    struct program_case *state = c->state;
    const struct declared_word word = state->renewed;
    state->renewed.bytes = 0;
    if (word.bytes > 0 && state->has &&
        !input_send(c, word.input, (const char *)state->has->host[word.input] + word.at, word.at,
                    word.bytes))
        return false;
    for (size_t i = 0; i < declared_spec_of(c)->input_count && state->has != input; i++)
        if (!input_update(c, i))
            return false;
    state->has = input;
    return true;
}

/* Executions ----------------------------------------------------------------------------------- */

static double time_of(const json_t *reply, const char *name)
{
    const json_t *value = json_object_get(reply, name);
    return value ? (json_is_number(value) ? json_number_value(value) : NAN) : 0;
}

/* Holds the reply to a run against what was asked, and against our clock. */
static bool run_judge(struct bench_case *c, const json_t *reply, uint32_t times, double ns)
{
    const json_t *done = json_object_get(reply, "times");
    static const double bound_share =
        0.9; /* of the time goes by in launching: the host is judged */
    const double wall_ns = time_of(reply, "wall_ns"), device_ns = time_of(reply, "device_ns"),
                 enqueue_ns = time_of(reply, "enqueue_ns");
    const struct declared_variant *variant = c->variant->data;
    const bool on_host = strcmp(variant->api, "host") == 0;
    if (!json_is_integer(done))
        trouble("the program's reply to 'run' has no \"times\" that is a whole number");
    else if (json_integer_value(done) != (json_int_t)times)
        trouble("the program ran %lld times where %u were asked for",
                (long long)json_integer_value(done), times);
    else if (!json_object_get(reply, "wall_ns") || !(wall_ns >= 0) || !(device_ns >= 0) ||
             !(enqueue_ns >= 0))
        trouble("the program's reply to 'run' has no \"wall_ns\" that is a number from 0 on, or a "
                "\"device_ns\" or \"enqueue_ns\" that is none");
    else if (wall_ns > ns || device_ns > ns)
        trouble("the program says %.3f ms for what it has answered within %.3f ms",
                fmax(wall_ns, device_ns) / 1e6, ns / 1e6);
    else {
        bench_program_says(c, wall_ns,
                           on_host || enqueue_ns >= bound_share * wall_ns ? 0 : device_ns);
        return true;
    }
    return refuse(c);
}

static bool compute_times(struct bench_case *c, uint32_t times)
{
    struct program_case *state = c->state;
    const uint32_t poison = context_poison(&c->context);
    const double wait_s =
        state->execution_ns > 0 ? fmax(RUN_S, 20e-9 * times * state->execution_ns) : FIRST_S;
    json_t *members = json_pack("{s:i}", "times", (int)times);
    double ns;
    if (times == 0) {
        json_object_set_new(members, "poison", json_integer(poison));
        if (!inputs_ready(c) || poison == state->poison) {
            json_decref(members);
            return context_ok(&c->context);
        }
        state->poison = poison;
    }
    json_t *reply = ask(c, "run", members, wait_s, &ns);
    const bool good = reply && run_judge(c, reply, times, ns);
    if (good && times > 0)
        state->execution_ns = ns / times;
    json_decref(reply);
    return good;
}

/* Check ---------------------------------------------------------------------------------------- */

static bool output_read(struct bench_case *c, size_t index, const char *path, uint64_t bytes)
{
    struct program_case *state = c->state;
    const char *name = declared_spec_of(c)->outputs[index].name;
    FILE *file = file_open(path);
    const size_t count = file ? fread(state->outputs[index], 1, bytes, file) : 0;
    const bool more = file && fgetc(file) != EOF;
    if (file)
        fclose(file);
    if (!file)
        return context_error(&c->context, "the program wrote no file for the output %s", name);
    return (count == bytes && !more) ||
           context_mismatch(&c->context, "%s has %s than the %llu bytes that are declared", name,
                            more ? "more" : "less", (unsigned long long)bytes);
}

/* Fetches the outputs of the last run and compares them. */
static bool check(struct bench_case *c, enum bench_check kind)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_workload *input = c->workload->state;
    struct program_case *state = c->state;
    struct declared_bytes given[DECLARED_BUFFERS_MAX] = { 0 };
    char *paths[DECLARED_BUFFERS_MAX];
    double bytes = 0;
    (void)kind;
    if (c->variant->yardstick)
        return true;
    json_t *files = json_object();
    for (size_t i = 0; i < spec->output_count; i++) {
        paths[i] = text_make("%s/%s.bin", state->scratch.path, spec->outputs[i].name);
        os_path_remove(paths[i]);
        bytes += (double)input->bytes[spec->input_count + i];
        json_object_set_new(files, spec->outputs[i].name, json_string(paths[i]));
    }
    bool good = tell(c, "give", json_pack("{s:o}", "files", files), FILES_S + bytes / 5e7);
    for (size_t i = 0; i < spec->output_count; i++) {
        const uint64_t wanted = input->bytes[spec->input_count + i];
        good = good && output_read(c, i, paths[i], wanted);
        given[i] = (struct declared_bytes){ spec->outputs[i].name, state->outputs[i], wanted };
        free(paths[i]);
    }
    return good && declared_check(c, given);
}

/* Life ----------------------------------------------------------------------------------------- */

/* The folder in the user's cache that has what the build made, malloc'ed: named by all that it was
 * made of. NULL with a message. */
static char *build(const struct declared_scope *scope, const struct declared_variant *variant)
{
    struct text text = { 0 };
    char key[SHA256_TEXT_BYTES];
    char *helpers = data_folder_find("claimcheck_program");
    struct declared_program program = { .role = "the build",
                                        .command = &variant->build,
                                        .passed = &variant->environment,
                                        .builds = true };
    bool good = declared_content_add(&text, scope->spec, true);
    for (size_t i = 0; i < variant->build.count; i++)
        text_add_format(&text, "build %s\n", variant->build.words[i]);
    char *header = text_make("%s/claimcheck_program.h", helpers ? helpers : "");
    if (good && sha256_file(header, key) == 0)
        text_add(&text, key);
    sha256_text(text_string(&text), text.length, key);
    char *name = text_make("builds/%.32s", key), *path = kept_file_path(name), *made = NULL;
    if (!good || !path)
        trouble("the build: %s",
                good ? "there is no folder for caches: let HOME or XDG_CACHE_HOME name one"
                     : "not all files of the folder can be read (of at most 4096)");
    good = good && path;
    if (good && !os_path_is_folder(path)) {
        made = text_make("%s.XXXXXX", path);
        program.folder = made;
        good = ((disk_make_folders(path, 0700) == 0 && os_path_make_folder_of(made) == 0) ||
                trouble("cannot make a folder beside '%s' for the build", path)) &&
               declared_program_run(scope, &program) &&
               (os_path_rename_new(made, path) == 0 || os_path_is_folder(path) ||
                trouble("cannot name the build '%s'", path));
        if (os_path_is_folder(made) && os_path_empty_folder(made, NULL))
            os_path_remove_folder(made);
    }
    text_finish(&text);
    free(helpers);
    free(header);
    free(name);
    free(made);
    if (!good) {
        free(path);
        path = NULL;
    }
    return path;
}

/* Whether there is a program of that name: one that is not installed is no fault of the folder. */
static bool is_installed(struct bench_case *c, const char *word)
{
    const bool is_path = strchr(word, '/') || declared_reference_has(declared_spec_of(c), word);
    char *found = is_path ? need_copy("") : os_path_search(word);
    const bool there = found;
    free(found);
    return there || context_unsupported(&c->context, "'%.100s' is not installed", word);
}

static bool start(struct bench_case *c)
{
    const struct declared_variant *variant = c->variant->data;
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_scope scope = declared_scope_of(spec, c->variant->data, &c->context);
    struct program_case *state = c->state;
    const char *words[DECLARED_CONFINE_WORDS + DECLARED_WORDS_MAX + 1];
    size_t count = 0;
    char *built = NULL;
    if (!declared_trust_holds(spec))
        return false;
    if (variant->build.count > 0 && !(built = build(&scope, variant)))
        return false;
    char **own = declared_program_words(spec, &variant->program, built);
    char **environment = own ? declared_program_environment(&scope, &variant->environment) : NULL;
    free(built);
    const int code = environment ? scratch_create(&state->scratch) : 0;
    if (code != 0)
        scratch_say_failure(code);
    if (environment && code == 0) {
        declared_confine_begin(&state->confine, own[0], state->scratch.path);
        for (const char **word = state->confine.prefix; *word; word++)
            words[count++] = *word;
        for (size_t i = 0; i <= variant->program.count; i++) /* and NULL */
            words[count++] = own[i];
        const struct program_plan plan = { .words = (char *const *)words,
                                           .environment = environment,
                                           .folder = state->scratch.path,
                                           .name = own[0] };
        state->program = program_create(&plan);
    }
    if (own)
        os_path_names_free(&own);
    if (environment)
        os_path_names_free(&environment);
    return state->program;
}

static bool setup(struct bench_case *c)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_workload *input = c->workload->state;
    const struct declared_variant *variant = c->variant->data;
    struct program_case *state = c->state;
    for (size_t i = 0; i < spec->output_count; i++)
        if (!(state->outputs[i] = context_alloc(&c->context, input->bytes[spec->input_count + i])))
            return false;
    if ((variant->build.count > 0 && !is_installed(c, variant->build.words[0])) ||
        (variant->build.count == 0 && !is_installed(c, variant->program.words[0])))
        return false;
    /* before a build that takes half a minute */
    if (strcmp(variant->api, "cuda") == 0 &&
        !(os_library_open("libcuda.so.1") || os_library_open("nvcuda.dll")))
        return context_unsupported(&c->context,
                                   "libcuda.so.1, the driver of CUDA, cannot be loaded");
    if (!start(c))
        return context_error(&c->context, "%s", trouble_text());
    json_t *point = point_json(c);
    if (!hello(c) || !point) {
        json_decref(point);
        return false;
    }
    return tell(c, "prepare",
                json_pack("{s:o, s:o, s:o}", "point", point, "inputs",
                          buffers_json(c, 0, spec->input_count), "outputs",
                          buffers_json(c, spec->input_count, spec->output_count)),
                FIRST_S);
}

static void finish(struct bench_case *c)
{
    struct program_case *state = c->state;
    program_destroy(&state->program);
    declared_confine_finish(&state->confine);
    scratch_destroy(&state->scratch);
}

/* It has its own copies of the inputs. */
static const char *spoilt(struct bench_case *c)
{
    (void)c;
    return NULL;
}

const struct bench_method declared_program_method = { .case_bytes = sizeof(struct program_case),
                                                      .setup = setup,
                                                      .compute_times = compute_times,
                                                      .renew = renew,
                                                      .check = check,
                                                      .spoilt = spoilt,
                                                      .finish = finish };
