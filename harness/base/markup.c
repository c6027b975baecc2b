/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include <stdbool.h>
#include <stdint.h>

enum { REPLACEMENT = 0xFFFD };

static bool allowed(uint32_t c, int bytes)
{
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool none = c < least[bytes] || (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF ||
                      (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c < 0xFDF0);
    const bool turns = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                       (c >= 0x2066 && c <= 0x2069);
    return !control && !none && !turns;
}

uint32_t markup_next(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    const unsigned first = at[0];
    const int bytes = first < 0x80   ? 0 /* that follow the first; -1: none begins so */
                      : first < 0xC2 ? -1
                      : first < 0xE0 ? 1
                      : first < 0xF0 ? 2
                      : first < 0xF5 ? 3
                                     : -1;
    uint32_t c = bytes <= 0 ? at[0] : at[0] & (0x3Fu >> bytes);
    if (!at[0])
        return 0;
    *text += 1;
    if (at[0] == '\t' || at[0] == '\n' || at[0] == '\r')
        return ' ';
    if (bytes < 0)
        return REPLACEMENT;
    for (int i = 1; i <= bytes; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return REPLACEMENT;
        c = c << 6 | (at[i] & 0x3Fu);
    }
    *text += bytes;
    return allowed(c, bytes) ? c : REPLACEMENT;
}

void markup_put_plain(FILE *out, uint32_t c)
{
    if (c < 0x80) {
        fputc((int)c, out);
        return;
    }
    if (c >= 0x10000)
        fputc((int)(0xF0 | c >> 18), out);
    else if (c >= 0x800)
        fputc((int)(0xE0 | c >> 12), out);
    else
        fputc((int)(0xC0 | c >> 6), out);
    if (c >= 0x10000)
        fputc((int)(0x80 | (c >> 12 & 0x3F)), out);
    if (c >= 0x800)
        fputc((int)(0x80 | (c >> 6 & 0x3F)), out);
    fputc((int)(0x80 | (c & 0x3F)), out);
}

void markup_text(FILE *out, const char *text)
{
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text))
        switch (c) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: markup_put_plain(out, c);
        }
}
