/* SPDX-License-Identifier: MIT */
#include "harness/views/compare/compare_several_rows.h"

#include <string.h>

bool compare_several_next(const struct compare_several *several, struct compare_several_walk *walk,
                          struct compare_several_row *row)
{
    const struct run *a = several->compares[0].a;
    while (walk->next < a->case_count) {
        bool found = false;
        row->a = &a->cases[walk->next++];
        for (size_t i = 0; i < several->count; i++) {
            const struct compare *compare = &several->compares[i];
            size_t *cursor = &walk->cursors[i];
            const bool here = *cursor < compare->row_count && compare->rows[*cursor].a == row->a;
            row->rows[i] = here ? &compare->rows[(*cursor)++] : NULL;
            found = found || here;
        }
        if (found)
            return true;
    }
    return false;
}

const struct compare_technique *compare_several_technique(const struct compare *compare,
                                                          const struct compare_technique *like)
{
    for (size_t i = 0; i < compare->technique_count; i++) {
        const struct compare_technique *own = &compare->techniques[i];
        if (own->rows > 0 && own->clock == like->clock && strcmp(own->name, like->name) == 0)
            return own;
    }
    return NULL;
}

bool compare_several_is_first(const struct compare_several *several, size_t compare,
                              const struct compare_technique *technique)
{
    for (size_t i = 0; i < compare; i++)
        if (compare_several_technique(&several->compares[i], technique))
            return false;
    return technique->rows > 0;
}

static const struct claims_device *device_of(const struct claims *claims)
{
    return claims && claims->device_count > 0 ? &claims->devices[0] : NULL;
}

size_t compare_several_claim_count(const struct compare_several *several)
{
    const struct claims_device *a = device_of(several->compares[0].of_a);
    size_t count = a ? a->entry_count : 0;
    for (size_t i = 0; i < several->count; i++) {
        const struct claims_device *b = device_of(several->compares[i].of_b);
        count = b && b->entry_count < count ? b->entry_count : b ? count : 0;
    }
    return count;
}

/* Entries of all are in the order of the files and their claims. */
bool compare_several_claim(const struct compare_several *several, size_t i,
                           const struct claims_entry *entries[COMPARE_SEVERAL_MAX])
{
    bool told = false;
    entries[0] = &device_of(several->compares[0].of_a)->entries[i];
    for (size_t run = 0; run < several->count; run++)
        entries[run + 1] = &device_of(several->compares[run].of_b)->entries[i];
    for (size_t run = 0; run <= several->count; run++)
        told = told || (entries[run]->measured && entries[run]->verdict != VERDICT_NOT_TESTABLE);
    return told;
}
