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

/* From entry i to the member or the entry; false where there is none. */
static bool seek(struct cursor *c, const char *key, size_t index, size_t i)
{
    for (; !is_at(c, key ? '}' : ']') && c->at < c->end; i++) {
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

static bool enter(struct cursor *c, const struct declared_step_into *step)
{
    if (!is_at(c, step->key ? '{' : '['))
        return false;
    c->at++;
    return seek(c, step->key, step->index, 0);
}

/* From a member or an entry on to one behind it in the same value. */
static bool go_on(struct cursor *c, const struct declared_step_into *from,
                  const struct declared_step_into *to)
{
    if (!from->key != !to->key || (!to->key && to->index <= from->index))
        return false;
    value_skip(c);
    c->at += is_at(c, ',');
    return seek(c, to->key, to->index, from->index + 1);
}

static bool is_same(const struct declared_step_into *a, const struct declared_step_into *b)
{
    return a->key && b->key ? strcmp(a->key, b->key) == 0
                            : !a->key && !b->key && a->index == b->index;
}

int declared_place_line(const struct declared_place *place, const char *text, size_t size,
                        struct declared_found *last)
{
    struct declared_place *met = &last->place;
    size_t i = 0;
    while (i < met->depth && i < place->depth && is_same(&met->steps[i], &place->steps[i]))
        i++;
    size_t beside = i < met->depth ? i : DECLARED_PLACE_DEPTH; /* the step to go on from */
    for (met->depth = i; i < place->depth && i < DECLARED_PLACE_DEPTH; i++) {
        struct cursor c = { i > 0 ? last->at[i - 1] : text, text + size };
        struct cursor on = { i == beside ? last->at[i] : text, c.end };
        if (i == beside && go_on(&on, &met->steps[i], &place->steps[i]))
            c = on;
        else if (!enter(&c, &place->steps[i]))
            break;
        met->steps[i] = place->steps[i];
        last->at[i] = c.at;
        met->depth = i + 1;
    }
    const char *found = met->depth > 0 ? last->at[met->depth - 1] : text;
    const char *from = last->counted ? last->counted : text;
    for (const char *at = from; at < found; at++)
        last->newlines += *at == '\n';
    for (const char *at = found; at < from; at++)
        last->newlines -= *at == '\n';
    last->counted = found;
    return last->newlines + 1;
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
