/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"
#include "harness/record/record.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The value of one process. */
struct estimate_point {
    double value;
    struct stats_interval interval;
    size_t n;
    bool same_rounds;
    const struct run *run;
};

struct estimate_points {
    struct estimate_point *points;
    size_t count, room;
};

const char *const estimate_clock_names[3] = { "as stated", "device", "wall" };

const double estimate_factor_device = 1.03, estimate_factor_wall = 1.12, estimate_factor_host = 1.5;

/* All that their own intervals hold, or their values where `values`. */
static struct stats_interval hull(const struct estimate_points *processes, bool values)
{
    struct stats_interval all = { INFINITY, -INFINITY };
    foreach (const struct estimate_point, point, processes->points, processes->count) {
        const struct stats_interval own =
            values ? (struct stats_interval){ point->value, point->value } : point->interval;
        if (isnan(own.low) || isnan(own.high))
            return (struct stats_interval){ NAN, NAN };
        all.low = fmin(all.low, own.low);
        all.high = fmax(all.high, own.high);
    }
    return all;
}

/* Cards and runs ------------------------------------------------------------------------------ */

static bool same_unit(const struct estimate_point *a, const struct estimate_point *b, bool card)
{
    return card ? strcmp(a->run->device.uuid, b->run->device.uuid) == 0 : a->run == b->run;
}

/* One point for each run or card, with the median of its points; returns how many. units: room for
 * as many points, values: for as many numbers. */
static size_t units_find(const struct estimate_point *points, size_t count, bool card,
                         struct estimate_point *units, double *values)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        size_t own = 0;
        for (size_t k = 0; k < found && !seen; k++)
            seen = same_unit(&units[k], &points[i], card);
        for (size_t k = i; k < count && !seen; k++)
            if (same_unit(&points[i], &points[k], card))
                values[own++] = points[k].value;
        if (seen)
            continue;
        units[found] = points[i];
        units[found++].value = stats_median(values, own);
    }
    return found;
}

static double share_grown(double share, double factor)
{
    const double odds = share / (1 - share) * factor;
    return isinf(odds) ? 1 : odds / (1 + odds);
}

/* Between cards of one model. */
static void model_join(const struct estimate_point *cards, const struct estimate_points *runs,
                       double *values, bool share, struct estimate *estimate)
{
    for (size_t i = 0; i < estimate->cards; i++)
        values[i] = cards[i].value;
    estimate->value = stats_median(values, estimate->cards);
    if (!estimate->exact && estimate->cards <= 2) {
        const double factor = estimate->host   ? estimate_factor_host
                              : estimate->wall ? estimate_factor_wall
                                               : estimate_factor_device;
        estimate->factor = estimate->cards == 2 ? sqrt(factor) : factor;
    }
    if (estimate->exact || estimate->cards < ESTIMATE_CARDS_LEAST) {
        const struct stats_interval all = hull(runs, true);
        const double factor = estimate->factor;
        estimate->interval.low = share ? share_grown(all.low, 1 / factor) : all.low / factor;
        estimate->interval.high = share ? share_grown(all.high, factor) : all.high * factor;
        return;
    }
    estimate->interval = launch_stats_launches(values, estimate->cards).interval;
    stats_sort(values, estimate->cards);
    estimate->single =
        (struct stats_interval){ stats_quantile_sorted(values, estimate->cards, 0.05),
                                 stats_quantile_sorted(values, estimate->cards, 0.95) };
}

/* The run of the point that comes nearest to the value; of those that come equally near, as the two
 * beside the median of an even number do, the first. Values have seven digits. */
static const struct run *typical_find(const struct estimate_points *points, double value)
{
    const double same = 2e-6 * fabs(value);
    const struct run *typical = NULL;
    double nearest = INFINITY;
    foreach (const struct estimate_point, point, points->points, points->count) {
        const double away = fabs(point->value - value);
        if (typical && !(away < nearest - same))
            continue;
        nearest = away;
        typical = point->run;
    }
    return typical;
}

