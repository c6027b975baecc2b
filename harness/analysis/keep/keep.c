/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"
#include "harness/record/record.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* Shares by which times may differ from their sources, since totals are whole nanoseconds. */
static const double rounding = 1e-6, over = 1.01;

/* True, with a message, when a sample took the device longer, by 1 % and two ticks, than the host
 * waited for it. */
static bool keep_times_clocks(const struct run *run)
{
    foreach (const struct run_case, c, run->cases, run->case_count) {
        const double slack_ns = c->tick_ns > 0 ? 2 * c->tick_ns / fmax(c->inner_repetitions, 1) : 0;
        for (size_t k = 0; k < c->sample_count; k++) {
            const struct run_sample *sample = &c->samples[k];
            if (sample->gpu_ns > over * sample->wall_ns + slack_ns)
                return !trouble(
                    "sample %zu of '%s' took the device %.6g ns, for which the host waited "
                    "%.6g ns: its timestamps cannot be true; see `claimcheck selftest`",
                    k, c->name, sample->gpu_ns, sample->wall_ns);
        }
    }
    return false;
}

/* False where a value that the file states is not that of the samples. */
static bool same(double stated, double own, double step_ns)
{
    return fabs(stated - own) <= rounding * fabs(own) + step_ns;
}

static bool summary_differs(const struct run_case *c, bool wall, double *values)
{
    const struct stats_summary *stated = wall ? &c->wall : &c->gpu;
    const double step_ns = 1 / fmax(c->inner_repetitions, 1);
    double least = INFINITY, greatest = 0;
    size_t count = 0;
    foreach (const struct run_sample, sample, c->samples, c->sample_count) {
        const double ns = wall ? sample->wall_ns : sample->gpu_ns;
        if (!paired_counts(c, sample))
            continue;
        values[count++] = ns;
        least = fmin(least, ns);
        greatest = fmax(greatest, ns);
    }
    if (stated->count == 0 || count == 0)
        return false;
    const double median = stats_median(values, count);
    if (stated->count == count && same(stated->median, median, step_ns) &&
        same(stated->minimum, least, step_ns) && same(stated->maximum, greatest, step_ns))
        return false;
    return !trouble(
        "'%s' has a %s time of %.9g ns (%.9g to %.9g, %zu sample%s), and by its samples it "
        "is %.9g ns (%.9g to %.9g, %zu sample%s): the file was changed; measure again",
        c->name, wall ? "wall" : "GPU", stated->median, stated->minimum, stated->maximum,
        COUNTED(stated->count), median, least, greatest, COUNTED(count));
}

/* True, with a message, when count, median, least or greatest of a case's times are not those of
 * its samples, which a summary has no longer. */
static bool keep_times_differ(const struct run *run)
{
    foreach (const struct run_case, c, run->cases, run->summary.of == 0 ? run->case_count : 0) {
        OWNED double *values = stats_numbers(c->sample_count);
        if (summary_differs(c, false, values) || summary_differs(c, true, values))
            return true;
    }
    return false;
}

/* Throttled samples are left out of all statistics, unless a case has no others, as the run says of
 * it; more than this share of samples, or of such cases, is another device. */
static const double throttled_share = 0.01;

/* The first of the cases that ended so, and how many more. */
static bool ended_so(const struct run *run, bool (*is_so)(const struct run_case *c),
                     const char *remedy)
{
    const struct run_case *first = NULL;
    size_t more = 0;
    char others[48] = "";
    foreach (const struct run_case, c, run->cases, run->case_count)
        if (is_so(c) && first)
            more++;
        else if (is_so(c))
            first = c;
    if (more > 0)
        snprintf(others, sizeof(others), " (and %zu more)", more);
    return first && !trouble("'%s'%s is %s: %s; %s", first->name, others, run_status_word(first),
                             first->reason, remedy);
}

static bool is_timeless(const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (run_case_judged(&run->cases[i]))
            return false;
    return true;
}

static bool has_kept_answer(const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].answer_kept_s > 0)
            return true;
    return false;
}

