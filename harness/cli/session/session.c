/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session.h"

#include "harness/analysis/keep/keep.h"
#include "harness/analysis/limits/limits.h"
#include "harness/analysis/override/override.h"
#include "harness/engine/cpu/cpu.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Launches ------------------------------------------------------------------------------------- */

static uint32_t most_of(const struct plan_group *group)
{
    uint32_t most = 1;
    foreach (const struct plan_case, c, group->cases, group->case_count)
        most = c->launches > most ? c->launches : most;
    return most;
}

/* Sets the launches that claims want of each case; ceilings and check points keep one. */
static void claims_set(const struct run_request *request, struct plan *plan, const struct run *run)
{
    published_cases_launches(&request->cases, plan, run);
    foreach (const struct plan_group, group, plan->groups, plan->group_count) {
        const uint32_t most = plan_group_is_ceilings(group) ? 1 : most_of(group);
        const uint32_t least =
            most < PUBLISHED_LAUNCHES_OF_LONG ? most : (uint32_t)PUBLISHED_LAUNCHES_OF_LONG;
        foreach (struct plan_case, c, group->cases, group->case_count)
            if (c->check)
                c->launches = 1;
            else if (c->baseline || most == 1)
                c->launches = most;
            else if (c->launches > 1 && c->launches < least)
                c->launches = least;
    }
}

void launch_plan_set(const struct run_request *request, struct plan *plan)
{
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        foreach (struct plan_case, c, group->cases, group->case_count)
            c->launches = request->launches > 0 && !c->check ? request->launches : 1;
    if (request->launches == 0 && request->claims)
        claims_set(request, plan, NULL);
    foreach (struct plan_group, group, plan->groups, plan->group_count)
        group->launches = most_of(group);
}

uint32_t launch_plan_most(const struct plan *plan)
{
    uint32_t most = 1;
    foreach (const struct plan_group, group, plan->groups, plan->group_count) {
        const uint32_t own = most_of(group);
        most = own > most ? own : most;
    }
    return most;
}

/* Returns how many cases the journal lacks (NULL: all), counted once for each launch. */
static size_t launch_plan_missing(const struct plan *plan, const struct journal *journal)
{
    size_t count = 0;
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        foreach (const struct plan_case, c, group->cases, group->case_count)
            for (uint32_t launch = 0; launch < c->launches && !c->check; launch++)
                count += !(journal && journal_has_case(journal, c->name, launch));
    return count;
}

/* Check points --------------------------------------------------------------------------------- */

/* Failures at check points of a session: its cases are in memory of the run. */
struct check_failures {
    struct run_case *cases;
    size_t count, room;
};

/* Takes over the check points of an attempt at which something went wrong, and unless `kept` takes
 * all of them out of it: the run file says so at the timed cases alone. */
static void check_points_take(struct check_failures *failures, const struct plan_group *group,
                              struct attempt *attempt, bool kept)
{
    size_t count = 0;
    foreach (const struct run_case, c, attempt->cases, attempt->case_count) {
        bool check = false;
        for (size_t k = 0; k < group->case_count && !check; k++)
            check = group->cases[k].check && strcmp(group->cases[k].name, c->name) == 0;
        if (check && run_status_fails(c)) {
            failures->cases = need_room(failures->cases, failures->count, &failures->room,
                                        sizeof(*failures->cases));
            failures->cases[failures->count++] = *c;
        }
        if (!check || kept)
            attempt->cases[count++] = *c;
    }
    attempt->case_count = count;
    if (count == 0 && plan_group_is_check(group)) {
        json_decref(attempt->workload);
        attempt->workload = NULL;
        json_array_clear(attempt->kernels);
    }
}

/* The first failure of a timed case's variant or twin; NULL. */
static const struct run_case *failure_of(const struct check_failures *failures,
                                         const struct plan_group *group,
                                         const struct plan_case *timed)
{
    const size_t length = strlen(timed->variant->name);
    foreach (const struct run_case, c, failures->cases, failures->count)
        if (strcmp(c->technique, group->technique->name) == 0 &&
            strcmp(c->bench, group->bench->name) == 0 && c->twin == (timed->files != NULL) &&
            strncmp(c->variant, timed->variant->name, length) == 0 &&
            strcmp(c->variant + length, c->twin ? "@file" : "") == 0)
            return c;
    return NULL;
}

/* Session -------------------------------------------------------------------------------------- */

