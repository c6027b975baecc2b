/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export.h"

#include "harness/analysis/compare/compare.h"
#include "harness/analysis/limits/limits.h"
#include "harness/analysis/why/why.h"
#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The baseline's time over the case's: above 1, the case is faster. */
static double speedup(const struct run_case *c, double ratio)
{
    const double own = c->baseline ? 1 : ratio;
    return c->status == BENCH_OK && own > 0 ? 1 / own : NAN;
}

void export_case_explain(json_t **c, const struct run *run, const struct run_case *read)
{
    struct why why;
    why_find(&why, run, read);
    json_value_add(c, "speedup:n speedup_low:n speedup_high:n", speedup(read, read->ratio.ratio),
                   speedup(read, read->ratio.interval.high),
                   speedup(read, read->ratio.interval.low));
    const struct why_use *top = why.use_count > 0 ? &why.uses[0] : NULL;
    json_value_add(
        c, "top_unit:o why:w",
        top ? json_value_object("unit:t percent:n", why_unit_name(top->unit), top->percent)
            : json_null(),
        why.text);
}

/* Export csv ----------------------------------------------------------------------------------- */

/* A line: each cell with the title of its column, which is written in the first line. */
struct line {
    FILE *out;
    bool titles;
    size_t cells;
};

static void words(struct line *line, const char *title, const char *text)
{
    fputs(line->cells++ > 0 ? "," : "", line->out);
    sheet_escape_csv(line->out, line->titles ? title : text);
}

static void number(struct line *line, const char *title, double number)
{
    if (line->titles || !isfinite(number))
        words(line, title, "");
    else {
        fputs(line->cells++ > 0 ? "," : "", line->out);
        sheet_escape_csv_number(line->out, number);
    }
}

static void flag(struct line *line, const char *title, bool flag)
{
    words(line, title, flag ? "true" : "false");
}

/* Writes members of a record by the table of fields: "path path=title". The title is the last part
 * of the path unless it is given. A record of NULL has none of these numbers. */
static void members_cells(struct line *line, const char *members, const struct field *fields,
                          const void *record)
{
    char list[256], *rest = list;
    snprintf(list, sizeof(list), "%s", members);
    for (char *path = strsep(&rest, " "); path; path = strsep(&rest, " ")) {
        char *title = strchr(path, '=');
        const char *dot = strrchr(path, '.');
        const void *part = record;
        if (title)
            *title++ = 0;
        else
            title = path + (dot ? dot + 1 - path : 0);
        const struct field *field = field_find(fields, path, &part);
        assert(field); /* a column that no table has */
        if (!field_is_number(field))
            words(line, title, field_text(part, field));
        else
            number(line, title, record ? field_number(part, field) : NAN);
    }
}

static void time_cell(struct line *line, const struct run_case *c)
{
    words(line, "time", c->by_wall ? "wall" : "gpu");
}

static void run_cells(struct line *line, const struct run *run, const struct run_case *c)
{
    const struct run_device *device = &run->device;
    const char *driver = device->driver_name, *info = device->driver_info;
    char text[1024];
    snprintf(text, sizeof(text), "%s%s%s", driver, *driver && *info ? " " : "", info);
    words(line, "device", device->name);
    words(line, "driver", text);
    words(line, "started", run->session.started);
    words(line, "commit", run->tool.commit);
    members_cells(line, "api mark", case_fields, c);
}

static json_t *axes_json(const struct run_case *c)
{
    json_t *axes = json_object();
    for (size_t i = 0; i < c->axis_count; i++)
        json_value_set(&axes, c->axes[i].name, json_value_text(c->axes[i].value));
    return axes;
}

/* All axes as one object of JSON, {"n":"1024","order":"row"}: most have few of all there are. Ends
 * the line, too. */
static void axes_cell(struct line *line, const struct run_case *c)
{
    json_auto_t *axes = axes_json(c);
    OWNED char *text = need(json_dumps(axes, JSON_COMPACT));
    words(line, "axes", text);
    fputs("\r\n", line->out);
}

/* The titles, then what `lines` makes of each case; for the titles it gets an empty one. */
static void document_write(FILE *out, const struct run *const *runs, size_t run_count,
                           void (*lines)(FILE *out, bool titles, const struct run *run,
                                         const struct run_case *c))
{
    static const struct run no_run = { .device = { .driver_name = "", .driver_info = "" } };
    static const struct run_case no_case;
    lines(out, true, &no_run, &no_case);
    for (size_t r = 0; r < run_count; r++)
        for (size_t i = 0; i < runs[r]->case_count; i++)
            lines(out, false, runs[r], &runs[r]->cases[i]);
}

