/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/engine/inspect/inspect.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Worker --------------------------------------------------------------------------------------- */

/*
 * The child writes lines of JSON: first what the device is, then an entry per kernel. Where it ends
 * before the last one, another child begins behind the kernel that it ended at.
 */

struct kernel_worker {
    const struct measurer *measurer;
    const char *selector; /* of the device, as gpu_choose() has it */
    size_t count;         /* of kernels */
    /* Entry of a kernel; without a device (NULL), what its SPIR-V alone says. A new reference. */
    json_t *(*entry)(const void *context, struct gpu *gpu, size_t index);
    void (*finish)(const void *context); /* what entries left on the device goes; may be NULL */
    const void *context;
};

/* The process that is forked, and the file that it shares with this one. */
struct forked {
    const struct kernel_worker *worker;
    size_t first;
    FILE *lines;
};

/* Takes over the value. A line without one would be the end for who reads it. */
static bool line_write(FILE *out, json_t *value)
{
    const bool written = json_value_write(out, value, JSON_COMPACT | JSON_ENCODE_ANY);
    fputs(written ? "\n" : "", out);
    fflush(out);
    return written;
}

static int worker_child_run(const struct kernel_worker *worker, size_t first, FILE *out)
{
    enum gpu_result result;
    const struct gpu_params params = { .selector = worker->selector, .compile_only = true };
    OWNED_BY(gpu_destroy) struct gpu *gpu = gpu_create(&params, &result, trouble_buffer());
    if (!gpu) {
        OWNED_BY(device_choice_finish) struct device_choice choice = { 0 };
        message_error("list: %s", trouble_text());
        return result != GPU_UNSUPPORTED                                         ? EXIT_CODE_UNTRIED
               : device_choice_init(&choice, worker->measurer, worker->selector) ? EXIT_CODE_NOTHING
                                                                                 : choice.code;
    }
    const struct gpu_info *info = gpu_info(gpu);
    if (!(info->features & GPU_PIPELINE_EXECUTABLE_PROPERTIES)) {
        message_warning("'%s' reports no statistics of kernels: it lacks %s", info->name,
                        gpu_feature_name(GPU_PIPELINE_EXECUTABLE_PROPERTIES));
        line_write(out, json_null());
        return EXIT_CODE_OK;
    }
    bool written =
        line_write(out, json_value_object("device:t driver_name:t driver_info:t", info->name,
                                          info->driver_name, info->driver_info));
    for (size_t i = first; i < worker->count && written; i++)
        written = line_write(out, worker->entry(worker->context, gpu, i));
    if (worker->finish)
        worker->finish(worker->context);
    return written ? EXIT_CODE_OK : message_error("list: out of memory");
}

static int forked_run(void *context)
{
    const struct forked *forked = context;
    return worker_child_run(forked->worker, forked->first, forked->lines);
}

/* Null for a line that did not come whole. */
static json_t *line_read(FILE *lines, char **line, size_t *capacity)
{
    const ssize_t length = getline(line, capacity, lines);
    return length > 0 && (*line)[length - 1] == '\n' ? json_loads(*line, JSON_DECODE_ANY, NULL)
                                                     : NULL;
}

/* Appends what one child says from `first` on; where the system has no fork(), this process says
 * it, and a driver that crashes ends it. *device is new where it has said what it is on. */
