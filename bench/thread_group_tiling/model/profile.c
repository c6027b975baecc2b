/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/model/model.h"

#include "bench/common/lines.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = { "prediction", "device", "fit", NULL };

static const char *const writes_names[] = { "none", "allocate", NULL };

/* A number from minimum to maximum, or one of `names`, whose position is the number; a text where
 * there is neither. `at` and `bytes` are the member's. */
struct key {
    const char *name;
    size_t at, bytes;
    uint64_t minimum, maximum;
    const char *const *names;
};

#define KEY(name_, member, ...)                                                                    \
    {                                                                                              \
        .name = name_, .at = offsetof(struct tiling_profile, member),                              \
        .bytes = sizeof(((struct tiling_profile *)NULL)->member), __VA_ARGS__                      \
    }
#define FROM_TO(minimum_, maximum_) .minimum = minimum_, .maximum = maximum_

static const struct key keys[] = {
    KEY("name", name, .names = NULL),
    KEY("kind", kind, .names = kind_names),
    KEY("units", machine.units, FROM_TO(1, TILING_UNITS_MAX)),
    KEY("unit_groups", machine.unit_groups, FROM_TO(1, TILING_UNIT_GROUPS_MAX)),
    KEY("unit_cache_bytes", machine.unit_cache.bytes, FROM_TO(0, UINT64_C(1) << 24)),
    KEY("unit_cache_ways", machine.unit_cache.ways, FROM_TO(1, TILING_WAYS_MAX)),
    KEY("cache_bytes", cache.bytes, FROM_TO(TILING_LINE_BYTES, TILING_CACHE_BYTES_MAX)),
    KEY("cache_bytes_reported", cache_bytes_reported, FROM_TO(0, TILING_CACHE_BYTES_MAX)),
    KEY("cache_ways", cache.ways, FROM_TO(1, TILING_WAYS_MAX)),
    KEY("replacement", cache.replacement, .names = tiling_replacement_names),
    KEY("index", cache.index, .names = tiling_index_names),
    KEY("fetch_bytes", fetch, FROM_TO(32, 64)),
    KEY("launch_window", machine.window, FROM_TO(1, TILING_WINDOW_MAX)),
    KEY("drift", machine.drift, FROM_TO(1, TILING_DRIFT_MAX)),
    KEY("writes", writes, .names = writes_names),
    KEY("seed", machine.seed, FROM_TO(0, INT64_MAX)),
};
enum { KEY_COUNT = sizeof(keys) / sizeof(keys[0]) };

struct reader {
    struct lines lines;
    struct tiling_profile profile;
    bool seen[KEY_COUNT];
};

static void put(struct reader *reader, const struct key *key, uint64_t value)
{
    void *member = (char *)&reader->profile + key->at;
    if (key->bytes == sizeof(uint64_t))
        *(uint64_t *)member = value;
    else if (key->bytes == sizeof(uint32_t))
        *(uint32_t *)member = (uint32_t)value;
    else
        *(bool *)member = value != 0;
}

static bool read_number(struct reader *reader, const struct key *key, const char *text)
{
    char *end = NULL;
    errno = 0;
    const uint64_t value = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (!end || *end != '\0' || errno != 0 || value < key->minimum || value > key->maximum)
        return lines_trouble(&reader->lines,
                             "%s takes an integer from %" PRIu64 " to %" PRIu64 ", not '%.40s'",
                             key->name, key->minimum, key->maximum, text);
    const bool fetch = key->at == offsetof(struct tiling_profile, fetch);
    if (fetch && value != 32 && value != 64)
        return lines_trouble(&reader->lines, "fetch_bytes is 32 or 64");
    put(reader, key, !fetch ? value : value == 64 ? TILING_FETCH_64 : TILING_FETCH_32);
    return true;
}