/* Direct and indirect; NAN where neither is known. */
static double dispatches(const struct run_counters *counters)
{
    const double direct = counters->dispatches, indirect = counters->indirect_dispatches;
    return isnan(direct) ? indirect : isnan(indirect) ? direct : direct + indirect;
}

static void case_line(FILE *out, bool titles, const struct run *run, const struct run_case *c)
{
    struct line line = { out, titles, 0 };
    char host[HOST_NOTE_BYTES] = "";
    const void *none = c;
    const struct field *summary_fields = field_find(case_fields, "gpu", &none)->fields;
    if (c->kind == BENCH_CPU && !titles)
        host_note(run, host);
    members_cells(&line, "name workload technique bench variant kind cache baseline status reason",
                  case_fields, c);
    time_cell(&line, c);
    members_cells(&line,
                  "count median_ns interval_low_ns=low_ns interval_high_ns=high_ns min_ns q1_ns "
                  "q3_ns max_ns mad_ns",
                  summary_fields, titles ? NULL : run_case_judged(c));
    members_cells(&line, "wall.median_ns=wall_median_ns", case_fields, c);
    number(&line, "speedup", speedup(c, c->ratio.ratio));
    number(&line, "speedup_low", speedup(c, c->ratio.interval.high));
    number(&line, "speedup_high", speedup(c, c->ratio.interval.low));
    number(&line, "inner_repetitions", c->inner_repetitions);
    number(&line, "dispatches", dispatches(&c->counters));
    members_cells(&line,
                  "counters.barriers counters.host_returns peak_bytes work.bytes_read "
                  "work.bytes_written work.operations work.chain",
                  case_fields, c);
    run_cells(&line, run, c);
    members_cells(&line, "threads.count=threads", case_fields, c);
    words(&line, "host", host);
    number(&line, "launches", c->launch_count > 0 ? (double)c->launch_count : 1);
    members_cells(&line,
                  "launches.time.median_ns=launches_median_ns "
                  "launches.time.interval_low_ns=launches_low_ns "
                  "launches.time.interval_high_ns=launches_high_ns "
                  "launches.time.confidence=launches_confidence",
                  case_fields, c);
    number(&line, "launches_speedup_low", 1 / c->ratio_between.interval.high);
    number(&line, "launches_speedup_high", 1 / c->ratio_between.interval.low);
    number(&line, "energy_j", titles ? NAN : run_case_joules(c));
    members_cells(&line,
                  "energy.apart=energy_apart energy.power_w energy.temperature_c energy.memory_hz "
                  "energy.reason=energy_reason",
                  case_fields, c);
    axes_cell(&line, c);
}

void export_csv_runs(FILE *out, const struct run *const *runs, size_t run_count)
{
    document_write(out, runs, run_count, case_line);
}

void export_csv(FILE *out, const struct run *run)
{
    export_csv_runs(out, &run, 1);
}

static void sample_lines(FILE *out, bool titles, const struct run *run, const struct run_case *c)
{
    const size_t count = titles ? 1 : export_rows_has(c) ? c->sample_count : 0;
    for (size_t i = 0; i < count; i++) {
        static const struct run_sample none;
        const struct run_sample *sample = titles ? &none : &c->samples[i];
        const char *slash = titles ? NULL : os_path_last(run->path);
        struct line line = { out, titles, 0 };
        words(&line, "run", slash ? slash + 1 : run->path);
        members_cells(&line, "name workload technique bench variant kind cache baseline",
                      case_fields, c);
        time_cell(&line, c);
        number(&line, "launch", sample->launch);
        number(&line, "round", sample->round);
        number(&line, "sample", (double)i);
        number(&line, "order", sample->order);
        number(&line, "gpu_ns", sample->gpu_ns > 0 ? sample->gpu_ns : NAN);
        number(&line, "wall_ns", sample->wall_ns);
        number(&line, "inner_repetitions", c->inner_repetitions);
        number(&line, "canary_ns", sample->canary_ns);
        number(&line, "core_hz", sample->core_hz);
        number(&line, "host_canary_ns", sample->host_canary_ns);
        number(&line, "host_hz", sample->host_hz);
        flag(&line, "throttled", sample->throttled);
        flag(&line, "counts", paired_counts(c, sample));
        run_cells(&line, run, c);
        axes_cell(&line, c);
    }
}

