/* SPDX-License-Identifier: MIT */
/* program.c: a variant that is a program, of a folder or of a built-in technique, driven by the
 * protocol of harness/engine/program. */
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

enum { FIRST_S = 90, RUN_S = 10, FILES_S = 60, BUILD_S = 120 };

/* Arrays of the input, or of the output. */
struct arrays {
    struct declared_bytes list[DECLARED_BUFFERS_MAX];
    const char *types[DECLARED_BUFFERS_MAX];
    size_t count;
};

struct declared_process {
    const struct declared_spec *spec;
    const struct declared_variant *variant;
    declared_give_fn *give;   /* of a built-in technique; NULL: a folder's */
    struct declared_spec own; /* of a built-in technique: in its folder of programs */
    int64_t *numbers;         /* of one, too */
    struct arena *arena;
    struct program *program;
    struct scratch scratch;
    struct declared_confine confine;
    const struct bench_workload *of; /* that the arrays are of; NULL: none */
    struct arrays inputs, outputs;
    const char *has[DECLARED_BUFFERS_MAX]; /* what its inputs are; NULL: nobody's */
    struct declared_word renewed;          /* a word of them that is not so; bytes 0: none */
    char *prepared;                        /* the last request to prepare; NULL: none */
    uint32_t poison;
    bool gave_poison;    /* at this point, before an execution */
    double execution_ns; /* by our clock, so far */
};

static struct declared_process *process_of(const struct bench_case *c)
{
    return *(struct declared_process *const *)c->state;
}

static struct declared_scope scope_of(const struct bench_case *c)
{
    const struct declared_process *process = process_of(c);
    if (!process->give)
        return declared_scope_of(process->spec, process->variant, &c->context);
    return (struct declared_scope){ .spec = process->spec,
                                    .variant = process->variant,
                                    .seed = c->context.seed,
                                    .numbers = process->numbers };
}

/* Requests ------------------------------------------------------------------------------------- */

/* The reply, with the trouble that the program has as the case's. */
static json_t *ask(struct bench_case *c, const char *what, json_t *members, double wait_s,
                   double *ns)
{
    struct declared_process *process = process_of(c);
    json_t *reply = program_ask(process->program, what, members, wait_s, ns);
    const char *message;
    const enum program_trouble trouble = program_trouble(process->program, &message);
    if (!reply && trouble == PROGRAM_UNSUPPORTED)
        context_unsupported(&c->context, "%s", message);
    else if (!reply)
        context_error(&c->context, "%s", message);
    return reply;
}

static bool tell(struct bench_case *c, const char *what, json_t *members, double wait_s)
{
    json_auto_t *reply = ask(c, what, members, wait_s, NULL);
    return reply;
}

/* Ends the program with the trouble, which is the case's. */
static bool refuse(struct bench_case *c)
{
    program_refuse(process_of(c)->program, "%s", trouble_text());
    return context_error(&c->context, "%s", trouble_text());
}

static bool hello(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    json_auto_t *reply =
        ask(c, "hello", json_pack("{s:i}", "protocol", PROGRAM_PROTOCOL), FIRST_S, NULL);
    const json_int_t protocol = json_integer_value(json_object_get(reply, "protocol"));
    const char *name = json_string_value(json_object_get(reply, "name"));
    const char *api = json_string_value(json_object_get(reply, "api"));
    if (!reply)
        return false;
    if (protocol != PROGRAM_PROTOCOL)
        trouble("the program speaks protocol %lld, and %d is wanted", (long long)protocol,
                PROGRAM_PROTOCOL);
    else if (!name || !*name || strlen(name) > 200)
        trouble("the program's reply to 'hello' has no \"name\" of 1 to 200 bytes");
    else if (!api || strcmp(api, process->variant->api) != 0)
        trouble("the program works by '%.60s', and \"api\" in technique.json is '%s'",
                api ? api : "", process->variant->api);
    else {
        bench_program(c, arena_text(process->arena, name));
        return true;
    }
    return refuse(c);
}

/* Arrays --------------------------------------------------------------------------------------- */

/* The axes as text, and each "let" as a number; the numbers that C gives. NULL with trouble. */
static json_t *point_json(struct bench_case *c)
{
    const struct declared_scope scope = scope_of(c);
    const struct declared_spec *spec = scope.spec;
    json_t *point = json_object();
    for (size_t i = 0; i < spec->number_count; i++)
        json_object_set_new(point, spec->numbers[i], json_integer(scope.numbers[i]));
    for (size_t i = 0; i < spec->axis_count; i++)
        json_object_set_new(point, spec->axes[i].axis.name, json_string(scope.values[i]));
    for (size_t i = 0; i < spec->let_count && !spec->is_shipped; i++) {
        struct declared_number number;
        if (!declared_scope_number(&scope, &spec->lets[i].amount, &number)) {
            json_decref(point);
            context_error(&c->context, "%s", trouble_text());
            return NULL;
        }
        json_object_set_new(point, spec->lets[i].name,
                            number.is_real ? json_real(number.real) : json_integer(number.whole));
    }
    return point;
}

