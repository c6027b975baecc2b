/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/kernel_diff.h"

#include "harness/analysis/gate/kernel_costs.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 38, VALUE_WIDTH = 16, PAIRS_MAX = 1 << 24, SIDE_MIN = 16 };

/* Numbers -------------------------------------------------------------------------------------- */

static void value_text(char text[64], const json_t *value)
{
    text[0] = 0;
    if (value)
        text[json_dumpb(value, text, 63, JSON_ENCODE_ANY | JSON_COMPACT) % 64] = 0;
    if (!value)
        snprintf(text, 64, "-");
}

static void row_print(FILE *out, const char *name, const json_t *own, const json_t *mine)
{
    char left[64], right[64];
    value_text(left, own);
    value_text(right, mine);
    fprintf(out, "%c %-*s %*s %*s\n", strcmp(left, right) == 0 ? ' ' : '|', NAME_WIDTH, name,
            VALUE_WIDTH, left, VALUE_WIDTH, right);
}

static void spirv_print(FILE *out, const json_t *own, const json_t *mine)
{
    static const char *const keys[][2] = {
        { "bytes", "SPIR-V bytes" },    { "bindings", "bindings" },
        { "push_bytes", "push bytes" }, { "constants", "constants" },
        { "group_size", "group size" }, { "shared_bytes", "shared bytes" },
    };
    const char *name;
    json_t *count;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        row_print(out, keys[i][1], json_object_get(own, keys[i][0]),
                  json_object_get(mine, keys[i][0]));
    json_object_foreach(json_object_get(mine, "spirv"), name, count)
        row_print(out, name, json_object_get(json_object_get(own, "spirv"), name), count);
}

/* A row for each of the shipped kernel's, then those that the file alone has. */
static void statistics_print(FILE *out, const json_t *own, const json_t *mine)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(own, i, entry)
    {
        const json_t *other = kernel_costs_like(mine, entry);
        row_print(out, json_value_text_of(entry, "name"), json_object_get(entry, "value"),
                  json_object_get(other, "value"));
    }
    json_array_foreach(mine, i, entry)
    {
        if (!kernel_costs_like(own, entry))
            row_print(out, json_value_text_of(entry, "name"), NULL,
                      json_object_get(entry, "value"));
    }
}

/* Lines ---------------------------------------------------------------------------------------- */

struct lines {
    const char **at;
    int *length;
    size_t count;
};

static void lines_init(struct lines *lines, const char *text)
{
    size_t most = 1;
    for (const char *c = text; *c; c++)
        most += *c == '\n';
    *lines =
        (struct lines){ need_zeroed(most, sizeof(*lines->at)), need_zeroed(most, sizeof(int)), 0 };
    for (const char *at = text; *at;) {
        const char *end = at + strcspn(at, "\n");
        lines->at[lines->count] = at;
        lines->length[lines->count++] = (int)(end - at);
        at = *end ? end + 1 : end;
    }
}

static void lines_finish(struct lines *lines)
{
    free(lines->at);
    free(lines->length);
}

static bool lines_same(const struct lines *a, size_t i, const struct lines *b, size_t k)
{
    return a->length[i] == b->length[k] && memcmp(a->at[i], b->at[k], (size_t)a->length[i]) == 0;
}

/* Prints a line's start, and fills its side; tabs are one space. */
static void side_print(FILE *out, const struct lines *lines, size_t index, bool has, int width,
                       bool fill)
{
    int column = 0;
    for (; has && column < lines->length[index] && column < width; column++)
        fputc(lines->at[index][column] == '\t' ? ' ' : lines->at[index][column], out);
    if (fill)
        fprintf(out, "%*s", width - column, "");
}

static void pair_print(FILE *out, const struct lines *own, size_t i, const struct lines *mine,
                       size_t k, char mark, int width)
{
    side_print(out, own, i, mark != '>', width, true);
    fprintf(out, " %c ", mark);
    side_print(out, mine, k, mark != '<', width, false);
    fputc('\n', out);
}

