/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ids are looked for among all: papers have some hundred entries at most. */
enum { SCHEMA_VERSION = 2, ENTRIES_MAX = 10000 };

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* Entries of an array of objects, for which messages have `what` and their id. */
struct entries {
    struct json_reader array;
    struct json_reader part; /* the one that was opened last */
    const char *what;
};

static struct entries entries_open(const struct json_reader *document, const char *key)
{
    if (json_array_size(json_object_get(document->json, key)) > ENTRIES_MAX) {
        json_reader_fault(document, key, " has more than %d entries", ENTRIES_MAX);
        return (struct entries){ .array = { .reader = document->reader, .name = "" }, .what = key };
    }
    return (struct entries){ .array = json_reader_array(document, key), .what = key };
}

/* Ids go to terminals and into tables as they are. */
static void id_check(const struct json_reader *part, const char *id)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.-";
    if (id[strspn(id, letters)])
        json_reader_fault(part, "id", " may have the letters a to z, digits, _, . and - alone");
}

/* The id of entry i; "" with a fault where it has none, or where it is no object. */
static const char *entry_open(struct entries *entries, size_t i)
{
    struct run_reading *reader = entries->array.reader;
    reader->what = reader->name = "";
    entries->part = json_reader_entry(&entries->array, i);
    if (!entries->part.json)
        return "";
    const char *id = json_reader_name(&entries->part, "id");
    if (*id) {
        entries->part.name[0] = 0;
        reader->what = entries->what;
        reader->name = id;
        id_check(&entries->part, id);
    }
    return id;
}

static void entries_close(const struct entries *entries)
{
    entries->array.reader->what = entries->array.reader->name = "";
}

const struct published_hardware *published_hardware_read(const struct json_reader *part,
                                                         const struct published *published)
{
    const char *id = json_reader_text(part, "hardware");
    if (!published->hardware)
        return NULL;
    for (size_t i = 0; i < published->hardware_count; i++)
        if (strcmp(published->hardware[i].id, id) == 0)
            return &published->hardware[i];
    if (*id)
        json_reader_fault(part, "hardware", " is '%.64s', which the document's hardware lacks", id);
    return NULL;
}

static void hardware_read(const struct json_reader *document, struct published *published)
{
    const size_t faults = document->reader->faults;
    struct entries entries = entries_open(document, "hardware");
    const size_t count = json_reader_count(&entries.array);
    struct published_hardware *hardware =
        json_reader_alloc(document->reader, count, sizeof(*hardware));
    for (size_t i = 0; i < count; i++) {
        hardware[i].id = entry_open(&entries, i);
        if (entries.part.json)
            hardware[i].device = json_reader_name(&entries.part, "device");
    }
    entries_close(&entries);
    if (document->reader->faults > faults)
        return;
    published->hardware = hardware;
    published->hardware_count = count;
}

static void figures_read(const struct json_reader *document, struct published *published)
{
    const size_t faults = document->reader->faults;
    struct entries entries = entries_open(document, "figures");
    const size_t count = json_reader_count(&entries.array);
    struct published_figure *figures = json_reader_alloc(document->reader, count, sizeof(*figures));
    for (size_t i = 0; i < count; i++) {
        figures[i].id = entry_open(&entries, i);
        figures[i].quantity = json_reader_text(&entries.part, "quantity");
        figures[i].unit = json_reader_text(&entries.part, "unit");
        figures[i].value = json_reader_number(&entries.part, "value", RUN_ANY);
        figures[i].hardware = published_hardware_read(&entries.part, published);
    }
    entries_close(&entries);
    if (document->reader->faults > faults)
        return;
    published->figures = figures;
    published->figure_count = count;
}

static size_t stand_ins_count(const json_t *axes)
{
    const char *axis;
    json_t *values;
    size_t count = 0;
    json_object_foreach((json_t *)axes, axis, values) count += json_object_size(values);
    return count;
}

static void stand_ins_read(const struct json_reader *document, struct published *published)
{
    const struct json_reader axes = json_reader_object(document, "stand_ins");
    const size_t count = stand_ins_count(axes.json);
    struct published_stand_in *all = json_reader_alloc(document->reader, count, sizeof(*all));
    const char *axis, *value;
    json_t *values, *what;
    size_t i = 0;
    json_object_foreach((json_t *)axes.json, axis, values)
    {
        const struct json_reader part = json_reader_object(&axes, axis);
        json_object_foreach((json_t *)part.json, value, what)
        {
            all[i++] = (struct published_stand_in){ json_reader_keep(document->reader, axis),
                                                    json_reader_keep(document->reader, value),
                                                    json_reader_text(&part, value) };
        }
    }
    published->stand_ins = all;
    published->stand_in_count = i;
}

