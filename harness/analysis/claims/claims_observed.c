/* SPDX-License-Identifier: MIT */
/* claims_observed.c: claims that other evidence than a run decides. */
#include "harness/analysis/claims/claims.h"
#include "harness/analysis/claims/claims_judging.h"

#include <math.h>
#include <string.h>

void claims_observed_judge(struct claims_judging *judging, const char *device)
{
    const struct published_claim *claim = judging->claim;
    struct claims_entry *entry = judging->entry;
    foreach (const struct published_observation, observation, claim->observed,
             claim->observed_count) {
        if (*observation->device && strcmp(observation->device, device) != 0)
            continue;
        if (entry->reading_count == 0)
            claims_reading_begin(judging, ESTIMATE_AS_STATED);
        struct claims_pair *pair = claims_pair_add(judging);
        const bool both = !isnan(observation->b);
        const double value = both ? observation->a / observation->b : observation->a;
        const char *name_a = *claim->name_a ? claim->name_a : observation->by;
        pair->label = pair->key = observation->label;
        pair->a = *observation->label ? claims_text(judging, "%s, %s", name_a, observation->label)
                                      : name_a;
        pair->b = !both ? "" : *claim->name_b ? claim->name_b : "b";
        pair->a_plain = observation->a;
        pair->b_plain = observation->b;
        pair->a_quantity = metric_quantity(NULL, &claim->measure);
        pair->b_quantity = both ? metric_quantity(NULL, &claim->measure_b) : CLAIMS_PLAIN;
        pair->published = published_claim_value(claim, observation->label);
        pair->estimate = (struct estimate){ .value = value,
                                            .interval = { value, value },
                                            .single = { NAN, NAN },
                                            .factor = 1,
                                            .exact = true,
                                            .same_rounds = true };
        claims_pair_decide(judging, pair);
        if (*observation->date &&
            (!*entry->first_date || strcmp(observation->date, entry->first_date) < 0))
            entry->first_date = observation->date;
        if (strcmp(observation->date, entry->last_date) > 0)
            entry->last_date = observation->date;
    }
    if (entry->reading_count == 0)
        return;
    claims_cases_join(judging);
    entry->verdict = entry->readings[0].verdict;
}
