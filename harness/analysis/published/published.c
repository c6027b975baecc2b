/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published.h"

#include "harness/analysis/published/published_read.h"
#include "harness/base/need.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double published_claim_value(const struct published_claim *claim, const char *key)
{
    const struct published_value *found = NAMED(claim->values, claim->value_count, key);
    return found ? found->value : claim->value_count > 0 ? NAN : claim->value;
}

struct unit {
    const char *name;
    double factor;
};

static bool unit_find(const struct unit units[4], const char *name, double *factor)
{
    const struct unit *found = NAMED(units, 4, name);
    if (found)
        *factor = found->factor;
    return found;
}

bool published_unit_time(const char *unit, double *factor)
{
    static const struct unit units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
    return unit_find(units, unit, factor);
}

bool published_unit_bytes(const char *unit, double *factor)
{
    static const struct unit units[] = {
        { "bytes", 1 }, { "KiB", 0x1p10 }, { "MiB", 0x1p20 }, { "GiB", 0x1p30 }
    };
    return unit_find(units, unit, factor);
}

struct published *published_read(const json_t *document, const char *path)
{
    struct published *published = need_zeroed(1, sizeof(*published));
    trouble_clear();
    struct run_reading reader = { .arena = &published->arena,
                                  .path = path,
                                  .what = "",
                                  .name = "",
                                  .format = "published file",
                                  .goes_on = true };
    const struct json_reader part = { .reader = &reader, .json = document };
    published->path = json_reader_keep(&reader, path);
    if (json_is_object(part.json))
        published_document_read(&part, published);
    else
        json_reader_fault(&part, NULL, "the document is not an object");
    if (reader.failed)
        published_destroy(&published);
    return published;
}

struct published *published_parse(const char *text, size_t bytes, const char *path)
{
    json_error_t error;
    json_auto_t *document = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (!document) {
        trouble("'%.512s' line %d: %s", path, error.line, error.text);
        printable_clean(trouble_buffer());
        return NULL;
    }
    return published_read(document, path);
}

struct published *published_load(const char *path)
{
    OWNED char *text = NULL;
    size_t bytes = 0;
    struct published *published = NULL;
    if (disk_load_said(path, &text, &bytes))
        published = published_parse(text, bytes, path);
    return published;
}

void published_destroy(struct published **published)
{
    if (!*published)
        return;
    foreach (struct published_claim, claim, (*published)->claims, (*published)->claim_count) {
        if (claim->has_a)
            expression_finish(&claim->rows_a);
        if (claim->has_b)
            expression_finish(&claim->rows_b);
    }
    arena_finish(&(*published)->arena);
    free(*published);
    *published = NULL;
}

/* Lists --------------------------------------------------------------------------------------- */

/* Takes over the file. */
static void list_add(struct published_list *list, struct published *file)
{
    assert(file);
    list->files = need_room(list->files, list->count, &list->room, sizeof(*list->files));
    list->files[list->count++] = file;
}

void published_list_shipped(struct published_list *list)
{
    for (const struct published_shipped *file = published_shipped; file->name; file++)
        list_add(list, published_parse(file->text, file->bytes, file->name));
}

/* The file of the list that has a claim of that id; NULL. */
static const struct published *list_find(const struct published_list *list, const char *id)
{
    for (size_t i = 0; i < list->count; i++)
        if (NAMED(list->files[i]->claims, list->files[i]->claim_count, id))
            return list->files[i];
    return NULL;
}

bool published_list_has(const struct published_list *list, const char *id)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->files[i]->id, id) == 0)
            return true;
    return list_find(list, id);
}

/* Takes over the file, NULL too, which has a message then. No claim is there twice. */
static bool list_take(struct published_list *list, struct published *file)
{
    if (!file)
        return false;
    for (size_t i = 0; i < file->claim_count; i++) {
        const struct published *other = list_find(list, file->claims[i].id);
        if (!other)
            continue;
        trouble("'%.512s' and '%.512s' both have a claim '%.96s': name each file once, and give "
                "each claim its own id",
                other->path, file->path, file->claims[i].id);
        published_destroy(&file);
        return false;
    }
    list_add(list, file);
    return true;
}

bool published_list_add(struct published_list *list, const char *text, const char *path)
{
    return list_take(list, published_parse(text, strlen(text), path));
}

bool published_list_open(struct published_list *list, const char *const *files, size_t count)
{
    OWNED_TEXT struct text lines = { 0 };
    if (count == 0)
        published_list_shipped(list);
    for (size_t i = 0; i < count; i++)
        if (!list_take(list, published_load(files[i])))
            text_join(&lines, "\n", "%s", trouble_text());
    const bool good = lines.length == 0 || trouble("%s", text_string(&lines));
    return good;
}

void published_list_finish(struct published_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        published_destroy(&list->files[i]);
    free(list->files);
    *list = (struct published_list){ 0 };
}
