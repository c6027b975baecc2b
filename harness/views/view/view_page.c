/* SPDX-License-Identifier: MIT */
#include "harness/views/view/view_page.h"

#include "harness/base/json_value.h"
#include "harness/base/markup.h"
#include "harness/base/need.h"
#include "harness/base/sha256.h"
#include "harness/views/view/view_parts.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Data ----------------------------------------------------------------------------------------- */

/* Adds bytes as a gzip file in base64. */
static void packed_add(struct text *text, const char *bytes, size_t count)
{
    enum { GZIP = 16, MEMORY = 9 };
    z_stream stream = { 0 };
    int code = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY,
                            Z_DEFAULT_STRATEGY);
    gz_header header = { .os = 255 }; /* the same bytes on each system */
    if (code == Z_OK)
        code = deflateSetHeader(&stream, &header);
    const uLong room = code == Z_OK ? deflateBound(&stream, (uLong)count) : 0;
    unsigned char *packed = need(code == Z_OK ? malloc(room) : NULL);
    stream.next_in = (z_const Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    need(deflate(&stream, Z_FINISH) == Z_STREAM_END ? packed : NULL);
    view_base64(text, packed, stream.total_out);
    deflateEnd(&stream);
    free(packed);
}

static void run_add(struct text *text, const json_t *document)
{
    char *json = view_dump(document);
    text_add(text, "<script type=\"text/plain\" class=\"run\">");
    packed_add(text, json, strlen(json));
    text_add(text, "</script>\n");
    free(json);
}

/* Words ---------------------------------------------------------------------------------------- */

static void escaped_add(struct text *text, const char *words)
{
    FILE *out = text_stream(text);
    markup_text(out, words);
    text_stream_close(out);
}

static void title_add(struct text *text, json_t *const *documents, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text_add(text, i == 0 ? "" : i + 1 < count ? ", " : " and ");
        escaped_add(text, json_value_text_of(json_object_get(documents[i], "device"), "name"));
    }
}

static void sentences_add(struct text *text, json_t *const *documents, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (count > 1) {
            text_add(text, i > 0 ? " " : "");
            escaped_add(text, json_value_text_of(json_object_get(documents[i], "device"), "name"));
            text_add(text, ": ");
        }
        escaped_add(text, json_value_text_of(documents[i], "sentence"));
    }
}

/* A line for each claim with a verdict, in the order of the document. */
static void verdicts_add(struct text *text, const json_t *document)
{
    static const char *const parts[] = { "short", "found", "paper_says" };
    json_t *claims = json_object_get(document, "claims"), *group, *index;
    size_t i, k;
    json_array_foreach(json_object_get(document, "groups"), i, group)
    {
        json_array_foreach(json_object_get(group, "claims"), k, index)
        {
            const json_t *claim = json_array_get(claims, (size_t)json_integer_value(index));
            text_add(text, "<li><b>");
            escaped_add(text, json_value_text_of(claim, "verdict"));
            text_add(text, "</b>");
            for (size_t part = 0; part < sizeof(parts) / sizeof(parts[0]); part++) {
                const char *words = json_value_text_of(claim, parts[part]);
                text_add(text, !*words ? "" : part == 0 ? " " : " \xC2\xB7 ");
                escaped_add(text, words);
            }
            text_add(text, "</li>\n");
        }
    }
}

/* Page ----------------------------------------------------------------------------------------- */

/* SHA-256 in base64 of the bytes between the tags of the viewer's script. */
static void hash_add(struct text *text, const char *viewer)
{
    static const char begins[] = "<script type=\"module\">", ends[] = "</script>";
    const char *begin = strstr(viewer, begins);
    const char *end = begin ? strstr(begin, ends) : NULL;
    char digits[SHA256_TEXT_BYTES];
    unsigned char bytes[(SHA256_TEXT_BYTES - 1) / 2];
    if (!end)
        return;
    begin += strlen(begins);
    sha256_text(begin, (size_t)(end - begin), digits);
    for (size_t i = 0; i < sizeof(bytes); i++) {
        const char pair[] = { digits[2 * i], digits[2 * i + 1], 0 };
        bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    view_base64(text, bytes, sizeof(bytes));
}

struct place {
    const char *name;
    struct text text;
};

/* Adds the viewer with what belongs at each place. */
static void places_fill(struct text *page, const char *viewer, const struct place *places,
                        size_t count)
{
    for (const char *next; (next = strstr(viewer, "{{")); viewer = next) {
        size_t i = 0;
        while (i < count && strncmp(next, places[i].name, strlen(places[i].name)) != 0)
            i++;
        text_add_bytes(page, viewer, (size_t)(next - viewer) + (i < count ? 0 : 2));
        next += i < count ? strlen(places[i].name) : 2;
        if (i < count)
            text_add(page, text_string(&places[i].text));
    }
    text_add(page, viewer);
}

char *view_page(json_t *const *documents, size_t count, size_t *bytes)
{
    struct place places[] = { { .name = "{{title}}" },    { .name = "{{description}}" },
                              { .name = "{{sentence}}" }, { .name = "{{verdicts}}" },
                              { .name = "{{runs}}" },     { .name = "{{script_hash}}" } };
    enum { PLACES = sizeof(places) / sizeof(places[0]) };
    char *viewer = need(malloc(view_viewer[0].bytes + 1)); /* the embedded text has no end */
    struct text page = { 0 };
    memcpy(viewer, view_viewer[0].text, view_viewer[0].bytes);
    viewer[view_viewer[0].bytes] = 0;
    title_add(&places[0].text, documents, count);
    sentences_add(&places[1].text, documents, count);
    sentences_add(&places[2].text, documents, count);
    for (size_t i = 0; i < count; i++) {
        verdicts_add(&places[3].text, documents[i]);
        run_add(&places[4].text, documents[i]);
    }
    hash_add(&places[5].text, viewer);
    places_fill(&page, viewer, places, PLACES);
    for (size_t i = 0; i < PLACES; i++)
        text_finish(&places[i].text);
    free(viewer);
    *bytes = page.length;
    return text_take(&page);
}