static int child_hear(const struct kernel_worker *worker, size_t first, json_t **device,
                      json_t **kernels)
{
    char *line = NULL;
    size_t capacity = 0;
    struct forked forked = { worker, first, os_stream_scratch() };
    struct process_run run = { .plan = { .run = forked_run, .context = &forked },
                               .wait_ms = INFINITY };
    json_t *entry;
    if (!forked.lines)
        return message_error("list: no process can be started");
    process_run(&run);
    const int code = run.failure == ENOSYS ? forked_run(&forked) : process_exit_code(&run.process);
    rewind(forked.lines);
    *device = line_read(forked.lines, &line, &capacity);
    while (*device && (entry = line_read(forked.lines, &line, &capacity)))
        json_value_append(kernels, entry);
    fclose(forked.lines);
    free(line);
    if (run.failure != 0 && run.failure != ENOSYS)
        return message_error("list: no process can be started");
    const size_t at = json_array_size(*kernels);
    if (code == EXIT_CODE_OK && !*device)
        return message_error("list: the driver ended the process that compiles");
    if (code == EXIT_CODE_UNTRIED ||
        (code >= 0 && (!json_is_object(*device) || at >= worker->count)))
        return code;
    if (!*device)
        return message_error("list: the driver crashed while its device was made: %s",
                             process_signal_name(process_end_signal(&run.process)));
    if (at < worker->count) { /* the kernel that the driver ended the process at */
        const int number = process_end_signal(&run.process);
        entry = worker->entry(worker->context, NULL, at);
        json_value_set(&entry, "reason",
                       number == 0
                           ? json_string("the driver ended the process")
                           : json_sprintf("the driver crashed: %s", process_signal_name(number)));
        json_value_append(kernels, entry);
    }
    return EXIT_CODE_OK;
}

/*
 * Appends an entry per kernel to *kernels; one that the driver crashes on has that as its `reason`.
 * *device has `device`, its name, `driver_name` and `driver_info`; NULL, with a warning, where its
 * driver says nothing of what it compiles: then nothing was appended. Nothing is allocated on the
 * device, and nothing run. Valid: no device is open in this process, and no thread runs beside this
 * one (layers). Returns the exit code; the message has been printed.
 */
static int kernel_worker_run(const struct kernel_worker *worker, json_t **device, json_t **kernels)
{
    int code = EXIT_CODE_OK;
    *device = NULL;
    do {
        json_decref(*device);
        code = child_hear(worker, json_array_size(*kernels), device, kernels);
    } while (code == EXIT_CODE_OK && json_is_object(*device) &&
             json_array_size(*kernels) < worker->count);
    if (code == EXIT_CODE_OK && json_is_object(*device))
        return code;
    json_decref(*device);
    *device = NULL;
    return code;
}

/* Kernels of cases ----------------------------------------------------------------------------- */

struct list_as {
    struct plan plan; /* the cases of kind GPU and HOST_DRIVEN that the expression matches */
    struct list_as_case *cases;
    size_t count;
    struct list_as_input *input; /* of the case before, on the worker's device */
};

enum { SEED = 1 };

struct list_as_case {
    const struct plan_group *group;
    const struct plan_case *plan;
};

struct list_as_input {
    const struct plan_group *group;
    struct bench_workload *workload; /* NULL where it could not be made, */
    enum bench_status status;        /* and then what became of it, and why */
    char message[MESSAGE_BYTES];
};

/* Plans the cases of the profile `full` that match. False with a message; then and after use it is
 * to be finished. */
static bool list_as_init(struct list_as *as, const struct technique *const *techniques,
                         const char *expression)
{
    const struct plan_request request = { .techniques = techniques,
                                          .profile = BENCH_FULL,
                                          .filter = expression,
                                          .without_baselines = true };
    *as = (struct list_as){ .count = 0 };
    if (!plan_init(&as->plan, &request))
        return message_refuse("list: --as: %s", trouble_text());
    as->cases = need_zeroed(as->plan.case_count + 1, sizeof(*as->cases));
    as->input = need_zeroed(1, sizeof(*as->input));
    for (size_t i = 0; i < as->plan.group_count; i++)
        for (size_t k = 0; k < as->plan.groups[i].case_count; k++)
            if (as->plan.groups[i].cases[k].variant->kind != BENCH_CPU)
                as->cases[as->count++] =
                    (struct list_as_case){ &as->plan.groups[i], &as->plan.groups[i].cases[k] };
    if (as->count == 0)
        message_error("list: --as: only cases of kind CPU match '%s': they have no kernels",
                      expression);
    return as->count > 0;
}

static void input_finish(const void *context)
{
    const struct list_as *as = context;
    workload_destroy(&as->input->workload);
    as->input->group = NULL;
}

