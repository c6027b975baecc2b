/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"

#include <math.h>
#include <string.h>

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static const char *const bounds[] = { "",      "bytes",  "texture",  "operations", "atomics",
                                      "chain", "groups", "vertices", "pixels" };

/* False where the text is nothing that a run file says. */
static bool about_find(const char *text, struct published_condition *condition)
{
    static const char axis[] = "axis:";
    static const struct {
        const char *text;
        enum published_about about;
    } words[] = {
        { "device", PUBLISHED_ABOUT_DEVICE },
        { "floor", PUBLISHED_ABOUT_FLOOR },
        { "floor_percent", PUBLISHED_ABOUT_FLOOR_PERCENT },
        { "multiprocessors", PUBLISHED_ABOUT_MULTIPROCESSORS },
    };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        condition->about = words[i].about;
        if (strcmp(words[i].text, text) == 0)
            return true;
    }
    condition->about = PUBLISHED_ABOUT_AXIS;
    condition->axis = text + strlen(axis);
    if (strncmp(text, axis, strlen(axis)) == 0 && *condition->axis)
        return true;
    condition->about = PUBLISHED_ABOUT_MEASURE;
    condition->axis = "";
    return published_measure_find(text, &condition->measure) &&
           (condition->measure.quantity == PUBLISHED_METRIC ||
            condition->measure.quantity == PUBLISHED_COUNTER ||
            condition->measure.quantity == PUBLISHED_FACT);
}

/* Words of what is no number, bounds of what is one; where one is wrong in itself, no more. */
static void limits_read(const struct json_reader *part, size_t faults,
                        struct published_condition *condition)
{
    const char *is = json_reader_text(part, "is");
    const double low = json_reader_number(part, "at_least", RUN_ANY);
    const double high = json_reader_number(part, "at_most", RUN_ANY);
    const bool numbers = !isnan(low) || !isnan(high);
    condition->low = isnan(low) ? -INFINITY : low;
    condition->high = isnan(high) ? INFINITY : high;
    if (part->reader->faults > faults)
        return;
    if (condition->about == PUBLISHED_ABOUT_DEVICE && (strcmp(is, "own") != 0 || numbers))
        json_reader_fault(part, "is", " must be 'own': a device is the paper's own, or another");
    if (condition->about == PUBLISHED_ABOUT_FLOOR && !numbers)
        condition->bound = bounds[json_reader_word(part, "is", bounds, COUNT_OF(bounds), 0)];
    if (condition->about == PUBLISHED_ABOUT_FLOOR && !*condition->bound)
        json_reader_fault(part, "is",
                          " must be bytes, texture, operations, atomics or chain: what bounds it");
    if (condition->about > PUBLISHED_ABOUT_FLOOR && (!numbers || *is))
        json_reader_fault(part, "at_least", " or at_most is missing: it is a number");
}

static void condition_read(const struct json_reader *part, struct published_condition *condition)
{
    static const char *const known[] = { "what", "of", "is", "at_least", "at_most" };
    static const char *const sides[] = { "", "a", "b" };
    const size_t faults = part->reader->faults;
    *condition = (struct published_condition){ .axis = "",
                                               .bound = "",
                                               .measure = { .name = "", .text = "" },
                                               .low = -INFINITY,
                                               .high = INFINITY };
    json_reader_known(part, known, COUNT_OF(known));
    condition->text = json_reader_name(part, "what");
    const int side = json_reader_choice(part, "of", sides, COUNT_OF(sides), 0);
    condition->of_a = side != 2;
    condition->of_b = side != 1;
    if (!*condition->text)
        return;
    if (about_find(condition->text, condition))
        limits_read(part, faults, condition);
    else
        json_reader_fault(part, "what",
                          " is '%.64s': device, multiprocessors, floor, floor_percent, axis:NAME, "
                          "metric:NAME, counter:NAME or fact:NAME",
                          condition->text);
}

void published_conditions_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader array = json_reader_array(part, "preconditions");
    const size_t count = json_reader_count(&array);
    const char **texts = json_reader_alloc(part->reader, count, sizeof(*texts));
    struct published_condition *conditions =
        json_reader_alloc(part->reader, count, sizeof(*conditions));
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(array.json, i);
        if (json_is_string(json)) {
            texts[claim->precondition_count++] =
                json_reader_keep(part->reader, json_string_value(json));
            continue;
        }
        const struct json_reader entry = json_reader_entry(&array, i);
        if (entry.json)
            condition_read(&entry, &conditions[claim->condition_count++]);
    }
    claim->preconditions = texts;
    claim->conditions = conditions;
}
