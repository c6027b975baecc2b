/* SPDX-License-Identifier: MIT */
#include "harness/record/run/json_nodes.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Memory -------------------------------------------------------------------------------------- */

enum { BLOCK_BYTES = 1 << 18, OPEN_FIRST = 1024, NUMBER_BYTES = 64 };

struct nodes_block {
    struct nodes_block *older;
    size_t bytes;
    max_align_t memory[];
};

static void *broken(struct json_nodes *nodes)
{
    nodes->failed = true;
    return NULL;
}

/* Returns memory that is not cleared. */
static void *take(struct json_nodes *nodes, size_t bytes)
{
    bytes = (bytes + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
    if (!nodes->block || nodes->block->bytes - nodes->used < bytes) {
        const size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        struct nodes_block *block = malloc(sizeof(*block) + room);
        if (!block)
            return broken(nodes);
        block->older = nodes->block;
        block->bytes = room;
        nodes->block = block;
        nodes->used = 0;
    }
    char *memory = (char *)nodes->block->memory + nodes->used;
    nodes->used += bytes;
    return memory;
}

/* Frees all blocks but `kept` of them. */
static void blocks_free(struct json_nodes *nodes, size_t kept)
{
    while (nodes->block && (kept == 0 || nodes->block->older)) {
        struct nodes_block *block = nodes->block;
        nodes->block = block->older;
        free(block);
    }
    nodes->used = 0;
}

/* A node on top of those that are open. */
static bool push(struct json_nodes *nodes, const struct json_node *node)
{
    if (nodes->open_count == nodes->room) {
        const size_t room = nodes->room > 0 ? 2 * nodes->room : OPEN_FIRST;
        struct json_node *open = realloc(nodes->open, room * sizeof(*open));
        if (!open)
            return broken(nodes);
        nodes->open = open;
        nodes->room = room;
    }
    nodes->open[nodes->open_count++] = *node;
    return true;
}

/* Tokens -------------------------------------------------------------------------------------- */

static char space_skip(struct json_nodes *nodes)
{
    while (nodes->at < nodes->end &&
           (*nodes->at == ' ' || *nodes->at == '\n' || *nodes->at == '\t' || *nodes->at == '\r'))
        nodes->at++;
    return nodes->at < nodes->end ? *nodes->at : 0;
}

static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

static const char *digits_skip(const char *at, const char *end)
{
    while (is_digit(at, end))
        at++;
    return at;
}

/* Returns the character that \ and `c` stand for; 0 for no escape. */
static char unescaped(char c)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *found = c ? strchr(from, c) : NULL;
    return found ? to[found - from] : 0;
}

static bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* Reads a text behind its first quote. */
static const char *text_read(struct json_nodes *nodes, uint32_t *hash)
{
    const char *end = nodes->at;
    while (end < nodes->end && *end != '"')
        end += *end == '\\' ? 2 : 1;
    if (end >= nodes->end)
        return broken(nodes);
    char *text = take(nodes, (size_t)(end - nodes->at) + 1), *out = text;
    *hash = 2166136261U;
    while (text && nodes->at < end) {
        char c = *nodes->at++;
        if (!is_plain(c))
            c = c == '\\' ? unescaped(*nodes->at++) : 0;
        if (!c)
            return broken(nodes);
        *out++ = c;
        *hash = (*hash ^ (unsigned char)c) * 16777619U;
    }
    nodes->at = end + 1;
    if (out)
        *out = 0;
    return text;
}

/* Returns the number at `at`, exactly as strtod() does. NAN where it is too large. */
static double real_of(const char *at, const char *end)
{
    char digits[NUMBER_BYTES];
    const size_t length = (size_t)(end - at);
    if (length >= sizeof(digits))
        return NAN;
    memcpy(digits, at, length);
    digits[length] = 0;
    return strtod(digits, NULL);
}

/* A fraction of at most 15 digits is the quotient of two numbers that a double holds, and so
 * rounded once. NAN where there are more. */
static double short_real(const char *at, const char *point, const char *end)
{
    static const double tens[] = { 1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
    const bool negative = *at == '-';
    int64_t digits = 0;
    if (end - at > 16)
        return NAN;
    for (at += negative; at < end; at++)
        if (at != point)
            digits = 10 * digits + (*at - '0');
    const double number = (double)digits / tens[end - point - 1];
    return negative ? -number : number;
}

static bool integer_read(const char *at, const char *end, struct json_node *node)
{
    const bool negative = *at == '-';
    json_int_t integer = 0;
    if (end - at > 18)
        return false;
    for (at += negative; at < end; at++)
        integer = 10 * integer + (*at - '0');
    node->type = JSON_INTEGER;
    node->of.integer = negative ? -integer : integer;
    return true;
}

/* The end of an exponent; NULL where it has no digits. */
static const char *exponent_skip(const char *at, const char *end)
{
    at++;
    if (at < end && (*at == '+' || *at == '-'))
        at++;
    return is_digit(at, end) ? digits_skip(at, end) : NULL;
}

static bool number_read(struct json_nodes *nodes, struct json_node *node)
{
    const char *at = nodes->at, *const end = nodes->end;
    const char *first = at + (*at == '-'), *point = digits_skip(first, end), *last = point;
    if (point == first || (*first == '0' && point > first + 1))
        return false;
    if (last < end && *last == '.') {
        last = digits_skip(point + 1, end);
        if (last == point + 1)
            return false;
    }
    const char *fraction = last;
    if (last < end && (*last == 'e' || *last == 'E') && !(last = exponent_skip(last, end)))
        return false;
    nodes->at = last;
    if (last == point)
        return integer_read(at, last, node);
    double real = last == fraction ? short_real(at, point, last) : NAN;
    real = isnan(real) ? real_of(at, last) : real;
    node->type = JSON_REAL;
    node->of.real = real;
    return isfinite(real);
}

static bool word_read(struct json_nodes *nodes, struct json_node *node)
{
    static const struct {
        const char *text;
        json_type type;
    } words[] = { { "null", JSON_NULL }, { "true", JSON_TRUE }, { "false", JSON_FALSE } };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const size_t length = strlen(words[i].text);
        if ((size_t)(nodes->end - nodes->at) < length ||
            memcmp(nodes->at, words[i].text, length) != 0)
            continue;
        nodes->at += length;
        node->type = words[i].type;
        return true;
    }
    return false;
}

