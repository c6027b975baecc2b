/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/stability_print.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/wrap.h"
#include "harness/views/claims/claims_words.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 80, NAME_WIDTH = 30, LINE_BYTES = 512 };

/* "NVIDIA H100: 6 runs, 92 claims; ..." */
static void summary_words(const struct claims_each_device *device, char line[LINE_BYTES])
{
    const size_t runs = device->together->run_count;
    int used = snprintf(line, LINE_BYTES, "%.128s: %zu run%s, %zu claim%s with a verdict; ",
                        device->together->name, runs, runs == 1 ? "" : "s", device->judged,
                        device->judged == 1 ? "" : "s");
    if (device->changed == 0)
        snprintf(line + used, LINE_BYTES - (size_t)used, "each run alone says the same");
    else
        snprintf(line + used, LINE_BYTES - (size_t)used, "%zu change%s from run to run",
                 device->changed, device->changed == 1 ? "s" : "");
}

/* The file, without what all names of run files end in. */
static void run_words(const struct run *run, char name[CLAIMS_WORDS_BYTES])
{
    static const char *const ends[] = { ".gz", ".json" };
    snprintf(name, CLAIMS_WORDS_BYTES, "%s", disk_base_name(run->path));
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        const size_t length = strlen(name), own = strlen(ends[i]);
        if (length > own && strcmp(name + length - own, ends[i]) == 0)
            name[length - own] = 0;
    }
}

/* Text ----------------------------------------------------------------------------------------- */

static void line_print(FILE *out, const char *name, const struct claims_entry *entry)
{
    char here[CLAIMS_WORDS_BYTES] = "no case of it", line[4 * CLAIMS_WORDS_BYTES];
    if (entry)
        claims_words_here(entry, true, here);
    snprintf(line, sizeof(line), "%-14s  %-*.*s  %s", entry ? verdict_name(entry->verdict) : "-",
             NAME_WIDTH, NAME_WIDTH, name, here);
    fprintf(out, "  ");
    wrap_print(out, &(struct wrap){ .columns = WIDTH, .used = 2, .indent = 20 + NAME_WIDTH }, line);
}

static void row_print(FILE *out, const struct claims_device *device,
                      const struct claims_each_row *row)
{
    char paper[CLAIMS_WORDS_BYTES], name[CLAIMS_WORDS_BYTES];
    claims_words_paper(row->together, paper);
    fprintf(out, "\n%s, paper: %s%s\n", row->together->claim->id, paper,
            row->told_apart ? "" : "; told by some runs alone");
    line_print(out, "together", row->together);
    for (size_t i = 0; i < device->run_count; i++) {
        run_words(device->runs[i], name);
        line_print(out, name, row->alone[i]);
    }
}

void stability_print(FILE *out, const struct claims_each *each)
{
    char line[LINE_BYTES];
    for (size_t i = 0; i < each->device_count; i++) {
        const struct claims_each_device *device = &each->devices[i];
        fprintf(out, "%s", i > 0 ? "\n" : "");
        summary_words(device, line);
        wrap_print(out, &(struct wrap){ .columns = WIDTH }, line);
        for (size_t k = 0; k < device->row_count; k++)
            if (device->rows[k].changes)
                row_print(out, device->together, &device->rows[k]);
    }
}

/* Markdown ------------------------------------------------------------------------------------- */

static void cell_print(FILE *out, const struct claims_entry *entry)
{
    char here[CLAIMS_WORDS_BYTES];
    if (!entry) {
        fprintf(out, " - |");
        return;
    }
    claims_words_here(entry, true, here);
    fprintf(out, " %s<br>%s |", verdict_name(entry->verdict), here);
}

