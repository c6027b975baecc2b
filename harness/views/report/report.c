/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report.h"

#include "harness/base/text.h"
#include "harness/views/report/report_page.h"

#include <stdlib.h>
#include <string.h>

const char *report_left_out(enum report_detail detail)
{
    static const char *const texts[REPORT_DETAIL_COUNT] = {
        "",
        "only cases that a verdict rests on have pictures of their samples: claimcheck show "
        "RUN.json --case NAME has those of the others",
        "pictures of samples and distributions are left out: claimcheck show RUN.json --case NAME "
        "has them",
        "of cases that no verdict rests on only their rows are here: claimcheck show RUN.json "
        "--case NAME has the rest",
        "of cases that are well only their rows are here: claimcheck show RUN.json --case NAME has "
        "the rest",
        "of cases only those that went wrong are here: claimcheck show RUN.json has their tables",
    };
    return texts[detail];
}

static bool technique_add(struct report_page *page, const char *name)
{
    for (size_t i = 0; i < page->technique_count; i++)
        if (strcmp(page->techniques[i], name) == 0)
            return true;
    const char **more = realloc(page->techniques, (page->technique_count + 1) * sizeof(*more));
    if (!more)
        return false;
    page->techniques = more;
    page->techniques[page->technique_count++] = name;
    return true;
}

static void claimed_mark(struct report_device *device, const char *name)
{
    const struct run_latest_case *it = run_latest_named(&device->latest, name);
    if (it)
        device->claimed[it - device->latest.cases] = true;
}

/* Which cases a verdict rests on. */
static bool claimed_find(struct report_device *device)
{
    device->claimed = calloc(device->latest.count + 1, sizeof(*device->claimed));
    for (size_t i = 0; i < device->judged->entry_count && device->claimed; i++) {
        const struct claims_entry *entry = &device->judged->entries[i];
        const struct claims_reading *reading = &entry->readings[0];
        const bool testable = entry->verdict.kind != VERDICT_NOT_TESTABLE;
        for (size_t k = 0; k < reading->pair_count && testable; k++) {
            claimed_mark(device, reading->pairs[k].a);
            claimed_mark(device, reading->pairs[k].b);
        }
    }
    return device->claimed;
}

static bool device_init(struct report_page *page, size_t index)
{
    struct report_device *device = &page->devices[index];
    device->judged = &page->source->claims->devices[index];
    device->name = *device->judged->name ? device->judged->name : "no device";
    for (size_t i = 0; i < device->judged->run_count; i++) {
        const struct run *run = device->judged->runs[i];
        device->software = device->software || run->device.software;
        if (!device->newest || strcmp(run->session.started, device->newest->session.started) > 0)
            device->newest = run;
    }
    bool whole = run_latest_find(&device->latest, device->judged->runs, device->judged->run_count);
    for (size_t i = 0; i < device->latest.count && whole; i++)
        whole = technique_add(page, device->latest.cases[i].c->technique);
    return whole && claimed_find(device);
}

/* What a page says of ceilings comes behind the papers. */
static void ceilings_last(struct report_page *page)
{
    for (size_t i = 0; i + 1 < page->technique_count; i++)
        if (run_measures_limits(page->techniques[i])) {
            const char *ceilings = page->techniques[i];
            page->techniques[i] = page->techniques[i + 1];
            page->techniques[i + 1] = ceilings;
        }
}

static bool page_init(struct report_page *page, const struct report_source *source)
{
    bool whole = true;
    *page = (struct report_page){ .source = source };
    page->devices = calloc(source->claims->device_count + 1, sizeof(*page->devices));
    if (!page->devices)
        return false;
    page->device_count = source->claims->device_count;
    for (size_t i = 0; i < page->device_count && whole; i++)
        whole = device_init(page, i);
    ceilings_last(page);
    return whole;
}

static void page_finish(struct report_page *page)
{
    for (size_t i = 0; i < page->device_count && page->devices; i++) {
        run_latest_finish(&page->devices[i].latest);
        free(page->devices[i].claimed);
    }
    free(page->devices);
    free(page->techniques);
}

static void page_print(const struct report_page *page)
{
    report_page_begin(page);
    report_verdicts_print(page);
    report_devices_print(page);
    for (size_t i = 0; i < page->technique_count; i++)
        report_technique_print(page, page->techniques[i]);
    report_roofline_print(page);
    report_against_print(page);
    report_cases_print(page);
    report_kernels_print(page);
    report_page_end(page);
}

/* NULL when memory runs out. */
static char *page_text(struct report_page *page, size_t *bytes)
{
    struct text text = { 0 };
    page->out = text_stream(&text);
    if (page->out) {
        page_print(page);
        text.broken = ferror(page->out) || text.broken;
        fclose(page->out);
    }
    *bytes = text.length;
    return text_take(&text);
}

bool report_make(const struct report_source *source, char **page, size_t *bytes,
                 enum report_detail *detail)
{
    struct report_page made;
    bool whole = page_init(&made, source);
    *page = NULL;
    for (int i = 0; i < REPORT_DETAIL_COUNT && whole; i++) {
        free(*page);
        made.detail = *detail = (enum report_detail)i;
        *page = page_text(&made, bytes);
        whole = *page;
        if (*bytes <= REPORT_BYTES_MAX)
            break;
    }
    page_finish(&made);
    return whole;
}