/* Sets the estimate's value, interval and counts; it knows already which times it is of. */
static void estimate_pool(const struct estimate_points *processes,
                          const struct estimate_request *request, struct estimate *estimate)
{
    const size_t count = processes->count;
    OWNED double *values = need_bytes(count * sizeof(*values));
    OWNED struct estimate_point *run_points = need_bytes(count * sizeof(*run_points));
    struct estimate_points runs = { .points = run_points };
    OWNED struct estimate_point *cards = need_bytes(count * sizeof(*cards));
    estimate->processes = count;
    estimate->same_rounds = true;
    for (size_t i = 0; i < count; i++) {
        estimate->n += processes->points[i].n;
        estimate->same_rounds = estimate->same_rounds && processes->points[i].same_rounds;
    }
    if (count > 0) {
        runs.count = units_find(processes->points, count, false, runs.points, values);
        estimate->runs = runs.count;
        estimate->cards = units_find(runs.points, runs.count, true, cards, values);
        if (request->unit == ESTIMATE_CARD) {
            /* Between processes of one card. */
            for (size_t i = 0; i < processes->count; i++)
                values[i] = processes->points[i].value;
            const struct launch_stats between = launch_stats_launches(values, processes->count);
            const bool enough = !estimate->exact && processes->count >= ESTIMATE_PROCESSES_LEAST;
            estimate->value = between.median;
            estimate->interval = enough ? between.interval : hull(processes, estimate->exact);
        } else
            model_join(cards, &runs, values, request->share, estimate);
        estimate->typical = typical_find(&runs, estimate->value);
    }
}

static const double confidence = 0.95;

/* One process of the terms. */
struct launch_points {
    const struct run_case *cases[ESTIMATE_TERMS_MAX];
    const struct run *run;
    uint32_t launch;
    bool wall; /* of JUDGED */
    enum estimate_clock clock;
};

static bool is_wall(const struct estimate_term *term, const struct launch_points *process)
{
    if (process->clock != ESTIMATE_AS_STATED && metric_sampled(term->measure))
        return process->clock == ESTIMATE_WALL_TIME;
    return term->measure->quantity == PUBLISHED_WALL ||
           (term->measure->quantity == PUBLISHED_JUDGED && process->wall);
}

/* Times in one process ------------------------------------------------------------------------ */

/* Terms in pairs, as far as they share rounds: partner[i] is count for one alone, i for one that
 * is another's. Returns how many factors there are. */
static size_t factors_find(const struct launch_points *process, const struct estimate_term *terms,
                           size_t count, size_t *partner)
{
    bool used[ESTIMATE_TERMS_MAX] = { false };
    size_t factors = 0;
    for (size_t i = 0; i < count; i++) {
        partner[i] = i;
        if (used[i])
            continue;
        /* Which term has its rounds, and is on the other side of the quotient; count: none. */
        size_t k = i + 1;
        while (k < count && (used[k] || terms[k].power == terms[i].power ||
                             !paired_possible(process->cases[i], process->cases[k])))
            k++;
        partner[i] = k;
        if (partner[i] < count)
            used[partner[i]] = true;
        factors++;
    }
    return factors;
}

double estimate_stamps_factor(const struct run_case *c)
{
    static const double stamps_ns = 1800;
    const double executions = c->stamps_each ? 1 : c->inner_repetitions;
    return 1 + stamps_ns / (fmax(executions, 1) * c->gpu.median);
}

/* Room for the samples of the largest term, and one more. */
static size_t room_for(const struct launch_points *process, size_t count)
{
    size_t room = 1;
    for (size_t i = 0; i < count; i++)
        if (process->cases[i]->sample_count >= room)
            room = process->cases[i]->sample_count + 1;
    return room;
}

static struct estimate_point process_times(const struct launch_points *process,
                                           const struct estimate_term *terms, size_t count)
{
    const size_t room = room_for(process, count);
    OWNED double *times = need_bytes(2 * room * sizeof(*times));
    size_t partner[ESTIMATE_TERMS_MAX];
    const size_t factors = factors_find(process, terms, count, partner);
    const double level = 1 - (1 - confidence) / (double)factors;
    struct estimate_point point = { .n = SIZE_MAX, .same_rounds = factors == 1 };
    for (size_t i = 0; i < count; i++) {
        const struct paired_side a = { process->cases[i], is_wall(&terms[i], process) };
        if (partner[i] == i)
            continue;
        size_t n;
        if (partner[i] < count) {
            const struct paired_side b = { process->cases[partner[i]],
                                           is_wall(&terms[partner[i]], process) };
            n = paired_collect(a, b, process->launch, times, times + room);
        } else {
            n = paired_times(a, process->launch, times);
        }
        for (size_t k = 0; k < n; k++)
            times[k] = log(partner[i] < count ? times[k] / times[room + k] : times[k]);
        const struct stats_interval interval = stats_median_interval(times, n, level);
        point.value += terms[i].power * stats_median(times, n);
        point.interval.low += terms[i].power > 0 ? interval.low : -interval.high;
        point.interval.high += terms[i].power > 0 ? interval.high : -interval.low;
        point.n = n < point.n ? n : point.n;
        for (size_t k = 0; k < count; k++)
            if (k != i && !is_wall(&terms[i], process) && !is_wall(&terms[k], process) &&
                strcmp(process->cases[i]->api, process->cases[k]->api) != 0) {
                const double more = log(estimate_stamps_factor(process->cases[i]) *
                                        estimate_stamps_factor(process->cases[k]));
                point.interval.low -= more;
                point.interval.high += more;
                break;
            }
    }
    point.value = exp(point.value);
    point.interval = (struct stats_interval){ exp(point.interval.low), exp(point.interval.high) };
    return point;
}