struct session {
    const struct session_params *params;
    struct progress progress;
    size_t cases_ended; /* by this process */
    struct worker_job job;
    struct in_process local;  /* one of both measures */
    struct child children[2]; /* the one that measures, and the one before it or none */
    struct child *child;      /* the former */
    struct time_breakdown spending;
    struct run *run;               /* what the journal holds: its own */
    struct run *launch;            /* of the one that goes on, when it is not the first; NULL */
    struct run_ceilings ceilings;  /* of the launches before that */
    double throttled_s;            /* when the session began: cpu_host_throttled_s() */
    double begin_ns;               /* when the session began */
    double guess_s, guess_ended_s; /* plan_time_s(), and of that what has ended */
    bool guess_settled;            /* nothing more is said of it */
    char *stopped;                 /* why it did not go on; NULL */
    bool unsupported;              /* nothing can be done on this device */
    struct session_table table;
    uint32_t launches; /* of the case that has most, as it is known so far */
    struct input_stamps stamps;
    struct check_failures failures;
    json_t **ahead; /* by group of the plan, what checks_ahead() has found; NULL: not called yet */
    char crash[CRASH_LINE_BYTES];
};

/* How a group left the session. */
enum next { NEXT_GROUP, NEXT_INTERRUPTED, NEXT_STOPPED };

/* session_end() says why. */
static enum next stopped(struct session *session, const char *message)
{
    free(session->stopped);
    session->stopped = need_copy(message);
    return NEXT_STOPPED;
}

/* Groups -------------------------------------------------------------------------------------- */

/* State of a group while it is tried. */
struct tries {
    const struct plan_group *group;
    bool *dropped; /* cases that ended badly: no try needs them again */
};

/* Returns how many cases are dropped that were not before: 0 or 1. */
static size_t drop(const struct tries *tries, const char *name)
{
    for (size_t k = 0; k < tries->group->case_count; k++) {
        if (tries->dropped[k] || strcmp(tries->group->cases[k].name, name) != 0)
            continue;
        tries->dropped[k] = true;
        return 1;
    }
    return 0;
}

/*
 * The cases of a group that the journal does not hold yet, and their baseline: ratios are paired
 * within a group, so it is sampled again, unless it ended badly. No case when nothing is missing.
 */
static void group_missing(const struct session *session, const struct tries *tries,
                          struct plan_group *missing)
{
    size_t wanted = 0;
    const struct plan_group *group = tries->group;
    *missing = *group;
    missing->case_count = 0;
    missing->cases = need_bytes(group->case_count * sizeof(*group->cases));
    foreach (const struct plan_case, c, group->cases, group->case_count) {
        const bool dropped = tries->dropped[c - group->cases];
        if (c->launches <= session->job.launch || (dropped && c->check))
            continue;
        /* In the launch that goes on; or it has ended badly before. */
        const bool there = journal_has_case(session->params->journal, c->name, session->job.launch);
        wanted += there ? 0 : 1;
        if (!there || (c->baseline && !dropped))
            missing->cases[missing->case_count++] = *c;
    }
    if (wanted == 0)
        missing->case_count = 0;
}

/* Takes over what the attempt holds, judged by the ceilings so far. Counts the cases that are new.
 * False with a message. */
static bool attempt_record(struct session *session, struct attempt *attempt, size_t *added)
{
    struct journal *journal = session->params->journal;
    struct run *run = session->launch ? session->launch : session->run;
    struct run_ceilings ceilings = session->ceilings;
    bool kept =
        !attempt->workload || ((!session->launch || run_add_workload(run, attempt->workload)) &&
                               journal_add_workload(journal, attempt->workload));
    foreach_json (kernel, attempt->kernels)
        kept = kept && (session->launch || journal_add_kernel(journal, kernel));
    if (!session->launch)
        ceilings_find(&ceilings, run);
    for (size_t i = 0; i < attempt->case_count && kept; i++) {
        struct run_case *c = &attempt->cases[i];
        if (journal_has_case(journal, c->name, session->job.launch))
            continue;
        floor_apply(run, c, &ceilings, gpu_info_is_software(session->params->device));
        if (c->status == BENCH_OK) {
            time_breakdown_number(&session->spending);
            progress_number(&session->progress, c->variant, run_case_median_ns(c));
        }
        kept = session->launch
                   ? run_add_case(run, c) && journal_add_launch(journal, c, session->job.launch)
                   : journal_add_case(journal, c);
        *added += kept;
    }
    return kept;
}

