/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_parts.h"

#include <string.h>

static const char *variant_of(const struct run_case *c)
{
    return *c->variant ? c->variant : c->name;
}

/* True when the name of a case or a workload holds "/name:value" as a part. */
static bool name_holds_axis(const char *held_by, const struct run_axis *axis)
{
    const size_t name_length = strlen(axis->name), value_length = strlen(axis->value);
    for (const char *part = strchr(held_by, '/'); part; part = strchr(part, '/')) {
        part++;
        if (strncmp(part, axis->name, name_length) != 0 || part[name_length] != ':')
            continue;
        const char *held = part + name_length + 1;
        if (strncmp(held, axis->value, value_length) == 0 && strchr("/", held[value_length]))
            return true;
    }
    return false;
}

static bool is_labelled(const struct run_case *c, const struct run_axis *axis)
{
    return !name_holds_axis(c->workload, axis) && name_holds_axis(c->name, axis);
}

static const struct run_axis *axis_find(const struct run_case *c, const char *name)
{
    for (size_t i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].name, name) == 0)
            return &c->axes[i];
    return NULL;
}

/* One that is at its default, and has no name for it, has the axis as well. */
static bool is_common(const struct run_axis *axis, const struct run_case *const *cases,
                      size_t count)
{
    size_t holders = 0;
    for (size_t i = 0; i < count; i++) {
        const struct run_axis *other = axis_find(cases[i], axis->name);
        if (other && strcmp(other->value, axis->value) != 0)
            return false;
        holders += !!other;
    }
    return holders > 1;
}

static bool holds(const struct table_label_common *common, const char *name)
{
    for (size_t i = 0; i < common->axis_count; i++)
        if (strcmp(common->axes[i]->name, name) == 0)
            return true;
    return false;
}

static void add_axes(struct table_label_common *common, const struct run_case *c,
                     const struct run_case *const *cases, size_t count)
{
    for (size_t i = 0; i < c->axis_count && common->axis_count < TABLE_LABEL_AXES_MAX; i++) {
        const struct run_axis *axis = &c->axes[i];
        if (!holds(common, axis->name) && is_labelled(c, axis) && is_common(axis, cases, count))
            common->axes[common->axis_count++] = axis;
    }
}

void table_label_common(struct table_label_common *common, const struct run_case *const *cases,
                        size_t count)
{
    *common = (struct table_label_common){ .cold = count > 1 };
    if (count < 2)
        return;
    common->variant = variant_of(cases[0]);
    for (size_t i = 0; i < count; i++) {
        common->cold = common->cold && cases[i]->cache == RUN_CACHE_COLD;
        if (common->variant && strcmp(common->variant, variant_of(cases[i])) != 0)
            common->variant = NULL;
        add_axes(common, cases[i], cases, count);
    }
}

static void add_axis(char cell[TABLE_CELL_BYTES], const struct run_axis *axis)
{
    table_text_add(cell, " ", axis->name);
    table_text_add(cell, ":", axis->value);
}

void table_label_common_text(char cell[TABLE_CELL_BYTES], const struct table_label_common *common)
{
    cell[0] = '\0';
    if (common->variant)
        table_text_add(cell, "", common->variant);
    for (size_t i = 0; i < common->axis_count; i++)
        add_axis(cell, common->axes[i]);
    if (common->cold)
        table_text_add(cell, " ", "cold");
    table_text_clean(cell);
}

void table_label(char cell[TABLE_CELL_BYTES], const struct run_case *c,
                 const struct table_label_common *common)
{
    static const struct table_label_common nothing = { 0 };
    const struct table_label_common *left_out = common ? common : &nothing;
    cell[0] = '\0';
    if (!left_out->variant)
        table_text_add(cell, "", variant_of(c));
    for (size_t i = 0; i < c->axis_count; i++)
        if (is_labelled(c, &c->axes[i]) && !holds(left_out, c->axes[i].name))
            add_axis(cell, &c->axes[i]);
    if (c->cache == RUN_CACHE_COLD && !left_out->cold)
        table_text_add(cell, " ", "cold");
    if (!*cell)
        table_text_add(cell, "", variant_of(c));
    table_text_clean(cell);
}
