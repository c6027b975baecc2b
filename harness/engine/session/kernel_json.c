/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/session/session.h"
#include "harness/record/record.h"

#include <stdbool.h>
#include <string.h>

static json_t *words_json(const uint32_t *words, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < count; i++)
        json_value_append(&array, json_value_count(words[i]));
    return array;
}

static json_t *statistic_value(const struct gpu_statistic *statistic)
{
    switch (statistic->kind) {
    case GPU_BOOL: return json_boolean(statistic->truth);
    case GPU_INT64: return json_integer((json_int_t)statistic->integer);
    case GPU_UINT64: return json_value_count(statistic->count);
    case GPU_FLOAT64: break;
    }
    return json_value_number(statistic->number);
}

json_t *kernel_json_statistics(const struct kernel_facts *facts)
{
    if (!facts->statistics)
        return json_null();
    json_t *array = json_array();
    foreach (const struct gpu_statistic, statistic, facts->statistics, facts->statistic_count)
        json_value_append(&array,
                          json_value_object("executable:t name:t value:o", statistic->executable,
                                            statistic->name, statistic_value(statistic)));
    return array;
}

json_t *kernel_json_shader(const struct gpu_shader *shader, const char *name,
                           const struct gpu_interface *interface)
{
    char hash[SHA256_TEXT_BYTES];
    json_t *kinds = json_array();
    for (uint32_t i = 0; i < interface->bindings && i < GPU_BINDINGS_MAX; i++)
        json_value_append(&kinds,
                          json_value_text(gpu_binding_kind_name(interface->binding[i].kind)));
    sha256_text(shader->words, shader->bytes, hash);
    return json_value_object(
        "name:t file:t sha256:t bytes:c bindings:c binding_kinds:o push_bytes:c constants:o "
        "group_size:o shared_bytes:c",
        name, shader->file ? disk_base_name(shader->file) : NULL, hash, (size_t)shader->bytes,
        (size_t)interface->bindings, kinds, (size_t)interface->push_bytes,
        words_json(interface->constants, interface->constant_count),
        words_json(interface->group_size, 3), (size_t)interface->shared_bytes);
}

json_t *kernel_json(const struct kernel_facts *facts)
{
    const struct gpu_kernel_facts *kernel = &facts->kernel;
    const struct gpu_interface *interface = &kernel->interface;
    char hash[SHA256_TEXT_BYTES], id[SHA256_TEXT_BYTES];
    char bytes[sizeof(hash) + sizeof(interface->constants) + 1];
    const size_t constant_bytes = 4 * (size_t)interface->constant_count;
    sha256_text(kernel->shader->words, kernel->shader->bytes, hash);
    memcpy(bytes, hash, sizeof(hash));
    memcpy(bytes + sizeof(hash), interface->constants, constant_bytes);
    bytes[sizeof(hash) + constant_bytes] = kernel->shader->file ? 1 : 0;
    sha256_text(bytes, sizeof(hash) + constant_bytes + 1, id);
    json_t *object =
        json_value_object("id:o", json_sprintf("%s:%.16s", kernel->asked_for->name, id));
    json_value_update(&object,
                      kernel_json_shader(kernel->shader, kernel->asked_for->name, interface));
    json_value_add(&object, "subgroup_size:c statistics:o", (size_t)kernel->subgroup_size,
                   kernel_json_statistics(facts));
    return object;
}

json_t *kernel_json_list(const struct kernel_facts *facts, size_t count)
{
    json_t *entries = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *entry = kernel_json(&facts[i]);
        const json_t *id = json_object_get(entry, "id");
        bool held = false;
        foreach_json (other, entries)
            held = held || json_equal(json_object_get(other, "id"), id);
        if (held)
            json_decref(entry);
        else
            json_value_append(&entries, entry);
    }
    return entries;
}