/* The input of the group, made where the case before had another; NULL where it cannot be. */
static const struct bench_workload *input_of(const struct list_as *as, struct gpu *gpu,
                                             const struct plan_group *group)
{
    struct list_as_input *input = as->input;
    if (input->group == group)
        return input->workload;
    input_finish(as);
    input->group = group;
    input->status = BENCH_ERROR;
    input->workload = workload_create(group, SEED, NULL);
    if (!input->workload) {
        trouble_give(input->message, sizeof(input->message));
        return NULL;
    }
    const struct context *context = &input->workload->context;
    if (context_ok(context) && workload_upload(input->workload, gpu))
        return input->workload;
    if (!context_ok(context))
        input->status = case_status(context_trouble(context));
    else if (gpu_failure(gpu)->result == GPU_UNSUPPORTED)
        input->status = BENCH_UNSUPPORTED;
    snprintf(input->message, sizeof(input->message), "%s",
             context_ok(context) ? gpu_failure(gpu)->message : context_message(context));
    input_finish(as);
    input->group = group;
    return NULL;
}

static json_t *kernels_json(const struct result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->kernel_count; i++) {
        const struct gpu_kernel_facts *kernel = &result->kernels[i].kernel;
        const struct gpu_interface *interface = &kernel->interface;
        const struct kernel_entry *entry = kernel_set_find(kernel->asked_for->name);
        json_t *json = kernel_json(&result->kernels[i]);
        struct text name = { 0 }; /* and constants: "cbt/decode:256,2" */
        text_add(&name, kernel->asked_for->name);
        for (uint32_t m = 0; m < interface->constant_count; m++)
            text_add_format(&name, "%c%u", m == 0 ? ':' : ',', interface->constants[m]);
        json_value_add(&json, "name:x source:t stage:t", &name, entry ? entry->path : NULL,
                       gpu_stage_name(interface->stage));
        json_object_del(json, "file");
        json_object_del(json, "id");
        json_value_append(&array, json);
    }
    return array;
}

static json_t *case_entry_json(const void *context, struct gpu *gpu, size_t index)
{
    const struct list_as *as = context;
    const struct list_as_case *c = &as->cases[index];
    struct result result = { .reason = "" };
    if (!gpu)
        return json_value_object("name:t status:t reason:t kernels:o", c->plan->name, NULL, NULL,
                                 json_array());
    const struct bench_workload *workload = input_of(as, gpu, c->group);
    const struct once_params params = { .gpu = gpu, .group = c->group, .plan = c->plan };
    const bool ok = workload && once_compile(&params, workload, &result);
    const char *reason = ok ? NULL : workload ? result.reason : as->input->message;
    json_t *entry =
        json_value_object("name:t status:t reason:t kernels:o", c->plan->name,
                          bench_status_name(workload ? result.c.status : as->input->status), reason,
                          kernels_json(&result));
    result_finish(&result);
    gpu_recover(gpu);
    return entry;
}

/* Kernels -------------------------------------------------------------------------------------- */

/* The request, for each kernel. */
struct listing {
    const struct measurer *measurer;
    const struct options *options;
    struct kernel_files files;
    bool isa, all; /* representations: the last of each executable, or all */
    bool whole;    /* all kernels that there are */
    bool brief;    /* on a terminal, names alone */
    bool diff;     /* of the files, side by side */
    bool as;       /* pipelines of cases: --as */
    struct list_as cases;
    enum sheet_style style;
    struct listed {
        const struct kernel_entry *entry;
        const struct kernel_file *file; /* that stands in for it; NULL: itself */
    } * listed;
    size_t count;
};

static int no_kernel(const char *name)
{
    char hint[256];
    kernel_set_hint(name, hint, sizeof(hint));
    return message_error("list: there is no kernel '%s'%s; see claimcheck list --kernels", name,
                         hint);
}

/* The last of an executable is what the hardware runs, where the driver gives that at all. */
static json_t *representations_json(const struct listing *listing, const struct gpu_scope *scope)
{
    struct gpu_kernel *kernel = NULL;
    size_t count = 0;
    if (gpu_scope_kernels(scope, &kernel, 1) == 0)
        return json_null();
    struct gpu_representation *list = gpu_kernel_representations(kernel, &count);
    json_t *array = count > 0 ? json_array() : json_null();
    foreach (struct gpu_representation, it, list, count) { /* names and texts are the driver's */
        printable_clean(it->executable);
        printable_clean(it->name);
        printable_clean(it->description);
        printable_clean_lines(it->text);
    }
    for (size_t i = 0; i < count; i++)
        if (listing->all || i + 1 == count ||
            strcmp(list[i].executable, list[i + 1].executable) != 0)
            json_value_append(&array, json_value_object("executable:t name:t description:t text:t",
                                                        list[i].executable, list[i].name,
                                                        list[i].description, list[i].text));
    gpu_representations_free(&list, count);
    return array;
}

