/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/list_kernels.h"
#include "harness/base/need.h"
#include "harness/base/trouble.h"
#include "harness/cli/sheet_options.h"

#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/printable.h"
#include "harness/base/terminal.h"
#include "harness/cli/command.h"
#include "harness/cli/profiling/kernel_diff.h"
#include "harness/cli/profiling/list_as.h"
#include "harness/engine/gpu/executable.h"
#include "harness/engine/session/kernel_json.h"
#include "harness/engine/shaders/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The request, for each kernel. */
struct listing {
    const struct measurer *measurer;
    const struct options *options;
    struct kernel_files files;
    bool isa, all; /* representations: the last of each executable, or all */
    bool whole;    /* all kernels that there are */
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

bool list_kernels_wanted(const struct options *options)
{
    return options_has(options, "kernels") || options_has(options, "source") ||
           options_has(options, "device") || options_has(options, "isa") ||
           options_has(options, "kernel") || options_has(options, "diff") ||
           options_has(options, "against") || options_has(options, "as");
}

/* Source ------------------------------------------------------------------------------------- */

static int no_kernel(const char *name)
{
    char hint[256];
    kernel_set_hint(name, hint, sizeof(hint));
    return message_error("list: there is no kernel '%s'%s; see claimcheck list --kernels", name,
                         hint);
}

static int print_source(const char *name)
{
    const struct kernel_entry *entry = kernel_set_find(name);
    const struct kernel_source *source = kernel_set_source(!entry ? name : entry->path);
    if (!source)
        return no_kernel(name);
    /* Write errors are seen by cli_main() when it flushes. */
    fwrite(source->text, 1, source->bytes, stdout);
    return EXIT_CODE_OK;
}

/* Facts -------------------------------------------------------------------------------------- */

/* Names and texts are the driver's. */
static void representations_clean(struct gpu_representation *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        printable_clean(list[i].executable);
        printable_clean(list[i].name);
        printable_clean(list[i].description);
        printable_clean_lines(list[i].text);
    }
}

static void statistics_clean(const struct kernel_facts *facts)
{
    for (size_t i = 0; i < facts->statistic_count; i++) {
        printable_clean(facts->statistics[i].executable);
        printable_clean(facts->statistics[i].name);
    }
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
    representations_clean(list, count);
    for (size_t i = 0; i < count; i++)
        if (listing->all || i + 1 == count ||
            strcmp(list[i].executable, list[i + 1].executable) != 0)
            json_value_append(&array, json_pack("{s:o, s:o, s:o, s:o}", "executable",
                                                json_value_text(list[i].executable), "name",
                                                json_value_text(list[i].name), "description",
                                                json_value_text(list[i].description), "text",
                                                json_value_text(list[i].text)));
    gpu_representations_free(&list, count);
    return array;
}

