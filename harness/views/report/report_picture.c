/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_page.h"

#include "harness/base/markup.h"

#include <string.h>

static void base64_print(FILE *out, const char *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < count ? (unsigned char)bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            fputc(i + k > count ? '=' : digits[word >> (18 - 6 * k) & 63], out);
    }
}

static void picture_print(const struct report_page *page, const struct report_picture *picture)
{
    FILE *out = page->out;
    fprintf(out, "<figure class=\"picture\"><img width=\"%u\" height=\"%u\" alt=\"What ",
            picture->width, picture->height);
    markup_text(out, picture->technique);
    fputs(" computes\" src=\"data:image/png;base64,", out);
    base64_print(out, picture->png, picture->bytes);
    fputs(
        "\"><figcaption>What is computed, at a small size, by the reference on the host when this "
        "page was written: <code>claimcheck inspect ",
        out);
    markup_text(out, picture->words);
    fputs(" --picture FILE.png</code></figcaption></figure>\n", out);
}

void report_picture_print(const struct report_page *page, const char *technique)
{
    for (size_t i = 0; i < page->source->picture_count; i++)
        if (strcmp(page->source->pictures[i].technique, technique) == 0)
            picture_print(page, &page->source->pictures[i]);
}
