/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_claims.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/record/profile.h"

#include <math.h>

static json_t *texts(const char *const *all, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_value_append(&array, json_value_text(all[i]));
    return array;
}

static const char *unit_name(enum claims_unit unit)
{
    static const char *const names[] = {
        [CLAIMS_RATIO] = "ratio", [CLAIMS_NS] = "ns", [CLAIMS_BYTES] = "bytes", [CLAIMS_PLAIN] = "1"
    };
    return names[unit];
}

static void estimate_set(json_t **object, const struct estimate *estimate)
{
    json_value_set(object, "value", json_value_number(estimate->value));
    json_value_set(object, "interval_low", json_value_number(estimate->interval.low));
    json_value_set(object, "interval_high", json_value_number(estimate->interval.high));
    json_value_set(object, "samples", json_value_count(estimate->n));
    json_value_set(object, "processes", json_value_count(estimate->processes));
    json_value_set(object, "moves_by", json_value_number(estimate_moves(estimate)));
    json_value_set(object, "exact", json_boolean(estimate->exact));
    json_value_set(object, "same_rounds", json_boolean(estimate->same_rounds));
}

static json_t *pair_json(const struct claims_pair *pair)
{
    json_t *object = json_object();
    json_value_set(&object, "label", json_value_text(pair->label));
    json_value_set(&object, "a", json_value_text(pair->a));
    json_value_set(&object, "b", *pair->b ? json_value_text(pair->b) : json_null());
    json_value_set(&object, "a_value", json_value_number(pair->a_plain));
    json_value_set(&object, "b_value", json_value_number(pair->b_plain));
    json_value_set(&object, "published", json_value_number(pair->published));
    estimate_set(&object, &pair->estimate);
    json_value_set(&object, "verdict", json_value_text(verdict_name(pair->verdict)));
    return object;
}

static json_t *pairs_json(const struct claims_entry *entry)
{
    json_t *array = json_array();
    for (size_t i = 0; i < entry->pair_count; i++)
        json_value_append(&array, pair_json(&entry->pairs[i]));
    return array;
}

static json_t *marks_json(unsigned marks)
{
    json_t *array = json_array();
    for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++)
        if (marks & (1u << bit))
            json_value_append(&array,
                              json_value_text(claims_mark_text((enum claims_mark)(1u << bit))));
    return array;
}

static json_t *published_json(const struct published_claim *claim)
{
    json_t *object = json_object(), *values = json_object();
    json_value_set(&object, "value", json_value_number(claim->stated));
    json_value_set(&object, "unit", *claim->unit ? json_value_text(claim->unit) : json_null());
    json_value_set(&object, "approximate", json_boolean(claim->approximate));
    for (size_t i = 0; i < claim->value_count; i++)
        json_value_set(&values, claim->values[i].key, json_value_number(claim->values[i].value));
    json_value_set(&object, "values", values);
    json_value_set(&object, "where", json_value_text(claim->where));
    json_value_set(&object, "quote", json_value_text(claim->quote));
    json_value_set(&object, "hardware",
                   claim->hardware ? json_value_text(claim->hardware->device) : json_null());
    return object;
}

/* Figures of the paper beside it: times that are no part of a verdict. */
static json_t *figures_json(const struct published_claim *claim)
{
    json_t *array = json_array();
    for (size_t i = 0; i < claim->figure_count; i++) {
        const struct published_figure *figure = claim->figures[i];
        json_t *object = json_object();
        json_value_set(&object, "id", json_value_text(figure->id));
        json_value_set(&object, "quantity", json_value_text(figure->quantity));
        json_value_set(&object, "value", json_value_number(figure->value));
        json_value_set(&object, "unit", json_value_text(figure->unit));
        json_value_append(&array, object);
    }
    return array;
}

static json_t *entry_json(const struct claims_entry *entry)
{
    const struct published_claim *claim = entry->claim;
    const struct claims_pair *decided = entry->decided;
    json_t *object = json_object();
    json_value_set(&object, "id", json_value_text(claim->id));
    json_value_set(&object, "paper", json_value_text(entry->paper->id));
    json_value_set(&object, "technique", json_value_text(entry->paper->technique));
    json_value_set(&object, "origin", json_value_text(claim->ours ? "ours" : "paper"));
    json_value_set(&object, "by_construction",
                   *claim->by_construction ? json_value_text(claim->by_construction) : json_null());
    json_value_set(&object, "verdict", json_value_text(verdict_name(entry->verdict)));
    json_value_set(&object, "reason", json_value_text(entry->reason));
    json_value_set(&object, "measured", json_boolean(entry->measured));
    json_value_set(&object, "marks", marks_json(entry->marks));
    json_value_set(&object, "cases_left_out", json_value_count(entry->bad_rows));
    json_value_set(&object, "statement", json_value_text(claim->statement));
    json_value_set(&object, "relation", json_value_text(published_relation_name(claim->relation)));
    json_value_set(&object, "unit", json_value_text(unit_name(claims_unit_of(claim))));
    json_value_set(&object, "profile", json_value_text(profile_names[claim->profile]));
    json_value_set(&object, "published", published_json(claim));
    json_value_set(&object, "figures", figures_json(claim));
    json_value_set(&object, "place_low", json_value_number(entry->place_low));
    json_value_set(&object, "place_high", json_value_number(entry->place_high));
    json_value_set(&object, "decided_by",
                   decided ? json_value_count((uint64_t)(decided - entry->pairs)) : json_null());
    json_value_set(&object, "pairs", pairs_json(entry));
    json_value_set(&object, "deviations", texts(claim->deviations, claim->deviation_count));
    return object;
}

static json_t *run_json(const struct run *run)
{
    json_t *object = json_object();
    json_value_set(&object, "file", json_value_text(disk_base_name(run->path)));
    json_value_set(&object, "started", json_value_text(run->session.started));
    json_value_set(&object, "commit", json_value_text(run->tool.commit));
    json_value_set(&object, "driver", json_value_text(run->device.driver_info));
    json_value_set(&object, "profile", json_value_text(run->session.profile));
    return object;
}

static json_t *counts_json(const size_t counts[VERDICT_COUNT])
{
    json_t *object = json_object();
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
        json_value_set(&object, verdict_name((enum verdict)verdict),
                       json_value_count(counts[verdict]));
    return object;
}

static json_t *device_json(const struct claims_device *device)
{
    json_t *object = json_object(), *runs = json_array(), *entries = json_array();
    for (size_t i = 0; i < device->run_count; i++)
        json_value_append(&runs, run_json(device->runs[i]));
    for (size_t i = 0; i < device->entry_count; i++)
        json_value_append(&entries, entry_json(&device->entries[i]));
    json_value_set(&object, "device", json_value_text(device->name));
    json_value_set(&object, "software", json_boolean(device->runs[0]->device.software));
    json_value_set(&object, "runs", runs);
    json_value_set(&object, "counts", counts_json(device->counts[CLAIMS_OF_PAPER]));
    json_value_set(&object, "counts_ours", counts_json(device->counts[CLAIMS_OURS]));
    json_value_set(&object, "counts_by_construction",
                   counts_json(device->counts[CLAIMS_CONSTRUCTED]));
    json_value_set(&object, "claims", entries);
    return object;
}

json_t *export_claims_json(const struct claims *claims)
{
    json_t *object = json_object(), *devices = json_array();
    for (size_t i = 0; i < claims->device_count; i++)
        json_value_append(&devices, device_json(&claims->devices[i]));
    json_value_set(&object, "schema_version", json_integer(1));
    json_value_set(&object, "devices", devices);
    return object;
}