/* Checks that the inputs are unchanged since the run began, because groups read them anew. */
static bool inputs_hold(struct session *session)
{
    const json_t *head = json_object_get(journal_head(session->params->journal), "session");
    const bool hold = input_files_still(&session->stamps, session->params->request,
                                        json_object_get(head, "input_files"));
    if (!hold)
        stopped(session, trouble_text());
    return hold;
}

/* Check points side by side: nothing is timed while they are tried. */

enum {
    CHECKERS_MOST = 4,
    CHECKS_LEAST = 8, /* fewer are tried here before another process has made its device */
};

/* Several processes at work: each takes the next group that none has taken. */
struct checking {
    const struct plan *plan;
    json_t **found;       /* by group of the plan */
    const size_t *groups; /* that are to be tried */
    size_t group_count;
    struct interrupt_hold
        hold;                  /* the signals of the processes are this one's, not their thread's */
    atomic_size_t taken, over; /* groups, and processes that are through */
};

struct checker {
    struct checking *all;
    struct worker_job job;
    pthread_t thread;
};

/* group_try() is left with groups for which there was no process. */
static void *check_on(void *context)
{
    struct checker *checker = context;
    struct checking *all = checker->all;
    struct child child = { .job = &checker->job, .hold = &all->hold };
    for (size_t i; (i = atomic_fetch_add(&all->taken, 1)) < all->group_count;) {
        OWNED_BY(arena_finish) struct arena arena = { 0 };
        OWNED_BY(attempt_finish) struct attempt attempt;
        attempt_init(&attempt, &arena);
        child_run(&child, &all->plan->groups[all->groups[i]], &attempt);
        if (attempt.end != ATTEMPT_FAILED)
            all->found[all->groups[i]] = attempt_json(&attempt);
    }
    child_stop(&child);
    atomic_fetch_add(&all->over, 1);
    return NULL;
}

/* Whether a group's check points may be tried beside others: it runs no program, nor that of a
 * folder's reference. What changes in the cache while a program runs is taken for the program's, as
 * an answer that another process keeps would be. */
static bool is_aside(const struct plan_group *group)
{
    bool programs = group->technique->folder;
    foreach (const struct plan_case, c, group->cases, group->case_count)
        programs = programs || c->variant->api;
    return plan_group_is_check(group) && !programs;
}

/* Tries check points in several processes at once, on a device that a driver has on the CPU. Of
 * a GPU, making it and its pipelines anew in four processes took as long as all check points in
 * this one, and timed cases had no pipelines then. */
static void checks_ahead(struct session *session)
{
    const struct plan *plan = session->params->plan;
    const struct run_request *request = session->params->request;
    struct checking all = { .plan = plan };
    struct checker checkers[CHECKERS_MOST];
    OWNED size_t *groups = need_bytes((plan->group_count + 1) * sizeof(*groups));
    size_t most = 0, count = 0;
    session->ahead = need_zeroed(plan->group_count + 1, sizeof(*session->ahead));
    for (size_t i = 0; i < plan->group_count; i++)
        if (is_aside(&plan->groups[i]))
            groups[all.group_count++] = i;
    if (!gpu_info_is_software(session->params->device) || request->together || request->validate ||
        request->check_only || all.group_count < CHECKS_LEAST)
        return;
    free(need(cpu_affinity_usable(&most)));
    most = most < CHECKERS_MOST ? most : CHECKERS_MOST;
    all.groups = groups;
    all.found = session->ahead;
    interrupt_hold_begin(&all.hold);
    interrupt_hold_end(&all.hold);
    for (; most > 1 && count < most; count++) {
        struct checker *checker = &checkers[count];
        *checker = (struct checker){ .all = &all, .job = session->job };
        checker->job.how.isolate = false;
        checker->job.how.alone = true;
        checker->job.progress = NULL;
        checker->job.throttled = NULL;
        if (os_thread_start(&checker->thread, check_on, checker) != 0)
            break;
    }
    while (atomic_load(&all.over) < count) {
        const size_t taken = atomic_load(&all.taken);
        const size_t shown = taken < all.group_count ? taken : all.group_count - 1;
        progress_group(&session->progress, &plan->groups[groups[shown]], session->cases_ended);
        progress_sample(&session->progress, plan->groups[groups[shown]].cases[0].name, 1);
        clock_sleep_ns(20e6);
    }
    while (count > 0)
        pthread_join(checkers[--count].thread, NULL);
}

