/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/record/record.h"
#include "harness/views/claims/claims.h"
#include "harness/views/figure/figure.h"
#include "harness/views/formats/export.h"

static json_t *verdict_json(struct verdict verdict)
{
    return json_value_text(verdict_words(verdict, VERDICT_ROOM));
}

json_t *export_claims_pair_json(const struct claims_pair *pair)
{
    const struct estimate *estimate = &pair->estimate;
    json_t *object =
        json_value_object("label:t a:t b:w a_value:n b_value:n published:n", pair->label, pair->a,
                          pair->b, pair->a_plain, pair->b_plain, pair->published);
    json_value_add(&object, "value:n interval_low:n interval_high:n samples:c processes:c",
                   estimate->value, estimate->interval.low, estimate->interval.high, estimate->n,
                   estimate->processes);
    json_value_add(&object, "runs:c cards:c widened_by:n", estimate->runs, estimate->cards,
                   estimate->factor);
    json_value_add(&object, "clock:t exact:b same_rounds:b",
                   !estimate->timed ? NULL
                   : estimate->host ? "wall, host"
                   : estimate->wall ? "wall"
                                    : "device",
                   estimate->exact, estimate->same_rounds);
    json_value_add(&object, "case:t r:n r_low:n r_high:n single_cards_low:n", pair->key, pair->r,
                   pair->r_interval.low, pair->r_interval.high, pair->r_single.low);
    json_value_add(&object, "single_cards_high:n confirmed_from:n", pair->r_single.high,
                   zones_confirmed(&pair->zones).low);
    json_value_add(&object, "confirmed_to:n verdict:o", zones_confirmed(&pair->zones).high,
                   verdict_json(pair->verdict));
    return object;
}

static json_t *readings_json(const struct claims_entry *entry)
{
    json_t *list = json_array();
    foreach (const struct claims_reading, reading, entry->readings, entry->reading_count) {
        json_t *pairs = json_array();
        for (size_t k = 0; k < reading->pair_count; k++)
            json_value_append(&pairs, export_claims_pair_json(&reading->pairs[k]));
        json_t *object =
            json_value_object("stopwatch:t verdict:o cases:c held:c place_low:n",
                              estimate_clock_names[reading->clock], verdict_json(reading->verdict),
                              reading->case_count, reading->held, reading->place_low);
        json_value_add(&object, "place_high:n decided_by:o pairs:o", reading->place_high,
                       reading->shown
                           ? json_value_count((uint64_t)(reading->shown - reading->pairs))
                           : json_null(),
                       pairs);
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
    json_t *values = json_object();
    for (size_t i = 0; i < claim->value_count; i++)
        json_value_set(&values, claim->values[i].key, json_value_number(claim->values[i].value));
    return json_value_object("value:n unit:w approximate:b values:o where:t quote:t hardware:t",
                             claim->stated, claim->unit, claim->approximate, values, claim->where,
                             claim->quote, claim->hardware ? claim->hardware->device : NULL);
}

/* Figures of the paper beside it: times that are no part of a verdict. */
static json_t *figures_json(const struct published_claim *claim)
{
    json_t *array = json_array();
    for (size_t i = 0; i < claim->figure_count; i++) {
        const struct published_figure *figure = claim->figures[i];
        json_value_append(&array, json_value_object("id:t quantity:t value:n unit:t", figure->id,
                                                    figure->quantity, figure->value, figure->unit));
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
    struct text sentence = { 0 };
    claims_sentence(entry, &sentence);
    json_t *object = json_value_object(
        "id:t paper:t technique:t number:t word:w sha256:t", claim->id, entry->paper->id,
        entry->paper->technique, claims_number_name(claim->number), claim->word, claim->sha256);
    json_value_add(&object, "by_construction:w evidence:t verdict:o", claim->by_construction,
                   published_evidence_words[claim->evidence], verdict_json(entry->verdict));
    if (claim->number == PUBLISHED_READING && entry->narrower.kind != VERDICT_NOT_TESTABLE) {
        json_value_add(&object, "narrower:o wider:o", verdict_json(entry->narrower),
                       verdict_json(entry->wider));
    }
    if (entry->trips) {
        const struct claims_pair *trips = entry->trips; /* and what they are of the wall time */
        json_value_set(&object, "trips",
                       json_value_object("case:t a_trips:n a_share:n b_trips:n b_share:n",
                                         trips->key, trips->a_trips.count, trips->a_trips.share,
                                         trips->b_trips.count, trips->b_trips.share));
        json_value_set(&object, "short_trips", verdict_json(entry->short_trips));
    }
    json_value_add(&object, "sentence:x reason:t measured:b marks:o cases_excluded:c statement:t",
                   &sentence, entry->reason, entry->measured, marks_json(entry), entry->bad_rows,
                   claim->statement);
    json_value_add(&object, "says:t unit:t profile:t published:o", published_says_name(claim->says),
                   units[claims_quantity_of(claim)], profile_names[claim->profile],
                   published_json(claim));
    json_value_add(&object, "figures:o runs:c cards:c", figures_json(claim), entry->runs,
                   entry->cards);
    json_value_add(&object, "readings:o deviations:o", readings_json(entry),
                   field_texts_json(claim->deviations, claim->deviation_count));
    return object;
}

json_t *export_claims_run_json(const struct run *run)
{
    return json_value_object("file:t started:t commit:t driver:t profile:t",
                             disk_base_name(run->path), run->session.started, run->tool.commit,
                             run->device.driver_info, run->session.profile);
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
    json_t *runs = json_array(), *entries = json_array();
    for (size_t i = 0; i < device->run_count; i++)
        json_value_append(&runs, export_claims_run_json(device->runs[i]));
    for (size_t i = 0; i < device->entry_count; i++)
        json_value_append(&entries, export_claims_entry_json(&device->entries[i]));
    json_t *object =
        json_value_object("device:t software:b runs:o cards:c verdicts_of:t", device->name,
                          device->runs[0]->device.software, runs, device->card_count,
                          device->unit == ESTIMATE_CARD ? "card" : "model");
    for (int i = 0; i < CLAIMS_ORIGIN_COUNT; i++)
        json_value_set(&object, counts[i], export_claims_counts_json(device->counts[i]));
    json_value_set(&object, "claims", entries);
    return object;
}

json_t *export_claims_json(const struct claims *claims)
{
    json_t *devices = json_array();
    for (size_t i = 0; i < claims->device_count; i++)
        json_value_append(&devices, device_json(&claims->devices[i]));
    return json_value_object("schema_version:i devices:o", 2, devices);
}
