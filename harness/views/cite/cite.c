/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite.h"

#include "harness/views/cite/cite_parts.h"

#include <string.h>

const char *cite_format_name(enum cite_format format)
{
    static const char *const names[CITE_FORMAT_COUNT] = { "markdown", "latex", "bibtex" };
    return names[format];
}

bool cite_has(const struct cite *cite, const struct claims_entry *entry)
{
    return entry->measured && (!cite->claim || entry->claim == cite->claim);
}

static size_t paper_end(const struct claims_device *device, size_t begin)
{
    size_t end = begin;
    while (end < device->entry_count && device->entries[end].paper == device->entries[begin].paper)
        end++;
    return end;
}

bool cite_paper_next(const struct cite *cite, const struct claims_device *device, size_t *index,
                     struct cite_paper *paper)
{
    for (size_t begin = *index; begin < device->entry_count; begin = *index) {
        bool has = false;
        *index = paper_end(device, begin);
        for (size_t i = begin; i < *index; i++)
            has = has || cite_has(cite, &device->entries[i]);
        *paper = (struct cite_paper){ .device = device,
                                      .paper = device->entries[begin].paper,
                                      .entries = &device->entries[begin],
                                      .entry_count = *index - begin };
        if (has)
            return true;
    }
    return false;
}

static void device_print(FILE *out, const struct cite *cite, const struct claims_device *device)
{
    struct cite_paper paper;
    size_t index = 0, count = 0;
    for (; cite_paper_next(cite, device, &index, &paper); count++) {
        cite_sentence(out, cite, &paper);
        cite_table(out, cite, &paper);
        fputc('\n', out);
    }
    if (count == 0) {
        cite_sentence(out, cite, &(struct cite_paper){ .device = device });
        fputc('\n', out);
    }
}

void cite_print(FILE *out, const struct cite *cite)
{
    for (size_t i = 0; i < cite->claims->device_count && cite->format != CITE_BIBTEX; i++)
        device_print(out, cite, &cite->claims->devices[i]);
    if (cite->format == CITE_MARKDOWN)
        fputs("```bibtex\n", out);
    if (cite->format != CITE_LATEX)
        cite_bibliography(out, cite);
    if (cite->format == CITE_MARKDOWN)
        fputs("```\n", out);
}
