/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"

#include "harness/base/expression.h"
#include "harness/base/trouble.h"
#include "harness/record/run/json_reader.h"

#include <math.h>
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

static void expression_read(const struct json_reader *part, struct gate_limit *limit)
{
    char trouble[128];
    const char *refusal = expression_refuse(limit->text);
    if (refusal) {
        json_reader_fault(part, "cases", " is not an expression for rows: it %s", refusal);
        return;
    }
    const int code = regcomp(&limit->expression, limit->text, REG_EXTENDED | REG_NOSUB);
    limit->expression_made = code == 0;
    if (limit->expression_made)
        return;
    regerror(code, &limit->expression, trouble, sizeof(trouble));
    json_reader_fault(part, "cases", " is not an extended regular expression: %s", trouble);
}

/* Reads the members that both kinds of entries have. */
static void limit_read(const struct json_reader *part, const char *today, struct gate_limit *limit)
{
    limit->name = json_reader_text(part, "case");
    limit->text = json_reader_text(part, "cases");
    limit->device = json_reader_text(part, "device");
    limit->reason = json_reader_name(part, "reason");
    limit->until = json_reader_text(part, "until");
    if (part->reader->failed)
        return;
    if ((*limit->name != 0) == (*limit->text != 0))
        json_reader_fault(part, NULL, ": wanted either 'case', a name, or 'cases', an expression");
    else if (*limit->text)
        expression_read(part, limit);
    if (*limit->until && !is_day(limit->until))
        json_reader_fault(part, "until", " is not a day of the calendar, such as 2027-01-31");
    limit->expired = *limit->until && strcmp(limit->until, today) < 0;
}

static void threshold_read(const struct json_reader *part, const char *today,
                           struct gate_limit *limit)
{
    static const char *const known[] = { "case",   "cases",  "theta",    "reason", "until",
                                         "device", "spread", "launches", "least" };
    json_reader_known(part, known, sizeof(known) / sizeof(known[0]));
    limit_read(part, today, limit);
    limit->theta = json_reader_number(part, "theta", RUN_TIME);
    limit->least = json_reader_number(part, "least", RUN_TIME);
    json_reader_number(part, "spread", RUN_AMOUNT);
    json_reader_number(part, "launches", RUN_TOTAL);
    if (!(limit->theta >= gate_limits_theta_min && limit->theta <= gate_limits_theta_max))
        json_reader_fault(part, "theta", ": wanted a share from 0.001 to 1");
}

static void quarantine_read(const struct json_reader *part, const char *today,
                            struct gate_limit *limit)
{
    static const char *const known[] = { "case", "cases", "reason", "until", "device" };
    json_reader_known(part, known, sizeof(known) / sizeof(known[0]));
    limit_read(part, today, limit);
    limit->theta = limit->least = NAN;
    if (!*limit->until)
        json_reader_fault(part, "until", " is missing: every quarantine needs an end");
}

/* A number as counters have it, or a text; "" with a fault. */
static const char *count_read(const struct json_reader *part, const char *key)
{
    const json_t *value = json_object_get(part->json, key);
    char text[GATE_COUNTER_NUMBER_BYTES];
    if (!json_is_number(value))
        return json_reader_name(part, key);
    gate_counter_number(json_number_value(value), text);
    return json_reader_keep(part->reader, text);
}

static void acceptance_read(const struct json_reader *part, const char *today,
                            struct gate_acceptance *accepted)
{
    static const char *const known[] = { "case", "cases",  "counter", "from",
                                         "to",   "reason", "until",   "device" };
    json_reader_known(part, known, sizeof(known) / sizeof(known[0]));
    limit_read(part, today, &accepted->of);
    accepted->counter = json_reader_name(part, "counter");
    accepted->from = count_read(part, "from");
    accepted->to = count_read(part, "to");
}

static void acceptances_read(const struct json_reader *document, const char *today,
                             struct gate_limits *limits)
{
    const struct json_reader list = json_reader_array(document, "accepted");
    const size_t count = json_reader_count(&list);
    if (count > ENTRIES_MAX)
        json_reader_fault(document, NULL, "more than %d entries", ENTRIES_MAX);
    limits->accepted = json_reader_alloc(document->reader, count + 1, sizeof(*limits->accepted));
    for (size_t i = 0; i < count && !document->reader->failed; i++) {
        struct gate_acceptance *accepted = &limits->accepted[limits->accepted_count++];
        *accepted = (struct gate_acceptance){ .of = { .theta = NAN, .least = NAN } };
        const struct json_reader part = json_reader_entry(&list, i);
        if (!document->reader->failed)
            acceptance_read(&part, today, accepted);
    }
}

static void version_check(const struct json_reader *document)
{
    const char *version = json_reader_name(document, "schema_version");
    if (*version && strncmp(version, "1.", 2) != 0)
        json_reader_fault(document, "schema_version", " is '%.20s', and this build reads 1",
                          version);
}

