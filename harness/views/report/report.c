/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report.h"

#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/views/report/report_page.h"

#include <stdlib.h>
#include <string.h>

const char *report_left_out(enum report_detail detail)
{
    static const char *const texts[REPORT_DETAIL_COUNT] = {
        "",
        "only cases with a verdict have pictures of their samples: claimcheck show RUN.json --case "
        "NAME shows those of the others",
        "pictures of samples and distributions are left out: claimcheck show RUN.json --case NAME "
        "has them",
        "cases without a verdict show only their rows: claimcheck show RUN.json --case NAME shows "
        "the rest",
        "cases that are ok have only their rows here: claimcheck show RUN.json --case NAME has the "
        "rest",
        "only cases that went wrong are here: claimcheck show RUN.json has the tables",
    };
    return texts[detail];
}

static void technique_add(struct report_page *page, const char *name)
{
    for (size_t i = 0; i < page->technique_count; i++)
        if (strcmp(page->techniques[i], name) == 0)
            return;
    page->techniques = need_room(page->techniques, page->technique_count, &page->technique_room,
                                 sizeof(*page->techniques));
    page->techniques[page->technique_count++] = name;
}

static void claimed_mark(struct report_device *device, const char *name)
{
    const struct run_latest_case *it = run_latest_named(&device->latest, name);
    if (it)
        device->claimed[it - device->latest.cases] = true;
}

/* Which cases a verdict rests on. */
static void claimed_find(struct report_device *device)
{
    device->claimed = need_zeroed(device->latest.count, sizeof(*device->claimed));
    for (size_t i = 0; i < device->judged->entry_count; i++) {
        const struct claims_entry *entry = &device->judged->entries[i];
        const struct claims_reading *reading = &entry->readings[0];
        const bool testable = entry->verdict.kind != VERDICT_NOT_TESTABLE;
        for (size_t k = 0; k < reading->pair_count && testable; k++) {
            claimed_mark(device, reading->pairs[k].a);
            claimed_mark(device, reading->pairs[k].b);
        }
    }
}

static void device_init(struct report_page *page, size_t index)
{
    struct report_device *device = &page->devices[index];
    device->judged = &page->source->claims->devices[index];
    device->name = *device->judged->name ? device->judged->name : "no device";
    for (size_t i = 0; i < device->judged->run_count; i++) {
        const struct run *run = device->judged->runs[i];
        device->software = device->software || run->device.software;
        device->host_time = device->host_time || run_device_lacks_stamps(run);
        if (!device->newest || strcmp(run->session.started, device->newest->session.started) > 0)
            device->newest = run;
    }
    run_latest_find(&device->latest, device->judged->runs, device->judged->run_count);
    for (size_t i = 0; i < device->latest.count; i++)
        technique_add(page, device->latest.cases[i].c->technique);
    recommendation_find(&device->advice, device->newest, page->source->claims,
                        page->source->catalogue);
    claimed_find(device);
}

/* Moves the device limits of a page behind the papers. */
static void ceilings_last(struct report_page *page)
{
    for (size_t i = 0; i + 1 < page->technique_count; i++)
        if (run_measures_limits(page->techniques[i])) {
            const char *ceilings = page->techniques[i];
            page->techniques[i] = page->techniques[i + 1];
            page->techniques[i + 1] = ceilings;
        }
}

static void page_init(struct report_page *page, const struct report_source *source)
{
    *page = (struct report_page){ .source = source };
    page->device_count = source->claims->device_count;
    page->devices = need_zeroed(page->device_count, sizeof(*page->devices));
    for (size_t i = 0; i < page->device_count; i++)
        device_init(page, i);
    ceilings_last(page);
    report_rows_make(page);
}

static void page_finish(struct report_page *page)
{
    for (size_t i = 0; i < page->device_count; i++) {
        run_latest_finish(&page->devices[i].latest);
        recommendation_finish(&page->devices[i].advice);
        free(page->devices[i].claimed);
    }
    free(page->devices);
    free(page->techniques);
    free(page->rows);
}

static void first_print(const struct report_page *page)
{
    report_overview_print(page);
    report_cards_print(page);
    report_claims_print(page);
    report_untested_print(page);
    report_techniques_print(page);
}

static void cases_print(const struct report_page *page)
{
    report_moved_print(page);
    report_devices_print(page);
    for (size_t i = 0; i < page->technique_count && !report_page_is_full(page); i++)
        report_technique_print(page, page->techniques[i]);
    if (report_page_is_full(page))
        return;
    report_roofline_print(page);
    report_against_print(page);
    report_cases_print(page);
    if (!report_page_is_full(page))
        report_kernels_print(page);
}

bool report_page_is_full(const struct report_page *page)
{
    return page->part == REPORT_CASES && page->detail + 1 < REPORT_DETAIL_COUNT &&
           page->written->length > REPORT_BYTES_MAX;
}

/* Writes the part anew. */
static void part_make(struct report_page *page, struct report_pages *made)
{
    struct text text = { 0 };
    page->out = text_stream(&text);
    page->written = &text;
    report_page_begin(page);
    if (page->part == REPORT_FIRST)
        first_print(page);
    else
        cases_print(page);
    report_page_end(page);
    text_stream_close(page->out);
    page->written = NULL;
    free(made->pages[page->part]);
    made->bytes[page->part] = text.length;
    made->pages[page->part] = text_take(&text);
}

/* Writes the second page with as much as fits, from the detail of the page on. */
static void cases_make(struct report_page *page, struct report_pages *made)
{
    page->part = REPORT_CASES;
    for (;; page->detail++) {
        part_make(page, made);
        if (made->bytes[REPORT_CASES] <= REPORT_BYTES_MAX ||
            page->detail + 1 == REPORT_DETAIL_COUNT)
            return;
    }
}

/* Writes the first page with as much as fits, from what is moved already on. */
static void first_make(struct report_page *page, struct report_pages *made)
{
    enum { MOVED_MOST = 2 };
    page->part = REPORT_FIRST;
    for (;; page->moved++) {
        part_make(page, made);
        if (made->bytes[REPORT_FIRST] <= REPORT_FIRST_BYTES_MAX || page->moved == MOVED_MOST)
            return;
    }
}

/* The first page links to what the second has, and the second has what is moved from the first. */
void report_make(const struct report_source *source, struct report_pages *made)
{
    struct report_page page;
    *made = (struct report_pages){ 0 };
    page_init(&page, source);
    cases_make(&page, made);
    first_make(&page, made);
    const enum report_detail detail = page.detail;
    if (page.moved > 0)
        cases_make(&page, made);
    if (page.detail != detail)
        first_make(&page, made);
    made->detail = page.detail;
    page_finish(&page);
}

void report_finish(struct report_pages *made)
{
    for (int i = 0; i < REPORT_PART_COUNT; i++)
        free(made->pages[i]);
    *made = (struct report_pages){ 0 };
}