/* Length of the longest common part from each pair of lines on, rows of mine->count + 1; NULL when
 * memory runs out, or for texts too long for it, which then stand side by side as they come. */
static uint16_t *common_make(const struct lines *own, const struct lines *mine)
{
    const size_t wide = mine->count + 1, rows = own->count + 1;
    uint16_t *common =
        rows > UINT16_MAX || rows > PAIRS_MAX / wide ? NULL : calloc(rows * wide, sizeof(*common));
    for (size_t i = own->count; common && i-- > 0;)
        for (size_t k = mine->count; k-- > 0;) {
            const uint16_t down = common[(i + 1) * wide + k], right = common[i * wide + k + 1];
            common[i * wide + k] = lines_same(own, i, mine, k)
                                       ? (uint16_t)(common[(i + 1) * wide + k + 1] + 1)
                                   : down > right ? down
                                                  : right;
        }
    return common;
}

static char mark_of(const struct lines *own, size_t i, const struct lines *mine, size_t k,
                    const uint16_t *common)
{
    const size_t wide = mine->count + 1;
    if (i == own->count || k == mine->count)
        return i == own->count ? '>' : '<';
    if (lines_same(own, i, mine, k))
        return ' ';
    const uint16_t here = common ? common[i * wide + k] : 0;
    if (!common || common[(i + 1) * wide + k + 1] == here)
        return '|';
    return common[(i + 1) * wide + k] == here ? '<' : '>';
}

static void texts_print(FILE *out, const char *left, const char *right, int width)
{
    struct lines own, mine;
    lines_init(&own, left);
    lines_init(&mine, right);
    uint16_t *common = common_make(&own, &mine);
    for (size_t i = 0, k = 0; i < own.count || k < mine.count;) {
        const char mark = mark_of(&own, i, &mine, k, common);
        pair_print(out, &own, i, &mine, k, mark, width);
        i += mark != '>';
        k += mark != '<';
    }
    free(common);
    lines_finish(&own);
    lines_finish(&mine);
}

static void representations_print(FILE *out, const json_t *own, const json_t *mine,
                                  unsigned columns)
{
    const int width = columns > 2 * SIDE_MIN + 3 ? (int)(columns - 3) / 2 : SIDE_MIN;
    const json_t *entry;
    size_t i;
    json_array_foreach(mine, i, entry)
    {
        const json_t *other = kernel_costs_like(own, entry);
        fprintf(out, "\n%s, %s:\n", json_value_text_of(entry, "executable"),
                json_value_text_of(entry, "name"));
        texts_print(out, other ? json_value_text_of(other, "text") : "",
                    json_value_text_of(entry, "text"), width);
    }
}

/* Print ---------------------------------------------------------------------------------------- */

static void pair_of_kernels_print(FILE *out, const json_t *own, const json_t *mine,
                                  unsigned columns)
{
    const json_t *mine_texts = json_object_get(mine, "representations");
    fprintf(out, "%s, and\n%s:\n", json_value_text_of(own, "name"),
            json_value_text_of(mine, "name"));
    fprintf(out, "  %-*s %*s %*s\n", NAME_WIDTH, "", VALUE_WIDTH, "shipped", VALUE_WIDTH, "yours");
    spirv_print(out, own, mine);
    statistics_print(out, json_object_get(own, "statistics"), json_object_get(mine, "statistics"));
    if (*json_value_text_of(mine, "reason"))
        fprintf(out, "  not compiled: %s\n", json_value_text_of(mine, "reason"));
    if (json_array_size(mine_texts) == 0)
        fprintf(out, "  the driver gives no representation\n");
    representations_print(out, json_object_get(own, "representations"), mine_texts, columns);
}

void kernel_diff_print(FILE *out, const json_t *kernels, unsigned columns)
{
    const json_t *mine;
    size_t i;
    json_array_foreach(kernels, i, mine)
    {
        const char *name = json_string_value(json_object_get(mine, "stands_in_for"));
        const json_t *own = name ? json_value_named(kernels, name) : NULL;
        if (own)
            pair_of_kernels_print(out, own, mine, columns);
    }
}
