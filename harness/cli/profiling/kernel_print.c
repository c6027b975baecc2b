/* SPDX-License-Identifier: MIT */
#include "harness/base/trouble.h"
#include "harness/cli/profiling/list_kernels.h"

#include "harness/analysis/gate/kernel_costs.h"
#include "harness/base/exit_code.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/plural.h"
#include "harness/base/printable.h"
#include "harness/record/run/run_file.h"

#include <stdio.h>
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
            fprintf(out, "the same, %zu line%s\n", line_count(text),
                    plural(line_count(text), "", "s"));
        else
            fprintf(out, "%zu -> %zu line%s\n", line_count(from), line_count(text),
                    plural(line_count(text), "", "s"));
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

void kernel_view(struct sheet *sheet, const void *kernels)
{
    static const struct sheet_column columns[] = {
        { .key = "name", .title = "kernel" },
        { .key = "stage", .title = "stage" },
        { .key = "bytes", .title = "bytes", .type = SHEET_COUNT },
        { .key = "bindings", .title = "bindings", .type = SHEET_COUNT },
        { .key = "push_bytes", .title = "push", .type = SHEET_COUNT },
        { .key = "constants", .title = "constants", .type = SHEET_COUNT },
        { .key = "sha256", .title = "SHA-256" },
        { .key = "stands_in_for", .title = "substitutes" },
        { .key = "reason", .title = "not compiled" },
    };
    const json_t *kernel;
    size_t i;
    sheet_table(sheet,
                &(struct sheet_table){ .name = "kernels", SHEET_COLUMNS(columns), .main = true });
    json_array_foreach((const json_t *)kernels, i, kernel)
        SHEET_ROW(sheet, sheet_words(json_value_text_of(kernel, "name")),
                  sheet_words(json_value_text_of(kernel, "stage")),
                  sheet_number((double)integer_of(kernel, "bytes")),
                  sheet_number((double)integer_of(kernel, "bindings")),
                  sheet_number((double)integer_of(kernel, "push_bytes")),
                  sheet_number((double)json_array_size(json_object_get(kernel, "constants"))),
                  sheet_words(json_value_text_of(kernel, "sha256")),
                  sheet_words(json_value_text_of(kernel, "stands_in_for")),
                  sheet_words(json_value_text_of(kernel, "reason")));
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
        if (*json_value_text_of(kernel, "case"))
            fprintf(out, "    first in %s\n", json_value_text_of(kernel, "case"));
        if (*json_value_text_of(kernel, "reason"))
            fprintf(out, "    not compiled: %s\n", json_value_text_of(kernel, "reason"));
        print_statistics(out, json_object_get(kernel, "statistics"));
        print_representations(out, json_object_get(kernel, "representations"));
        if (original)
            print_against(out, original, kernel);
    }
}

json_t *kernel_against_load(const char *path)
{
    json_t *document = run_file_json(path);
    const json_t *device = json_object_get(document, "device");
    const bool listing = json_is_array(json_object_get(document, "kernels"));
    if (listing && json_is_string(device))
        return document;
    if (listing && json_is_null(device))
        message_error(
            "list: '%s' is of no device: its driver reported nothing when it was written, or "
            "--device was left out: nothing can be compared with it",
            path);
    else if (document)
        message_error(
            "list: '%s' is not a listing of kernels of a device: list --kernels --device D "
            "--json writes one",
            path);
    else
        message_error("list: %s", trouble_text());
    json_decref(document);
    return NULL;
}

/* Prints a word of the file, which may come from anybody. */
static void print_word(const json_t *change, const char *key, const char *before)
{
    const char *word = json_value_text_of(change, key);
    if (!*word)
        return;
    fputs(before, stdout);
    printable_write(stdout, word);
}

static void print_compared_changes(const json_t *compared)
{
    const json_t *change;
    size_t i;
    json_array_foreach(json_object_get(compared, "changes"), i, change)
    {
        printf("  %-5s  ", json_value_text_of(change, "change"));
        print_word(change, "kernel", "");
        print_word(change, "executable", ", ");
        print_word(change, "statistic", ", ");
        print_word(change, "reason", ": ");
        if (json_object_get(change, "to"))
            printf(": %.17g -> %.17g", json_number_value(json_object_get(change, "from")),
                   json_number_value(json_object_get(change, "to")));
        putchar('\n');
    }
}

static void print_compared(const char *path, const json_t *compared)
{
    static const char *const keys[] = { "more", "lost", "fewer", "same", "gone", "new" };
    fputs("against ", stdout);
    printable_write(stdout, path);
    putchar('\n');
    print_compared_changes(compared);
    printf("kernels:");
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        printf("%s %lld %s", i > 0 ? "," : "",
               (long long)json_integer_value(json_object_get(compared, keys[i])), keys[i]);
    putchar('\n');
}

int kernel_against_judge(const char *path, const json_t *before, json_t *document, bool whole,
                         bool json)
{
    if (!kernel_costs_comparable(before, document)) {
        message_warning(
            "'%s' is of '%s' by %s %s, this is '%s' by %s %s: not compared", path,
            json_value_text_of(before, "device"), json_value_text_of(before, "driver_name"),
            json_value_text_of(before, "driver_info"), json_value_text_of(document, "device"),
            json_value_text_of(document, "driver_name"),
            json_value_text_of(document, "driver_info"));
        return EXIT_CODE_NOTHING;
    }
    json_t *compared = kernel_costs_compare(before, document, whole);
    json_object_set_new(document, "against", compared);
    if (!json)
        print_compared(path, compared);
    if (kernel_costs_fail(compared))
        return EXIT_CODE_WRONG;
    if (kernel_costs_held(compared) > 0)
        return EXIT_CODE_OK;
    message_warning("no kernel is compiled in both '%s' and this listing", path);
    return EXIT_CODE_NOTHING;
}
