/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/kernel_print.h"

#include "harness/analysis/gate/kernel_costs.h"
#include "harness/base/json_value.h"

#include <string.h>

static json_int_t integer_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void print_value(FILE *out, const json_t *entry)
{
    char value[64] = "";
    json_dumpb(json_object_get(entry, "value"), value, sizeof(value) - 1, JSON_ENCODE_ANY);
    fputs(value, out);
}

static void print_statistics(FILE *out, const json_t *statistics)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(statistics, i, entry)
    {
        fprintf(out, "    %s, %s: ", json_value_text_of(entry, "executable"),
                json_value_text_of(entry, "name"));
        print_value(out, entry);
        fputc('\n', out);
    }
}

static void print_representations(FILE *out, const json_t *representations)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(representations, i, entry)
    {
        const char *text = json_value_text_of(entry, "text");
        const size_t length = strlen(text);
        fprintf(out, "    -- %s, %s: %s\n%s%s", json_value_text_of(entry, "executable"),
                json_value_text_of(entry, "name"), json_value_text_of(entry, "description"), text,
                length > 0 && text[length - 1] == '\n' ? "" : "\n");
    }
}

/* A file against what it stands in for --------------------------------------------------------- */

static size_t print_changes(FILE *out, const json_t *before, const json_t *after)
{
    const json_t *entry;
    size_t i, count = 0;
    json_array_foreach(after, i, entry)
    {
        const json_t *other = kernel_costs_like(before, entry);
        if (!other || json_equal(json_object_get(other, "value"), json_object_get(entry, "value")))
            continue;
        fprintf(out, "    %s, %s: ", json_value_text_of(entry, "executable"),
                json_value_text_of(entry, "name"));
        print_value(out, other);
        fputs(" -> ", out);
        print_value(out, entry);
        fputc('\n', out);
        count++;
    }
    return count;
}

static size_t line_count(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void print_texts(FILE *out, const json_t *before, const json_t *after)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(after, i, entry)
    {
        const json_t *other = kernel_costs_like(before, entry);
        const char *text = json_value_text_of(entry, "text"),
                   *from = json_value_text_of(other, "text");
        if (!other)
            continue;
        fprintf(out, "    %s, %s: ", json_value_text_of(entry, "executable"),
                json_value_text_of(entry, "name"));
        if (strcmp(text, from) == 0)
            fprintf(out, "the same, %zu lines\n", line_count(text));
        else
            fprintf(out, "%zu -> %zu lines\n", line_count(from), line_count(text));
    }
}

static void print_against(FILE *out, const json_t *original, const json_t *file)
{
    const json_t *before = json_object_get(original, "statistics"),
                 *after = json_object_get(file, "statistics");
    fprintf(out, "  against %s:\n", json_value_text_of(original, "name"));
    if (json_equal(json_object_get(original, "sha256"), json_object_get(file, "sha256")))
        fprintf(out, "    the same SPIR-V\n");
    else
        fprintf(out, "    SPIR-V: %lld -> %lld bytes\n", (long long)integer_of(original, "bytes"),
                (long long)integer_of(file, "bytes"));
    if (print_changes(out, before, after) == 0 && json_array_size(after) > 0)
        fprintf(out, "    no statistic differs\n");
    print_texts(out, json_object_get(original, "representations"),
                json_object_get(file, "representations"));
}

void kernel_print(FILE *out, const json_t *kernels)
{
    const json_t *kernel;
    size_t i;
    fprintf(out, "%-36s %-8s %6s  %8s %5s %9s  %s\n", "kernel", "stage", "bytes", "bindings",
            "push", "constants", "SHA-256");
    json_array_foreach(kernels, i, kernel)
    {
        const json_t *original =
            json_value_named(kernels, json_string_value(json_object_get(kernel, "stands_in_for")));
        fprintf(out, "%-36s %-8s %6lld  %8lld %5lld %9zu  %s\n", json_value_text_of(kernel, "name"),
                json_value_text_of(kernel, "stage"), (long long)integer_of(kernel, "bytes"),
                (long long)integer_of(kernel, "bindings"),
                (long long)integer_of(kernel, "push_bytes"),
                json_array_size(json_object_get(kernel, "constants")),
                json_value_text_of(kernel, "sha256"));
        if (*json_value_text_of(kernel, "reason"))
            fprintf(out, "    not compiled: %s\n", json_value_text_of(kernel, "reason"));
        print_statistics(out, json_object_get(kernel, "statistics"));
        print_representations(out, json_object_get(kernel, "representations"));
        if (original)
            print_against(out, original, kernel);
    }
}
