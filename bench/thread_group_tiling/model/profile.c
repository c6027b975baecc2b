/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/model/model.h"

#include "bench/common/lines.h"
#include "harness/file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = { "prediction", "device", "fit", NULL };

static const char *const writes_names[] = { "none", "allocate", NULL };

/* Numbers from minimum to maximum, or one of `names`, whose position is the number. */
struct key {
    const char *name;
    uint64_t minimum, maximum;
    const char *const *names;
};

/* KEY_NAME is a text. */
enum {
    KEY_NAME,
    KEY_KIND,
    KEY_UNITS,
    KEY_UNIT_GROUPS,
    KEY_UNIT_CACHE_BYTES,
    KEY_UNIT_CACHE_WAYS,
    KEY_CACHE_BYTES,
    KEY_CACHE_BYTES_REPORTED,
    KEY_CACHE_WAYS,
    KEY_REPLACEMENT,
    KEY_INDEX,
    KEY_FETCH_BYTES,
    KEY_LAUNCH_WINDOW,
    KEY_DRIFT,
    KEY_WRITES,
    KEY_SEED,
    KEY_COUNT,
};

static const struct key keys[KEY_COUNT] = {
    [KEY_NAME] = { "name", 0, 0, NULL },
    [KEY_KIND] = { "kind", 0, 0, kind_names },
    [KEY_UNITS] = { "units", 1, TILING_UNITS_MAX, NULL },
    [KEY_UNIT_GROUPS] = { "unit_groups", 1, TILING_UNIT_GROUPS_MAX, NULL },
    [KEY_UNIT_CACHE_BYTES] = { "unit_cache_bytes", 0, UINT64_C(1) << 24, NULL },
    [KEY_UNIT_CACHE_WAYS] = { "unit_cache_ways", 1, TILING_WAYS_MAX, NULL },
    [KEY_CACHE_BYTES] = { "cache_bytes", TILING_LINE_BYTES, TILING_CACHE_BYTES_MAX, NULL },
    [KEY_CACHE_BYTES_REPORTED] = { "cache_bytes_reported", 0, TILING_CACHE_BYTES_MAX, NULL },
    [KEY_CACHE_WAYS] = { "cache_ways", 0, TILING_WAYS_MAX, NULL },
    [KEY_REPLACEMENT] = { "replacement", 0, 0, tiling_replacement_names },
    [KEY_INDEX] = { "index", 0, 0, tiling_index_names },
    [KEY_FETCH_BYTES] = { "fetch_bytes", 32, 64, NULL },
    [KEY_LAUNCH_WINDOW] = { "launch_window", 1, TILING_WINDOW_MAX, NULL },
    [KEY_DRIFT] = { "drift", 1, TILING_DRIFT_MAX, NULL },
    [KEY_WRITES] = { "writes", 0, 0, writes_names },
    [KEY_SEED] = { "seed", 0, INT64_MAX, NULL },
};

struct reader {
    const char *path;
    size_t line;
    char *message;
    char name[TILING_PROFILE_TEXT];
    uint64_t values[KEY_COUNT];
    bool seen[KEY_COUNT];
};

__attribute__((format(printf, 2, 3))) static bool refuse(const struct reader *reader,
                                                         const char *format, ...)
{
    char cause[TILING_PROFILE_MESSAGE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause, sizeof(cause), format, arguments);
    va_end(arguments);
    if (reader->line > 0)
        snprintf(reader->message, TILING_PROFILE_MESSAGE, "%.200s:%zu: %s", reader->path,
                 reader->line, cause);
    else
        snprintf(reader->message, TILING_PROFILE_MESSAGE, "%.200s: %s", reader->path, cause);
    return false;
}

/* Lines ---------------------------------------------------------------------------------------- */

static bool read_number(struct reader *reader, int key, const char *text)
{
    char *end = NULL;
    errno = 0;
    const uint64_t value = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (!end || *end != '\0' || errno != 0 || value < keys[key].minimum ||
        value > keys[key].maximum)
        return refuse(reader, "%s takes an integer from %" PRIu64 " to %" PRIu64 ", not '%.40s'",
                      keys[key].name, keys[key].minimum, keys[key].maximum, text);
    reader->values[key] = value;
    return key != KEY_FETCH_BYTES || value == 32 || value == 64 ||
           refuse(reader, "fetch_bytes is 32 or 64");
}

static bool read_choice(struct reader *reader, int key, const char *text)
{
    char legal[128] = "";
    for (uint64_t i = 0; keys[key].names[i]; i++) {
        if (strcmp(keys[key].names[i], text) == 0) {
            reader->values[key] = i;
            return true;
        }
        const size_t used = strlen(legal);
        snprintf(legal + used, sizeof(legal) - used, "%s\"%s\"", i > 0 ? ", " : "",
                 keys[key].names[i]);
    }
    return refuse(reader, "%s is one of %s, not \"%.40s\"", keys[key].name, legal, text);
}