static json_t *arrays_json(const struct arrays *arrays)
{
    json_t *list = json_array();
    for (size_t i = 0; i < arrays->count; i++)
        json_array_append_new(list, json_pack("{s:s, s:I, s:s}", "name", arrays->list[i].name,
                                              "bytes", (json_int_t)arrays->list[i].count, "type",
                                              arrays->types[i]));
    return list;
}

/* Inputs and outputs as the folder declares them; the outputs in memory of the case. */
static bool folder_take(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    const struct declared_spec *spec = process->spec;
    const struct declared_workload *input = c->workload->state;
    const struct declared_scope scope = scope_of(c);
    process->inputs.count = spec->input_count;
    process->outputs.count = spec->output_count;
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++) {
        const bool is_input = i < spec->input_count;
        struct arrays *arrays = is_input ? &process->inputs : &process->outputs;
        const size_t at = is_input ? i : i - spec->input_count;
        void *data = is_input ? input->list[i].data : arrays->list[at].data;
        if (!data && !(data = context_alloc(&c->context, input->list[i].count)))
            return false;
        arrays->list[at] = input->list[i];
        arrays->list[at].data = data;
        arrays->types[at] = declared_scope_type(&scope, declared_spec_buffer(spec, NULL, (int)i));
    }
    return true;
}

static bool array_take(struct bench_case *c, const struct declared_given *given, const char *name,
                       struct arrays *arrays)
{
    const struct declared_given *found = declared_given_find(given, name);
    if (!found || !found->array || found->bytes % 4 != 0)
        return context_error(&c->context, "technique.json: nobody gives the array '%s'", name);
    arrays->types[arrays->count] = "uint";
    arrays->list[arrays->count++] =
        (struct declared_bytes){ name, (void *)(uintptr_t)found->array, found->bytes };
    return true;
}

/* Asks C for its numbers and arrays. */
static bool given_take(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    const struct declared_variant *variant = process->variant;
    struct declared_given given[DECLARED_GIVEN_MAX] = { 0 };
    process->give(c, given);
    bool good =
        context_ok(&c->context) && declared_numbers_take(c, process->spec, given, process->numbers);
    process->inputs.count = process->outputs.count = 0;
    for (size_t i = 0; i < variant->input_count && good; i++)
        good = array_take(c, given, variant->inputs[i], &process->inputs);
    for (size_t i = 0; i < variant->output_count && good; i++)
        good = array_take(c, given, variant->outputs[i], &process->outputs);
    return good;
}

/* Takes the arrays of the case's workload, and has the program prepare where sizes or the point are
 * others than before. */
static bool take(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    if (process->of == c->workload)
        return true;
    json_t *point = NULL;
    if (!(process->give ? given_take(c) : folder_take(c)) || !(point = point_json(c)))
        return false;
    json_t *members =
        json_pack("{s:o, s:o, s:o}", "point", point, "inputs", arrays_json(&process->inputs),
                  "outputs", arrays_json(&process->outputs));
    char *text = json_dumps(members, JSON_COMPACT);
    const bool same = process->prepared && strcmp(process->prepared, text) == 0;
    free(same ? text : process->prepared);
    if (same) {
        json_decref(members);
    } else {
        process->prepared = text;
        memset(process->has, 0, sizeof(process->has));
        process->poison = ~context_poison(&c->context);
        process->gave_poison = false;
        if (!tell(c, "prepare", members, FIRST_S))
            return false;
    }
    process->of = c->workload;
    return true;
}

/* Bytes of an input, which a file has from the offset on. */
static bool input_send(struct bench_case *c, size_t index, const void *data, uint64_t offset,
                       uint64_t bytes)
{
    struct declared_process *process = process_of(c);
    const char *name = process->inputs.list[index].name;
    OWNED char *path = text_make("%s/%s.bin", process->scratch.path, name);
    if (!declared_input_write(path, data, bytes))
        return context_error(&c->context, "%s", trouble_text());
    return tell(c, "inputs",
                json_pack("{s:{s:s}, s:I}", "files", name, path, "offset", (json_int_t)offset),
                FILES_S + (double)bytes / 5e7);
}

