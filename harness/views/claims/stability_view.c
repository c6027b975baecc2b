/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/formats/export.h"

enum { GROUPED = SHEET_IN(SHEET_TEXT) }; /* by claim */

static const struct sheet_column view_columns[] = {
    { .key = "device" },
    { .key = "claim", .title = "claim", .in = ~GROUPED },
    { .key = "paper", .title = "paper", .in = ~GROUPED },
    { .key = "verdict", .title = "verdict", .width = 14 },
    { .key = "run", .title = "run", .width = 30 },
    { .key = "r", .type = SHEET_NUMBER },
    { .key = "r_low", .type = SHEET_NUMBER },
    { .key = "r_high", .type = SHEET_NUMBER },
    { .title = "here" },
};

static void stability_row_add(struct sheet *sheet, const struct claims_each_device *device,
                              const struct claims_each_row *row, const char *run,
                              const struct claims_entry *entry)
{
    const struct claims_pair *pair = claims_view_pair(entry);
    OWNED char *here = claims_part_words(entry, claims_sentence_measured);
    OWNED char *paper = claims_part_words(row->together, claims_sentence_paper);
    SHEET_ROW(sheet, sheet_words(device->together->name), sheet_words(row->together->claim->id),
              sheet_words(paper), sheet_words(verdict_words(entry->verdict, VERDICT_ROOM)),
              sheet_words(run), sheet_number(pair->r), sheet_number(pair->r_interval.low),
              sheet_number(pair->r_interval.high), sheet_words(here));
}

static void row_view(struct sheet *sheet, const struct claims_each_device *device,
                     const struct claims_each_row *row)
{
    OWNED char *paper = claims_part_words(row->together, claims_sentence_paper);
    sheet_group(sheet, "%s, paper: %s%s", row->together->claim->id, paper,
                row->excludes ? "; a run rules out the joint verdict" : "");
    stability_row_add(sheet, device, row, "together", row->together);
    for (size_t i = 0; i < device->together->run_count; i++) {
        if (!row->alone[i])
            continue;
        const char *file = disk_base_name(device->together->runs[i]->path);
        OWNED char *name = text_make("%.*s", (int)run_file_stem_bytes(file), file);
        stability_row_add(sheet, device, row, name, row->alone[i]);
    }
}

void stability_view(struct sheet *sheet, const void *of)
{
    const struct claims_each *each = of;
    foreach (const struct claims_each_device, device, each->devices, each->device_count) {
        OWNED_TEXT struct text pool = { 0 };
        claims_view_pool(device->together, &pool);
        sheet_note(sheet, "",
                   "%s: %s; %zu verdict%s of single runs: %zu differ%s in word from the joint "
                   "verdict, %zu share%s no zone with it",
                   device->together->name, text_string(&pool), COUNTED(device->judged),
                   device->differed, plural(device->differed, "s", ""), device->excluded,
                   plural(device->excluded, "s", ""));
        SHEET_TABLE(sheet, view_columns, .name = "claims", .main = true, .indent = 2, .gap = 2);
        for (size_t i = 0; i < device->row_count; i++)
            if (device->rows[i].differs)
                row_view(sheet, device, &device->rows[i]);
    }
}

static json_t *entry_json(const struct claims_entry *entry)
{
    json_t *pairs = json_array();
    const struct claims_pair *pair = claims_view_pair(entry);
    const bool shown = entry->readings[0].shown;
    for (size_t i = 0; i < entry->reading_count; i++)
        for (size_t k = 0; k < entry->readings[i].pair_count; k++)
            json_value_append(&pairs, export_claims_pair_json(&entry->readings[i].pairs[k]));
    return json_value_object(
        "verdict:t reason:t r:n r_low:n r_high:n samples:o processes:o pairs:o",
        verdict_words(entry->verdict, VERDICT_ROOM), entry->reason, pair->r, pair->r_interval.low,
        pair->r_interval.high, shown ? json_value_count(pair->estimate.n) : json_null(),
        shown ? json_value_count(pair->estimate.processes) : json_null(), pairs);
}

static json_t *rows_json(const struct claims_each_device *device)
{
    json_t *rows = json_array();
    foreach (const struct claims_each_row, row, device->rows, device->row_count) {
        json_t *alone = json_array();
        for (size_t k = 0; k < device->together->run_count; k++)
            json_value_append(&alone, row->alone[k] ? entry_json(row->alone[k]) : json_null());
        json_value_append(&rows,
                          json_value_object("id:t differs:b excludes:b together:o alone:o",
                                            row->together->claim->id, row->differs, row->excludes,
                                            entry_json(row->together), alone));
    }
    return rows;
}

json_t *stability_json(const struct claims_each *each)
{
    json_t *devices = json_array();
    foreach (const struct claims_each_device, device, each->devices, each->device_count) {
        json_t *runs = json_array();
        for (size_t k = 0; k < device->together->run_count; k++)
            json_value_append(&runs,
                              json_value_text(disk_base_name(device->together->runs[k]->path)));
        json_value_append(
            &devices, json_value_object("device:t runs:o judged:c differed:c excluded:c claims:o",
                                        device->together->name, runs, device->judged,
                                        device->differed, device->excluded, rows_json(device)));
    }
    return json_value_object("schema_version:i devices:o", 2, devices);
}