/* Estimates the share of the saved wall time that is not the device's, round by round; 0 in a round
 * where the first case saves nothing. No share exists if the first case saves nothing in the
 * median. */
static struct estimate_point process_share(const struct launch_points *process)
{
    struct estimate_point point = { .value = NAN, .interval = { NAN, NAN } };
    if (!paired_possible(process->cases[0], process->cases[1]))
        return point;
    const size_t room = room_for(process, 2);
    OWNED double *times = need_bytes(4 * room * sizeof(*times));
    const struct paired_side walls[] = { { process->cases[0], true }, { process->cases[1], true } };
    const struct paired_side gpus[] = { { process->cases[0], false },
                                        { process->cases[1], false } };
    double *wall = times, *gpu = times + 2 * room;
    const size_t n = paired_collect(walls[0], walls[1], process->launch, wall, wall + room);
    if (n == paired_collect(gpus[0], gpus[1], process->launch, gpu, gpu + room) &&
        stats_median(wall + room, n) > stats_median(wall, n)) {
        for (size_t k = 0; k < n; k++) {
            const double saved = wall[room + k] - wall[k];
            times[k] = saved > 0 ? 1 - (gpu[room + k] - gpu[k]) / saved : 0;
        }
        point =
            (struct estimate_point){ stats_median(times, n),
                                     stats_median_interval(times, n, confidence), n, true, NULL };
    }
    return point;
}

/* All processes ------------------------------------------------------------------------------- */

static bool process_open(struct launch_points *process, const struct estimate_request *request,
                         size_t run, const struct estimate_term *terms, size_t count)
{
    *process = (struct launch_points){ .run = request->runs->runs[run], .clock = request->clock };
    for (size_t i = 0; i < count; i++) {
        process->cases[i] = terms[i].row->cases[run];
        if (!process->cases[i])
            return false;
        process->wall = process->wall || process->cases[i]->by_wall;
    }
    return true;
}

static size_t launches_of(const struct launch_points *process, size_t count)
{
    size_t launches = process->cases[0]->launch_count;
    for (size_t i = 1; i < count; i++)
        if (process->cases[i]->launch_count < launches)
            launches = process->cases[i]->launch_count;
    return launches > 0 ? launches : 1;
}

/* Times --------------------------------------------------------------------------------------- */

/* The times of a row; NULL where its file has none. */
static const struct row_times *times_of(const struct launch_points *process,
                                        const struct estimate_term *terms, size_t count)
{
    struct run *row = (struct run *)process->run; /* what it computes it keeps */
    size_t cases[ROW_TERMS_MAX];
    char by[ROW_BY_BYTES];
    for (size_t i = 0; i < count; i++)
        cases[i] = (size_t)(process->cases[i] - row->cases);
    by[0] = 0;
    for (size_t i = 0; i < count; i++)
        text_join_cut(by, ROW_BY_BYTES, "/", "%s", is_wall(&terms[i], process) ? "wall" : "gpu");
    if (terms[0].measure->quantity == PUBLISHED_HOST_SHARE)
        snprintf(by, ROW_BY_BYTES, "share");
    struct row_times *times = row_times_find(row, cases, count, by);
    if (times || !row->row->full)
        return times;
    times = row_times_add(row, cases, count, by);
    struct launch_points full = *process;
    full.run = row->row->full;
    for (size_t i = 0; i < count; i++)
        full.cases[i] = row->row->full_cases[times->cases[i]];
    const size_t launches = launches_of(&full, count);
    times->points = arena_alloc(&row->arena, launches * sizeof(*times->points));
    for (full.launch = 0; full.launch < launches; full.launch++) {
        const struct estimate_point point = terms[0].measure->quantity == PUBLISHED_HOST_SHARE
                                                ? process_share(&full)
                                                : process_times(&full, terms, count);
        if (!isnan(point.value))
            times->points[times->point_count++] = (struct row_point){
                row_time(point.value),
                { row_time(point.interval.low), row_time(point.interval.high) },
                point.n,
            };
    }
    return times;
}

