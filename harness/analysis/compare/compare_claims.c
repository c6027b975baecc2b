/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"

static const struct claims_device *device_of(const struct claims *claims)
{
    return claims->device_count > 0 ? &claims->devices[0] : NULL;
}

static bool is_told(const struct claims_entry *entry)
{
    return entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE;
}

/* Entries of both are in the order of the files and their claims. */
static void claims_join(struct compare *compare, const struct claims_device *a,
                        const struct claims_device *b)
{
    for (size_t i = 0; i < a->entry_count && i < b->entry_count; i++) {
        const struct compare_claim claim = { &a->entries[i], &b->entries[i] };
        if (!is_told(claim.a) && !is_told(claim.b)) {
            compare->claims_untestable += claim.a->measured && claim.b->measured;
            continue;
        }
        compare->claims[compare->claim_count++] = claim;
        compare->claims_decided +=
            verdict_is_decided(claim.a->verdict) && verdict_is_decided(claim.b->verdict);
        compare->claims_changed += verdict_differs(claim.a->verdict, claim.b->verdict);
    }
}

void compare_claims(struct compare *compare, const struct published_list *published)
{
    struct claims_request request = { .runs = &compare->a,
                                      .run_count = 1,
                                      .published = published->files,
                                      .published_count = published->count };
    compare->of_a = claims_judge(&request);
    request.runs = &compare->b;
    compare->of_b = claims_judge(&request);
    const struct claims_device *a = device_of(compare->of_a), *b = device_of(compare->of_b);
    if (!a || !b)
        return;
    compare->claims = arena_alloc(&compare->arena, a->entry_count * sizeof(*compare->claims));
    claims_join(compare, a, b);
}
