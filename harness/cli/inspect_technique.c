/* SPDX-License-Identifier: MIT */
#include "harness/cli/inspect_technique.h"

#include "harness/base/message.h"
#include "harness/cli/command.h"
#include "harness/cli/fact_print.h"
#include "harness/engine/inspect/inspection_life.h"
#include "harness/record/facts_json.h"

#include <stdlib.h>
#include <string.h>

bool inspect_technique_options(struct option_table *table, const struct inspection_kind *kind)
{
    bool added = true;
    const struct inspection_option *option = kind ? kind->options : NULL;
    for (; option && option->name; option++) {
        struct option_spec spec = { .name = option->name,
                                    .argument = option->argument,
                                    .help = option->help };
        added = added && option_table_add(table, &spec);
    }
    return added;
}

bool inspect_technique_has(const struct inspection_kind *kind, const char *name)
{
    const struct inspection_option *option = kind ? kind->options : NULL;
    for (; option && option->name; option++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

/* Options of the command itself. */
static bool is_common(const char *name)
{
    static const char *const common[] = { "seed", "json", "picture", "device", "validate" };
    for (size_t i = 0; i < sizeof(common) / sizeof(*common); i++)
        if (strcmp(common[i], name) == 0)
            return true;
    return false;
}

/* The technique's options in `values`, which has room for all that was given. False with a message
 * for one that only a bench takes, and for an empty one. */
static bool take_values(const struct technique *technique, const struct inspection_kind *kind,
                        const struct options *options, struct inspection_value *values,
                        size_t *count)
{
    for (size_t i = 0; i < options->given_count; i++) {
        const struct option_given *given = &options->given[i];
        const char *name = given->spec->name;
        if (given->value && !*given->value) {
            message_error("inspect: option '--%s' has '', and needs a value: --%s=%s", name, name,
                          given->spec->argument);
            return false;
        }
        if (inspect_technique_has(kind, name)) {
            values[(*count)++] = (struct inspection_value){ name, given->value };
        } else if (!is_common(name)) {
            message_error("inspect: --%s belongs to a bench; name it, --bench %s", name,
                          technique->benches[0]->name);
            return false;
        }
    }
    return true;
}

static int finish_picture(const struct inspection *inspection, const struct inspection_kind *kind,
                          const char *path)
{
    char message[MESSAGE_BYTES] = "";
    const struct image *image = inspection_image(inspection);
    if (!image->rgb)
        return message_error("inspect: no picture of this is drawn; see claimcheck inspect %s "
                             "--help",
                             kind->name);
    if (!image_write_png(image, path, message, sizeof(message)))
        return message_error("inspect: %s", message);
    return EXIT_CODE_OK;
}

static int finish(const struct inspection *inspection, const struct inspection_kind *kind,
                  const struct options *options)
{
    const char *picture = options_value(options, "picture");
    const enum context_trouble end = context_trouble(&inspection->context);
    /* Rows that were right before something failed are shown; JSON is whole or not there. */
    if (!options_has(options, "json"))
        fact_print_all(context_facts(&inspection->context));
    if (end != CONTEXT_OK) {
        message_error("inspect: %s", context_message(&inspection->context));
        return end == CONTEXT_MISMATCH      ? EXIT_CODE_WRONG
               : end == CONTEXT_UNSUPPORTED ? EXIT_CODE_NOTHING
                                            : EXIT_CODE_UNTRIED;
    }
    int code = !picture ? EXIT_CODE_OK : finish_picture(inspection, kind, picture);
    if (code == EXIT_CODE_OK && options_has(options, "json"))
        code = command_print_json(facts_json(context_facts(&inspection->context)));
    return code;
}

int inspect_technique(const struct technique *technique, const struct inspection_kind *kind,
                      const struct options *options, uint64_t seed)
{
    struct inspection_value *values = calloc(options->given_count + 1, sizeof(*values));
    struct inspection_params params = {
        .kind = kind,
        .values = values,
        .gpu = { .selector = options_value(options, "device"),
                 .validate = options_has(options, "validate") },
        .seed = seed,
        .picture = options_has(options, "picture"),
    };
    int code = EXIT_CODE_UNTRIED;
    struct inspection *inspection = NULL;
    if (!values) {
        message_error("no memory is left");
    } else if (take_values(technique, kind, options, values, &params.value_count)) {
        inspection = inspection_create(&params);
        code = !inspection ? message_error("no memory is left") : finish(inspection, kind, options);
    }
    inspection_destroy(&inspection);
    free(values);
    return code;
}