static void table_print(FILE *out, const struct claims_each_device *device)
{
    char name[CLAIMS_WORDS_BYTES], paper[CLAIMS_WORDS_BYTES];
    fprintf(out, "\n| claim | paper | together |");
    for (size_t i = 0; i < device->together->run_count; i++) {
        run_words(device->together->runs[i], name);
        fprintf(out, " %s |", name);
    }
    fprintf(out, "\n|---|---|---|");
    for (size_t i = 0; i < device->together->run_count; i++)
        fprintf(out, "---|");
    fprintf(out, "\n");
    for (size_t k = 0; k < device->row_count; k++) {
        const struct claims_each_row *row = &device->rows[k];
        if (!row->changes)
            continue;
        claims_words_paper(row->together, paper);
        fprintf(out, "| %s | %s |", row->together->claim->id, paper);
        cell_print(out, row->together);
        for (size_t i = 0; i < device->together->run_count; i++)
            cell_print(out, row->alone[i]);
        fprintf(out, "\n");
    }
}

void stability_print_markdown(FILE *out, const struct claims_each *each)
{
    char line[LINE_BYTES];
    for (size_t i = 0; i < each->device_count; i++) {
        summary_words(&each->devices[i], line);
        fprintf(out, "%s%s.\n", i > 0 ? "\n" : "", line);
        if (each->devices[i].changed > 0)
            table_print(out, &each->devices[i]);
    }
}

/* JSON ----------------------------------------------------------------------------------------- */

static json_t *entry_json(const struct claims_entry *entry)
{
    json_t *object = json_object();
    const struct claims_pair *pair = entry->decided;
    json_value_set(&object, "verdict", json_value_text(verdict_name(entry->verdict)));
    json_value_set(&object, "reason", json_value_text(entry->reason));
    json_value_set(&object, "value", json_value_number(pair ? pair->estimate.value : NAN));
    json_value_set(&object, "interval_low",
                   json_value_number(pair ? pair->estimate.interval.low : NAN));
    json_value_set(&object, "interval_high",
                   json_value_number(pair ? pair->estimate.interval.high : NAN));
    json_value_set(&object, "samples", pair ? json_value_count(pair->estimate.n) : json_null());
    json_value_set(&object, "processes",
                   pair ? json_value_count(pair->estimate.processes) : json_null());
    json_value_set(&object, "place_low", json_value_number(entry->place_low));
    json_value_set(&object, "place_high", json_value_number(entry->place_high));
    return object;
}

static json_t *row_json(const struct claims_each_row *row, size_t run_count)
{
    json_t *object = json_object(), *alone = json_array();
    for (size_t i = 0; i < run_count; i++)
        json_value_append(&alone, row->alone[i] ? entry_json(row->alone[i]) : json_null());
    json_value_set(&object, "id", json_value_text(row->together->claim->id));
    json_value_set(&object, "changes", json_boolean(row->changes));
    json_value_set(&object, "told_apart", json_boolean(row->told_apart));
    json_value_set(&object, "together", entry_json(row->together));
    json_value_set(&object, "alone", alone);
    return object;
}

static json_t *device_json(const struct claims_each_device *device)
{
    json_t *object = json_object(), *runs = json_array(), *rows = json_array();
    for (size_t i = 0; i < device->together->run_count; i++)
        json_value_append(&runs, json_value_text(disk_base_name(device->together->runs[i]->path)));
    for (size_t i = 0; i < device->row_count; i++)
        json_value_append(&rows, row_json(&device->rows[i], device->together->run_count));
    json_value_set(&object, "device", json_value_text(device->together->name));
    json_value_set(&object, "runs", runs);
    json_value_set(&object, "judged", json_value_count(device->judged));
    json_value_set(&object, "changed", json_value_count(device->changed));
    json_value_set(&object, "claims", rows);
    return object;
}

json_t *stability_json(const struct claims_each *each)
{
    json_t *object = json_object(), *devices = json_array();
    for (size_t i = 0; i < each->device_count; i++)
        json_value_append(&devices, device_json(&each->devices[i]));
    json_value_set(&object, "schema_version", json_integer(1));
    json_value_set(&object, "devices", devices);
    return object;
}
