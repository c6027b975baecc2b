/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"

#include <math.h>
#include <string.h>

const double gate_limits_theta_min = 0.001, gate_limits_theta_max = 1;

enum { ENTRIES_MAX = 10000 };

/* Read ----------------------------------------------------------------------------------------- */

/* Reads an entry, checks what several of its members say together, and compiles its expression. */
static struct gate_limit *limit_read(const struct json_reader *part, const struct field *fields,
                                     void *member)
{
    struct gate_limit *limit = member;
    char until[32];
    field_read(part, fields, limit);
    if ((*limit->name != 0) == (*limit->text != 0))
        json_reader_fault(part, NULL, ": wanted either 'case', a name, or 'cases', an expression");
    else
        limit->has_rows = json_reader_expression(part, "cases", limit->text, &limit->rows);
    snprintf(until, sizeof(until), "%sT00:00:00Z", limit->until);
    if (*limit->until && isnan(units_parse_date(until)))
        json_reader_fault(part, "until", " is not a day of the calendar, such as 2027-01-31");
    return limit;
}

#define S gate_limit
/* Members of any entry. */
#define LIMIT                                                                                      \
    FIELD_AS(TEXT, "case", name, 0), FIELD_AS(TEXT, "cases", text, 0), FIELD(TEXT, device, 0),     \
        FIELD(TEXT, reason, FIELD_WANTED), FIELD(TEXT, until, 0)

static void threshold_read(const struct json_reader *part, const char *key, void *member)
{
    static const struct field fields[] = {
        LIMIT,
        FIELD(TIME, theta, 0),
        FIELD(TIME, least, 0),
        FIELD_KNOWN("spread"),
        FIELD_KNOWN("launches"),
        FIELD_END_ALONE,
    };
    (void)key;
    const struct gate_limit *limit = limit_read(part, fields, member);
    json_reader_number(part, "spread", RUN_AMOUNT);
    json_reader_number(part, "launches", RUN_TOTAL);
    if (!(limit->theta >= gate_limits_theta_min && limit->theta <= gate_limits_theta_max))
        json_reader_fault(part, "theta", ": wanted a share from 0.001 to 1");
}

static void quarantine_read(const struct json_reader *part, const char *key, void *member)
{
    static const struct field fields[] = { LIMIT, FIELD_END_ALONE };
    (void)key;
    if (!*limit_read(part, fields, member)->until)
        json_reader_fault(part, "until", " is missing: every quarantine needs an end");
}

/* A number as counters have it, or a text; "" with a fault. */
static void count_read(const struct json_reader *part, const char *key, void *member)
{
    const json_t *value = json_object_get(part->json, key);
    char text[GATE_COUNTER_NUMBER_BYTES];
    gate_counter_number(json_number_value(value), text);
    *(const char **)member =
        json_is_number(value) ? json_reader_keep(part->reader, text) : json_reader_name(part, key);
}

static void acceptance_read(const struct json_reader *part, const char *key, void *member)
{
    static const struct field fields[] = {
        LIMIT,
        FIELD(TEXT, counter, FIELD_WANTED),
        FIELD_BY("from", count_read, from),
        FIELD_BY("to", count_read, to),
        FIELD_END_ALONE,
    };
    (void)key;
    limit_read(part, fields, member);
}
#undef S

