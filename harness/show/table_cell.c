/* SPDX-License-Identifier: MIT */
#include "harness/show/table_cell.h"

#include <stdio.h>
#include <string.h>

size_t table_cell_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

void table_cell_add(char cell[TABLE_CELL_BYTES], const char *separator, const char *text)
{
    size_t length = strlen(cell);
    snprintf(cell + length, TABLE_CELL_BYTES - length, "%s%s", length ? separator : "", text);
}

void table_cell_clean(char *cell)
{
    for (char *c = cell; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = ' ';
}

/* True when the name of a case or a workload holds "/name:value" as a part. */
static bool name_holds_axis(const char *held_by, const char *name, const char *value)
{
    size_t name_length = strlen(name), value_length = strlen(value);
    for (const char *part = strchr(held_by, '/'); part; part = strchr(part, '/')) {
        part++;
        if (strncmp(part, name, name_length) != 0 || part[name_length] != ':')
            continue;
        const char *held = part + name_length + 1;
        if (strncmp(held, value, value_length) == 0 && strchr("/", held[value_length]))
            return true;
    }
    return false;
}

void table_cell_label(char cell[TABLE_CELL_BYTES], const struct run_case *c)
{
    cell[0] = '\0';
    table_cell_add(cell, "", *c->variant ? c->variant : c->name);
    for (size_t i = 0; i < c->axis_count; i++) {
        if (name_holds_axis(c->workload, c->axes[i].name, c->axes[i].value) ||
            !name_holds_axis(c->name, c->axes[i].name, c->axes[i].value))
            continue;
        table_cell_add(cell, " ", c->axes[i].name);
        table_cell_add(cell, ":", c->axes[i].value);
    }
    if (c->cache == RUN_CACHE_COLD)
        table_cell_add(cell, " ", "cold");
    table_cell_clean(cell);
}