/* A kernel as a driver compiles it, at the constants of its interface. */
static void compiled_add(json_t **kernel, const struct listing *listing, struct gpu *gpu,
                         const struct gpu_shader *shader, const struct gpu_interface *interface)
{
    const bool many = interface->constant_count > GPU_CONSTANTS_MAX;
    struct gpu_kernel_params params = { .shader = shader,
                                        .constant_count =
                                            many ? GPU_CONSTANTS_MAX : interface->constant_count };
    struct kernel_facts *facts = NULL;
    size_t count;
    memcpy(params.constants, interface->constants, sizeof(params.constants));
    struct gpu_scope *scope = gpu_scope_create(gpu);
    gpu_kernel_create(scope, &params);
    kernel_facts_read(scope, &facts, &count);
    if (count > 0) {
        for (size_t i = 0; i < facts->statistic_count; i++) {
            printable_clean(facts->statistics[i].executable);
            printable_clean(facts->statistics[i].name);
        }
        json_value_set(kernel, "statistics", kernel_json_statistics(facts));
    }
    if (listing->isa && count > 0)
        json_value_set(kernel, "representations", representations_json(listing, scope));
    if (gpu_failed(gpu))
        json_value_set(kernel, "reason", json_value_text(gpu_failure(gpu)->message));
    kernel_facts_finish(&facts, count);
    gpu_scope_destroy(&scope);
    gpu_recover(gpu);
}

static json_t *entry_json(const void *context, struct gpu *gpu, size_t index)
{
    const struct listing *listing = context;
    const struct listed *listed = &listing->listed[index];
    const struct kernel_file *file = listed->file;
    const struct gpu_shader *shader = file ? &file->shader : listed->entry->shader;
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    if (!gpu_shader_interface(shader, NULL, 0, &interface, message))
        return NULL; /* it was read before: what lacks is memory */
    json_t *kernel = kernel_json_shader(shader, shader->name, &interface);
    json_value_add(&kernel, "source:t stage:t statistics:o",
                   file ? file->path : listed->entry->path, gpu_stage_name(interface.stage),
                   json_null());
    if (file)
        json_value_set(&kernel, "stands_in_for", json_value_text(listed->entry->shader->name));
    if (listing->diff) {
        uint32_t counts[GPU_COUNT_COUNT];
        json_t *object = json_object();
        gpu_shader_count(shader, counts);
        for (int i = 0; i < GPU_COUNT_COUNT; i++)
            json_value_set(&object, gpu_count_names[i], json_value_count(counts[i]));
        json_value_set(&kernel, "spirv", object);
    }
    if (listing->isa)
        json_value_set(&kernel, "representations", json_null());
    /* A driver may do anything with what it does not know. */
    if (gpu && interface.stage == GPU_STAGE_COMPUTE &&
        !gpu_shader_meets(shader, gpu_info(gpu), message, sizeof(message)))
        json_value_set(&kernel, "reason", json_string(message));
    else if (gpu && interface.stage == GPU_STAGE_COMPUTE)
        compiled_add(&kernel, listing, gpu, shader, &interface);
    json_object_del(kernel, "file");
    return kernel;
}

static const struct kernel_file *file_of(const struct listing *listing,
                                         const struct kernel_entry *entry)
{
    for (size_t i = 0; i < listing->files.count; i++)
        if (listing->files.files[i].entry == entry)
            return &listing->files.files[i];
    return NULL;
}

static bool is_named(const struct kernel_entry *entry, const char *word)
{
    return kernel_set_find(word) == entry || strcmp(entry->technique, word) == 0;
}

/* Command ------------------------------------------------------------------------------------- */

/*
 * Puts kernels in place of the entries of cases, each once: its `name` is followed by its
 * constants, and `case` is the first that has it. Those entries become `cases` of the document,
 * where `kernels` are names. Returns the exit code.
 */
