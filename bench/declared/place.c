/* SPDX-License-Identifier: MIT */
#include "bench/declared/place.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct cursor {
    const char *at, *end;
};

static void blank_skip(struct cursor *c)
{
    while (c->at < c->end && isspace((unsigned char)*c->at))
        c->at++;
}

static bool is_at(struct cursor *c, char character)
{
    blank_skip(c);
    return c->at < c->end && *c->at == character;
}

static void string_skip(struct cursor *c)
{
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        c->at += *c->at == '\\';
    c->at += c->at < c->end;
}

/* A value, whatever it is. */
static void value_skip(struct cursor *c)
{
    size_t depth = 0;
    blank_skip(c);
    if (c->at < c->end && !strchr("\"{[", *c->at)) {
        while (c->at < c->end && !strchr(",]}", *c->at))
            c->at++;
        return;
    }
    do {
        if (is_at(c, '"')) {
            string_skip(c);
            continue;
        }
        if (c->at >= c->end)
            return;
        depth += *c->at == '{' || *c->at == '[';
        depth -= *c->at == '}' || *c->at == ']';
        c->at++;
    } while (depth > 0);
}

/* To the member or the entry; false where there is none. */
static bool enter(struct cursor *c, const char *key, size_t index)
{
    if (!is_at(c, key ? '{' : '['))
        return false;
    c->at++;
    for (size_t i = 0; !is_at(c, key ? '}' : ']') && c->at < c->end; i++) {
        const char *name = c->at + 1;
        if (key) {
            string_skip(c);
            const size_t length = (size_t)(c->at - name) - 1;
            c->at += is_at(c, ':');
            blank_skip(c);
            if (length == strlen(key) && strncmp(name, key, length) == 0)
                return true;
        } else if (i == index) {
            return true;
        }
        value_skip(c);
        c->at += is_at(c, ',');
    }
    return false;
}

int declared_place_line(const struct declared_place *place, const char *text, size_t size)
{
    struct cursor c = { text, text + size };
    const char *found = text;
    int line = 1;
    blank_skip(&c);
    for (size_t i = 0; i < place->depth; i++) {
        if (!enter(&c, place->steps[i].key, place->steps[i].index))
            break;
        found = c.at;
    }
    for (const char *at = text; at < found; at++)
        line += *at == '\n';
    return line;
}

void declared_place_print(const struct declared_place *place, char *text, size_t bytes)
{
    size_t used = 0;
    *text = 0;
    for (size_t i = 0; i < place->depth && used < bytes; i++) {
        const int added = place->steps[i].key
                              ? snprintf(text + used, bytes - used, "%s%.60s", i > 0 ? "." : "",
                                         place->steps[i].key)
                              : snprintf(text + used, bytes - used, "[%zu]", place->steps[i].index);
        used += added > 0 ? (size_t)added : 0;
    }
}
