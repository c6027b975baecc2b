/* SPDX-License-Identifier: MIT */
#include "harness/engine/plan/plan.h"

#include <string.h>

const struct technique *plan_technique_find(const struct technique *const *techniques,
                                            const char *name)
{
    while (*techniques && strcmp((*techniques)->name, name) != 0)
        techniques++;
    return *techniques;
}

const struct bench_variant *plan_variant_find(const struct bench *bench, const char *name)
{
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        if (strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

const struct bench_option *plan_option_find(const struct technique *technique, const char *name)
{
    for (const struct bench_option *o = technique->options; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

const struct bench *plan_bench_find(const struct technique *const *techniques,
                                    const char *technique, const char *name)
{
    const struct technique *known = plan_technique_find(techniques, technique);
    for (size_t i = 0; known && known->benches[i]; i++)
        if (strcmp(known->benches[i]->name, name) == 0)
            return known->benches[i];
    return NULL;
}

static const char *question(const void *techniques, const char *technique, const char *bench)
{
    const struct technique *known = plan_technique_find(techniques, technique);
    const struct bench *one = bench ? plan_bench_find(techniques, technique, bench) : NULL;
    return bench ? (one ? one->question : NULL) : known ? known->question : NULL;
}

static const char *title(const void *techniques, const char *technique)
{
    const struct technique *known = plan_technique_find(techniques, technique);
    return known ? known->title : NULL;
}

static const char *paper(const void *techniques, const char *technique)
{
    const struct technique *known = plan_technique_find(techniques, technique);
    return known ? known->paper : NULL;
}

static const struct bench_variant *variant_find(const void *techniques, const struct run_case *c)
{
    const struct bench *bench = plan_bench_find(techniques, c->technique, c->bench);
    return bench ? plan_variant_find(bench, c->variant) : NULL;
}

static bool does_part(const void *techniques, const struct run_case *c)
{
    const struct bench_variant *v = variant_find(techniques, c);
    for (const struct bench_axis *axis = v ? v->axes : NULL; axis && axis->name; axis++)
        for (size_t i = 0; i < c->axis_count && axis->parts; i++)
            if (strcmp(c->axes[i].name, axis->name) == 0 &&
                strcmp(c->axes[i].value, axis->default_value) != 0)
                return true;
    return false;
}

enum catalogue_origin plan_origin(const struct bench_variant *variant)
{
    static const char contender[] = "contender", library[] = "library";
    return strncmp(variant->source, contender, strlen(contender)) == 0 ? CATALOGUE_CONTENDER
           : strncmp(variant->source, library, strlen(library)) == 0   ? CATALOGUE_LIBRARY
                                                                       : CATALOGUE_PAPER;
}

static struct catalogue_variant variant(const void *techniques, const struct run_case *c)
{
    const struct bench_variant *v = variant_find(techniques, c);
    if (!v)
        return (struct catalogue_variant){ .origin = CATALOGUE_CONTENDER };
    return (struct catalogue_variant){ v->summary, v->source, plan_origin(v) };
}

struct catalogue plan_catalogue(const struct technique *const *techniques)
{
    return (struct catalogue){ techniques, question, title, paper, does_part, variant };
}