static int cases_take(json_t **document, json_t **kernels)
{
    json_t *cases = *kernels;
    size_t failed = 0; /* neither ok nor unsupported */
    *kernels = json_array();
    foreach_json (entry, cases) {
        json_t *names = json_array();
        const char *status = json_value_text_of(entry, "status");
        failed += strcmp(status, bench_status_name(BENCH_OK)) != 0 &&
                  strcmp(status, bench_status_name(BENCH_UNSUPPORTED)) != 0;
        foreach_json (kernel, json_object_get(entry, "kernels")) {
            const char *name = json_value_text_of(kernel, "name");
            json_value_append(&names, json_value_text(name));
            if (json_value_named(*kernels, name))
                continue;
            json_value_set(&kernel, "case", json_value_text(json_value_text_of(entry, "name")));
            json_value_append(kernels, json_incref(kernel));
        }
        json_value_set(&entry, "kernels", names);
    }
    json_value_set(document, "cases", cases);
    if (failed > 0)
        return message_error("list: the set-up of %zu of %zu cases failed, since nothing is run: "
                             "their kernels may not all be listed; leave these cases out",
                             failed, json_array_size(cases));
    if (json_array_size(*kernels) > 0)
        return EXIT_CODE_OK;
    message_warning("none of the %zu cases has a kernel on this device", json_array_size(cases));
    return EXIT_CODE_NOTHING;
}

static int document_print(const struct listing *listing, const json_t *document, bool judged)
{
    const json_t *listed = json_object_get(document, "kernels");
    if (listing->style != SHEET_TEXT)
        return sheet_options_print(kernel_view, listed, listing->style, false);
    if (listing->diff)
        kernel_diff_print(listed, terminal_columns(CONSOLE_OUTPUT));
    if (judged)
        return EXIT_CODE_OK;
    if (listing->brief)
        kernel_names_print(listed, terminal_columns(CONSOLE_OUTPUT));
    else if (!listing->diff)
        kernel_print(listed);
    /* Prints each case of --as whose set-up did not come to its end, and why. */
    foreach_json (entry, json_object_get(document, "cases"))
        if (*json_value_text_of(entry, "reason"))
            printf("%s\n    %zu kernels, then: %s\n", json_value_text_of(entry, "name"),
                   json_array_size(json_object_get(entry, "kernels")),
                   json_value_text_of(entry, "reason"));
    return EXIT_CODE_OK;
}

static int list_kernels(const struct listing *listing)
{
    const char *selector = options_value(listing->options, "device");
    const char *against = options_value(listing->options, "against");
    const bool compiled = selector || listing->isa || listing->as;
    const bool json = listing->style == SHEET_JSON;
    struct kernel_worker worker = listing->as
                                      ? (struct kernel_worker){ .count = listing->cases.count,
                                                                .entry = case_entry_json,
                                                                .finish = input_finish,
                                                                .context = &listing->cases }
                                      : (struct kernel_worker){ .count = listing->count,
                                                                .entry = entry_json,
                                                                .context = listing };
    worker.measurer = listing->measurer;
    worker.selector = selector;
    json_auto_t *before = against ? kernel_against_load(against) : NULL;
    json_auto_t *document = NULL, *kernels = json_array();
    if (against && !before)
        return EXIT_CODE_UNTRIED;
    int code = compiled ? kernel_worker_run(&worker, &document, &kernels) : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && (against || listing->as) && !document)
        code = EXIT_CODE_NOTHING;
    if (code != EXIT_CODE_OK)
        return code;
    for (size_t i = 0; !document && i < listing->count; i++)
        json_value_append(&kernels, entry_json(listing, NULL, i));
    if (!document)
        document = json_value_object("device:o", json_null());
    code = listing->as ? cases_take(&document, &kernels) : EXIT_CODE_OK;
    json_t *sources = json_array();
    for (const struct kernel_source *s = kernel_set_sources; s->path; s++)
        json_value_append(&sources, json_string(s->path));
    json_value_add(&document, "kernels:o sources:o", json_incref(kernels), sources);
    if (before && code == EXIT_CODE_OK)
        code = kernel_against_judge(against, before, document, listing->whole, json);
    const int printed = json ? command_print_json(json_incref(document))
                             : document_print(listing, document, before);
    return printed != EXIT_CODE_OK ? printed : code;
}