static void point_add(struct estimate_points *processes, const struct launch_points *process,
                      struct estimate_point point)
{
    if (isnan(point.value))
        return;
    point.run = process->run;
    processes->points = need_room(processes->points, processes->count, &processes->room,
                                  sizeof(*processes->points));
    processes->points[processes->count++] = point;
}

double estimate_trips(const struct run_case *c)
{
    return c->kind == BENCH_HOST_DRIVEN ? c->counters.host_returns : c->kind == BENCH_GPU;
}

/* Returns the part of a term's time that is left where each round trip takes so long in place of
 * what the run measured; NAN where it measured none. The device's time stays. */
static double trips_left(const struct launch_points *process, const struct estimate_term *term,
                         size_t i, double trip_ns)
{
    const struct run_case *c = process->cases[i];
    const double measured_ns = row_units_of(process->run).round_trip_ns, n = estimate_trips(c);
    const bool wall = term->measure->quantity == PUBLISHED_HOST_SHARE || is_wall(term, process);
    if (!wall || !(trip_ns > 0) || n == 0)
        return 1;
    if (!(measured_ns > 0) || isnan(n))
        return NAN;
    const double left_ns = c->wall.median - n * (measured_ns - trip_ns);
    return fmin(fmax(left_ns, c->gpu.median + n * trip_ns), c->wall.median) / c->wall.median;
}

/* The point of a row's times as it is with such round trips. */
static struct estimate_point trips_set(struct estimate_point point,
                                       const struct launch_points *process,
                                       const struct estimate_term *terms, size_t count,
                                       double trip_ns)
{
    double left[ESTIMATE_TERMS_MAX], factor = 1;
    for (size_t i = 0; i < count; i++) {
        left[i] = trips_left(process, &terms[i], i, trip_ns);
        factor *= terms[i].power > 0 ? left[i] : 1 / left[i];
    }
    if (terms[0].measure->quantity == PUBLISHED_HOST_SHARE) {
        const double a = process->cases[0]->wall.median, b = process->cases[1]->wall.median;
        factor = (b - a) / (b * left[1] - a * left[0]);
        point.value = 1 - factor * (1 - point.value);
        point.interval.low = 1 - factor * (1 - point.interval.low);
        point.interval.high = 1 - factor * (1 - point.interval.high);
        return point;
    }
    point.value *= factor;
    point.interval.low *= factor;
    point.interval.high *= factor;
    return point;
}

/* The points of a row, of its times or one for each launch that has one. False where its file lacks
 * them. */
static bool run_add(struct estimate_points *processes, struct launch_points *process,
                    const struct estimate_term *terms, size_t count, bool sampled, double trip_ns)
{
    if (sampled) {
        size_t partner[ESTIMATE_TERMS_MAX];
        const struct row_times *times = times_of(process, terms, count);
        const bool same_rounds = factors_find(process, terms, count, partner) == 1;
        for (size_t i = 0; times && i < times->point_count; i++) {
            const struct row_point *own = &times->points[i];
            const struct estimate_point point = { own->value, own->interval, own->n, same_rounds,
                                                  NULL };
            point_add(processes, process, trips_set(point, process, terms, count, trip_ns));
        }
        return times;
    }
    /* Values with one number in a run, or where each term has that in one launch each. */
    bool each = true;
    for (size_t i = 0; i < count; i++)
        each = each && !isnan(metric_launch_value(process->cases[i], 0, terms[i].measure,
                                                  is_wall(&terms[i], process)));
    const size_t launches = each ? launches_of(process, count) : 1;
    for (process->launch = 0; process->launch < launches; process->launch++) {
        double over = 1, under = 1;
        for (size_t i = 0; i < count; i++) {
            const struct run_case *c = process->cases[i];
            const bool wall = is_wall(&terms[i], process);
            *(terms[i].power > 0 ? &over : &under) *=
                each ? metric_launch_value(c, process->launch, terms[i].measure, wall)
                     : metric_value(process->run, c, terms[i].measure, wall);
        }
        const double value = over == under ? 1 : over / under;
        point_add(processes, process,
                  (struct estimate_point){ value, { NAN, NAN }, 1, true, NULL });
    }
    return true;
}