static bool is_throttled(const struct run *run)
{
    static const char remedy[] = "let the device rest, stop other work on it, and measure again";
    size_t throttled = 0, all = 0, counting = 0;
    const char *first = "";
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (c->clock.throttled_count && counting++ == 0)
            first = c->name;
        for (size_t k = 0; k < c->sample_count; k++)
            throttled += c->samples[k].throttled ? 1 : 0;
        all += c->sample_count;
    }
    if ((double)counting > throttled_share * (double)run->case_count)
        return !trouble("throttled samples count in '%s', because it has too few others: %s", first,
                        remedy);
    return (double)throttled > throttled_share * (double)all &&
           !trouble("%zu of %zu samples are throttled: %s", throttled, all, remedy);
}

static bool is_of_earlier(const struct run_ceilings *ceilings)
{
    return ceilings->measured && *ceilings->measured;
}

/* Layers that are in no call of a device: they order the list of devices, or hide some. */
static const char *const harmless_layers[] = {
    "VK_LAYER_MESA_device_select", /* of Mesa, on every machine that has it */
    "VK_LAYER_NV_optimus",         /* the same, of NVIDIA */
};

const char *keep_layer(const struct run *run)
{
    for (size_t i = 0; i < run->context.active_layer_count; i++) {
        const char *name = run->context.active_layers[i];
        if (!NAMED(harmless_layers, COUNT_OF(harmless_layers), name))
            return name;
    }
    return NULL;
}

/* A date is none, of before this program or of the future, or the end is before the start: the
 * clock of the machine that measured was not set. */
static bool is_misdated(const struct run_session *session)
{
    static const char first[] = "2024-01-01T00:00:00Z";
    const struct {
        const char *key, *date;
    } dates[] = { { "started", session->started }, { "ended", session->ended } };
    const double started = units_parse_date(session->started), now = (double)time(NULL);
    const bool future = started > now + 86400.0;
    for (int i = 0; i < (session->complete ? 2 : 1); i++) {
        if (isnan(units_parse_date(dates[i].date)))
            return !trouble(
                "session.%s is '%.64s', not a date such as 2026-01-02T03:04:05Z: the file "
                "was changed; measure again",
                dates[i].key, dates[i].date);
        if (i == 0 && (started < units_parse_date(first) || future))
            return !trouble(
                "session.started is %.64s, %s: set the machine's clock, and measure again",
                session->started,
                future ? "in the future by this machine's clock" : "before there was a claimcheck");
    }
    return session->complete && units_parse_date(session->ended) < started &&
           !trouble(
               "session.ended, %.64s, is before session.started, %.64s: the machine's clock was "
               "set back; measure again",
               session->ended, session->started);
}

bool keep_fault_is(const struct run *run, enum keep_fault fault)
{
    const char *commit = run->tool.commit;
    switch (fault) {
    case KEEP_UNKNOWN:
        return (!*commit || strcmp(commit, "unknown") == 0) &&
               !trouble("its claimcheck names no commit: build it in a clone, and measure again");
    case KEEP_DIRTY:
        return text_ends(commit, "-dirty") &&
               !trouble("measured by %s, a source that nobody has: commit it, and measure again",
                        commit);
    case KEEP_SLOW:
        return run->tool.slow && !trouble("measured with a build without optimisation, or with "
                                          "sanitizers: build with scripts/run, and measure again");
    case KEEP_VALIDATED:
        return run->session.validate &&
               !trouble("measured with validation layers: measure again without --validate");
    case KEEP_LAYERED:
        if (!*run->context.layers && keep_layer(run))
            return !trouble(
                "measured with the layer %.200s, which may change times: disable it by the "
                "variable that its manifest names, and measure again",
                keep_layer(run));
        return *run->context.layers &&
               !trouble("measured with the layers that the environment asked for, %.200s: unset "
                        "VK_INSTANCE_LAYERS and VK_LOADER_LAYERS_ENABLE, and measure again",
                        run->context.layers);
    case KEEP_PLANTED:
        return *run->context.fault &&
               !trouble("CLAIMCHECK_FAULT was '%s': unset it, and measure again",
                        run->context.fault);
    case KEEP_INCOMPLETE:
        return !run->session.complete &&
               !trouble("it is not complete: claimcheck run --resume goes on with it");
    case KEEP_WRONG: return ended_so(run, run_status_is_wrong, "put that right, and measure again");
    case KEEP_UNTRIED:
        return ended_so(run, run_status_is_untried, "find out why, and measure again");
    case KEEP_TIMELESS:
        return is_timeless(run) &&
               !trouble("no case has a time: measure on a device that supports its cases");
    case KEEP_THROTTLED: return is_throttled(run);
    case KEEP_CACHED:
        return is_of_earlier(&run->ceilings) &&
               !trouble(
                   "its device limits are of an earlier run, begun %s: keep that one, too, and "
                   "name it "
                   "by --ceilings-of, or measure again with --ceilings fresh",
                   run->ceilings.measured);
    case KEEP_ANSWERED:
        return has_kept_answer(run) &&
               !trouble("a reference's answer is of an earlier run: measure again with --answers "
                        "fresh");
    case KEEP_SUMMARY:
        return run->summary.of > 0 &&
               !trouble("it is a summary already, %zu of %zu samples: keep the run that it is of",
                        run->summary.samples, run->summary.of);
    case KEEP_UNDATED: return is_misdated(&run->session);
    case KEEP_CLOCKS: return keep_times_clocks(run);
    case KEEP_CHANGED: return keep_times_differ(run);
    case KEEP_FAULT_COUNT: break;
    }
    return false;
}