#define S gate_limits
#define ENTRIES(key_, read_, kind_)                                                                \
    FIELD_SOME_BY(LIST, key_, read_, lists[GATE_LIMIT_##kind_], counts[GATE_LIMIT_##kind_], 0)
static const struct field limits_fields[] = {
    FIELD_KNOWN("schema_version"),
    ENTRIES("thresholds", threshold_read, THRESHOLD),
    ENTRIES("quarantine", quarantine_read, QUARANTINE),
    ENTRIES("accepted", acceptance_read, ACCEPTANCE),
    FIELD_END_ALONE,
};
#undef S

bool gate_limits_read(struct gate_limits *limits, const json_t *document, const char *path,
                      const char *today)
{
    struct run_reading reader = { .arena = &limits->arena,
                                  .path = path,
                                  .what = "",
                                  .name = "",
                                  .format = "file of thresholds" };
    const struct json_reader whole = { .reader = &reader, .json = document };
    *limits = (struct gate_limits){ 0 };
    if (json_is_object(document)) {
        const char *version = json_reader_name(&whole, "schema_version");
        if (*version && strncmp(version, "1.", 2) != 0)
            json_reader_fault(&whole, "schema_version", " is '%.20s', and this build reads 1",
                              version);
        field_read(&whole, limits_fields, limits);
    } else
        json_reader_fault(&whole, NULL, "no object");
    for (size_t kind = 0; kind < GATE_LIMIT_KINDS; kind++) {
        if (limits->counts[kind] > ENTRIES_MAX)
            json_reader_fault(&whole, NULL, "more than %d entries", ENTRIES_MAX);
        foreach (struct gate_limit, limit, limits->lists[kind], limits->counts[kind])
            limit->expired = !reader.failed && *limit->until && strcmp(limit->until, today) < 0;
    }
    return !reader.failed;
}

void gate_limits_finish(struct gate_limits *limits)
{
    for (size_t kind = 0; kind < GATE_LIMIT_KINDS; kind++)
        foreach (struct gate_limit, limit, limits->lists[kind], limits->counts[kind])
            if (limit->has_rows)
                expression_finish(&limit->rows);
    arena_finish(&limits->arena);
    *limits = (struct gate_limits){ 0 };
}

static bool is_for(const struct gate_limit *limit, const char *name, const char *device)
{
    if (limit->expired || (*limit->device && strcmp(limit->device, device) != 0))
        return false;
    return *limit->name ? strcmp(limit->name, name) == 0 : expression_matches(&limit->rows, name);
}

void gate_limits_accept(const struct gate_limits *limits, const char *name, const char *device,
                        struct gate_counters *counters)
{
    foreach (struct gate_counter, counter, counters->list, counters->count) {
        foreach (const struct gate_limit, accepted, limits->lists[GATE_LIMIT_ACCEPTANCE],
                 limits->counts[GATE_LIMIT_ACCEPTANCE])
            if (!counter->accepted && is_for(accepted, name, device) &&
                strcmp(accepted->counter, counter->name) == 0 &&
                strcmp(accepted->from, counter->old) == 0 &&
                strcmp(accepted->to, counter->new) == 0)
                counter->accepted = accepted->reason;
    }
}

bool gate_limit_fits(const struct gate_limit *limit, const struct gate_rows *rows,
                     const char *device)
{
    for (size_t i = 0; i < rows->count; i++)
        if (!rows->rows[i].built_in && is_for(limit, rows->rows[i].name, device))
            return true;
    return limit->expired || (*limit->device && strcmp(limit->device, device) != 0);
}

/* measured: NULL where no limit for the row has a least. */
static bool threshold_set(const struct gate_rows *rows, struct gate_row *row,
                          const struct gate_limit *measured, double asked)
{
    const struct gate_limit *limit = row->limit, *strictest = limit;
    double least = isnan(limit->least) ? limit->theta : limit->least;
    if (measured && measured->least > least) {
        least = measured->least;
        strictest = measured;
    }
    if (asked > 0 && asked < least)
        return trouble("--theta %.3g%% is tighter than the %.3g %% that the file of thresholds has "
                       "for %.160s: %.160s",
                       100 * asked, 100 * least, row->name, strictest->reason);
    row->theta = asked > 0 && !isnan(limit->least) ? asked : limit->theta;
    if (measured && row->theta < measured->least - 1e-9)
        return trouble("the threshold of %.3g %% is tighter than the %.3g %% that the file of "
                       "thresholds has as the least for %.160s: %.160s",
                       100 * row->theta, 100 * measured->least, row->name, measured->reason);
    if (fabs(row->theta - rows->rule.theta) < 1e-9)
        row->limit = NULL; /* nothing of its own */
    return true;
}

bool gate_limits_apply(const struct gate_limits *limits, struct gate_rows *rows, const char *device,
                       double theta)
{
    foreach (struct gate_row, row, rows->rows, rows->count) {
        if (row->built_in)
            continue;
        const struct gate_limit *measured = NULL; /* has the largest least of all for the row */
        foreach (const struct gate_limit, limit, limits->lists[GATE_LIMIT_QUARANTINE],
                 limits->counts[GATE_LIMIT_QUARANTINE])
            if (!row->quarantine && is_for(limit, row->name, device)) /* the first is the row's */
                row->quarantine = limit;
        foreach (const struct gate_limit, limit, limits->lists[GATE_LIMIT_THRESHOLD],
                 limits->counts[GATE_LIMIT_THRESHOLD]) {
            if (!is_for(limit, row->name, device))
                continue;
            if (!row->limit)
                row->limit = limit;
            if (!isnan(limit->least) && (!measured || limit->least > measured->least))
                measured = limit;
        }
        if (row->limit && !threshold_set(rows, row, measured, theta))
            return false;
    }
    return true;
}