/* Null where there is no driver that could say. */
static void add_compiled(const struct listing *listing, struct gpu *gpu,
                         const struct gpu_shader *shader, const struct gpu_interface *interface,
                         json_t **kernel)
{
    struct gpu_kernel_params params = { .shader = shader,
                                        .constant_count = interface->constant_count };
    struct kernel_facts *facts = NULL;
    memcpy(params.constants, interface->constants, sizeof(params.constants));
    struct gpu_scope *scope = gpu_scope_create(gpu);
    gpu_kernel_create(scope, &params);
    size_t count;
    kernel_facts_read(scope, &facts, &count);
    if (count > 0) {
        statistics_clean(facts);
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

/* A driver may do anything with what it does not know. */
static bool is_for(const struct gpu *gpu, const struct gpu_shader *shader, json_t **kernel)
{
    char lacks[GPU_MESSAGE_BYTES];
    const bool meets = gpu_shader_meets(shader, gpu_info(gpu), lacks, sizeof(lacks));
    if (!meets)
        json_value_set(kernel, "reason", json_string(lacks));
    return meets;
}

static json_t *counts_json(const struct gpu_shader *shader)
{
    uint32_t counts[GPU_COUNT_COUNT];
    json_t *object = json_object();
    gpu_shader_count(shader, counts);
    for (int i = 0; i < GPU_COUNT_COUNT; i++)
        json_value_set(&object, gpu_count_names[i], json_value_count(counts[i]));
    return object;
}

/* Entry of `kernels`, by kernel_worker_entry_fn. */
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
    json_value_set(&kernel, "source", json_value_text(file ? file->path : listed->entry->path));
    json_value_set(&kernel, "stage", json_value_text(interface.stage));
    json_value_set(&kernel, "statistics", json_null());
    if (file)
        json_value_set(&kernel, "stands_in_for", json_value_text(listed->entry->shader->name));
    if (listing->diff)
        json_value_set(&kernel, "spirv", counts_json(shader));
    if (listing->isa)
        json_value_set(&kernel, "representations", json_null());
    if (gpu && strcmp(interface.stage, "compute") == 0 && is_for(gpu, shader, &kernel))
        add_compiled(listing, gpu, shader, &interface, &kernel);
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

/* Says whether a word names the kernel, or its technique. */
static bool is_named(const struct kernel_entry *entry, const char *word)
{
    return kernel_set_find(word) == entry || strcmp(entry->technique, word) == 0;
}

static bool names_any(const char *word)
{
    size_t i = 0;
    while (kernel_set_at(i) && !is_named(kernel_set_at(i), word))
        i++;
    return kernel_set_at(i);
}

/* Named, or all there are; with files and no names, those that the files stand in for. */
static bool is_wanted(const struct listing *listing, const struct kernel_entry *entry)
{
    const struct options *options = listing->options;
    if (file_of(listing, entry))
        return true;
    for (size_t i = 0; i < options->positional_count; i++)
        if (is_named(entry, options->positionals[i]))
            return true;
    return listing->whole;
}

static void listed_fill(struct listing *listing)
{
    size_t count = 0;
    while (kernel_set_at(count))
        count++;
    listing->listed = need_zeroed(2 * count + 1, sizeof(*listing->listed));
    for (size_t i = 0; i < count; i++) {
        const struct kernel_entry *entry = kernel_set_at(i);
        if (!is_wanted(listing, entry))
            continue;
        listing->listed[listing->count++].entry = entry;
        if (file_of(listing, entry))
            listing->listed[listing->count++] = (struct listed){ entry, file_of(listing, entry) };
    }
}

/* Command ------------------------------------------------------------------------------------- */

/* Prints each case of --as whose set-up did not come to its end, and why. */
static void cases_print(const json_t *cases)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(cases, i, entry)
    {
        const char *reason = json_value_text_of(entry, "reason");
        if (*reason)
            printf("%s\n    %zu kernels, then: %s\n", json_value_text_of(entry, "name"),
                   json_array_size(json_object_get(entry, "kernels")), reason);
    }
}

/* Puts the kernels of cases in place of these. Returns the exit code. */
static int cases_take(json_t **document, json_t **kernels)
{
    json_t *cases = NULL;
    size_t failed = 0;
    *kernels = list_as_kernels(*kernels, &cases, &failed);
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

/* Returns the exit code. */
static int document_print(const struct listing *listing, const json_t *document, bool judged)
{
    const json_t *listed = json_object_get(document, "kernels");
    const struct sheet_source source = { kernel_view, listed };
    if (listing->style != SHEET_TEXT)
        return sheet_options_print(&source, listing->style, false);
    if (listing->diff)
        kernel_diff_print(stdout, listed, terminal_columns(CONSOLE_OUTPUT));
    if (!judged && !listing->diff)
        kernel_print(stdout, listed);
    if (!judged)
        cases_print(json_object_get(document, "cases"));
    return EXIT_CODE_OK;
}

/* Takes over all three; `before` may be NULL. */
static int print_document(const struct listing *listing, json_t *device, json_t *kernels,
                          json_t *before)
{
    const bool json = listing->style == SHEET_JSON;
    json_t *sources = json_array(), *document = device ? device : json_object();
    for (const struct kernel_source *s = kernel_set_sources; s->path; s++)
        json_value_append(&sources, json_string(s->path));
    if (!device)
        json_value_set(&document, "device", json_null());
    int code = listing->as ? cases_take(&document, &kernels) : (int)EXIT_CODE_OK;
    json_value_set(&document, "kernels", kernels);
    json_value_set(&document, "sources", sources);
    if (before && code == EXIT_CODE_OK)
        code = kernel_against_judge(options_value(listing->options, "against"), before, document,
                                    listing->whole, json);
    int printed = EXIT_CODE_OK;
    if (!json)
        printed = document_print(listing, document, before);
    json_decref(before);
    if (json)
        printed = command_print_json(document);
    else
        json_decref(document);
    return printed != EXIT_CODE_OK ? printed : code;
}

static int list_kernels(const struct listing *listing)
{
    const char *selector = options_value(listing->options, "device");
    const bool compiled = selector || listing->isa || listing->as;
    struct kernel_worker worker = listing->as ? list_as_worker(&listing->cases)
                                              : (struct kernel_worker){ .count = listing->count,
                                                                        .entry = entry_json,
                                                                        .context = listing };
    worker.measurer = listing->measurer;
    worker.selector = selector;
    const char *against = options_value(listing->options, "against");
    json_t *device = NULL, *kernels = json_array();
    json_t *before = against ? kernel_against_load(against) : NULL;
    int code = against && !before ? EXIT_CODE_UNTRIED : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && compiled)
        code = kernel_worker_run(&worker, &device, &kernels);
    if (code == EXIT_CODE_OK && (against || listing->as) && !device)
        code = EXIT_CODE_NOTHING;
    if (code == EXIT_CODE_OK && !device)
        for (size_t i = 0; i < listing->count; i++)
            json_value_append(&kernels, entry_json(listing, NULL, i));
    if (code == EXIT_CODE_OK)
        return print_document(listing, device, kernels, before);
    json_decref(before);
    json_decref(device);
    json_decref(kernels);
    return code;
}

/* Reads the files. Messages of the compiler are for people, and go to stderr unchanged. */
static bool files_read(struct listing *listing)
{
    char *log = NULL;
    const struct options *options = listing->options;
    bool read = true;
    kernel_files_init(&listing->files, options->given_count);
    for (size_t i = 0; read && i < options->given_count; i++) {
        if (strcmp(options->given[i].spec->name, "kernel") != 0 &&
            strcmp(options->given[i].spec->name, "diff") != 0)
            continue;
        read = kernel_files_add(&listing->files, options->given[i].value, &log);
        if (log) {
            printable_clean_lines(log);
            fputs(log, stderr);
        }
        free(log);
    }
    if (!read)
        message_error("list: %s", trouble_text());
    return read;
}

static bool listing_init(struct listing *listing, const struct command_line *line)
{
    const struct options *options = line->options;
    *listing = (struct listing){ .measurer = line->measurer,
                                 .options = options,
                                 .isa = options_has(options, "isa") || options_has(options, "diff"),
                                 .diff = options_has(options, "diff"),
                                 .as = options_has(options, "as"),
                                 .all = options_is(options, "isa", "all"),
                                 .style = sheet_options_style(options) };
    for (size_t i = 0; i < options->positional_count; i++)
        if (!names_any(options->positionals[i])) {
            no_kernel(options->positionals[i]);
            return false;
        }
    if (options_has(options, "against") && !options_has(options, "device"))
        return message_refuse(
            "list: --against compares the statistics of a device's driver: add --device D");
    if (!files_read(listing))
        return false;
    if (listing->as && (options->positional_count > 0 || options_has(options, "isa") ||
                        options_has(options, "kernel") || options_has(options, "diff")))
        return message_refuse("list: --as lists all kernels of cases: leave out names of kernels, "
                              "--isa, --kernel and --diff");
    if (listing->as &&
        !list_as_init(&listing->cases, line->techniques, options_value(options, "as")))
        return false;
    if (options_has(options, "against") && listing->style != SHEET_TEXT &&
        listing->style != SHEET_JSON)
        return message_refuse("list: --against is printed as text or as JSON");
    listing->whole = options->positional_count == 0 && listing->files.count == 0;
    listed_fill(listing);
    return true;
}

int list_kernels_run(const struct command_line *line)
{
    const struct options *options = line->options;
    struct listing listing;
    if (options_has(options, "source"))
        return print_source(options_value(options, "source"));
    if (!options_has(options, "kernels"))
        return message_error(
            "list: --device, --as, --isa, --kernel, --diff and --against go with --kernels");
    const int code = listing_init(&listing, line) ? list_kernels(&listing) : (int)EXIT_CODE_UNTRIED;
    list_as_finish(&listing.cases);
    free(listing.listed);
    kernel_files_finish(&listing.files);
    return code;
}
