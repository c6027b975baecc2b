/* SPDX-License-Identifier: MIT */
#include "harness/cli/list_kernels.h"
#include "harness/base/printable.h"

#include "harness/base/value.h"
#include "harness/cli/command.h"
#include "harness/record/results_kernel.h"
#include "harness/session/message.h"
#include "harness/shaders/kernel_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool list_kernels_wanted(const struct options *options)
{
    return options_has(options, "kernels") || options_has(options, "source") ||
           options_has(options, "device");
}

/* Source ------------------------------------------------------------------------------------- */

static int print_source(const char *name)
{
    char hint[256];
    const struct kernel_entry *entry = kernel_set_find(name);
    const struct kernel_source *source = kernel_set_source(!entry ? name : entry->path);
    if (!source) {
        kernel_set_hint(name, hint, sizeof(hint));
        return message_error("list: there is no kernel '%s'%s; see claimcheck list --kernels", name,
                             hint);
    }
    /* Write errors are seen by cli_main() when it flushes. */
    fwrite(source->text, 1, source->bytes, stdout);
    return EXIT_CODE_OK;
}

/* Facts -------------------------------------------------------------------------------------- */

/* What the driver makes of a compute kernel; null where it says nothing. */
static json_t *statistics_json(struct gpu *gpu, const struct kernel_entry *entry,
                               const struct gpu_interface *interface)
{
    struct gpu_kernel_params params = { .shader = entry->shader,
                                        .constant_count = interface->constant_count };
    struct kernel_facts *facts = NULL;
    json_t *statistics = NULL;
    if (!gpu || strcmp(interface->stage, "compute") != 0)
        return json_null();
    memcpy(params.constants, interface->constants, sizeof(params.constants));
    struct gpu_scope *scope = gpu_scope_create(gpu);
    gpu_kernel_create(scope, &params);
    const size_t count = kernel_facts_read(scope, &facts);
    if (count > 0)
        statistics = results_statistics_json(facts);
    kernel_facts_finish(&facts, count);
    gpu_scope_destroy(&scope);
    gpu_recover(gpu);
    return !statistics ? json_null() : statistics;
}

/* Entry of `kernels`; NULL when memory runs out. */
static json_t *entry_json(struct gpu *gpu, const struct kernel_entry *entry)
{
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    if (!gpu_shader_interface(entry->shader, NULL, 0, &interface, message))
        return json_pack("{s:s, s:s}", "name", entry->shader->name, "error", message);
    json_t *kernel = results_shader_json(entry->shader, entry->shader->name, &interface);
    json_object_set_new(kernel, "source", value_text(entry->path));
    json_object_set_new(kernel, "stage", value_text(interface.stage));
    json_object_set_new(kernel, "statistics", statistics_json(gpu, entry, &interface));
    json_object_del(kernel, "file");
    return kernel;
}

static json_t *kernels_json(struct gpu *gpu)
{
    json_t *kernels = json_array(), *sources = json_array();
    for (const struct kernel_entry *entry = kernel_set_shipped; entry->path; entry++)
        json_array_append_new(kernels, entry_json(gpu, entry));
    for (const struct kernel_source *s = kernel_set_sources; s->path; s++)
        json_array_append_new(sources, json_string(s->path));
    json_t *device = !gpu ? json_null() : value_text(gpu_info(gpu)->name);
    return json_pack("{s:o, s:o, s:o}", "device", device, "kernels", kernels, "sources", sources);
}

static void print_statistics(const json_t *statistics)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(statistics, i, entry)
    {
        char line[1024];
        char *value = json_dumps(json_object_get(entry, "value"), JSON_ENCODE_ANY);
        snprintf(line, sizeof(line), "    %s, %s: %s",
                 json_string_value(json_object_get(entry, "executable")),
                 json_string_value(json_object_get(entry, "name")), value ? value : "");
        printable_clean(line);
        printf("%s\n", line);
        free(value);
    }
}

static json_int_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void print_kernels(const json_t *document)
{
    const json_t *kernels = json_object_get(document, "kernels"), *kernel;
    size_t i;
    printf("%-36s %-8s %6s  %8s %5s %9s  %s\n", "kernel", "stage", "bytes", "bindings", "push",
           "constants", "SHA-256");
    json_array_foreach(kernels, i, kernel)
    {
        printf("%-36s %-8s %6lld  %8lld %5lld %9zu  %s\n",
               json_string_value(json_object_get(kernel, "name")),
               json_string_value(json_object_get(kernel, "stage")),
               (long long)integer(kernel, "bytes"), (long long)integer(kernel, "bindings"),
               (long long)integer(kernel, "push_bytes"),
               json_array_size(json_object_get(kernel, "constants")),
               json_string_value(json_object_get(kernel, "sha256")));
        print_statistics(json_object_get(kernel, "statistics"));
    }
}

static int list_kernels(const struct options *options, struct gpu *gpu)
{
    json_t *document = kernels_json(gpu);
    if (!document)
        return message_error("no memory is left");
    if (options_has(options, "json"))
        return command_print_json(document);
    print_kernels(document);
    json_decref(document);
    return EXIT_CODE_OK;
}

int list_kernels_run(const struct options *options)
{
    char message[GPU_MESSAGE_BYTES];
    enum gpu_result result;
    struct gpu *gpu = NULL;
    const char *selector = options_value(options, "device");
    if (options_has(options, "source"))
        return print_source(options_value(options, "source"));
    if (!options_has(options, "kernels"))
        return message_error("list: --device goes with --kernels");
    if (selector) {
        gpu = gpu_create(&(struct gpu_params){ .selector = selector }, &result, message);
        if (!gpu) {
            message_error("list: %s", message);
            return result == GPU_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
        }
        if (!(gpu_info(gpu)->features & GPU_PIPELINE_EXECUTABLE_PROPERTIES)) {
            message_warning("'%s' says nothing of what it makes of kernels: it lacks %s",
                            gpu_info(gpu)->name,
                            gpu_feature_name(GPU_PIPELINE_EXECUTABLE_PROPERTIES));
            gpu_destroy(&gpu);
        }
    }
    const int code = list_kernels(options, gpu);
    gpu_destroy(&gpu);
    return code;
}
