/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

const double gate_limits_theta_min = 0.001, gate_limits_theta_max = 1;

enum { ENTRIES_MAX = 10000 };

/* Read ----------------------------------------------------------------------------------------- */

static bool is_day(const char *text)
{
    static const char form[] = "0000-00-00";
    unsigned year, month, day;
    if (strlen(text) != sizeof(form) - 1)
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return false;
    if (sscanf(text, "%4u-%2u-%2u", &year, &month, &day) != 3 || month < 1 || month > 12)
        return false;
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return day >= 1 && day <= (month == 2 ? 28U + leap : 30U + (month + month / 8) % 2);
}

/* Reads an entry, checks what several of its members say together, and compiles its expression. */
static struct gate_limit *limit_read(const struct json_reader *part, const struct field *fields,
                                     enum gate_limit_kind kind, void *member)
{
    struct gate_limit *limit = member;
    char fault[128];
    field_read(part, fields, limit);
    limit->kind = kind;
    const char *refusal = expression_refuse(limit->text);
    if ((*limit->name != 0) == (*limit->text != 0)) {
        json_reader_fault(part, NULL, ": wanted either 'case', a name, or 'cases', an expression");
    } else if (*limit->text && refusal) {
        json_reader_fault(part, "cases", " is not an expression for rows: it %s", refusal);
    } else if (*limit->text) {
        regex_t *expression = arena_alloc(part->reader->arena, sizeof(*expression));
        const int code = regcomp(expression, limit->text, REG_EXTENDED | REG_NOSUB);
        limit->expression = code == 0 ? expression : NULL;
        if (code != 0) {
            regerror(code, expression, fault, sizeof(fault));
            json_reader_fault(part, "cases", " is not an extended regular expression: %s", fault);
        }
    }
    if (*limit->until && !is_day(limit->until))
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
    const struct gate_limit *limit = limit_read(part, fields, GATE_LIMIT_THRESHOLD, member);
    json_reader_number(part, "spread", RUN_AMOUNT);
    json_reader_number(part, "launches", RUN_TOTAL);
    if (!(limit->theta >= gate_limits_theta_min && limit->theta <= gate_limits_theta_max))
        json_reader_fault(part, "theta", ": wanted a share from 0.001 to 1");
}

static void quarantine_read(const struct json_reader *part, const char *key, void *member)
{
    static const struct field fields[] = { LIMIT, FIELD_END_ALONE };
    (void)key;
    if (!*limit_read(part, fields, GATE_LIMIT_QUARANTINE, member)->until)
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
    limit_read(part, fields, GATE_LIMIT_ACCEPTANCE, member);
}
#undef S

/* A list a kind. */
struct limits_file {
    struct gate_limit *lists[GATE_LIMIT_KINDS];
    size_t counts[GATE_LIMIT_KINDS];
};

#define S limits_file
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
    struct limits_file file = { .counts = { 0 } };
    *limits = (struct gate_limits){ 0 };
    if (json_is_object(document)) {
        const char *version = json_reader_name(&whole, "schema_version");
        if (*version && strncmp(version, "1.", 2) != 0)
            json_reader_fault(&whole, "schema_version", " is '%.20s', and this build reads 1",
                              version);
        field_read(&whole, limits_fields, &file);
    } else
        json_reader_fault(&whole, NULL, "no object");
    for (size_t kind = 0; kind < GATE_LIMIT_KINDS; kind++) {
        limits->count += file.counts[kind];
        if (file.counts[kind] > ENTRIES_MAX)
            json_reader_fault(&whole, NULL, "more than %d entries", ENTRIES_MAX);
    }
    limits->list = arena_alloc(&limits->arena, limits->count * sizeof(*limits->list));
    for (size_t kind = 0, at = 0; kind < GATE_LIMIT_KINDS; kind++)
        for (size_t i = 0; i < file.counts[kind]; i++) {
            const struct gate_limit *limit = &file.lists[kind][i];
            limits->list[at] = *limit;
            limits->list[at++].expired =
                !reader.failed && *limit->until && strcmp(limit->until, today) < 0;
        }
    return !reader.failed;
}

void gate_limits_finish(struct gate_limits *limits)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->list[i].expression)
            regfree(limits->list[i].expression);
    arena_finish(&limits->arena);
    *limits = (struct gate_limits){ 0 };
}

static bool is_for(const struct gate_limit *limit, const char *name, const char *device)
{
    if (limit->expired || (*limit->device && strcmp(limit->device, device) != 0))
        return false;
    return *limit->name ? strcmp(limit->name, name) == 0
                        : regexec(limit->expression, name, 0, NULL, 0) == 0;
}

void gate_limits_accept(const struct gate_limits *limits, const char *name, const char *device,
                        struct gate_counters *counters)
{
    for (size_t i = 0; i < counters->count; i++) {
        struct gate_counter *counter = &counters->list[i];
        for (size_t k = 0; k < limits->count && !counter->accepted; k++) {
            const struct gate_limit *accepted = &limits->list[k];
            if (accepted->kind == GATE_LIMIT_ACCEPTANCE && is_for(accepted, name, device) &&
                strcmp(accepted->counter, counter->name) == 0 &&
                strcmp(accepted->from, counter->old) == 0 &&
                strcmp(accepted->to, counter->new) == 0)
                counter->accepted = accepted->reason;
        }
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
    for (size_t i = 0; i < rows->count; i++) {
        struct gate_row *row = &rows->rows[i];
        if (row->built_in)
            continue;
        const struct gate_limit *measured = NULL; /* has the largest least of all for the row */
        for (size_t k = 0; k < limits->count; k++) {
            const struct gate_limit *limit = &limits->list[k];
            const bool threshold = limit->kind == GATE_LIMIT_THRESHOLD;
            const struct gate_limit **own = threshold ? &row->limit : &row->quarantine;
            if (limit->kind == GATE_LIMIT_ACCEPTANCE || !is_for(limit, row->name, device))
                continue;
            if (!*own) /* the first is the row's */
                *own = limit;
            if (threshold && !isnan(limit->least) && (!measured || limit->least > measured->least))
                measured = limit;
        }
        if (row->limit && !threshold_set(rows, row, measured, theta))
            return false;
    }
    return true;
}