void export_tidy(FILE *out, const struct run *const *runs, size_t run_count)
{
    document_write(out, runs, run_count, sample_lines);
}

/* Export rows ---------------------------------------------------------------------------------- */

bool export_rows_has(const struct run_case *c)
{
    return run_case_median_ns(c) > 0;
}

const char *export_rows_name_fault(const char *name)
{
    static const struct {
        const char *ending, *fault;
    } endings[] = {
        { "_mean", "ends in '_mean', which other programs take for an aggregate" },
        { "_median", "ends in '_median', which other programs take for an aggregate" },
        { "_stddev", "ends in '_stddev', which other programs take for an aggregate" },
        { "_cv", "ends in '_cv', which other programs take for an aggregate" },
        { "-bencher-ignore", "ends in '-bencher-ignore', by which Bencher leaves it out" },
        { "_bencher_ignore", "ends in '_bencher_ignore', by which Bencher leaves it out" },
        { "BencherIgnore", "ends in 'BencherIgnore', by which Bencher leaves it out" },
    };
    const size_t length = strlen(name);
    if (length > EXPORT_ROWS_NAME_BYTES)
        return "is longer than the 1024 bytes that Bencher takes";
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        const size_t own = strlen(endings[i].ending);
        if (length >= own && strcmp(name + length - own, endings[i].ending) == 0)
            return endings[i].fault;
    }
    return NULL;
}

/* The times of the samples that count (paired_counts()), of one execution, in the order of
 * sampling; in a summary those that stayed. Returns how many. */
static size_t times_take(const struct run_case *c, double *times)
{
    const size_t launches = c->launch_count > 0 ? c->launch_count : 1;
    size_t count = 0;
    for (size_t launch = 0; launch < launches; launch++)
        count +=
            paired_times((struct paired_side){ c, c->by_wall }, (uint32_t)launch, times + count);
    return count;
}

/* Takes the value over. Numbers have 15 digits. */
static void rows_json(FILE *out, json_t *value)
{
    json_value_write(out, value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}

/* The next entry of a list. */
static void rows_add(FILE *out, size_t *rows, json_t *row)
{
    fputs((*rows)++ > 0 ? ",\n" : "\n", out);
    rows_json(out, row);
}

/* "Name, driver 1.2": where it was measured. */
static json_t *device_json(const struct run *run)
{
    const struct run_device *device = &run->device;
    char text[1024];
    snprintf(text, sizeof(text), "%s%s%s%s%s", *device->name ? device->name : "no device",
             *device->driver_name ? ", " : "", device->driver_name, *device->driver_info ? " " : "",
             device->driver_info);
    return json_value_text(text);
}

void export_bmf(FILE *out, const struct run *run)
{
    size_t rows = 0;
    fputs("{", out);
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (!export_rows_has(c))
            continue;
        const struct stats_interval interval = run_case_interval(c);
        const double bytes_per_s = c->by_wall ? NAN : roofline_of(c).bytes_per_s;
        json_t *latency = json_value_object("value:f", run_case_median_ns(c));
        if (isfinite(interval.low) && isfinite(interval.high))
            json_value_add(&latency, "lower_value:f upper_value:f", interval.low, interval.high);
        json_t *measures = json_value_object("latency:o", latency);
        if (isfinite(bytes_per_s))
            json_value_set(&measures, "bandwidth", json_value_object("value:f", bytes_per_s));
        rows_add(out, &rows, json_value_text(c->name));
        fputc(':', out);
        rows_json(out, measures);
    }
    fputs("\n}\n", out);
}

void export_gha(FILE *out, const struct run *run)
{
    size_t rows = 0;
    fputs("[", out);
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (!export_rows_has(c))
            continue;
        const struct stats_interval interval = run_case_interval(c);
        const double median = run_case_median_ns(c);
        const double range = fmax(interval.high - median, median - interval.low);
        const size_t count = run_case_judged(c)->count;
        char text[2048];
        json_auto_t *device = device_json(run);
        json_t *row = json_value_object("name:t unit:t value:f", c->name, "ns", median);
        snprintf(text, sizeof(text), "\u00B1 %.6g", range);
        if (isfinite(range))
            json_value_add(&row, "range:t", text);
        snprintf(text, sizeof(text), "%s\n%zu sample%s of %s\nclaimcheck %.100s",
                 json_string_value(device), COUNTED(count), c->by_wall ? "wall time" : "GPU time",
                 run->tool.commit);
        json_value_add(&row, "extra:t", text);
        rows_add(out, &rows, row);
    }
    fputs("\n]\n", out);
}