/* Sends what differs from what it has: of an altered input a word, as renew() does. */
static bool input_update(struct bench_case *c, size_t index)
{
    struct declared_process *process = process_of(c);
    const struct context_type *type = context_type_find(process->inputs.types[index]);
    const uint64_t bytes = process->inputs.list[index].count;
    const uint64_t word = type && type->bytes == 8 * type->components ? 8 : 4;
    const char *wanted = process->inputs.list[index].data, *has = process->has[index];
    uint64_t first = 0, end = bytes;
    if (wanted == has)
        return true;
    process->has[index] = wanted;
    while (has && first < bytes && memcmp(wanted + first, has + first, word) == 0)
        first += word;
    while (has && end > first && memcmp(wanted + end - word, has + end - word, word) == 0)
        end -= word;
    return first == end || input_send(c, index, wanted + first, first, end - first);
}

/* A word that no execution has seen: of a folder by how its input is filled, otherwise with another
 * low byte. */
static bool word_draw(struct bench_case *c, uint64_t drawn, struct declared_word *word)
{
    const struct declared_process *process = process_of(c);
    const struct declared_bytes *first = process->inputs.list;
    const struct declared_scope scope = scope_of(c);
    uint32_t value;
    if (!process->give)
        return declared_word_draw(&scope, first, drawn, word);
    if (first->count == 0)
        return false;
    *word = (struct declared_word){ .at = 4 * random_below(&drawn, first->count / 4), .bytes = 4 };
    memcpy(&value, (const char *)first->data + word->at, sizeof(value));
    value ^= 1 + (uint32_t)random_below(&drawn, 255);
    memcpy(&word->data, &value, sizeof(value));
    return true;
}

/* Sends it what the case's workload has, as far as it has something else. */
static bool inputs_update(struct bench_case *c)
{
    if (!take(c))
        return false;
    for (size_t i = 0; i < process_of(c)->inputs.count; i++)
        if (!input_update(c, i))
            return false;
    return true;
}

bool declared_process_renew(struct bench_case *c)
{
    struct declared_word word;
    uint64_t drawn = context_poison(&c->context);
    if (process_of(c)->of != c->workload)
        return inputs_update(c);
    if (!word_draw(c, random_next(&drawn), &word))
        return true;
    process_of(c)->renewed = word;
    return input_send(c, word.input, &word.data, word.at, word.bytes);
}

