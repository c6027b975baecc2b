/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/views/claims/claims.h"
#include "harness/views/figure/figure.h"
#include "harness/views/formats/export.h"

static json_t *verdict_json(struct verdict verdict)
{
    char words[VERDICT_BYTES];
    return json_value_text(verdict_words(verdict, words));
}

json_t *export_claims_pair_json(const struct claims_pair *pair)
{
    const struct estimate *estimate = &pair->estimate;
    json_t *object = json_object();
    json_value_set(&object, "label", json_value_text(pair->label));
    json_value_set(&object, "a", json_value_text(pair->a));
    json_value_set(&object, "b", *pair->b ? json_value_text(pair->b) : json_null());
    json_value_set(&object, "a_value", json_value_number(pair->a_plain));
    json_value_set(&object, "b_value", json_value_number(pair->b_plain));
    json_value_set(&object, "published", json_value_number(pair->published));
    json_value_set(&object, "value", json_value_number(estimate->value));
    json_value_set(&object, "interval_low", json_value_number(estimate->interval.low));
    json_value_set(&object, "interval_high", json_value_number(estimate->interval.high));
    json_value_set(&object, "samples", json_value_count(estimate->n));
    json_value_set(&object, "processes", json_value_count(estimate->processes));
    json_value_set(&object, "runs", json_value_count(estimate->runs));
    json_value_set(&object, "cards", json_value_count(estimate->cards));
    json_value_set(&object, "widened_by", json_value_number(estimate->factor));
    json_value_set(&object, "clock",
                   json_value_text(!estimate->timed ? NULL
                                   : estimate->host ? "wall, host"
                                   : estimate->wall ? "wall"
                                                    : "device"));
    json_value_set(&object, "exact", json_boolean(estimate->exact));
    json_value_set(&object, "same_rounds", json_boolean(estimate->same_rounds));
    json_value_set(&object, "case", json_value_text(pair->key));
    json_value_set(&object, "r", json_value_number(pair->r));
    json_value_set(&object, "r_low", json_value_number(pair->r_interval.low));
    json_value_set(&object, "r_high", json_value_number(pair->r_interval.high));
    json_value_set(&object, "single_cards_low", json_value_number(pair->r_single.low));
    json_value_set(&object, "single_cards_high", json_value_number(pair->r_single.high));
    json_value_set(&object, "confirmed_from", json_value_number(zones_confirmed(&pair->zones).low));
    json_value_set(&object, "confirmed_to", json_value_number(zones_confirmed(&pair->zones).high));
    json_value_set(&object, "verdict", verdict_json(pair->verdict));
    return object;
}

static json_t *readings_json(const struct claims_entry *entry)
{
    static const char *const clocks[] = { [ESTIMATE_AS_STATED] = "as stated",
                                          [ESTIMATE_DEVICE_TIME] = "device",
                                          [ESTIMATE_WALL_TIME] = "wall" };
    json_t *list = json_array();
    for (size_t i = 0; i < entry->reading_count; i++) {
        const struct claims_reading *reading = &entry->readings[i];
        json_t *object = json_object(), *pairs = json_array();
        for (size_t k = 0; k < reading->pair_count; k++)
            json_value_append(&pairs, export_claims_pair_json(&reading->pairs[k]));
        json_value_set(&object, "stopwatch", json_value_text(clocks[reading->clock]));
        json_value_set(&object, "verdict", verdict_json(reading->verdict));
        json_value_set(&object, "cases", json_value_count(reading->case_count));
        json_value_set(&object, "held", json_value_count(reading->held));
        json_value_set(&object, "place_low", json_value_number(reading->place_low));
        json_value_set(&object, "place_high", json_value_number(reading->place_high));
        json_value_set(&object, "decided_by",
                       reading->shown
                           ? json_value_count((uint64_t)(reading->shown - reading->pairs))
                           : json_null());
        json_value_set(&object, "pairs", pairs);
        json_value_append(&list, object);
    }
    return list;
}

static json_t *marks_json(const struct claims_entry *entry)
{
    json_t *array = json_array();
    char text[CLAIMS_MARK_BYTES];
    for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++)
        if (claims_entry_mark(entry, bit, text))
            json_value_append(&array, json_value_text(text));
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
        json_value_append(&array,
                          json_pack("{s:o, s:o, s:o, s:o}", "id", json_value_text(figure->id),
                                    "quantity", json_value_text(figure->quantity), "value",
                                    json_value_number(figure->value), "unit",
                                    json_value_text(figure->unit)));
    }
    return array;
}