void export_hyperfine(FILE *out, const struct run *run)
{
    size_t rows = 0;
    fputs("{\n\"results\":[", out);
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (!export_rows_has(c))
            continue;
        OWNED double *times = stats_numbers(c->sample_count);
        const size_t count = times_take(c, times);
        if (count == 0)
            continue;
        const double mean = stats_mean(times, count);
        const double deviation = stats_deviation(times, count);
        double least = INFINITY, greatest = 0;
        json_t *seconds = json_array(), *codes = json_array();
        for (size_t i = 0; i < count; i++) {
            least = fmin(least, times[i]);
            greatest = fmax(greatest, times[i]);
            json_value_append(&seconds, json_real(times[i] * 1e-9));
            json_value_append(&codes, json_integer(0));
        }
        json_t *result = json_value_object(
            "command:t mean:f stddev:o median:f user:f system:f min:f max:f times:o exit_codes:o",
            c->name, mean * 1e-9, isfinite(deviation) ? json_real(deviation * 1e-9) : json_null(),
            run_case_median_ns(c) * 1e-9, 0.0, 0.0, least * 1e-9, greatest * 1e-9, seconds, codes);
        if (c->axis_count > 0)
            json_value_set(&result, "parameters", axes_json(c));
        rows_add(out, &rows, result);
    }
    fputs("\n]\n}\n", out);
}

/* Google Benchmark ----------------------------------------------------------------------------- */

/* Where a case stands. */
struct place {
    size_t family, instance;
};

/* Finds the places of all cases with a row; malloc'ed. */
static struct place *places_find(const struct run *run)
{
    struct place *places = need_zeroed(run->case_count, sizeof(*places));
    size_t families = 0;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        size_t k = i;
        if (!export_rows_has(c))
            continue;
        while (k > 0 && !(export_rows_has(&run->cases[k - 1]) &&
                          strcmp(run->cases[k - 1].bench, c->bench) == 0 &&
                          strcmp(run->cases[k - 1].technique, c->technique) == 0))
            k--;
        places[i] = k > 0 ? (struct place){ places[k - 1].family, places[k - 1].instance + 1 }
                          : (struct place){ families++, 0 };
    }
    return places;
}

/* One of `repetitions`. */
static json_t *export_row_json(const struct run_case *c, struct place place, size_t repetitions,
                               size_t index, double ns)
{
    const double threads = c->kind == BENCH_CPU && c->threads > 0 ? c->threads : 1;
    return json_value_object(
        "name:t family_index:c per_family_instance_index:c run_name:t run_type:t repetitions:c "
        "repetition_index:c threads:o iterations:o real_time:f cpu_time:f time_unit:t label:t",
        c->name, place.family, place.instance, c->name, "iteration", repetitions, index,
        json_value_whole(threads),
        json_value_whole(c->inner_repetitions > 0 ? c->inner_repetitions : 1), ns, ns, "ns",
        c->by_wall ? "wall time" : "GPU time");
}