/* Values -------------------------------------------------------------------------------------- */

/* Moves what is open above `first` to where it stays. */
static bool inner_close(struct json_nodes *nodes, size_t first, struct json_node *node)
{
    const size_t count = nodes->open_count - first;
    node->of.nodes = take(nodes, (count > 0 ? count : 1) * sizeof(*node));
    if (!node->of.nodes || count > UINT32_MAX)
        return broken(nodes);
    if (count > 0)
        memcpy(node->of.nodes, nodes->open + first, count * sizeof(*node));
    node->count = (uint32_t)count;
    nodes->open_count = first;
    return true;
}

/* Whether the object whose members are open from `first` on has one of that name. */
static bool is_twice(const struct json_nodes *nodes, size_t first, const struct json_node *member)
{
    for (size_t i = first; i < nodes->open_count; i++)
        if (nodes->open[i].hash == member->hash && strcmp(nodes->open[i].key, member->key) == 0)
            return true;
    return false;
}

static bool key_read(struct json_nodes *nodes, size_t first, struct json_node *member)
{
    if (space_skip(nodes) != '"')
        return false;
    nodes->at++;
    member->key = text_read(nodes, &member->hash);
    if (!member->key || nodes->open_count - first >= NODES_MEMBERS_MAX ||
        is_twice(nodes, first, member) || space_skip(nodes) != ':')
        return false;
    nodes->at++;
    return true;
}

static bool value_read(struct json_nodes *nodes, int depth, struct json_node *node);

/* Reads members or entries, behind { or [. */
static bool inner_read(struct json_nodes *nodes, int depth, struct json_node *node)
{
    const bool keyed = *nodes->at++ == '{';
    const char closing = keyed ? '}' : ']';
    const size_t first = nodes->open_count;
    node->type = keyed ? JSON_OBJECT : JSON_ARRAY;
    bool more = depth < NODES_DEPTH_MAX && space_skip(nodes) != closing;
    if (!more)
        nodes->at++;
    while (more) {
        struct json_node inner = { .key = NULL };
        if ((keyed && !key_read(nodes, first, &inner)) || !value_read(nodes, depth + 1, &inner) ||
            !push(nodes, &inner))
            return false;
        const char next = space_skip(nodes);
        if (next != ',' && next != closing)
            return false;
        nodes->at++;
        more = next == ',';
    }
    return depth < NODES_DEPTH_MAX && inner_close(nodes, first, node);
}

static bool value_read(struct json_nodes *nodes, int depth, struct json_node *node)
{
    uint32_t unused;
    const char c = space_skip(nodes);
    if (c == '{' || c == '[')
        return inner_read(nodes, depth, node);
    if (c == '-' || (c >= '0' && c <= '9'))
        return number_read(nodes, node);
    if (c != '"')
        return word_read(nodes, node);
    nodes->at++;
    node->type = JSON_STRING;
    node->of.text = text_read(nodes, &unused);
    return node->of.text;
}

struct json_node *json_nodes_next(struct json_nodes *nodes)
{
    struct json_node node = { .key = NULL };
    blocks_free(nodes, 1);
    nodes->open_count = 0;
    if (nodes->failed || (!space_skip(nodes) && nodes->at == nodes->end && nodes->read == 0))
        return NULL;
    if (nodes->read > 0) {
        if (nodes->at == nodes->end)
            return NULL;
        if (*nodes->at++ != ',')
            return broken(nodes);
    }
    nodes->read++;
    struct json_node *kept = value_read(nodes, 0, &node) ? take(nodes, sizeof(*kept)) : NULL;
    if (!kept)
        return broken(nodes);
    *kept = node;
    return kept;
}

void json_nodes_finish(struct json_nodes *nodes)
{
    blocks_free(nodes, 0);
    free(nodes->open);
    *nodes = (struct json_nodes){ .failed = true };
}

struct json_node *json_node_get(struct json_node *object, const char *key)
{
    struct json_node *members = object->of.nodes;
    for (uint32_t i = 0, at = object->next; i < object->count; i++, at++) {
        at = at < object->count ? at : 0;
        if (*members[at].key != *key || strcmp(members[at].key, key) != 0)
            continue;
        object->next = at + 1;
        return &members[at];
    }
    return NULL;
}