/* Each id once. */
static void ids_check(const struct json_reader *document, const struct published *published)
{
    const struct published_claim *claims = published->claims;
    for (size_t i = 0; i < published->claim_count; i++)
        for (size_t k = i + 1; k < published->claim_count && claims[i].id[0]; k++)
            if (strcmp(claims[i].id, claims[k].id) == 0)
                json_reader_fault(document, "claims", " has two of the id '%.128s'", claims[i].id);
}

/* Reads a claim, and in it what the file's defaults have and it has not. */
static void claim_read(const struct json_reader *entry, const json_t *defaults,
                       const struct published *published, struct published_claim *claim)
{
    struct json_reader part = *entry;
    json_t *whole = json_copy((json_t *)entry->json);
    part.json = whole;
    if (defaults)
        json_object_update_missing(whole, (json_t *)defaults);
    published_claim_read(&part, published, claim);
    json_decref(whole);
}

static void claims_read(const struct json_reader *document, struct published *published)
{
    const json_t *defaults = published_defaults_read(document, published);
    struct entries entries = entries_open(document, "claims");
    const size_t count = json_reader_count(&entries.array);
    if (!entries.array.json)
        json_reader_missing(document, "claims");
    published->claims = json_reader_alloc(document->reader, count, sizeof(*published->claims));
    for (size_t i = 0; i < count; i++) {
        published->claims[i].id = entry_open(&entries, i);
        published->claim_count = i + 1;
        if (entries.part.json)
            claim_read(&entries.part, defaults, published, &published->claims[i]);
    }
    entries_close(&entries);
    ids_check(document, published);
}

static void plots_read(const struct json_reader *document, struct published *published)
{
    struct entries entries = entries_open(document, "plots");
    const size_t count = json_reader_count(&entries.array);
    struct published_plot *plots = json_reader_alloc(document->reader, count, sizeof(*plots));
    for (size_t i = 0; i < count; i++) {
        plots[i].id = entry_open(&entries, i);
        if (entries.part.json)
            published_plot_read(&entries.part, published, &plots[i]);
        for (size_t k = 0; k < i && plots[i].id[0]; k++)
            if (strcmp(plots[k].id, plots[i].id) == 0)
                json_reader_fault(&entries.part, "id", " belongs to two plots");
    }
    entries_close(&entries);
    published->plots = plots;
    published->plot_count = count;
}

static void paper_read(const struct json_reader *paper, struct published *published)
{
    const struct json_reader authors = json_reader_array(paper, "authors");
    published->title = json_reader_text(paper, "title");
    published->authors = json_reader_texts(&authors, &published->author_count);
    published->kind = json_reader_text(paper, "kind");
    published->doi = json_reader_text(paper, "doi");
    published->year = json_reader_number(paper, "year", RUN_COUNT);
}

void published_document_read(const struct json_reader *document, struct published *published)
{
    static const char *const known[] = { "schema_version", "paper",    "technique", "recorded",
                                         "hardware",       "protocol", "stand_ins", "figures",
                                         "defaults",       "claims",   "plots" };
    const json_t *version = json_object_get(document->json, "schema_version");
    /* A document of another kind, or a newer one, gets no further faults. */
    if (!json_is_integer(version) || json_integer_value(version) != SCHEMA_VERSION) {
        json_reader_fault(document, "schema_version",
                          " must be %d, which docs/guide/claims-and-verdicts.md explains",
                          SCHEMA_VERSION);
        return;
    }
    const struct json_reader paper = json_reader_object(document, "paper");
    json_reader_known(document, known, COUNT_OF(known));
    if (!paper.json)
        json_reader_missing(document, "paper");
    else
        published->id = json_reader_name(&paper, "id");
    if (paper.json)
        id_check(&paper, published->id);
    if (!paper.json)
        published->id = "";
    paper_read(&paper, published);
    published->technique = json_reader_text(document, "technique");
    hardware_read(document, published);
    figures_read(document, published);
    stand_ins_read(document, published);
    claims_read(document, published);
    plots_read(document, published);
}
