/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <string.h>

const struct technique *selection_technique(const struct technique *const *techniques,
                                            const char *name)
{
    for (; *techniques; techniques++)
        if (strcmp((*techniques)->name, name) == 0 ||
            ((*techniques)->alias && strcmp((*techniques)->alias, name) == 0))
            return *techniques;
    return NULL;
}

const char *selection_technique_unknown(const struct technique *const *techniques,
                                        const struct run_list *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        foreach (const struct run_case, c, runs->runs[i]->cases, runs->runs[i]->case_count)
            if (!foreign_is(c) && !selection_technique(techniques, c->technique))
                return c->technique;
    return NULL;
}

char *selection_operands(const struct technique *const *techniques, const char *file)
{
    struct text text = { 0 };
    if (file)
        text_add_format(&text, " %s", file);
    while (techniques && *techniques && !(*techniques)->folder)
        techniques++;
    if (techniques && *techniques) {
        OWNED char *folder = disk_shell_word_here((*techniques)->folder->path);
        text_add_format(&text, " --technique %s", folder);
    }
    return text_take(&text);
}

const char *selection_name(const struct technique *const *techniques, const char *word)
{
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    const char *last = word + strlen(word);
    while (last > word && last[-1] != '/' && last[-1] != '.')
        last--;
    for (const struct technique *const *t = techniques; *t; t++) {
        name_list_add(&names, (*t)->name);
        if ((*t)->alias)
            name_list_add(&names, (*t)->alias);
        for (const struct bench *const *bench = (*t)->benches; *bench; bench++) {
            name_list_add(&names, (*bench)->name);
            for (const struct bench_variant *v = (*bench)->variants; v->name; v++)
                name_list_add(&names, v->name);
        }
    }
    const char *name = nearest_find(last, names.names, names.count);
    const struct technique *technique = name ? selection_technique(techniques, name) : NULL;
    return technique ? technique->name : name;
}

bool selection_has(const struct selection *selection, const struct technique *technique,
                   const struct bench *bench, const struct bench_variant *variant)
{
    foreach (const struct selection_place, place, selection->places, selection->count)
        if (place->technique == technique && (!bench || place->bench == bench) &&
            (!variant || place->variant == variant))
            return true;
    return !selection->places;
}

static bool is_meant(const char *name, const struct selection_place *place)
{
    char text[PLAN_NAME_BYTES];
    const struct technique *technique = place->technique;
    const char *bench = place->bench->name, *variant = place->variant->name;
    if (strcmp(technique->name, name) == 0 || strcmp(bench, name) == 0 ||
        (technique->alias && strcmp(technique->alias, name) == 0) || strcmp(variant, name) == 0)
        return true;
    snprintf(text, sizeof(text), "%s.%s/%s", technique->name, bench, variant);
    if (strcmp(text, name) == 0 || strcmp(text + strlen(technique->name) + 1, name) == 0)
        return true;
    text[strlen(text) - strlen(variant) - 1] = 0;
    return strcmp(text, name) == 0;
}

/* True when the place is wanted: by any of the names, and by the plan. */
static bool is_wanted(const struct selection_place *place, const char *const *names,
                      size_t name_count, const struct plan *plan)
{
    bool named = name_count == 0, planned = !plan;
    for (size_t i = 0; i < name_count; i++)
        named = named || is_meant(names[i], place);
    for (size_t i = 0; plan && named && !planned && i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            planned = planned || (plan->groups[i].bench == place->bench &&
                                  plan->groups[i].cases[k].variant == place->variant);
    return named && planned;
}

/* All that are wanted, in the order of the tables. */
static void selection_fill(struct selection *selection, const struct technique *const *techniques,
                           const char *const *names, size_t name_count, const struct plan *plan)
{
    struct selection_place place;
    for (; *techniques; techniques++) {
        place.technique = *techniques;
        for (const struct bench *const *bench = (*techniques)->benches; *bench; bench++) {
            place.bench = *bench;
            for (place.variant = (*bench)->variants; place.variant->name; place.variant++)
                if (is_wanted(&place, names, name_count, plan)) {
                    selection->places = need_room(selection->places, selection->count,
                                                  &selection->room, sizeof(place));
                    selection->places[selection->count++] = place;
                }
        }
    }
}

static bool names_check(const struct technique *const *techniques, const char *const *names,
                        size_t name_count, struct selection *scratch)
{
    for (size_t i = 0; i < name_count; i++) {
        scratch->count = 0;
        selection_fill(scratch, techniques, names + i, 1, NULL);
        if (scratch->count > 0)
            continue;
        static const char *const lists[] = { "papers", "claims", "kernels" };
        const char *near = selection_name(techniques, names[i]);
        for (size_t k = 0; k < COUNT_OF(lists); k++)
            if (strcmp(names[i], lists[k]) == 0)
                return trouble("there is no technique '%s' (did you mean 'list --%s'?)", names[i],
                               lists[k]);
        OWNED char *hint = word_hint(names[i]);
        return trouble("there is no technique, bench or variant '%s'%s%s%s%s", names[i],
                       near    ? " (did you mean '"
                       : *hint ? ""
                               : "; claimcheck list has the names",
                       near ? near : "", near ? "'?)" : "", hint);
    }
    scratch->count = 0;
    return true;
}

void selection_finish(struct selection *selection)
{
    free(selection->places);
    *selection = (struct selection){ 0 };
}

bool selection_init(struct selection *selection, const struct technique *const *techniques,
                    const char *const *names, size_t name_count, const char *filter)
{
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    *selection = (struct selection){ 0 };
    if (name_count == 0 && !filter)
        return true;
    const struct plan_request request = { .techniques = techniques,
                                          .profile = BENCH_FULL,
                                          .filter = filter,
                                          .without_baselines = true,
                                          .programs = true };
    selection->room = 1;
    selection->places = need_zeroed(selection->room, sizeof(*selection->places));
    if (names_check(techniques, names, name_count, selection) &&
        (!filter || plan_init(&plan, &request))) {
        selection_fill(selection, techniques, names, name_count, filter ? &plan : NULL);
        if (selection->count > 0)
            return true;
        trouble("no variant has that name and matches --filter '%s'", filter);
    }
    selection_finish(selection);
    return false;
}