static void processes_find(struct estimate_points *processes,
                           const struct estimate_request *request,
                           const struct estimate_term *terms, size_t count, bool sampled,
                           struct estimate *estimate)
{
    struct launch_points process, newest = { 0 };
    /* The newest run that has all terms, of two such the later one given. */
    for (size_t run = 0; run < request->runs->count; run++)
        if (process_open(&process, request, run, terms, count) &&
            (!newest.run || strcmp(process.run->session.started, newest.run->session.started) >= 0))
            newest = process;
    for (size_t run = 0; run < request->runs->count; run++) {
        if (!process_open(&process, request, run, terms, count))
            continue;
        bool older = false; /* by its kernels, which are one hash for each case */
        for (size_t i = 0; i < count; i++) {
            const struct run_case *c = process.cases[i], *new = newest.cases[i];
            older = older || c->kernel_count != new->kernel_count ||
                    (new->kernel_count > 0 && strcmp(c->kernels[0], new->kernels[0]) != 0);
        }
        if (older) {
            estimate->older++;
            continue;
        }
        if (!run_add(processes, &process, terms, count, sampled, request->trip_ns)) {
            estimate->lacking++;
            continue;
        }
        if (request->runs->counted)
            request->runs->counted[run] = true;
        /* A term runs on the host, which programs for devices only wait on, or is of another
         * workload than the first. */
        bool host = false;
        estimate->wall = terms[0].measure->quantity == PUBLISHED_HOST_SHARE;
        for (size_t i = 0; i < count; i++) {
            const struct run_case *c = process.cases[i];
            estimate->wall = estimate->wall || is_wall(&terms[i], &process);
            host = host || (c->kind == BENCH_CPU && (!*c->api || strcmp(c->api, "host") == 0)) ||
                   !run_case_same_workload(c, process.cases[0]);
            estimate->throttled = estimate->throttled || (sampled && c->clock.throttled_count);
        }
        estimate->host = estimate->wall && host;
    }
}

bool estimate_timed(const struct case_selection_row *row, const struct published_measure *measure)
{
    return metric_sampled(measure) || metric_timed(row->any, measure);
}

struct estimate estimate_make(const struct estimate_request *request,
                              const struct estimate_term *terms, size_t count)
{
    struct estimate estimate = {
        .value = NAN, .interval = { NAN, NAN }, .single = { NAN, NAN }, .factor = 1, .exact = true
    };
    struct estimate_points processes = { 0 };
    bool sampled = true;
    assert(count > 0 && count <= ESTIMATE_TERMS_MAX);
    for (size_t i = 0; i < count; i++) {
        sampled = sampled && metric_sampled(terms[i].measure);
        estimate.exact = estimate.exact && !estimate_timed(terms[i].row, terms[i].measure);
    }
    estimate.timed = sampled;
    processes_find(&processes, request, terms, count, sampled, &estimate);
    estimate_pool(&processes, request, &estimate);
    free(processes.points);
    return estimate;
}

/* A case of both, with one median: dates are of whole seconds, which two runs may share. */
static bool share_case(const struct run *a, const struct run *b)
{
    for (size_t i = 0; i < a->case_count; i++) {
        const struct run_case *other = run_find_case(b, a->cases[i].name);
        if (other &&
            row_time(run_case_median_ns(&a->cases[i])) == row_time(run_case_median_ns(other)))
            return true;
    }
    return false;
}

const struct run *estimate_run_again(const struct run *const *runs, size_t count,
                                     const struct run **first)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (runs[k]->session.seed == runs[i]->session.seed &&
                strcmp(runs[k]->session.started, runs[i]->session.started) == 0 &&
                (!runs[k]->row != !runs[i]->row ||
                 strcmp(runs[k]->device.uuid, runs[i]->device.uuid) == 0) &&
                strcmp(runs[k]->tool.commit, runs[i]->tool.commit) == 0 &&
                share_case(runs[k], runs[i])) {
                *first = runs[k];
                return runs[i];
            }
    return NULL;
}