/* An attempt at the group, once; NULL. */
static json_t *ahead_take(struct session *session, const struct plan_group *group)
{
    json_t **found = session->ahead ? &session->ahead[group - session->params->plan->groups] : NULL;
    json_t *taken = found ? *found : NULL;
    if (found)
        *found = NULL;
    return taken;
}

/* One try at the cases that are missing. *again: some still are, and wait for another one. */
static enum next group_try(struct session *session, const struct tries *tries,
                           struct plan_group *missing, bool *again)
{
    struct run *run = session->launch ? session->launch : session->run;
    size_t added = 0;
    enum next next = NEXT_GROUP;
    *again = false;
    if (!inputs_hold(session))
        return NEXT_STOPPED;
    OWNED_BY(attempt_finish) struct attempt attempt;
    attempt_init(&attempt, &run->arena);
    pinned_sampling_apply(missing, session->run);
    double begin_ns = clock_now_ns();
    progress_group(&session->progress, missing, session->cases_ended);
    json_auto_t *found = ahead_take(session, tries->group);
    if (found)
        attempt_read(&attempt, found);
    else if (session->job.how.alone || session->job.launch > 0)
        child_run(session->child, missing, &attempt);
    else {
        session_note_crash(session->params, missing->workload_name, session->crash);
        in_process_run(&session->local, missing, &attempt);
        session_note_crash(session->params, NULL, session->crash); /* from here to the next one */
    }
    /* Drops the cases that an attempt has ended, whether or not the journal has them. */
    size_t dropped = 0;
    foreach (const struct run_case, c, attempt.cases, attempt.case_count)
        if (c->status != BENCH_OK)
            dropped += drop(tries, c->name);
    const bool kept = session->params->request->validate || session->params->request->check_only;
    check_points_take(&session->failures, missing, &attempt, kept);
    session->unsupported = attempt.unsupported;
    if (kept || !plan_group_is_check(missing))
        time_breakdown_add(&session->spending, run_keep_text(session->run, missing->workload_name),
                           clock_now_ns() - begin_ns, attempt.timed ? &attempt.overhead : NULL);
    if (attempt.end == ATTEMPT_FAILED)
        next = stopped(session, attempt.message);
    else if (!inputs_hold(session))
        next = NEXT_STOPPED;
    else if (!attempt_record(session, &attempt, &added))
        next = stopped(session, trouble_text());
    else if (attempt.end == ATTEMPT_INTERRUPTED)
        next = NEXT_INTERRUPTED;
    session->cases_ended += added;
    added += dropped;
    if (next == NEXT_GROUP && attempt.end == ATTEMPT_CUT) {
        progress_clear(&session->progress);
        message_warning("%s", attempt.message);
        *again = added > 0;
        if (added == 0) { /* tries come to nothing */
            for (size_t i = 0; i < missing->case_count; i++)
                attempt_fail_case(&attempt, missing, i, BENCH_ERROR, attempt.message);
            if (!attempt_record(session, &attempt, &added))
                next = stopped(session, trouble_text());
            session->cases_ended += added;
        }
    }
    return next;
}

/* Each try ends a case at least, or is the last. */
static enum next group_run(struct session *session, const struct plan_group *group)
{
    /* Ends the cases whose variants were wrong at a check point of this run. */
    OWNED_BY(attempt_finish) struct attempt attempt;
    size_t added = 0;
    attempt_init(&attempt, &session->run->arena);
    /* Ends each timed case of the group whose variant, or twin, is among the failures, as that,
     * unless the run has the case. */
    char reason[RESULT_REASON_BYTES];
    for (size_t i = 0; i < group->case_count; i++) {
        const struct plan_case *timed = &group->cases[i];
        const struct run_case *c = timed->check || run_find_case(session->run, timed->name)
                                       ? NULL
                                       : failure_of(&session->failures, group, timed);
        if (!c)
            continue;
        const char *point = strchr(strchr(c->name, '/') + 1, '/');
        snprintf(reason, sizeof(reason), "%s at %s: %s",
                 c->status == BENCH_FAILED_VERIFY ? "wrong" : "not tried",
                 point ? point + 1 : c->name, c->reason);
        attempt_fail_case(&attempt, group, i, c->status, reason);
    }
    const bool recorded = attempt_record(session, &attempt, &added);
    session->cases_ended += added;
    enum next next = recorded ? NEXT_GROUP : stopped(session, trouble_text());
    bool again = true;
    OWNED bool *dropped = need_zeroed(group->case_count, sizeof(*dropped));
    const struct tries tries = { group, dropped };
    foreach (const struct run_case, c, session->run->cases, session->run->case_count)
        if (c->status != BENCH_OK)
            drop(&tries, c->name);
    while (again && next == NEXT_GROUP) {
        struct plan_group missing;
        group_missing(session, &tries, &missing);
        if (missing.case_count == 0)
            again = false;
        else if (*interrupt_flag())
            next = NEXT_INTERRUPTED;
        else
            next = group_try(session, &tries, &missing, &again);
        free(missing.cases);
    }
    return next;
}

