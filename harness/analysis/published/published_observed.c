/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"
#include "harness/analysis/published/published_says.h"

#include <string.h>

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* `factor` takes a alone from the unit of the claim to bytes. */
static void observation_read(const struct json_reader *entry, double factor,
                             struct published_observation *observation)
{
    static const char *const known[] = { "device", "case", "a", "b", "by", "how", "from", "date" };
    json_reader_known(entry, known, COUNT_OF(known));
    json_reader_missing(entry, "a");
    *observation = (struct published_observation){
        .device = json_reader_text(entry, "device"),
        .label = json_reader_text(entry, "case"),
        .a = factor * json_reader_number(entry, "a", RUN_AMOUNT),
        .b = json_reader_number(entry, "b", RUN_TIME),
        .by = json_reader_name(entry, "by"),
        .how = json_reader_name(entry, "how"),
        .date = json_reader_text(entry, "date"),
    };
}

/* A device has each case once: two numbers for one case would be chosen from. */
static void twice_check(const struct json_reader *array,
                        const struct published_observation *observed, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(observed[i].label, observed[k].label) == 0 &&
            (!*observed[i].device || !*observed[k].device ||
             strcmp(observed[i].device, observed[k].device) == 0))
            json_reader_fault(array, NULL, "[%zu] has the case '%.64s' of [%zu] again", i,
                              observed[i].label, k);
}

void published_observed_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader array = json_reader_array(part, "observed");
    const size_t count = json_reader_count(&array), faults = part->reader->faults;
    struct published_observation *observed =
        json_reader_alloc(part->reader, count, sizeof(*observed));
    double factor = 1;
    if (!*claim->b)
        published_unit_bytes(claim->unit, &factor);
    for (size_t i = 0; i < count; i++) {
        const struct json_reader entry = json_reader_entry(&array, i);
        observation_read(&entry, factor, &observed[i]);
        twice_check(&array, observed, i);
    }
    if (part->reader->faults > faults)
        return;
    claim->observed = observed;
    claim->observed_count = count;
    if (count > 0)
        published_observed_check(part, claim);
}
