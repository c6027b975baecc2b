/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

#include "harness/base/need.h"

#include <stdlib.h>

/* given[i]: which of the runs given is run i of the device. */
static void device_fill(struct claims_each *each, struct claims_each_device *device,
                        const size_t *given)
{
    const struct claims_device *together = device->together;
    struct claims_each_row *rows =
        arena_alloc(&each->together->arena, (together->measured + 1) * sizeof(*rows));
    device->rows = rows;
    for (size_t k = 0; k < together->entry_count; k++) {
        if (!together->entries[k].complete)
            continue;
        const struct claims_entry **alone = arena_alloc(
            &each->together->arena, together->run_count * sizeof(const struct claims_entry *));
        const struct verdict all = together->entries[k].verdict;
        struct claims_each_row *row = &rows[device->row_count++];
        *row = (struct claims_each_row){ .together = &together->entries[k], .alone = alone };
        for (size_t i = 0; i < together->run_count; i++) { /* the same claim is k in all */
            const struct claims_entry *entry = &each->alone[given[i]]->devices[0].entries[k];
            alone[i] = entry->complete ? entry : NULL;
            if (!entry->complete || entry->verdict.kind == VERDICT_NOT_TESTABLE ||
                all.kind == VERDICT_NOT_TESTABLE)
                continue;
            const bool differs = !verdict_same(entry->verdict, all);
            const bool excludes = !(entry->verdict.zones & all.zones);
            device->judged++;
            device->differed += differs;
            device->excluded += excludes;
            row->differs = row->differs || differs;
            row->excludes = row->excludes || excludes;
        }
    }
}

struct claims_each *claims_each_judge(const struct claims_request *request)
{
    struct claims_each *each = need_zeroed(1, sizeof(*each));
    struct claims_request alone = *request;
    each->run_count = request->run_count;
    each->together = claims_judge(request);
    each->alone = need_zeroed(request->run_count, sizeof(struct claims *));
    each->device_count = each->together->device_count;
    each->devices = need_zeroed(each->device_count, sizeof(*each->devices));
    alone.run_count = 1;
    alone.unit = CLAIMS_UNIT_CARD;
    for (size_t i = 0; i < request->run_count; i++) {
        alone.runs = &request->runs[i];
        each->alone[i] = claims_judge(&alone);
    }
    OWNED size_t *given = need_zeroed(each->run_count, sizeof(*given));
    for (size_t i = 0; i < each->device_count; i++) {
        const struct claims_device *together = &each->together->devices[i];
        for (size_t k = 0; k < together->run_count; k++)
            for (size_t n = 0; n < each->run_count; n++)
                if (together->runs[k] == request->runs[n])
                    given[k] = n;
        each->devices[i].together = together;
        device_fill(each, &each->devices[i], given);
    }
    return each;
}

void claims_each_destroy(struct claims_each **each)
{
    if (!*each)
        return;
    for (size_t i = 0; i < (*each)->run_count; i++)
        claims_destroy(&(*each)->alone[i]);
    claims_destroy(&(*each)->together);
    free((*each)->alone);
    free((*each)->devices);
    free(*each);
    *each = NULL;
}