static void document_read(const struct json_reader *document, const char *today,
                          struct gate_limits *limits)
{
    static const char *const known[] = { "schema_version", "thresholds", "quarantine", "accepted" };
    version_check(document);
    json_reader_known(document, known, sizeof(known) / sizeof(known[0]));
    const struct json_reader thresholds = json_reader_array(document, "thresholds");
    const struct json_reader quarantine = json_reader_array(document, "quarantine");
    const size_t count = json_reader_count(&thresholds), others = json_reader_count(&quarantine);
    if (count > ENTRIES_MAX || others > ENTRIES_MAX)
        json_reader_fault(document, NULL, "more than %d entries", ENTRIES_MAX);
    limits->list = json_reader_alloc(document->reader, count + others + 1, sizeof(*limits->list));
    for (size_t i = 0; i < count + others && !document->reader->failed; i++) {
        struct gate_limit *limit = &limits->list[limits->count++];
        *limit = (struct gate_limit){ .theta = NAN, .least = NAN };
        const struct json_reader part = i < count ? json_reader_entry(&thresholds, i)
                                                  : json_reader_entry(&quarantine, i - count);
        if (document->reader->failed)
            break;
        if (i < count)
            threshold_read(&part, today, limit);
        else
            quarantine_read(&part, today, limit);
    }
}

bool gate_limits_read(struct gate_limits *limits, const json_t *document, const char *path,
                      const char *today)
{
    *limits = (struct gate_limits){ 0 };
    struct run_reading reader = { .arena = &limits->arena,
                                  .path = path,
                                  .what = "",
                                  .name = "",
                                  .format = "file of thresholds" };
    const struct json_reader whole = { .reader = &reader, .json = document };
    if (json_is_object(document)) {
        document_read(&whole, today, limits);
        acceptances_read(&whole, today, limits);
    } else {
        json_reader_fault(&whole, NULL, "no object");
    }
    return !reader.failed;
}

void gate_limits_finish(struct gate_limits *limits)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->list[i].expression_made)
            regfree(&limits->list[i].expression);
    for (size_t i = 0; i < limits->accepted_count; i++)
        if (limits->accepted[i].of.expression_made)
            regfree(&limits->accepted[i].of.expression);
    arena_finish(&limits->arena);
    *limits = (struct gate_limits){ 0 };
}

/* Apply ---------------------------------------------------------------------------------------- */

static bool is_for(const struct gate_limit *limit, const char *name, const char *device)
{
    if (limit->expired || (*limit->device && strcmp(limit->device, device) != 0))
        return false;
    return *limit->name ? strcmp(limit->name, name) == 0
                        : regexec(&limit->expression, name, 0, NULL, 0) == 0;
}

bool gate_limit_fits(const struct gate_limit *limit, const struct gate_rows *rows,
                     const char *device)
{
    for (size_t i = 0; i < rows->count; i++)
        if (!rows->rows[i].built_in && is_for(limit, rows->rows[i].name, device))
            return true;
    return limit->expired || (*limit->device && strcmp(limit->device, device) != 0);
}

/* measured: has the largest least of all that are for the row; NULL: none has one. */
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

/* The first threshold and quarantine for the row. Returns the one with the largest least, NULL
 * where none has any. */
static const struct gate_limit *limits_find(const struct gate_limits *limits, struct gate_row *row,
                                            const char *device)
{
    const struct gate_limit *measured = NULL;
    for (size_t k = 0; k < limits->count; k++) {
        const struct gate_limit *limit = &limits->list[k];
        const struct gate_limit **own = isnan(limit->theta) ? &row->quarantine : &row->limit;
        if (!is_for(limit, row->name, device))
            continue;
        if (!*own)
            *own = limit;
        if (!isnan(limit->least) && (!measured || limit->least > measured->least))
            measured = limit;
    }
    return measured;
}

bool gate_limits_apply(const struct gate_limits *limits, struct gate_rows *rows, const char *device,
                       double theta)
{
    for (size_t i = 0; i < rows->count; i++) {
        struct gate_row *row = &rows->rows[i];
        if (row->built_in)
            continue;
        const struct gate_limit *measured = limits_find(limits, row, device);
        if (row->limit && !threshold_set(rows, row, measured, theta))
            return false;
    }
    return true;
}

void gate_limits_accept(const struct gate_limits *limits, const char *name, const char *device,
                        struct gate_counters *counters)
{
    for (size_t i = 0; i < counters->count; i++) {
        struct gate_counter *counter = &counters->list[i];
        for (size_t k = 0; k < limits->accepted_count && !counter->accepted; k++) {
            const struct gate_acceptance *accepted = &limits->accepted[k];
            if (is_for(&accepted->of, name, device) &&
                strcmp(accepted->counter, counter->name) == 0 &&
                strcmp(accepted->from, counter->old) == 0 &&
                strcmp(accepted->to, counter->new) == 0)
                counter->accepted = accepted->of.reason;
        }
    }
}