/* The loops of --energy, of a group's cases. */
static double energy_s(const struct run_request *request, const struct plan_group *group)
{
    size_t cases = 0;
    foreach (const struct plan_case, c, group->cases, group->case_count)
        cases += c->limit || c->check ? 0 : 1;
    return request->energy ? 2.7 * (double)cases : 0;
}

/* Guesses how long the missing cases take; of a run that goes on, they are a share of all. */
static void guess_begin(struct session *session, size_t missing)
{
    const bool software = gpu_info_is_software(session->params->device);
    const enum bench_profile pace = run_request_pace(session->params->request);
    const size_t all = launch_plan_missing(session->params->plan, NULL);
    session->begin_ns = clock_now_ns();
    session->guess_s = plan_time_s(session->params->plan, software, pace);
    session->guess_ended_s = plan_time_s(&(struct plan){ 0 }, software, pace);
    session->guess_settled = missing < all;
    const struct plan *plan = session->params->plan;
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        session->guess_s += energy_s(session->params->request, group);
    if (session->guess_settled)
        session->guess_s *= (double)missing / (double)all;
}

/* Counts a group that has ended, and says once how long all will take where a third of the guess
 * shows that it was wrong: the device is slower or faster than those that it was made by. */
static void guess_correct(struct session *session, const struct plan_group *group)
{
    const struct run_request *request = session->params->request;
    const bool software = gpu_info_is_software(session->params->device);
    const double spent_s = (clock_now_ns() - session->begin_ns) / 1e9;
    char time[32];
    session->guess_ended_s +=
        plan_group_time_s(group, session->job.launch, software, run_request_pace(request)) +
        energy_s(request, group);
    const double all_s = plan_time_again(session->guess_s, session->guess_ended_s, spent_s);
    if (session->guess_settled || !(all_s > 0))
        return;
    session->guess_settled = true;
    if (request->quiet || request->again || fabs(all_s - session->guess_s) < 20 ||
        (all_s < 1.5 * session->guess_s && session->guess_s < 1.5 * all_s))
        return;
    plan_time_text(all_s, time);
    progress_clear(&session->progress);
    message_note("  %s in all, by what was measured so far", time);
}

/* A line on stdout, unless nothing of it was left to be measured. */
static enum next launch_run(struct session *session, uint32_t launch)
{
    const size_t ended = session->cases_ended;
    const double begin_ns = clock_now_ns();
    progress_launch(&session->progress, launch, session->launches);
    /* Check points of a bench come before its other groups. */
    const struct plan *plan = session->params->plan;
    enum next next = NEXT_GROUP;
    if (!session->ahead)
        checks_ahead(session);
    for (size_t i = 0; i < plan->group_count && next == NEXT_GROUP; i++) {
        const size_t checks = plan_group_is_first(plan, i) ? plan->group_count : 0;
        for (size_t k = 0; k < checks && next == NEXT_GROUP; k++)
            if (plan->groups[k].bench == plan->groups[i].bench &&
                plan_group_is_check(&plan->groups[k]))
                next = group_run(session, &plan->groups[k]);
        if (next == NEXT_GROUP && !plan_group_is_check(&plan->groups[i]))
            next = group_run(session, &plan->groups[i]);
        progress_clear(&session->progress);
        session_table_go_on(&session->table, session->run, i + 1);
        if (next == NEXT_GROUP)
            guess_correct(session, &plan->groups[i]);
    }
    if (next == NEXT_GROUP && session->cases_ended > ended)
        session_table_launch(&session->table, session->launch ? session->launch : session->run,
                             launch, (clock_now_ns() - begin_ns) / 1e9);
    return next;
}

