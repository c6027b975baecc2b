/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/base/need.h"

#include <stdlib.h>
#include <string.h>

static double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

double trace_pair_growth(const struct trace_pair_pass *pass)
{
    return pass->us[TRACE_B] - pass->us[TRACE_A];
}

const struct trace_pair_pass *trace_pair_grown(const struct trace_pair_case *c)
{
    return c->pass_count > 0 && trace_pair_growth(&c->passes[0]) > 0 ? &c->passes[0] : NULL;
}

static bool is_ok(const json_t *c)
{
    return strcmp(json_value_text_of(c, "status"), "ok") == 0;
}

/* Passes ------------------------------------------------------------------------------------- */

/* The pass of that name and kind, added where there is none. Room is for all. */
static struct trace_pair_pass *pass_take(struct trace_pair_case *c, const json_t *pass)
{
    const char *name = json_value_text_of(pass, "name"), *kind = json_value_text_of(pass, "kind");
    for (size_t i = 0; i < c->pass_count; i++)
        if (strcmp(c->passes[i].name, name) == 0 && strcmp(c->passes[i].kind, kind) == 0)
            return &c->passes[i];
    c->passes[c->pass_count] = (struct trace_pair_pass){ .name = name, .kind = kind };
    return &c->passes[c->pass_count++];
}

static int grown_first(const void *a, const void *b)
{
    const struct trace_pair_pass *first = a, *second = b;
    const double one = trace_pair_growth(first), other = trace_pair_growth(second);
    return one < other ? 1 : one > other ? -1 : strcmp(first->name, second->name);
}

static void case_fill(struct trace_pair_case *c, const json_t *const sides[TRACE_SIDES])
{
    size_t room = 0;
    for (int side = 0; side < TRACE_SIDES; side++)
        room += json_array_size(json_object_get(sides[side], "passes"));
    *c = (struct trace_pair_case){ .name = json_value_text_of(sides[TRACE_B], "name"),
                                   .passes = need_zeroed(room, sizeof(*c->passes)) };
    for (int side = 0; side < TRACE_SIDES; side++) {
        foreach_json (pass, json_object_get(sides[side], "passes")) {
            struct trace_pair_pass *taken = pass_take(c, pass);
            taken->there[side] = true;
            taken->us[side] += number_of(pass, "us");
            taken->count[side] += number_of(pass, "count");
            c->us[side] += number_of(pass, "us");
        }
        c->unstamped_us[side] = number_of(sides[side], "unstamped_us");
    }
    qsort(c->passes, c->pass_count, sizeof(*c->passes), grown_first);
}

void trace_pair_init(struct trace_pair *pair, const json_t *a, const json_t *b)
{
    const json_t *before = json_object_get(a, "cases"), *after = json_object_get(b, "cases");
    *pair =
        (struct trace_pair){ .cases = need_zeroed(json_array_size(after), sizeof(*pair->cases)) };
    foreach_json (c, after) {
        const json_t *const sides[] = { json_value_named(before, json_value_text_of(c, "name")),
                                        c };
        if (!sides[TRACE_A] || !is_ok(sides[TRACE_A]) || !is_ok(c))
            pair->alone++;
        else
            case_fill(&pair->cases[pair->case_count++], sides);
    }
    foreach_json (c, before)
        pair->alone += !json_value_named(after, json_value_text_of(c, "name"));
}

void trace_pair_finish(struct trace_pair *pair)
{
    foreach (struct trace_pair_case, c, pair->cases, pair->case_count)
        free(c->passes);
    free(pair->cases);
    *pair = (struct trace_pair){ 0 };
}