static bool inputs_ready(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    const struct declared_word word = process->renewed;
    process->renewed.bytes = 0;
    return (word.bytes == 0 || !process->has[word.input] ||
            input_send(c, word.input, process->has[word.input] + word.at, word.at, word.bytes)) &&
           inputs_update(c);
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
    const bool on_host = strcmp(process_of(c)->variant->api, "host") == 0;
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

static bool output_read(struct bench_case *c, const struct declared_bytes *output, const char *path)
{
    FILE *file = file_open(path);
    const size_t count = file ? fread(output->data, 1, output->count, file) : 0;
    const bool more = file && fgetc(file) != EOF;
    if (file)
        fclose(file);
    if (!file)
        return context_error(&c->context, "the program wrote no file for the output %s",
                             output->name);
    return (count == output->count && !more) ||
           context_mismatch(&c->context, "%s has %s than the %llu bytes that are declared",
                            output->name, more ? "more" : "less",
                            (unsigned long long)output->count);
}

bool declared_process_fetch(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    const struct arrays *outputs = &process->outputs;
    OWNED_NAMES char **paths = need_zeroed(outputs->count + 1, sizeof(*paths));
    double bytes = 0;
    json_t *files = json_object();
    for (size_t i = 0; i < outputs->count; i++) {
        paths[i] = text_make("%s/%s.bin", process->scratch.path, outputs->list[i].name);
        os_path_remove(paths[i]);
        bytes += (double)outputs->list[i].count;
        json_object_set_new(files, outputs->list[i].name, json_string(paths[i]));
    }
    bool good = tell(c, "give", json_pack("{s:o}", "files", files), FILES_S + bytes / 5e7);
    for (size_t i = 0; i < outputs->count && good; i++)
        good = output_read(c, &outputs->list[i], paths[i]);
    return good;
}

/* Asks once at each point for outputs that no execution has written: they must be poison. */
static bool poison_give(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    if (process->gave_poison)
        return true;
    bool good = declared_process_fetch(c);
    process->gave_poison = true;
    for (size_t i = 0; i < process->outputs.count && good; i++) {
        const struct declared_bytes *output = &process->outputs.list[i];
        for (uint64_t at = 0; at < output->count && good; at += sizeof(process->poison))
            good = memcmp((const char *)output->data + at, &process->poison,
                          sizeof(process->poison)) == 0 ||
                   context_mismatch(&c->context,
                                    "byte %llu of %s is not the poison of 'run' before any "
                                    "execution: 'give' must copy what executions left, and no more",
                                    (unsigned long long)at, output->name);
    }
    return good;
}

bool declared_process_compute(struct bench_case *c, uint32_t times)
{
    struct declared_process *process = process_of(c);
    const double wait_s =
        process->execution_ns > 0 ? fmax(RUN_S, 20e-9 * times * process->execution_ns) : FIRST_S;
    double ns;
    if (times == 0) {
        const uint32_t poison = context_poison(&c->context);
        if (!inputs_ready(c) || poison == process->poison)
            return context_ok(&c->context);
        process->poison = poison;
    }
    json_t *members = json_pack("{s:i}", "times", (int)times);
    if (times == 0)
        json_object_set_new(members, "poison", json_integer(process->poison));
    json_auto_t *reply = ask(c, "run", members, wait_s, &ns);
    if (!reply || !run_judge(c, reply, times, ns))
        return false;
    if (times == 0)
        return poison_give(c);
    process->execution_ns = ns / times;
    return true;
}

/* Check ---------------------------------------------------------------------------------------- */

/* Fetches the outputs of the last run and compares them. */
static bool check(struct bench_case *c, enum bench_check kind)
{
    (void)kind;
    return c->variant->yardstick ||
           (declared_process_fetch(c) && declared_check(c, process_of(c)->outputs.list));
}

/* Life ----------------------------------------------------------------------------------------- */

/* A word of a build with its "{name}" replaced by the number that C gives; malloc'ed. */
static char *word_at(const struct declared_scope *scope, const char *word)
{
    const char *open = strchr(word, '{'), *close = open ? strchr(open, '}') : NULL;
    for (size_t i = 0; i < scope->spec->number_count && close; i++)
        if (strlen(scope->spec->numbers[i]) == (size_t)(close - open - 1) &&
            strncmp(scope->spec->numbers[i], open + 1, (size_t)(close - open - 1)) == 0)
            return text_make("%.*s%lld%s", (int)(open - word), word, (long long)scope->numbers[i],
                             close + 1);
    return need_copy(word);
}

/* The folder in the user's cache that has what the build made, malloc'ed: named by all that it was
 * made of. NULL with a message. */
static char *build(const struct declared_scope *scope, const struct declared_variant *variant)
{
    OWNED_TEXT struct text text = { 0 };
    char key[SHA256_TEXT_BYTES];
    OWNED char *helpers = data_folder_find("claimcheck_program");
    OWNED_NAMES char **words = need_zeroed(variant->build.count + 1, sizeof(*words));
    const struct declared_command command = { "build", (const char *const *)words,
                                              variant->build.count };
    struct declared_program program = {
        .role = "the build", .command = &command, .passed = &variant->environment, .builds = true
    };
    bool good = declared_content_add(&text, scope->spec, DECLARED_OF_BUILDS);
    for (size_t i = 0; i < command.count; i++) {
        words[i] = word_at(scope, variant->build.words[i]);
        text_add_format(&text, "build %s\n", words[i]);
    }
    OWNED char *compiler = os_path_search(variant->build.words[0]);
    if (compiler && sha256_file(compiler, key) == 0)
        text_add_format(&text, "compiler %s %s\n", compiler, key);
    for (size_t i = 0; i < variant->environment.count; i++) {
        const char *value = getenv(variant->environment.words[i]);
        text_add_format(&text, "%s=%s\n", variant->environment.words[i], value ? value : "");
    }
    OWNED char *header = text_make("%s/claimcheck_program.h", helpers ? helpers : "");
    if (good && sha256_file(header, key) == 0)
        text_add(&text, key);
    sha256_text(text_string(&text), text.length, key);
    OWNED char *name = text_make("builds/%.32s", key), *made = NULL;
    char *path = kept_file_path(name);
    if (!good || !path)
        trouble("the build: %s",
                good ? "there is no folder for caches: let HOME or XDG_CACHE_HOME name one"
                     : "not all files of the folder can be read (of at most 4096)");
    good = good && path;
    if (good && os_path_is_folder(path) && !kept_file_is_believed(path) &&
        os_path_empty_folder(path, NULL))
        os_path_remove_folder(path);
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
        declared_confine_note(path);
    }
    if (!good) {
        free(path);
        path = NULL;
    }
    return path;
}

/* Whether compilers and drivers are there, before a build that takes half a minute: a program that
 * is not installed is no fault of the folder. */
