/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/base/need.h"

#include <string.h>
#include <strings.h>

/* Knows the words of drivers: RADV's SGPRs, VGPRs, Spilled VGPRs, Scratch size, Instructions;
 * NVIDIA's Register Count, Local Memory Size; Intel's Instruction Count, Spill count, Scratch
 * Memory Size. */
static bool is_cost(const char *statistic)
{
    static const char *const words[] = { "gprs",    "register",    "spill",
                                         "scratch", "instruction", "local memory" };
    /* Skips numbers from before the compiler scheduled instructions. */
    if (strncasecmp(statistic, "pre-", 4) == 0)
        return false;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcasestr(statistic, words[i]))
            return true;
    return false;
}

const json_t *kernel_costs_like(const json_t *statistics, const json_t *wanted)
{
    foreach_json (entry, statistics)
        if (strcmp(json_value_text_of(entry, "executable"),
                   json_value_text_of(wanted, "executable")) == 0 &&
            strcmp(json_value_text_of(entry, "name"), json_value_text_of(wanted, "name")) == 0)
            return entry;
    return NULL;
}

static bool is_compiled(const json_t *kernel)
{
    return json_array_size(json_object_get(kernel, "statistics")) > 0;
}

/* Appends what has changed; true where something is more. */
static bool statistics_compare(const json_t *before, const json_t *after, json_t **changes)
{
    bool more = false;
    foreach_json (entry, json_object_get(after, "statistics")) {
        const json_t *other = kernel_costs_like(json_object_get(before, "statistics"), entry);
        const json_t *is = json_object_get(entry, "value"), *was = json_object_get(other, "value");
        const double to = json_number_value(is), from = json_number_value(was);
        if (!json_is_number(is) || !json_is_number(was) || to == from ||
            !is_cost(json_value_text_of(entry, "name")))
            continue;
        more = more || to > from;
        json_value_append(
            changes,
            json_pack("{s:s, s:o, s:o, s:o, s:O, s:O}", "change", to > from ? "more" : "fewer",
                      "kernel", json_value_text(json_value_text_of(after, "name")), "executable",
                      json_value_text(json_value_text_of(entry, "executable")), "statistic",
                      json_value_text(json_value_text_of(entry, "name")), "from", was, "to", is));
    }
    return more;
}

static const char *whole_change(const json_t *kernel, const char *change, const char *reason,
                                json_t **changes)
{
    json_value_append(changes,
                      json_pack("{s:s, s:o, s:o}", "change", change, "kernel",
                                json_value_text(json_value_text_of(kernel, "name")), "reason",
                                *reason ? json_value_text(reason) : json_null()));
    return change;
}

/* The key that it is counted by; NULL where neither was compiled. */
static const char *kernel_compare(const json_t *before, const json_t *after, json_t **changes)
{
    const size_t known = json_array_size(*changes);
    if (!is_compiled(before) && !is_compiled(after))
        return NULL;
    if (!is_compiled(before))
        return whole_change(after, "new", "", changes);
    if (!is_compiled(after))
        return whole_change(after, "lost", json_value_text_of(after, "reason"), changes);
    if (statistics_compare(before, after, changes))
        return "more";
    return json_array_size(*changes) > known ? "fewer" : "same";
}

static void counted(json_t **compared, const char *key)
{
    if (key)
        json_value_set(compared, key,
                       json_integer(json_integer_value(json_object_get(*compared, key)) + 1));
}

json_t *kernel_costs_compare(const json_t *before, const json_t *after, bool whole)
{
    const json_t *old = json_object_get(before, "kernels"),
                 *new = json_object_get(after, "kernels");
    json_t *compared = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i}", "same", 0, "more", 0, "fewer", 0,
                                 "lost", 0, "gone", 0, "new", 0);
    json_t *changes = json_array();
    foreach_json (kernel, new)
        if (!json_object_get(kernel, "stands_in_for"))
            counted(&compared,
                    kernel_compare(json_value_named(old, json_value_text_of(kernel, "name")),
                                   kernel, &changes));
    foreach_json (kernel, old)
        if (whole && is_compiled(kernel) &&
            !json_value_named(new, json_value_text_of(kernel, "name")))
            counted(&compared, whole_change(kernel, "gone", "", &changes));
    json_value_set(&compared, "changes", changes);
    return compared;
}

bool kernel_costs_comparable(const json_t *before, const json_t *after)
{
    static const char *const keys[] = { "device", "driver_name", "driver_info" };
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (strcmp(json_value_text_of(before, keys[i]), json_value_text_of(after, keys[i])) != 0)
            return false;
    return true;
}

static json_int_t count_of(const json_t *compared, const char *key)
{
    return json_integer_value(json_object_get(compared, key));
}

bool kernel_costs_fail(const json_t *compared)
{
    return count_of(compared, "more") + count_of(compared, "lost") > 0;
}

json_int_t kernel_costs_held(const json_t *compared)
{
    return count_of(compared, "same") + count_of(compared, "more") + count_of(compared, "fewer") +
           count_of(compared, "lost");
}
