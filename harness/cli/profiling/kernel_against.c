/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/kernel_against.h"

#include "harness/analysis/gate/kernel_costs.h"
#include "harness/base/exit_code.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/printable.h"
#include "harness/record/run/run_file.h"

#include <stdio.h>

json_t *kernel_against_load(const char *path)
{
    char message[MESSAGE_BYTES] = "";
    json_t *document = run_file_json(path, message, sizeof(message));
    const json_t *device = json_object_get(document, "device");
    const bool listing = json_is_array(json_object_get(document, "kernels"));
    if (listing && json_is_string(device))
        return document;
    if (listing && json_is_null(device))
        message_error("list: '%s' is of no device: its driver told nothing when it was written, or "
                      "--device was left out: nothing can be compared with it",
                      path);
    else if (document)
        message_error("list: '%s' is no listing of kernels of a device: list --kernels --device D "
                      "--json writes one",
                      path);
    else
        message_error("list: %s", message);
    json_decref(document);
    return NULL;
}

/* What the file says is somebody else's. */
static void print_word(const json_t *change, const char *key, const char *before)
{
    const char *word = json_value_text_of(change, key);
    if (!*word)
        return;
    fputs(before, stdout);
    printable_write(stdout, word);
}

static void print_changes(const json_t *compared)
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
    print_changes(compared);
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
    if (!compared || json_object_set_new(document, "against", compared) != 0)
        return message_error("no memory is left");
    if (!json)
        print_compared(path, compared);
    if (kernel_costs_fail(compared))
        return EXIT_CODE_WRONG;
    if (kernel_costs_held(compared) > 0)
        return EXIT_CODE_OK;
    message_warning("no kernel is compiled in both '%s' and this listing", path);
    return EXIT_CODE_NOTHING;
}
