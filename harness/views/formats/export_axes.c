/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_axes.h"

#include "harness/views/sheet/sheet_escape.h"

#include <string.h>

static bool is_known(const struct name_list *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return true;
    return false;
}

bool export_axes_collect(const struct run *const *runs, size_t run_count, struct name_list *names)
{
    bool complete = true;
    for (size_t r = 0; r < run_count; r++)
        for (size_t i = 0; i < runs[r]->case_count; i++) {
            const struct run_case *c = &runs[r]->cases[i];
            for (size_t k = 0; k < c->axis_count && complete; k++)
                complete =
                    is_known(names, c->axes[k].name) || name_list_add(names, c->axes[k].name);
        }
    return complete;
}

void export_axes_titles(FILE *out, const struct name_list *names)
{
    for (size_t i = 0; i < names->count; i++) {
        char title[512];
        snprintf(title, sizeof(title), "axis.%s", names->names[i]);
        fputc(',', out);
        sheet_escape_csv(out, title);
    }
}

void export_axes_cells(FILE *out, const struct name_list *names, const struct run_case *c)
{
    for (size_t i = 0; i < names->count; i++) {
        fputc(',', out);
        for (size_t k = 0; k < c->axis_count; k++)
            if (strcmp(c->axes[k].name, names->names[i]) == 0)
                sheet_escape_csv(out, c->axes[k].value);
    }
}

void export_axes_driver(FILE *out, const struct run_device *device)
{
    const char *name = device->driver_name, *info = device->driver_info;
    char text[1024];
    snprintf(text, sizeof(text), "%s%s%s", name, *name && *info ? " " : "", info);
    sheet_escape_csv(out, text);
}
