/* SPDX-License-Identifier: MIT */
#include "harness/cli/variant_list.h"

#include "harness/base/json_value.h"
#include "harness/engine/session/head_json.h"

static void bench_missing(json_t **list, const struct technique *technique,
                          const struct bench *bench, uint32_t features)
{
    for (const struct bench_variant *v = bench->variants; v->name; v++) {
        uint32_t missing = v->needs & ~features;
        if (v->kind == BENCH_CPU || missing == 0)
            continue;
        json_value_append(list,
                          json_pack("{s:o, s:o}", "variant",
                                    json_sprintf("%s.%s/%s", technique->name, bench->name, v->name),
                                    "features", head_json_features(missing)));
    }
}

json_t *variant_missing_json(const struct technique *const *techniques, uint32_t features)
{
    json_t *list = json_array();
    for (; *techniques; techniques++)
        for (const struct bench *const *bench = (*techniques)->benches; *bench; bench++)
            bench_missing(&list, *techniques, *bench, features);
    return list;
}
