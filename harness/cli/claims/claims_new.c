/* SPDX-License-Identifier: MIT */
#include "harness/cli/claims/claims_new.h"

#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The file's name as an id: letters, digits and lines below, "paper" where none is left. */
static void id_add(struct text *id, const char *path)
{
    const char *name = disk_base_name(path);
    const size_t length = strcspn(name, ".");
    for (size_t i = 0; i < length; i++)
        if (isalnum((unsigned char)name[i]) || name[i] == '_')
            text_add_format(id, "%c", tolower((unsigned char)name[i]));
    text_add(id, id->length == 0 ? "paper" : "");
}

static json_t *source_json(void)
{
    return json_pack("{s:s, s:s, s:s}", "where", "Section 1, Table 1", "quote",
                     "The paper's own words.", "read", "table");
}

/* The largest point of `paper` of a variant, as an expression: the second one that is an answer, or
 * the baseline. */
static void cases_add(struct text *cases, const struct technique *technique, bool baseline)
{
    const struct bench *bench = technique ? technique->benches[0] : NULL;
    const struct bench_variant *variant = bench ? bench->variants : NULL;
    if (!bench) {
        text_add(cases, baseline ? "^TECHNIQUE\\.BENCH/OLD/" : "^TECHNIQUE\\.BENCH/NEW/");
        return;
    }
    if (!baseline && variant[1].name && !variant[1].yardstick)
        variant++;
    text_add_format(cases, "^%s\\.%s/%s", technique->name, bench->name, variant->name);
    for (const struct bench_axis *axis = bench->axes; axis->name; axis++) {
        const char *comma = strrchr(axis->values[BENCH_PAPER], ',');
        text_add_format(cases, "/%s:%s", axis->name, comma ? comma + 1 : axis->values[BENCH_PAPER]);
    }
    text_add(cases, "(/|$)");
}

static json_t *claim_json(const char *id, const struct technique *technique)
{
    struct text name = { 0 }, a = { 0 }, b = { 0 };
    text_add_format(&name, "%s.faster", id);
    cases_add(&a, technique, false);
    cases_add(&b, technique, true);
    json_t *claim = json_pack(
        "{s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:f, s:s}", "id", text_string(&name),
        "statement", "The new method is faster than the old one.", "source", source_json(), "a",
        text_string(&a), "b", text_string(&b), "name_a", "the new method", "name_b", "the old one",
        "measure", "judged", "says", "faster", "number", "paper", "value", 2.5, "note",
        "says: faster, slower, as_fast, share, ...; docs/guide/claims-and-verdicts.md lists them.");
    text_finish(&name);
    text_finish(&a);
    text_finish(&b);
    return claim;
}

static json_t *figure_json(const char *id)
{
    struct text name = { 0 };
    text_add_format(&name, "%s.table1.new", id);
    json_t *figure = json_pack("{s:s, s:s, s:f, s:s, s:s, s:{}, s:o}", "id", text_string(&name),
                               "quantity", "time of the new method", "value", 1.5, "unit", "ms",
                               "hardware", "device", "parameters", "source", source_json());
    text_finish(&name);
    return figure;
}

static json_t *document_json(const char *id, const struct technique *technique)
{
    char date[32];
    const time_t now = time(NULL);
    struct tm day;
    strftime(date, sizeof(date), "%Y-%m-%d", gmtime_r(&now, &day));
    json_t *paper =
        json_pack("{s:s, s:s, s:[s], s:s, s:n, s:s, s:n, s:s}", "id", id, "title",
                  "Title of the paper", "authors", "Its first author", "kind", "paper", "year",
                  "year_note", "To be filled in.", "doi", "doi_note", "To be filled in.");
    json_t *hardware = json_pack("{s:s, s:s, s:n, s:s}", "id", "device", "device",
                                 "The paper's GPU", "driver", "driver_note", "Not stated.");
    return json_pack("{s:i, s:o, s:s, s:s, s:[o], s:[], s:{s:s}, s:[o], s:[o], s:[]}",
                     "schema_version", 2, "paper", paper, "technique", id, "recorded", date,
                     "hardware", hardware, "protocol", "defaults", "hardware", "device", "figures",
                     figure_json(id), "claims", claim_json(id, technique), "plots");
}

int claims_new(const char *path, const struct technique *technique)
{
    struct text id = { 0 };
    id_add(&id, technique ? technique->name : path);
    json_t *document = document_json(text_string(&id), technique);
    char *text = json_value_dump(document, JSON_INDENT(2));
    int code = EXIT_CODE_OK;
    const int failure = output_write(path, OUTPUT_NEW, text, strlen(text));
    if (failure != 0) {
        code = message_error("claims: cannot write --new '%s': %s", path, output_error(failure));
    } else {
        message_wrote(path);
        message_note("claims: fill in the paper, its figures and claims "
                     "(docs/guide/claims-and-verdicts.md); then claimcheck %s '%s'",
                     technique ? "run --claims --technique" : "claims RUN.json --published",
                     technique ? technique->folder->path : path);
    }
    free(text);
    json_decref(document);
    text_finish(&id);
    return code;
}