/* Omits what is not known: readers of this format take null for no number. */
static void gbench_write(FILE *out, const struct run *run, bool summary)
{
    const struct run_context *host = &run->context;
    OWNED struct place *places = places_find(run);
    json_t *load = json_array();
    size_t rows = 0;
    if (isfinite(host->load_average))
        json_value_append(&load, json_real(host->load_average));
    json_t *context = json_value_object("date:t host_name:t executable:t caches:o load_avg:o",
                                        run->session.started, "", "claimcheck", json_array(), load);
    json_value_add(&context, "library_build_type:t json_schema_version:i device:o",
                   run->tool.slow ? "debug" : "release", 1, device_json(run));
    json_value_add(&context, "claimcheck_version:t claimcheck_commit:t claimcheck_profile:t cpu:t",
                   run->tool.version, run->tool.commit, run->session.profile, host->cpu);
    if (isfinite(host->cores))
        json_value_add(&context, "num_cpus:n", host->cores);
    if (*host->processor.governor)
        json_value_add(&context, "cpu_scaling_enabled:b",
                       strcmp(host->processor.governor, "performance") != 0);
    fputs("{\n\"context\":", out);
    rows_json(out, context);
    fputs(",\n\"benchmarks\":[", out);
    foreach (const struct run_case, c, run->cases, run->case_count) {
        const struct place place = places[c - run->cases];
        if (!export_rows_has(c))
            continue;
        OWNED double *times = stats_numbers(c->sample_count);
        const size_t count = summary ? 0 : times_take(c, times);
        for (size_t i = 0; i < count; i++)
            rows_add(out, &rows, export_row_json(c, place, count, i, times[i]));
        if (!summary)
            continue;
        const double bytes_per_s = c->by_wall ? NAN : roofline_of(c).bytes_per_s;
        json_t *row = export_row_json(c, place, 1, 0, run_case_median_ns(c));
        if (isfinite(bytes_per_s))
            json_value_add(&row, "bytes_per_second:f", bytes_per_s);
        rows_add(out, &rows, row);
    }
    fputs("\n]\n}\n", out);
}

void export_gbench(FILE *out, const struct run *run)
{
    gbench_write(out, run, false);
}

void export_gbench_summary(FILE *out, const struct run *run)
{
    gbench_write(out, run, true);
}

enum { NAME_BYTES = 65, DRIVER_BYTES = 32 };

void export_testbed(FILE *out, const struct run *run)
{
    const struct run_device *device = &run->device;
    char name[NAME_BYTES], driver[DRIVER_BYTES];
    slug_make(*device->driver_info ? device->driver_info : device->driver_name, driver,
              sizeof(driver));
    const size_t behind = *driver ? strlen(driver) + 1 : 0;
    slug_make(*device->name ? device->name : "host", name, NAME_BYTES - behind);
    if (*driver && *name)
        strcat(name, "-");
    strcat(name, driver);
    fprintf(out, "%s\n", name);
}

/* Export trace --------------------------------------------------------------------------------- */

/* Columns: members of an event, of its arguments, of its case, or of the document. */
enum part { EVENT, ARGUMENTS, CASE, DOCUMENT, PARTS };

static const struct {
    const char *title;
    enum part part;
    const char *key; /* NULL: the track */
} columns[] = {
    { "case", ARGUMENTS, "case" },
    { "track" },
    { "category", EVENT, "cat" },
    { "name", EVENT, "name" },
    { "kind", ARGUMENTS, "kind" },
    { "begin_us", EVENT, "ts" },
    { "duration_us", EVENT, "dur" },
    { "work_groups", ARGUMENTS, "work_groups" },
    { "invocations", ARGUMENTS, "invocations" },
    { "bytes", ARGUMENTS, "bytes" },
    { "case_kind", CASE, "kind" },
    { "status", CASE, "status" },
    { "device", DOCUMENT, "device" },
    { "driver", DOCUMENT, "driver" },
    { "clock", DOCUMENT, "clock" },
    { "started", DOCUMENT, "started" },
};

static void event_line(FILE *out, bool titles, const json_t *document, const json_t *event)
{
    const json_t *args = json_object_get(event, "args");
    const json_t *const parts[PARTS] = {
        [EVENT] = event,
        [ARGUMENTS] = args,
        [CASE] =
            json_value_named(json_object_get(document, "cases"), json_value_text_of(args, "case")),
        [DOCUMENT] = json_object_get(document, "otherData"),
    };
    struct line line = { out, titles, 0 };
    for (size_t i = 0; i < COUNT_OF(columns); i++) {
        const char *title = columns[i].title, *key = columns[i].key;
        const json_t *part = parts[columns[i].part],
                     *value = key ? json_object_get(part, key) : NULL;
        OWNED char *clean = need_copy(key ? json_value_text_of(part, key) : "");
        printable_clean(clean);
        if (json_is_number(value))
            number(&line, title, json_number_value(value));
        else
            words(&line, title,
                  key                                                      ? clean
                  : json_integer_value(json_object_get(event, "tid")) == 1 ? "host"
                                                                           : "gpu");
    }
    fputs("\r\n", out);
}

void export_trace(FILE *out, const json_t *document)
{
    event_line(out, true, document, NULL);
    foreach_json (event, json_object_get(document, "traceEvents"))
        if (strcmp(json_value_text_of(event, "ph"), "X") == 0)
            event_line(out, false, document, event);
}
