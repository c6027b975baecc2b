/* SPDX-License-Identifier: MIT */
#include "harness/cli/claims_expect.h"

#include "harness/base/exit_code.h"
#include "harness/session/message.h"

#include <jansson.h>
#include <string.h>

/* Members of an expected claim; false with a message where they are not as they should be. */
static bool expected_read(const json_t *claim, const char *path, const char **id,
                          enum verdict *verdict)
{
    const char *name = json_string_value(json_object_get(claim, "verdict"));
    *id = json_string_value(json_object_get(claim, "id"));
    *verdict = name ? verdict_find(name) : VERDICT_COUNT;
    if (*id && *verdict != VERDICT_COUNT)
        return true;
    message_error("claims: '%s' is no file of verdicts: %s%s has %s%s", path,
                  *id ? "claim " : "a claim", *id ? *id : "", *id && name ? "the verdict " : "no ",
                  !*id   ? "id"
                  : name ? name
                         : "verdict");
    return false;
}

static const struct claims_entry *entry_find(const struct claims_device *device, const char *id)
{
    for (size_t i = 0; i < device->entry_count; i++)
        if (strcmp(device->entries[i].claim->id, id) == 0)
            return &device->entries[i];
    return NULL;
}

/* How many verdicts are others; -1 with a message. */
static long device_compare(const struct claims_device *device, const json_t *expected,
                           const char *path)
{
    const json_t *list = json_object_get(expected, "claims"), *claim;
    long changed = 0;
    size_t i;
    if (!json_is_array(list)) {
        message_error("claims: '%s' is no file of verdicts: claims is no array", path);
        return -1;
    }
    json_array_foreach((json_t *)list, i, claim)
    {
        const char *id;
        enum verdict verdict;
        if (!expected_read(claim, path, &id, &verdict))
            return -1;
        const struct claims_entry *entry = entry_find(device, id);
        if (entry && entry->verdict == verdict)
            continue;
        message_note("claims: %s: %s: was %s, is %s%s%s", device->name, id, verdict_name(verdict),
                     entry ? verdict_name(entry->verdict) : "no claim any more",
                     entry && *entry->reason ? ": " : "", entry ? entry->reason : "");
        changed++;
    }
    return changed;
}

static const json_t *device_find(const json_t *document, const char *name)
{
    const json_t *devices = json_object_get(document, "devices"), *device;
    size_t i;
    json_array_foreach((json_t *)devices, i, device)
    {
        const char *own = json_string_value(json_object_get(device, "device"));
        if (own && strcmp(own, name) == 0)
            return device;
    }
    return NULL;
}

static int document_compare(const struct claims *claims, const json_t *document, const char *path)
{
    long changed = 0;
    size_t found = 0;
    if (!json_is_array(json_object_get(document, "devices")))
        return message_error("claims: '%s' is no file of verdicts: devices is no array", path);
    for (size_t i = 0; i < claims->device_count; i++) {
        const json_t *expected = device_find(document, claims->devices[i].name);
        const long own = expected ? device_compare(&claims->devices[i], expected, path) : 0;
        if (own < 0)
            return EXIT_CODE_UNTRIED;
        if (!expected)
            message_note("claims: '%s' has no verdicts of %s", path, claims->devices[i].name);
        found += expected != NULL;
        changed += own;
    }
    if (changed > 0)
        return EXIT_CODE_WRONG;
    return found > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

int claims_expect(const struct claims *claims, const char *path)
{
    json_error_t error;
    json_t *document = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!document && error.line < 0)
        return message_error("claims: %s", error.text);
    if (!document)
        return message_error("claims: '%s' line %d: %s", path, error.line, error.text);
    const int code = document_compare(claims, document, path);
    json_decref(document);
    return code;
}