/* One launch after the other, each in a process of its own when there are several. */
static enum next launches_run(struct session *session)
{
    const struct journal *journal = session->params->journal;
    struct worker_job *job = &session->job;
    enum next next = launch_run(session, 0);
    if (session->launches > 1 && next == NEXT_GROUP) {
        /* After the first launch: its device and inputs go, before other processes have theirs. It
         * has shown which cases are long, and want more. */
        const struct run_request *request = session->params->request;
        struct plan *plan = session->params->plan;
        in_process_close(&session->local);
        if (request->launches == 0 && request->claims)
            claims_set(request, plan, session->run);
        session->launches = session->table.launches = launch_plan_most(plan);
        session->progress.case_count = session->cases_ended + launch_plan_missing(plan, journal);
    }
    for (uint32_t i = 1; i < session->launches && next == NEXT_GROUP; i++) {
        job->launch = i;
        /* A new process makes its device while that of the launch before gives its own up. After a
         * launch that needed none, as in a run that goes on, the next one may need none either. */
        struct child *before = session->child;
        if (before->run.process.pid > 0) {
            session->child = &session->children[before == session->children];
            child_begin(session->child);
            child_stop(before);
        }
        ceilings_find(&session->ceilings, session->run);
        session->launch = journal_lines_begin(journal_journal_path(journal), journal_head(journal));
        next = session->launch ? launch_run(session, i) : stopped(session, trouble_text());
        run_destroy(&session->launch);
    }
    return next;
}

static void session_free(struct session *session)
{
    free(session->stopped);
    free(session->stamps.files);
    free(session->failures.cases);
    for (size_t i = 0; session->ahead && i < session->params->plan->group_count; i++)
        json_decref(session->ahead[i]);
    free(session->ahead);
}

int session_run(const struct session_params *params)
{
    const bool software = gpu_info_is_software(params->device);
    struct device_lock lock = { 0 };
    struct session session = { .params = params,
                               .table = { .request = params->request,
                                          .plan = params->plan,
                                          .catalogue = plan_catalogue(params->techniques) },
                               .job = { .how = run_request_measuring(params->request, software),
                                        .files = &params->request->files,
                                        .techniques = params->techniques,
                                        .device = params->device,
                                        .measurer = params->measurer,
                                        .interrupted = interrupt_flag(),
                                        .progress = progress_sample,
                                        .throttled = progress_throttled },
                               .throttled_s = cpu_host_throttled_s(""),
                               .run = journal_run(params->journal),
                               .launches = launch_plan_most(params->plan) };
    session.table.launches = session.launches;
    const size_t missing = launch_plan_missing(params->plan, params->journal);
    if (session.launches > 1) /* without one each launch makes all itself */
        session.job.store = input_store_create(input_store_bytes());
    session.job.context = &session.progress;
    session.job.crash = session.crash;
    session.local.job = session.children[0].job = session.children[1].job = &session.job;
    session.child = &session.children[0];
    session.spending = (struct time_breakdown){ .begin_ns = params->request->begin_ns,
                                                .arena = &session.run->arena };
    guess_begin(&session, missing);
    progress_init(&session.progress, params->request->quiet, missing, session.guess_s, time(NULL));
    if (!params->request->again && !params->request->quiet) {
        warnings_print_before();
        session_note_start(params, missing, session.launches, session.guess_s,
                           ceilings_known(&session.run->ceilings));
    }
    /* Warns where another session measures on the device; where none does, others wait or warn. */
    if (!software && *params->device->uuid && !getenv(DEVICE_LOCK_VARIABLE))
        device_lock_take(&lock, params->device->uuid,
                         &(struct device_lock_wish){
                             .who = "run: ", .device = params->device->name, .warns = true });
    const enum next next = launches_run(&session);
    device_lock_give(&lock);
    in_process_close(&session.local);
    child_stop(session.child);
    input_store_destroy(&session.job.store);
    const int code = session_end(&(struct session_end){ .params = params,
                                                        .run = session.run,
                                                        .table = &session.table,
                                                        .spending = &session.spending,
                                                        .throttled_s = session.throttled_s,
                                                        .whole = next == NEXT_GROUP,
                                                        .interrupted = next == NEXT_INTERRUPTED,
                                                        .unsupported = session.unsupported,
                                                        .stopped = session.stopped,
                                                        .launch = session.job.launch,
                                                        .launches = session.launches });
    session_free(&session);
    return code;
}
