/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Behind a bracket expression, which begins at `text`. */
static const char *bracket_end(const char *text)
{
    const char *end = text + 1;
    end += *end == '^';
    end += *end == ']';
    while (*end && *end != ']') {
        const char inner = end[0] == '[' && end[1] && strchr(".=:", end[1]) ? end[1] : 0;
        const char stop[] = { inner, ']', 0 };
        const char *close = inner ? strstr(end + 2, stop) : NULL;
        end = close ? close + 2 : end + 1;
    }
    return *end ? end + 1 : end;
}

/* Behind a bracket expression, an escape or another character. */
static const char *part_end(const char *text)
{
    if (*text == '[')
        return bracket_end(text);
    return text + (*text == '\\' && text[1] ? 2 : *text ? 1 : 0);
}

/* How often {n,m} repeats at most, and where it ends; 1 where it is none. */
static unsigned long repeats(const char **text)
{
    char *end;
    if (!isdigit((unsigned char)(*text)[1]) && (*text)[1] != ',')
        return 1;
    const unsigned long low = strtoul(*text + 1, &end, 10);
    const unsigned long high = *end == ',' ? strtoul(end + 1, &end, 10) : low;
    *text = end + strcspn(end, "}");
    const unsigned long most = low > high ? low : high;
    return most > EXPRESSION_SIZE_MAX ? EXPRESSION_SIZE_MAX + 1 : most > 0 ? most : 1;
}

static const char *refuse(const char *text, size_t size_max)
{
    enum { IN_A_ROW_MAX = 3 };
    /* Characters so far of each open group, and of its last part. */
    unsigned long sizes[EXPRESSION_DEPTH_MAX + 1] = { 0 }, last[EXPRESSION_DEPTH_MAX + 1] = { 0 };
    size_t depth = 0, in_a_row = 0;
    while (*text) {
        in_a_row = strchr("*+?{", *text) ? in_a_row + 1 : 0;
        if (in_a_row > IN_A_ROW_MAX)
            return "repeats what is repeated";
        if (*text == '\\' && isdigit((unsigned char)text[1]))
            return "refers back to a group";
        if (*text == '(' && ++depth > EXPRESSION_DEPTH_MAX)
            return "has groups too deep";
        if (*text == '(') {
            sizes[depth] = last[depth] = 0;
        } else if (*text == '{') {
            const unsigned long extra = last[depth] * (repeats(&text) - 1);
            sizes[depth] += extra;
            last[depth] += extra;
        } else if (strchr("*+?", *text)) {
            /* The C library writes x+ out as xx*. */
            const unsigned long extra = *text == '+' ? last[depth] + 1 : 1;
            sizes[depth] += extra;
            last[depth] += extra;
        } else {
            const bool closes = *text == ')' && depth > 0;
            depth -= closes;
            last[depth] = closes ? sizes[depth + 1] + 1 : 1;
            sizes[depth] += last[depth];
        }
        for (size_t i = 0; i <= depth; i++)
            if (sizes[i] > size_max)
                return "is too large, with all that is repeated";
        text = part_end(text);
    }
    return NULL;
}

const char *expression_refuse(const char *text)
{
    return refuse(text, EXPRESSION_SIZE_MAX);
}

bool expression_compile(regex_t *expression, const char *what, const char *text, int flags)
{
    char why[128];
    const char *refusal = refuse(text, strlen(text) + EXPRESSION_SIZE_MAX);
    const int code = refusal ? 0 : regcomp(expression, text, REG_EXTENDED | REG_NOSUB | flags);
    if (!refusal && code == 0)
        return true;
    if (refusal)
        snprintf(why, sizeof(why), "it %s", refusal);
    else
        regerror(code, expression, why, sizeof(why));
    *expression = (regex_t){ 0 }; /* which regfree() takes, too */
    return trouble("%s'%.200s' is not a regular expression: %s", what, text, why);
}

/* True where a | stands outside of all groups: matches then begin in several ways. */
static bool is_choice(const char *text)
{
    int depth = 0;
    while (*text) {
        depth += (*text == '(') - (*text == ')');
        if (*text == '|' && depth <= 0)
            return true;
        text = part_end(text);
    }
    return false;
}

static bool is_one_of(const char *characters, char c)
{
    return c && strchr(characters, c);
}

/* True where what matches may depend on what is before it: ^, or an escape such as \b. */
static bool looks_back(const char *text)
{
    for (; *text; text++)
        if (*text == '^' || (text[0] == '\\' && text[1] != '.'))
            return true;
    return false;
}

/* Finds the characters that stand for themselves behind the ^, up to one that is repeated. Returns
 * how many characters of the text they are, with their escapes. */
static size_t begin_find(struct expression *expression, const char *text)
{
    const char *at = text + 1;
    if (*text != '^' || is_choice(text) || looks_back(at))
        return 0;
    while (expression->begin_length < EXPRESSION_BEGIN_BYTES) {
        const bool point = at[0] == '\\';
        const char *end = at + 1 + point;
        if ((!point && !isalnum((unsigned char)*at) && !is_one_of("_/:", *at)) ||
            is_one_of("?*{+", *end))
            break;
        expression->begin[expression->begin_length++] = end[-1];
        at = end;
    }
    return (size_t)(at - text - 1);
}

int expression_init(struct expression *expression, const char *text)
{
    expression->begin_length = 0;
    const size_t length = begin_find(expression, text);
    OWNED char *rest = need_copy(text + length);
    if (length > 0)
        *rest = '^'; /* where the last character of the begin was */
    return regcomp(&expression->rest, rest, REG_EXTENDED | REG_NOSUB);
}

bool expression_matches(const struct expression *expression, const char *name)
{
    return strncmp(name, expression->begin, expression->begin_length) == 0 &&
           regexec(&expression->rest, name + expression->begin_length, 0, NULL, 0) == 0;
}

void expression_finish(struct expression *expression)
{
    regfree(&expression->rest);
}