json_t *export_claims_entry_json(const struct claims_entry *entry)
{
    const struct published_claim *claim = entry->claim;
    static const char *const units[] = {
        [CLAIMS_RATIO] = "ratio", [CLAIMS_SHARE] = "share", [CLAIMS_NS] = "ns",
        [CLAIMS_BYTES] = "bytes", [CLAIMS_JOULES] = "J",    [CLAIMS_PLAIN] = "1"
    };
    json_t *object = json_object();
    struct text sentence = { 0 };
    claims_sentence(entry, &sentence);
    json_value_set(&object, "id", json_value_text(claim->id));
    json_value_set(&object, "paper", json_value_text(entry->paper->id));
    json_value_set(&object, "technique", json_value_text(entry->paper->technique));
    json_value_set(&object, "number", json_value_text(claims_number_name(claim->number)));
    json_value_set(&object, "word", *claim->word ? json_value_text(claim->word) : json_null());
    json_value_set(&object, "sha256", json_value_text(claim->sha256));
    json_value_set(&object, "by_construction",
                   *claim->by_construction ? json_value_text(claim->by_construction) : json_null());
    json_value_set(&object, "evidence", json_value_text(published_evidence_words[claim->evidence]));
    json_value_set(&object, "verdict", verdict_json(entry->verdict));
    if (claim->number == PUBLISHED_READING && entry->narrower.kind != VERDICT_NOT_TESTABLE) {
        json_value_set(&object, "narrower", verdict_json(entry->narrower));
        json_value_set(&object, "wider", verdict_json(entry->wider));
    }
    if (entry->trips) {
        const struct claims_pair *trips = entry->trips; /* and what they are of the wall time */
        json_value_set(&object, "trips",
                       json_pack("{s:o, s:o, s:o, s:o, s:o}", "case", json_value_text(trips->key),
                                 "a_trips", json_value_number(trips->a_trips.count), "a_share",
                                 json_value_number(trips->a_trips.share), "b_trips",
                                 json_value_number(trips->b_trips.count), "b_share",
                                 json_value_number(trips->b_trips.share)));
        json_value_set(&object, "short_trips", verdict_json(entry->short_trips));
    }
    json_value_set(&object, "sentence", json_value_text(text_string(&sentence)));
    text_finish(&sentence);
    json_value_set(&object, "reason", json_value_text(entry->reason));
    json_value_set(&object, "measured", json_boolean(entry->measured));
    json_value_set(&object, "marks", marks_json(entry));
    json_value_set(&object, "cases_excluded", json_value_count(entry->bad_rows));
    json_value_set(&object, "statement", json_value_text(claim->statement));
    json_value_set(&object, "says", json_value_text(published_says_name(claim->says)));
    json_value_set(&object, "unit", json_value_text(units[claims_quantity_of(claim)]));
    json_value_set(&object, "profile", json_value_text(profile_names[claim->profile]));
    json_value_set(&object, "published", published_json(claim));
    json_value_set(&object, "figures", figures_json(claim));
    json_value_set(&object, "runs", json_value_count(entry->runs));
    json_value_set(&object, "cards", json_value_count(entry->cards));
    json_value_set(&object, "readings", readings_json(entry));
    json_value_set(&object, "deviations",
                   field_texts_json(claim->deviations, claim->deviation_count));
    return object;
}

json_t *export_claims_run_json(const struct run *run)
{
    json_t *object = json_object();
    json_value_set(&object, "file", json_value_text(disk_base_name(run->path)));
    json_value_set(&object, "started", json_value_text(run->session.started));
    json_value_set(&object, "commit", json_value_text(run->tool.commit));
    json_value_set(&object, "driver", json_value_text(run->device.driver_info));
    json_value_set(&object, "profile", json_value_text(run->session.profile));
    return object;
}

json_t *export_claims_counts_json(const size_t counts[VERDICT_CLASS_COUNT])
{
    json_t *object = json_object();
    for (int class = 0; class < VERDICT_CLASS_COUNT; class ++)
        json_value_set(&object, verdict_class_name((enum verdict_class) class),
                       json_value_count(counts[class]));
    return object;
}

static json_t *device_json(const struct claims_device *device)
{
    static const char *const counts[CLAIMS_ORIGIN_COUNT] = {
        [CLAIMS_OF_PAPER] = "counts",
        [CLAIMS_OF_READING] = "counts_of_readings",
        [CLAIMS_OURS] = "counts_ours",
        [CLAIMS_CONSTRUCTED] = "counts_by_construction",
        [CLAIMS_OF_OTHER_EVIDENCE] = "counts_of_other_evidence",
        [CLAIMS_OF_TWO_APIS] = "counts_across_apis",
    };
    json_t *object = json_object(), *runs = json_array(), *entries = json_array();
    for (size_t i = 0; i < device->run_count; i++)
        json_value_append(&runs, export_claims_run_json(device->runs[i]));
    for (size_t i = 0; i < device->entry_count; i++)
        json_value_append(&entries, export_claims_entry_json(&device->entries[i]));
    json_value_set(&object, "device", json_value_text(device->name));
    json_value_set(&object, "software", json_boolean(device->runs[0]->device.software));
    json_value_set(&object, "runs", runs);
    json_value_set(&object, "cards", json_value_count(device->card_count));
    json_value_set(&object, "verdicts_of",
                   json_value_text(device->unit == ESTIMATE_CARD ? "card" : "model"));
    for (int i = 0; i < CLAIMS_ORIGIN_COUNT; i++)
        json_value_set(&object, counts[i], export_claims_counts_json(device->counts[i]));
    json_value_set(&object, "claims", entries);
    return object;
}

json_t *export_claims_json(const struct claims *claims)
{
    json_t *object = json_object(), *devices = json_array();
    for (size_t i = 0; i < claims->device_count; i++)
        json_value_append(&devices, device_json(&claims->devices[i]));
    json_value_set(&object, "schema_version", json_integer(2));
    json_value_set(&object, "devices", devices);
    return object;
}