static bool read_text(struct reader *reader, int key, char *text)
{
    const size_t length = strlen(text);
    if (length < 2 || text[0] != '"' || text[length - 1] != '"' ||
        memchr(text + 1, '"', length - 2))
        return refuse(reader, "%s takes a text in double quotes, not '%.40s'", keys[key].name,
                      text);
    text[length - 1] = '\0';
    if (keys[key].names)
        return read_choice(reader, key, text + 1);
    if (length < 3 || length - 2 >= sizeof(reader->name))
        return refuse(reader, "name has 1 to %zu characters", sizeof(reader->name) - 1);
    memcpy(reader->name, text + 1, length - 1);
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
        return refuse(reader, "a line is `key = value`, not '%.40s'", text);
    *equals = '\0';
    char *name = trimmed(text), *value = trimmed(equals + 1);
    int key = 0;
    while (key < KEY_COUNT && strcmp(keys[key].name, name) != 0)
        key++;
    if (key == KEY_COUNT)
        return refuse(reader,
                      "no assumption is named '%.40s'; model.h and "
                      "docs/papers/cache-model.md have them all",
                      name);
    if (reader->seen[key])
        return refuse(reader, "%s is there twice", name);
    reader->seen[key] = true;
    return key == KEY_NAME || keys[key].names ? read_text(reader, key, value)
                                              : read_number(reader, key, value);
}

static bool read_lines(struct reader *reader, FILE *file)
{
    struct lines lines = { .file = file };
    const char *reason;
    int got;
    while ((got = lines_next(&lines, &reason)) > 0) {
        reader->line = lines.number;
        if (!read_line(reader, lines.text))
            return false;
    }
    reader->line = lines.number;
    if (got < 0)
        return refuse(reader, "%s%s", lines.number > 0 ? "" : "cannot be read: ", reason);
    for (int key = 0; key < KEY_COUNT; key++)
        if (!reader->seen[key])
            return refuse(reader, "no %s: a profile states every assumption", keys[key].name);
    return true;
}

/* Profile -------------------------------------------------------------------------------------- */

static bool is_whole(uint64_t bytes, uint64_t ways)
{
    return bytes % (TILING_LINE_BYTES * (ways > 0 ? ways : 1)) == 0;
}

static bool check_shapes(const struct reader *reader)
{
    const uint64_t *values = reader->values;
    if (!is_whole(values[KEY_CACHE_BYTES], values[KEY_CACHE_WAYS]))
        return refuse(reader, "cache_bytes is not a multiple of 128 * cache_ways");
    if (!is_whole(values[KEY_UNIT_CACHE_BYTES], values[KEY_UNIT_CACHE_WAYS]))
        return refuse(reader, "unit_cache_bytes is not a multiple of 128 * unit_cache_ways");
    if (values[KEY_CACHE_WAYS] == 0 && values[KEY_REPLACEMENT] == TILING_RANDOM)
        return refuse(reader, "cache_ways = 0, one set of all lines, goes with \"lru\" alone");
    return true;
}

static void fill(struct tiling_profile *profile, const struct reader *reader)
{
    const uint64_t *values = reader->values;
    const enum tiling_index index = (enum tiling_index)values[KEY_INDEX];
    *profile = (struct tiling_profile){
        .kind = (enum tiling_profile_kind)values[KEY_KIND],
        .machine = { .units = (uint32_t)values[KEY_UNITS],
                     .unit_groups = (uint32_t)values[KEY_UNIT_GROUPS],
                     .window = (uint32_t)values[KEY_LAUNCH_WINDOW],
                     .drift = (uint32_t)values[KEY_DRIFT],
                     .unit_cache = { .bytes = values[KEY_UNIT_CACHE_BYTES],
                                     .ways = (uint32_t)values[KEY_UNIT_CACHE_WAYS],
                                     .index = index,
                                     .written_from = UINT32_MAX },
                     .seed = values[KEY_SEED] },
        .cache = { .bytes = values[KEY_CACHE_BYTES],
                   .ways = (uint32_t)values[KEY_CACHE_WAYS],
                   .replacement = (enum tiling_replacement)values[KEY_REPLACEMENT],
                   .index = index,
                   .written_from = UINT32_MAX },
        .cache_bytes_reported = values[KEY_CACHE_BYTES_REPORTED],
        .fetch = values[KEY_FETCH_BYTES] == 64 ? TILING_FETCH_64 : TILING_FETCH_32,
        .writes = values[KEY_WRITES] == 1,
    };
    memcpy(profile->name, reader->name, sizeof(profile->name));
}

/* Closes the file; NULL has left an errno. */
static bool file_read(struct tiling_profile *profile, FILE *file, const char *path,
                      char message[TILING_PROFILE_MESSAGE])
{
    struct reader reader = { .path = path, .message = message };
    if (!file)
        return refuse(&reader, "cannot be opened: %s", file_reason(errno));
    const bool read = read_lines(&reader, file) && check_shapes(&reader);
    fclose(file);
    if (read)
        fill(profile, &reader);
    return read;
}

bool tiling_profile_read(struct tiling_profile *profile, const char *path,
                         char message[TILING_PROFILE_MESSAGE])
{
    return file_read(profile, file_open(path), path, message);
}

bool tiling_profile_parse(struct tiling_profile *profile, char *text, size_t size, const char *path,
                          char message[TILING_PROFILE_MESSAGE])
{
    return file_read(profile, file_open_bytes(text, size), path, message);
}
