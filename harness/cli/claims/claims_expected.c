/* SPDX-License-Identifier: MIT */
#include "harness/cli/claims/claims_expected.h"

#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/nearest.h"
#include "harness/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading -------------------------------------------------------------------------------------- */

/* Reports a fault of a file; "device 'x', claim 'y'" where it is, or "". */
static bool refuse(const char *path, const char *where, const char *what)
{
    return message_refuse(
        "claims: --expect '%s': %s%s%s; claimcheck claims RUN.json --json writes such a file", path,
        where, *where ? ": " : "", what);
}

static bool claim_check(const json_t *claim, const char *device, size_t index, const char *path)
{
    const char *id = json_string_value(json_object_get(claim, "id"));
    const char *name = json_string_value(json_object_get(claim, "verdict"));
    char where[256], what[256] = "it has no verdict";
    static const char *const names[] = { "STRONGER",  "CONFIRMED",    "WEAKER",
                                         "NOT SEEN",  "CONTRADICTED", "MIXED",
                                         "UNDECIDED", "AT THE EDGE",  "NOT TESTABLE" };
    struct verdict verdict;
    if (id && name && verdict_find(name, &verdict))
        return true;
    if (id)
        snprintf(where, sizeof(where), "device '%.80s', claim '%.96s'", device, id);
    else
        snprintf(where, sizeof(where), "device '%.80s', claim %zu of it", device, index + 1);
    const char *nearest = name ? nearest_find(name, names, sizeof(names) / sizeof(names[0])) : NULL;
    if (!id)
        snprintf(what, sizeof(what), "it has no id");
    else if (name)
        snprintf(what, sizeof(what), "there is no verdict '%.64s'%s%s%s", name,
                 nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
    return refuse(path, where, what);
}

static bool device_check(const json_t *device, size_t index, const char *path)
{
    const json_t *claims = json_object_get(device, "claims"), *claim;
    const char *name = json_string_value(json_object_get(device, "device"));
    char where[256];
    size_t i;
    snprintf(where, sizeof(where), "device %zu", index + 1);
    if (!name)
        return refuse(path, where, "it has no name");
    snprintf(where, sizeof(where), "device '%.80s'", name);
    if (!json_is_array(claims))
        return refuse(path, where, "its claims are not an array");
    json_array_foreach((json_t *)claims, i,
                       claim) if (!claim_check(claim, name, i, path)) return false;
    return true;
}

static bool document_check(const json_t *document, const char *path)
{
    const json_t *devices = json_object_get(document, "devices"), *device;
    const json_t *version = json_object_get(document, "schema_version");
    size_t i;
    if (!json_is_array(devices))
        return refuse(path, "", "it is not a file of verdicts: devices is not an array");
    if (json_is_integer(version) && json_integer_value(version) == 1)
        return refuse(path, "", "its schema_version is 1, whose verdicts have other words");
    json_array_foreach((json_t *)devices, i,
                       device) if (!device_check(device, i, path)) return false;
    return true;
}

json_t *claims_expected_load(const char *path)
{
    json_error_t error;
    char *text = NULL, line[32];
    size_t bytes = 0;
    const int code = disk_load_text(path, &text, &bytes);
    json_t *document = code == 0 ? json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error) : NULL;
    free(text);
    if (code != 0) {
        message_error("claims: cannot read --expect '%s': %s", path, file_reason(code));
        return NULL;
    }
    snprintf(line, sizeof(line), "line %d", document ? 0 : error.line);
    if (!document)
        refuse(path, line, error.text);
    if (document && document_check(document, path))
        return document;
    json_decref(document);
    return NULL;
}

/* Comparing ------------------------------------------------------------------------------------ */

static const struct claims_entry *entry_find(const struct claims_device *device, const char *id)
{
    for (size_t i = 0; i < device->entry_count; i++)
        if (strcmp(device->entries[i].claim->id, id) == 0)
            return &device->entries[i];
    return NULL;
}

/* How many verdicts are others; of how many is added to *compared. */
static size_t device_compare(const struct claims_device *device, const json_t *expected,
                             size_t *compared)
{
    const json_t *claim;
    size_t i, changed = 0;
    json_array_foreach(json_object_get(expected, "claims"), i, claim)
    {
        const char *id = json_string_value(json_object_get(claim, "id"));
        const char *name = json_string_value(json_object_get(claim, "verdict"));
        const struct claims_entry *entry = entry_find(device, id);
        ++*compared;
        char words[VERDICT_BYTES] = "no longer a claim";
        if (entry && strcmp(verdict_words(entry->verdict, words), name) == 0)
            continue;
        message_note("claims: %s: %s: was %s, is %s%s%s", device->name, id, name, words,
                     entry && *entry->reason ? ": " : "", entry ? entry->reason : "");
        changed++;
    }
    return changed;
}

static const json_t *device_find(const json_t *document, const char *name)
{
    const json_t *device;
    size_t i;
    json_array_foreach(json_object_get(document, "devices"), i, device)
    {
        if (strcmp(json_string_value(json_object_get(device, "device")), name) == 0)
            return device;
    }
    return NULL;
}

int claims_expected_compare(const struct claims *claims, const json_t *document, const char *path)
{
    size_t compared = 0, changed = 0;
    for (size_t i = 0; i < claims->device_count; i++) {
        const json_t *expected = device_find(document, claims->devices[i].name);
        const size_t before = compared;
        changed += expected ? device_compare(&claims->devices[i], expected, &compared) : 0;
        if (compared == before)
            message_note("claims: '%s' has no verdicts of %s", path, claims->devices[i].name);
    }
    if (changed > 0)
        return EXIT_CODE_WRONG;
    return compared > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}