/* Reads the files. Messages of the compiler are for people, and go to stderr unchanged. */
static bool files_read(struct listing *listing)
{
    const struct options *options = listing->options;
    kernel_files_init(&listing->files, options->given_count);
    foreach (const struct option_given, given, options->given, options->given_count) {
        char *log = NULL;
        if (strcmp(given->spec->name, "kernel") != 0 && strcmp(given->spec->name, "diff") != 0)
            continue;
        const bool read = kernel_files_add(&listing->files, given->value, &log);
        log_print(&log);
        if (!read)
            return message_refuse("list: %s", trouble_text());
    }
    return true;
}

static bool listing_init(struct listing *listing, const struct command_line *line)
{
    const struct options *options = line->options;
    *listing = (struct listing){ .measurer = line->measurer,
                                 .options = options,
                                 .isa = options_any(options, "isa|diff"),
                                 .diff = options_has(options, "diff"),
                                 .as = options_has(options, "as"),
                                 .all = options_is(options, "isa", "all"),
                                 .style = sheet_options_style(options) };
    size_t count = 0;
    while (kernel_set_at(count))
        count++;
    for (size_t i = 0, k = 0; i < options->positional_count; i++, k = 0) {
        while (k < count && !is_named(kernel_set_at(k), options->positionals[i]))
            k++;
        if (k == count) {
            no_kernel(options->positionals[i]);
            return false;
        }
    }
    if (options_has(options, "against") && !options_has(options, "device"))
        return message_refuse(
            "list: --against compares the statistics of a device's driver: add --device D");
    if (!files_read(listing))
        return false;
    if (listing->as && (options->positional_count > 0 || options_any(options, "isa|kernel|diff")))
        return message_refuse("list: --as lists all kernels of cases: leave out names of kernels, "
                              "--isa, --kernel and --diff");
    if (listing->as &&
        !list_as_init(&listing->cases, line->techniques, options_value(options, "as")))
        return false;
    if (options_has(options, "against") && listing->style != SHEET_TEXT &&
        listing->style != SHEET_JSON)
        return message_refuse("list: --against is printed as text or as JSON");
    listing->whole = options->positional_count == 0 && listing->files.count == 0;
    listing->brief =
        line->terminal && listing->whole && !options_any(options, "as|diff|device|isa");
    listing->listed = need_zeroed(2 * count + 1, sizeof(*listing->listed));
    for (size_t i = 0; i < count; i++) {
        const struct kernel_entry *entry = kernel_set_at(i);
        /* Named, or all there are; with files and no names, those that the files stand in for. */
        bool wanted = listing->whole || file_of(listing, entry);
        for (size_t k = 0; k < options->positional_count; k++)
            wanted = wanted || is_named(entry, options->positionals[k]);
        if (!wanted)
            continue;
        listing->listed[listing->count++].entry = entry;
        if (file_of(listing, entry))
            listing->listed[listing->count++] = (struct listed){ entry, file_of(listing, entry) };
    }
    return true;
}

int list_kernels_run(const struct command_line *line)
{
    const struct options *options = line->options;
    struct listing listing;
    if (options_has(options, "source")) {
        const char *name = options_value(options, "source");
        const struct kernel_entry *entry = kernel_set_find(name);
        const struct kernel_source *source = kernel_set_source(!entry ? name : entry->path);
        if (!source)
            return no_kernel(name);
        /* Write errors are seen by cli_main() when it flushes. */
        fwrite(source->text, 1, source->bytes, stdout);
        return EXIT_CODE_OK;
    }
    if (!options_has(options, "kernels"))
        return message_error(
            "list: --device, --as, --isa, --kernel, --diff and --against go with --kernels");
    const int code = listing_init(&listing, line) ? list_kernels(&listing) : (int)EXIT_CODE_UNTRIED;
    plan_finish(&listing.cases.plan);
    free(listing.cases.cases);
    free(listing.cases.input);
    free(listing.listed);
    kernel_files_finish(&listing.files);
    return code;
}