static bool is_possible(struct bench_case *c)
{
    const struct declared_variant *variant = process_of(c)->variant;
    const char *word = (variant->build.count > 0 ? &variant->build : &variant->program)->words[0];
    OWNED char *found = os_path_search(word);
    if (!found && !strchr(word, '/') && !declared_reference_has(process_of(c)->spec, word))
        return context_unsupported(&c->context, "'%.100s' is not installed, or not in PATH", word);
    return strcmp(variant->api, "cuda") != 0 || os_library_open("libcuda.so.1") ||
           os_library_open("nvcuda.dll") ||
           context_unsupported(&c->context, "libcuda.so.1, the driver of CUDA, cannot be loaded");
}

static bool start(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    const struct declared_variant *variant = process->variant;
    const struct declared_scope scope = scope_of(c);
    if (!declared_trust_holds(process->spec))
        return false;
    OWNED char *built = variant->build.count > 0 ? build(&scope, variant) : NULL;
    if (variant->build.count > 0 && !built)
        return process->give && context_unsupported(&c->context, "%s", trouble_text());
    OWNED_NAMES char **own = declared_program_words(process->spec, &variant->program, built);
    OWNED_NAMES char **environment =
        own ? declared_program_environment(process->give ? NULL : &scope, &variant->environment)
            : NULL;
    if (!environment)
        return false;
    const int code = scratch_create(&process->scratch);
    if (code != 0)
        return scratch_say_failure(code);
    declared_confine_begin(&process->confine, own, process->scratch.path);
    const struct program_plan plan = { .words = (char *const *)process->confine.words,
                                       .environment = environment,
                                       .folder = process->scratch.path,
                                       .name = own[0] };
    process->program = program_create(&plan);
    return process->program;
}

/* Starts the program of the case, and prepares it for the workload. */
static bool begin(struct bench_case *c)
{
    return is_possible(c) && (start(c) || context_error(&c->context, "%s", trouble_text())) &&
           hello(c) && take(c);
}

static struct declared_process *create(struct bench_case *c)
{
    struct declared_process *process = context_alloc(&c->context, sizeof(*process));
    *(struct declared_process **)c->state = process;
    return process;
}

static bool setup(struct bench_case *c)
{
    struct declared_process *process = create(c);
    if (!process)
        return false;
    process->spec = declared_spec_of(c);
    process->variant = c->variant->data;
    process->arena = &((struct declared_bench *)(uintptr_t)c->bench->data)->spec.arena;
    return begin(c);
}

bool declared_process_setup(struct bench_case *c, const struct technique_steps *file,
                            declared_give_fn *give)
{
    struct declared_process *process = create(c);
    struct declared_spec *spec = process ? declared_steps_spec(c, file) : NULL;
    const struct declared_variant *variant =
        spec ? declared_steps_find(c, spec, c->variant->steps) : NULL;
    if (!variant)
        return false;
    process->give = give;
    process->own = *spec;
    process->own.reference_s = BUILD_S;
    process->spec = &process->own;
    process->variant = variant;
    process->arena = &spec->arena;
    process->numbers = context_alloc(&c->context, (spec->number_count + 1) * sizeof(int64_t));
    if (!process->numbers || !given_take(c))
        return false;
    const struct declared_scope scope = scope_of(c);
    if (!declared_when(&scope, &c->context))
        return false;
    OWNED char *name = text_make("%s/programs", spec->folder), *found = data_folder_find(name);
    OWNED char *folder = found ? os_path_whole(found) : NULL;
    if (folder)
        process->own.folder = arena_text(&spec->arena, folder);
    else
        context_unsupported(&c->context,
                            "there is no folder '%s' beside the executable: install claimcheck "
                            "whole, or run it in its source tree",
                            name);
    return context_ok(&c->context) && begin(c);
}

void declared_process_finish(struct bench_case *c)
{
    struct declared_process *process = process_of(c);
    if (!process)
        return;
    const bool ran = process->program;
    program_destroy(&process->program);
    if (ran)
        declared_confine_end(&process->confine, process->variant->program.words[0]);
    declared_confine_finish(&process->confine);
    scratch_destroy(&process->scratch);
    free(process->prepared);
}

/* It has its own copies of the inputs. */
static const char *spoilt(struct bench_case *c)
{
    (void)c;
    return NULL;
}

const struct bench_method declared_program_method = { .case_bytes = sizeof(struct declared_case),
                                                      .setup = setup,
                                                      .compute_times = declared_process_compute,
                                                      .renew = declared_process_renew,
                                                      .fetch = declared_process_fetch,
                                                      .check = check,
                                                      .spoilt = spoilt,
                                                      .finish = declared_process_finish };