static bool steers(const char *where, const json_t *part)
{
    const char *key, *value = json_string_value(part);
    json_t *member;
    if (value)
        return !printable_is(value) &&
               !trouble("%s is '%.64s': a name has no control characters, and "
                        "the file was changed; measure again",
                        where, value);
    json_object_foreach((json_t *)part, key, member)
    {
        char inner[96];
        snprintf(inner, sizeof(inner), "%.47s.%.47s", where, key);
        if (!printable_is(key))
            return !trouble("%s: a name has no control characters: measure again", inner);
        if (steers(inner, member))
            return true;
    }
    foreach_json (element, part)
        if (steers(where, element))
            return true;
    return false;
}

bool keep_document_is_odd(const json_t *document)
{
    static const char *const heads[] = { "tool", "session", "context", "device" };
    if (json_object_get(document, "sum"))
        return !trouble("another program has rewritten it, so its check sum proves "
                        "nothing: name the file as claimcheck wrote it");
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (steers(heads[i], json_object_get(document, heads[i])))
            return true;
    return false;
}

bool keep_ceilings_differ(const struct run *run, const struct run *other)
{
    if (!is_of_earlier(&run->ceilings))
        return !trouble("its device limits are its own: leave out --ceilings-of");
    if (is_of_earlier(&other->ceilings))
        return !trouble(
            "the device limits of '%s' are of an earlier run, too: name the one that was begun "
            "%s by --ceilings-of",
            other->path, run->ceilings.measured);
    /* Whenever they were measured. */
    struct run_ceilings own = run->ceilings;
    own.cached = false;
    own.measured = NULL;
    json_auto_t *a = ceilings_json(&own), *b = ceilings_json(&other->ceilings);
    if (strcmp(other->session.started, run->ceilings.measured) != 0 ||
        strcmp(other->device.uuid, run->device.uuid) != 0 || !json_equal(a, b))
        return !trouble(
            "its device limits differ from those of '%s': name the run that was begun %s by "
            "--ceilings-of",
            other->path, run->ceilings.measured);
    return false;
}

void keep_name(const struct run *run, char *name, size_t bytes)
{
    enum { DATE_BYTES = 10 }; /* of "2024-05-06T07:08:09Z" */
    const char *technique = "", *ceilings = "", *choice = run->session.profile;
    char date[DATE_BYTES + 1] = "";
    bool several = false;
    /* The one technique that is no ceilings, or that of ceilings alone; "" for several. */
    foreach (const struct run_case, c, run->cases, run->case_count)
        if (c->ceiling != BENCH_CEILING_NONE)
            ceilings = c->technique;
        else if (!*technique)
            technique = c->technique;
        else
            several = several || strcmp(technique, c->technique) != 0;
    technique = several ? "" : *technique ? technique : ceilings;
    /* The profile, or "claims". A run of the gate has the profile of its cases in the file. */
    const char *profile = run_plan_argument(run, "profile");
    if (profile && strcmp(profile, profile_gate) == 0)
        choice = profile_gate;
    if (run_plan_argument(run, "claims"))
        choice = "claims";
    for (const char *c = run->session.started; *c && c < run->session.started + DATE_BYTES; c++)
        if (isdigit((unsigned char)*c))
            strncat(date, c, 1);
    const int written =
        snprintf(name, bytes, "%s-%s%s%s", date, technique, *technique ? "-" : "", choice);
    if (written < 0 || (size_t)written >= bytes)
        name[0] = 0;
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '-';
}