static bool read_choice(struct reader *reader, const struct key *key, const char *text)
{
    char legal[128] = "";
    for (uint64_t i = 0; key->names[i]; i++) {
        if (strcmp(key->names[i], text) == 0) {
            put(reader, key, i);
            return true;
        }
        const size_t used = strlen(legal);
        snprintf(legal + used, sizeof(legal) - used, "%s\"%s\"", i > 0 ? ", " : "", key->names[i]);
    }
    return lines_trouble(&reader->lines, "%s is one of %s, not \"%.40s\"", key->name, legal, text);
}

static bool read_text(struct reader *reader, const struct key *key, char *text)
{
    const size_t length = strlen(text);
    if (length < 2 || text[0] != '"' || text[length - 1] != '"' ||
        memchr(text + 1, '"', length - 2))
        return lines_trouble(&reader->lines, "%s takes a text in double quotes, not '%.40s'",
                             key->name, text);
    text[length - 1] = '\0';
    if (key->names)
        return read_choice(reader, key, text + 1);
    if (length < 3 || length - 2 >= TILING_PROFILE_TEXT)
        return lines_trouble(&reader->lines, "name has 1 to %d characters",
                             TILING_PROFILE_TEXT - 1);
    memcpy(reader->profile.name, text + 1, length - 1);
    return true;
}

/* Without blanks around it, and without a comment behind it. */
static char *trimmed(char *text)
{
    text += strspn(text, " \t\r\n");
    const char *quote = strchr(text, '"');
    const char *closed = quote ? strchr(quote + 1, '"') : NULL;
    char *comment = strchr(closed ? closed : text, '#');
    if (comment && !(quote && !closed && comment > quote))
        *comment = '\0';
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

static bool read_line(struct reader *reader, char *line)
{
    char *text = trimmed(line);
    if (*text == '\0')
        return true;
    char *equals = strchr(text, '=');
    if (!equals)
        return lines_trouble(&reader->lines, "a line is `key = value`, not '%.40s'", text);
    *equals = '\0';
    char *name = trimmed(text), *value = trimmed(equals + 1);
    size_t key = 0;
    while (key < KEY_COUNT && strcmp(keys[key].name, name) != 0)
        key++;
    if (key == KEY_COUNT)
        return lines_trouble(&reader->lines,
                             "no assumption is named '%.40s'; model.h and "
                             "docs/papers/cache-model.md have them all",
                             name);
    if (reader->seen[key])
        return lines_trouble(&reader->lines, "%s is there twice", name);
    reader->seen[key] = true;
    return keys[key].names || keys[key].maximum == 0 ? read_text(reader, &keys[key], value)
                                                     : read_number(reader, &keys[key], value);
}

static bool read_lines(struct reader *reader)
{
    while (lines_next(&reader->lines))
        if (!read_line(reader, reader->lines.text))
            return false;
    for (size_t key = 0; key < KEY_COUNT && !reader->lines.failed; key++)
        if (!reader->seen[key])
            return lines_trouble(&reader->lines, "no %s: a profile states every assumption",
                                 keys[key].name);
    return !reader->lines.failed;
}

bool tiling_profile_read(struct tiling_profile *profile, FILE *file, const char *path)
{
    struct reader reader = { .lines = { file, path } };
    const struct tiling_cache_shape *cache = &reader.profile.cache;
    const struct tiling_cache_shape *unit = &reader.profile.machine.unit_cache;
    const bool read = read_lines(&reader);
    if (file)
        fclose(file);
    if (!read)
        return false;
    if (cache->bytes % (TILING_LINE_BYTES * (uint64_t)cache->ways) != 0)
        return lines_trouble(&reader.lines, "cache_bytes is not a multiple of 128 * cache_ways");
    if (unit->bytes % (TILING_LINE_BYTES * (uint64_t)unit->ways) != 0)
        return lines_trouble(&reader.lines,
                             "unit_cache_bytes is not a multiple of 128 * unit_cache_ways");
    *profile = reader.profile;
    profile->cache.written_from = profile->machine.unit_cache.written_from = UINT32_MAX;
    profile->machine.unit_cache.index = profile->cache.index;
    return true;
}
