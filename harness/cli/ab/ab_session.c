/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"

#include "harness/analysis/keep/keep.h"
#include "harness/random.h"
#include "harness/views/gate/gate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Filters -------------------------------------------------------------------------------------- */

enum { ARGUMENT_BYTES_MAX = 100000 }; /* Linux has room for 131071 */

bool ab_filter_compile(const char *user, regex_t *expression)
{
    return expression_compile(expression, "the filter ", user, 0) ||
           message_refuse("ab: %s", trouble_text());
}

/* Adds a name as an expression that matches nothing else. */
static void name_add(struct text *text, const char *name)
{
    text_add(text, text->length == 0 ? "^(" : "|");
    for (; *name; name++)
        text_add_format(text, "%s%c", strchr(".[]\\()*+?{}|^$", *name) ? "\\" : "", *name);
}

/* Takes over; "" for no name. */
static char *names_end(struct text *text)
{
    text_add(text, text->length > 0 ? ")$" : "");
    return text_take(text);
}

char *ab_filter_names(const char *const *names, size_t count)
{
    struct text text = { 0 };
    for (size_t i = 0; i < count; i++)
        name_add(&text, names[i]);
    return names_end(&text);
}

char *ab_filter_rows(const struct gate_rows *rows, bool (*is_wanted)(const struct gate_row *row))
{
    struct text text = { 0 };
    for (size_t i = 0; i < rows->count; i++)
        if (is_wanted(&rows->rows[i]))
            name_add(&text, rows->rows[i].name);
    return names_end(&text);
}

static bool is_open(const struct gate_row *row)
{
    return row->open;
}

/*
 * Selects, of a session without any rows yet, what the user's expression does (NULL: the filter is
 * NULL, too) and the controls; later the rows that are open, by their whole names, or where those
 * would be too long for an argument, as at first. malloc'ed.
 */
static char *ab_filter_make(const char *user, const char *const *controls,
                            const struct gate_rows *rows)
{
    char *filter = rows->count > 0 ? ab_filter_rows(rows, is_open) : NULL;
    if (filter && strlen(filter) < ARGUMENT_BYTES_MAX)
        return filter;
    free(filter);
    if (!user)
        return NULL;
    struct text text = { 0 };
    for (size_t i = 0; controls && controls[i]; i++)
        name_add(&text, controls[i]);
    OWNED char *names = names_end(&text);
    return text_make("(%s)%s%s", user, *names ? "|" : "", names);
}

/* Kernels -------------------------------------------------------------------------------------- */

static bool differs(const struct kernel_folder *kernels, const char *name)
{
    for (size_t i = 0; i < kernels->saved.count; i++)
        if (strcmp(kernels->files[i].entry->shader->name, name) == 0)
            return true;
    return false;
}

/*
 * --kernel NAME=FILE for each kernel that differs, and for those of the controls, which are written
 * to `folder` as they are, unless they differ themselves. For os_path_names_free(). NULL with a
 * one-line message.
 */
static char **ab_kernels_make(const struct kernel_folder *kernels, const char *const *built_in,
                              const char *folder)
{
    size_t count = 0, built_in_count = 0;
    while (built_in && built_in[built_in_count])
        built_in_count++;
    const struct kernel_folder_new own = { .names = built_in,
                                           .count = built_in_count,
                                           .commit = "" };
    if (!kernel_folder_write(folder, &own))
        return NULL;
    char **words = need_zeroed(2 * (kernels->saved.count + built_in_count) + 1, sizeof(*words));
    for (size_t i = 0; i < kernels->saved.count; i++) {
        words[count++] = need_copy("--kernel");
        words[count++] =
            text_make("%s=%s", kernels->files[i].entry->shader->name, kernels->files[i].path);
    }
    for (size_t i = 0; i < built_in_count; i++)
        if (!differs(kernels, built_in[i])) {
            words[count++] = need_copy("--kernel");
            words[count++] = text_make("%s=%s/%s.spv", built_in[i], folder, built_in[i]);
        }
    return words;
}

/* Session -------------------------------------------------------------------------------------- */

enum { SEED_BITS = 62 };

static const char late_reason[] = "the budget was used up";
static const char *const side_names[] = { "ab: A: ", "ab: B: " };

/* Launches the processes of a session, or of one build alone. */
enum { SEEN_BYTES = 1 << 16 };

struct launcher {
    struct ab_session *session; /* NULL: of one build alone */
    const struct ab_params *params;
    regex_t expression; /* of the filter; zero where there is none */
    struct scratch folder;
    char *errors;
    char *settled;         /* the run file that --repetitions-of names; NULL at first */
    uint64_t random, seed; /* seed: of one build's launch */
    double deadline_ns;
    char **kernels;   /* further arguments; NULL: none */
    size_t processes; /* started so far */
    struct device_lock *lock;
    uint8_t seen[2][SEEN_BYTES]; /* of a side: two bits for each hash of a case's samples */
};

/* NULL where the old side is a build. */
static const struct saved_kernels *saved_of(const struct launcher *launcher)
{
    return launcher->params->kernels ? &launcher->params->kernels->saved : NULL;
}

/* Returns the words with which messages begin. */
static const char *who(const struct launcher *launcher, int side)
{
    return !launcher->session ? "selftest: " : launcher->kernels ? "ab: " : side_names[side];
}

static bool is_selected(const void *context, const char *name)
{
    const struct launcher *launcher = context;
    return !launcher->params->filter || regexec(&launcher->expression, name, 0, NULL, 0) == 0;
}

/* Processes ------------------------------------------------------------------------------------ */

/* The code of a process that has ended: EXIT_CODE_OK or WRONG; EXIT_CODE_UNTRIED or NOTHING with a
 * message; -1: it is too late. */
static int end_code(const struct launcher *launcher, int side, enum ab_end end)
{
    switch (end) {
    case AB_END_DONE: return EXIT_CODE_OK;
    case AB_END_WRONG: return EXIT_CODE_WRONG;
    case AB_END_LATE: return -1;
    case AB_END_INTERRUPTED: return message_error("ab: interrupted");
    case AB_END_NOTHING:
    case AB_END_FAILED: message_error("%s%s", who(launcher, side), trouble_text()); break;
    }
    return end == AB_END_NOTHING ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
}

/* Returns as end_code() does. *waited: until another session had ended. */
static int lock_take(struct launcher *launcher, const char *uuid, const char *device, bool *waited)
{
    const char *who = launcher->session ? "ab: " : "selftest: ";
    const struct device_lock_wish wish = { who, device, !launcher->params->no_wait,
                                           launcher->deadline_ns };
    *waited = false;
    os_environment_set(DEVICE_LOCK_VARIABLE, "1");
    switch (device_lock_take(launcher->lock, uuid, &wish)) {
    case DEVICE_LOCK_HELD: break;
    case DEVICE_LOCK_WAITED: *waited = true; break;
    case DEVICE_LOCK_REFUSED: return EXIT_CODE_UNTRIED;
    case DEVICE_LOCK_LATE: return -1;
    case DEVICE_LOCK_INTERRUPTED: return message_error("%sinterrupted", who);
    }
    return EXIT_CODE_OK;
}

/* Checks that the file agrees with the exit code and with the request. */
static bool is_believed(const struct run *run, uint64_t seed, int code)
{
    if (!run->session.complete)
        trouble("its run is not complete");
    else if (run->session.seed != seed)
        trouble("its run has the seed %" PRIu64 ", and %" PRIu64 " was asked for",
                run->session.seed, seed);
    else if (code == EXIT_CODE_WRONG && run_status_exit(run) != EXIT_CODE_WRONG)
        trouble("it ended with exit code 1, and no result is wrong");
    else
        return true;
    return false;
}

/* One process of a side, and the run that it has written; NULL where *code, as end_code() has it,
 * is not EXIT_CODE_OK. */
static struct run *side_run(struct launcher *launcher, int side, uint64_t seed, const char *filter,
                            int *code)
{
    const struct ab_params *params = launcher->params;
    char number[24], name[32];
    struct run *run = NULL;
    snprintf(number, sizeof(number), "%" PRIu64, seed);
    snprintf(name, sizeof(name), "%zu.json", launcher->processes);
    char *out = scratch_path(&launcher->folder, name);
    const char *const arguments[] = { "--samples",
                                      "5",
                                      "--seed",
                                      number,
                                      "--out",
                                      out,
                                      "--quiet",
                                      "--no-ceilings",
                                      filter ? "--filter" : NULL,
                                      filter,
                                      params->profile ? "--profile" : NULL,
                                      params->profile,
                                      params->device ? "--device" : NULL,
                                      params->device,
                                      launcher->settled ? "--repetitions-of" : NULL,
                                      launcher->settled };
    const struct ab_program program = { .command = params->commands[side],
                                        .options = "run",
                                        .arguments = arguments,
                                        .argument_count = COUNT_OF(arguments),
                                        .more = launcher->kernels,
                                        .out = out,
                                        .errors = launcher->errors };
    enum ab_end end = ab_process_run(&program, launcher->deadline_ns);
    launcher->processes++;
    if ((end == AB_END_NOTHING || end == AB_END_FAILED) && launcher->kernels && disk_is_there(out))
        end = AB_END_DONE; /* a kernel failed: its row says so */
    *code = end_code(launcher, side, end);
    if (*code == EXIT_CODE_OK || *code == EXIT_CODE_WRONG) {
        run = run_load(out);
        if (run && !is_believed(run, seed, *code))
            run_destroy(&run);
        *code = run ? EXIT_CODE_OK : message_error("%s%s", who(launcher, side), trouble_text());
    }
    if (run && !launcher->settled) {
        launcher->settled = out;
        return run;
    }
    os_path_remove(out);
    free(out);
    return run;
}

/* Measures a side while nobody else measures on the device. It measures once more if another
 * session did. */
static struct run *side_measure(struct launcher *launcher, int side, uint64_t seed,
                                const char *filter, int *code)
{
    bool waited = false;
    struct run *run = side_run(launcher, side, seed, filter, code);
    if (!run || run->device.software || !*run->device.uuid)
        return run;
    *code = lock_take(launcher, run->device.uuid, run->device.name, &waited);
    if (*code != EXIT_CODE_OK || waited)
        run_destroy(&run);
    if (waited && launcher->settled) { /* by a disturbed process */
        os_path_remove(launcher->settled);
        free(launcher->settled);
        launcher->settled = NULL;
    }
    return waited ? side_run(launcher, side, seed, filter, code) : run;
}

/* Destroys the runs of both sides, which may be one. */
static void runs_destroy(struct run *runs[2])
{
    if (runs[0] == runs[1])
        runs[0] = NULL;
    run_destroy(&runs[0]);
    run_destroy(&runs[1]);
}

/* Launches ------------------------------------------------------------------------------------- */

void ab_limits_say(const struct gate_rows *rows, const char *device,
                   bool (*only)(const void *context, const char *name), const void *context)
{
    const struct gate_limits *limits = rows->rule.limits;
    for (size_t kind = 0; limits && kind < GATE_LIMIT_KINDS; kind++)
        foreach (const struct gate_limit, limit, limits->lists[kind], limits->counts[kind])
            if ((!*limit->name || !only || only(context, limit->name)) &&
                !gate_limit_fits(limit, rows, device))
                message_warning("ab: the entry of '%.200s' in the file of thresholds fits no row "
                                "here: correct its name, or take it out",
                                *limit->name ? limit->name : limit->text);
}

/* Whether each selected case of a launch has samples that it had before, all and in their order, in
 * any launch of that side, and keeps them. Few values, or short ones, may be those of a coarse
 * clock; nothing is decided by a first launch alone. */
static bool is_replayed(struct launcher *launcher, const struct run *run, int side)
{
    enum { ENOUGH = 4, LOOKED = 64 };
    size_t values = 0;
    bool all = true;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        uint64_t hash = case_workload_key(c->name);
        char three[32];
        if (c->sample_count == 0 || !is_selected(launcher, c->name))
            continue;
        for (size_t k = 0; k < c->sample_count; k++) {
            const double ns = run_case_sample_ns(c, &c->samples[k]);
            uint64_t bits;
            memcpy(&bits, &ns, sizeof(bits));
            hash = random_next(&(uint64_t){ hash ^ bits });
            snprintf(three, sizeof(three), "%.2e", ns);
            bool is_new = k < LOOKED && ns != strtod(three, NULL);
            for (size_t j = 0; j < k && is_new; j++)
                is_new = ns != run_case_sample_ns(c, &c->samples[j]);
            values += is_new;
        }
        for (int half = 0; half < 2; half++, hash >>= 32) {
            uint8_t *byte = &launcher->seen[side][hash / 8 % SEEN_BYTES], bit = 1 << hash % 8;
            all = all && (*byte & bit);
            *byte |= bit;
        }
    }
    return all && values >= ENOUGH && launcher->session->runs[0];
}

static int replay_refuse(const struct launcher *launcher, int side)
{
    return message_error("%sit gave numbers of an earlier launch again: let it measure in each "
                         "launch",
                         who(launcher, side));
}

/* The exit code, with a message where the first launch has no row to compare. */
static int rows_check(const struct launcher *launcher)
{
    const struct ab_params *params = launcher->params;
    const struct gate_rows *rows = &launcher->session->rows;
    size_t count = 0; /* without those that are built in */
    for (size_t i = 0; i < rows->count; i++)
        count += !rows->rows[i].built_in;
    if (count > 0)
        return EXIT_CODE_OK;
    if (rows->unsaved > 0)
        return message_nothing("ab: %s%s, and nothing is compared",
                               gate_words_unsaved(saved_of(launcher), rows->unsaved, GATE_ROOM),
                               rows->unchanged > 0 ? ", no other has a kernel that differs" : "");
    if (rows->unchanged == 0 && params->filter)
        return message_error("ab: the filter selects no case, and nothing is compared: "
                             "'%s'%s%s%s%s",
                             params->filter, params->near ? " (did you mean '" : "",
                             params->near ? params->near : "", params->near ? "'?)" : "",
                             params->of_folders ? ": name the folder in both commands, too, as in "
                                                  "--a 'claimcheck --technique FOLDER'"
                                                : "");
    return message_nothing("ab: %s, and nothing is compared",
                           rows->unchanged > 0 ? "no case selected has a kernel that differs"
                                               : "there is no case");
}

/* The first one makes the rows, and they keep its runs. */
static int launch_take(struct launcher *launcher, struct run *runs[2], bool new_first)
{
    struct ab_session *session = launcher->session;
    struct gate_rows *rows = &session->rows;
    const struct gate_launch launch = { runs[0], runs[1], new_first, launcher->kernels,
                                        saved_of(launcher) };
    for (int side = runs[0] == runs[1]; side < 2; side++)
        if (is_replayed(launcher, runs[side], side))
            return replay_refuse(launcher, side);
    if (session->runs[0])
        return gate_rows_add(rows, &launch) ? EXIT_CODE_OK
                                            : message_error("ab: %s", trouble_text());
    bool taken = gate_rows_init(rows, &launch, launcher->params->rule, is_selected, launcher);
    const char *device = launch.new->device.name;
    if (taken)
        ab_limits_say(rows, device, is_selected, launcher);
    if (taken && rows->rule.limits)
        taken = gate_limits_apply(rows->rule.limits, rows, device, launcher->params->theta);
    for (int side = 0; side < 2; side++) {
        session->runs[side] = runs[side];
        runs[side] = NULL;
    }
    return taken ? rows_check(launcher) : message_error("ab: %s", trouble_text());
}

/* Commands of anybody's ----------------------------------------------------------------------- */

enum { COMMAND_SIDES = 3 }; /* A, B, and A once more */

/* Takes what a launch more of a side has into `all`, which *run becomes where there is none yet.
 * False with a message where a selected case is in one of them alone. The run is destroyed, or has
 * moved. */
static bool launches_join(struct run **all, struct run *run, const struct launcher *launcher)
{
    if (!*all) {
        *all = run;
        return true;
    }
    OWNED_BY(run_destroy) struct run *own = run;
    const struct run *const sides[] = { *all, own };
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->case_count; i++) {
            const char *name = sides[side]->cases[i].name;
            if (is_selected(launcher, name) && !run_find_case(sides[!side], name))
                return trouble("'%.200s' is in one launch of a side, and not in another", name);
        }
    foreach (const struct run_case, more, own->cases, own->case_count) {
        struct run_case *c = run_find_case(*all, more->name);
        if (!c || c->status != BENCH_OK || !is_selected(launcher, c->name))
            continue;
        if (more->status != BENCH_OK || strcmp(more->mark, c->mark) != 0)
            return trouble("'%.200s' has another unit or status in one launch", c->name);
        OWNED double *values = need_bytes((c->sample_count + more->sample_count) * sizeof(*values));
        size_t count = 0;
        for (size_t k = 0; k < c->sample_count; k++)
            values[count++] = run_case_sample_ns(c, &c->samples[k]);
        for (size_t k = 0; k < more->sample_count; k++)
            values[count++] = run_case_sample_ns(c, &more->samples[k]);
        foreign_set_samples(*all, c, values, count);
    }
    return true;
}

/* One command of a block; returns as end_code() does. */
static int command_take(struct launcher *launcher, int side, struct run **all)
{
    const struct ab_params *params = launcher->params;
    char name[32];
    struct run *run = NULL;
    snprintf(name, sizeof(name), "%zu", launcher->processes++);
    OWNED char *out = scratch_path(&launcher->folder, name);
    const struct ab_command command = { params->commands[side == 1], params->read, params->member,
                                        out, launcher->errors };
    enum ab_end end = ab_command_run(&command, launcher->deadline_ns, &run);
    os_path_remove(out);
    if (end == AB_END_DONE && !launches_join(all, run, launcher))
        end = AB_END_FAILED;
    return end_code(launcher, side == 1, end);
}

/* Measures each side as often as its rows need it for a block, in random order. */
static int blocks_take(struct launcher *launcher, struct run *sides[COMMAND_SIDES])
{
    int code = EXIT_CODE_OK;
    for (int turn = 0; turn < GATE_PAIRS && code == EXIT_CODE_OK; turn++) {
        int order[COMMAND_SIDES] = { 0, 1, 2 };
        for (int i = COMMAND_SIDES - 1; i > 0; i--) {
            const int k = (int)random_below(&launcher->random, (uint64_t)i + 1), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        for (int i = 0; i < COMMAND_SIDES && code == EXIT_CODE_OK; i++) {
            struct run **all = &sides[order[i]];
            bool full = *all; /* each selected case has the samples of a block */
            for (size_t k = 0; full && k < (*all)->case_count; k++) {
                const struct run_case *c = &(*all)->cases[k];
                full = c->status != BENCH_OK || c->sample_count >= GATE_PAIRS ||
                       !is_selected(launcher, c->name);
            }
            if (!full)
                code = command_take(launcher, order[i], all);
        }
    }
    return code;
}

/* Makes a block of the samples of each case: GATE_PAIRS, evenly over the order in which they
 * came. */
static void block_make(struct run *run)
{
    foreach (struct run_case, c, run->cases, run->case_count) {
        double values[GATE_PAIRS];
        if (c->sample_count < GATE_PAIRS)
            continue;
        for (size_t k = 0; k < GATE_PAIRS; k++)
            values[k] = run_case_sample_ns(
                c, &c->samples[(2 * k + 1) * c->sample_count / (2 * GATE_PAIRS)]);
        foreign_set_samples(run, c, values, GATE_PAIRS);
    }
}

static int commands_run(struct launcher *launcher)
{
    struct ab_session *session = launcher->session;
    struct run *sides[COMMAND_SIDES] = { NULL };
    int code = blocks_take(launcher, sides);
    for (int side = 0; side < COMMAND_SIDES && code == EXIT_CODE_OK; side++)
        block_make(sides[side]);
    if (code == EXIT_CODE_OK && is_replayed(launcher, sides[2], 0))
        code = replay_refuse(launcher, 0);
    if (code == EXIT_CODE_OK) { /* the first control makes the rows, which keep the run */
        const struct gate_launch launch = { .old = sides[0], .new = sides[2] };
        if (session->control_run ? !gate_rows_add(&session->control, &launch)
                                 : !gate_rows_init(&session->control, &launch,
                                                   launcher->params->rule, is_selected, launcher))
            code = message_error("ab: A against itself: %s", trouble_text());
        if (!session->control_run) {
            session->control_run = sides[2];
            sides[2] = NULL;
        }
    }
    if (code == EXIT_CODE_OK)
        code = launch_take(launcher, sides, false);
    runs_destroy(sides);
    run_destroy(&sides[2]);
    return code;
}

/* Builds -------------------------------------------------------------------------------------- */

/* Returns as end_code() does. */
static int launch_run(struct launcher *launcher, bool new_first)
{
    if (launcher->params->read != FOREIGN_NONE)
        return commands_run(launcher);
    const uint64_t seed = random_next(&launcher->random) >> (64 - SEED_BITS);
    OWNED char *filter = ab_filter_make(launcher->params->filter, launcher->params->rule.controls,
                                        &launcher->session->rows);
    struct run *runs[2] = { NULL, NULL };
    int code = EXIT_CODE_OK;
    for (int turn = launcher->kernels ? 1 : 0; turn < 2 && code == EXIT_CODE_OK; turn++) {
        const int side = launcher->kernels ? 1 : turn ^ (int)new_first;
        runs[side] = side_measure(launcher, side, seed, filter, &code);
    }
    if (launcher->kernels)
        runs[0] = runs[1];
    if (code == EXIT_CODE_OK)
        code = launch_take(launcher, runs, new_first);
    runs_destroy(runs);
    return code;
}

/* Launches until no row needs one. A block that is replaced takes one more. */
static int launches_run(struct launcher *launcher, bool again, size_t *launches)
{
    const size_t most = 2 * launcher->params->rule.launches;
    struct gate_rows *rows = &launcher->session->rows;
    int code = EXIT_CODE_OK;
    for (*launches = 0; *launches < most && code == EXIT_CODE_OK; ++*launches) {
        if (launcher->session->runs[0] && gate_rows_open(rows) == 0)
            break;
        if (!launcher->params->quiet && *launches == 0 && !again)
            message_note("ab: launch 1 of at most %zu", launcher->params->rule.launches);
        else if (!launcher->params->quiet)
            message_note("ab: %slaunch %zu of at most %zu: %zu row%s it",
                         again ? "to confirm, " : "", *launches + 1,
                         launcher->params->rule.launches, gate_rows_open(rows),
                         plural(gate_rows_open(rows), " needs", "s need"));
        code =
            clock_now_ns() < launcher->deadline_ns ? launch_run(launcher, *launches % 2 == 1) : -1;
    }
    if (code == -1) {
        launcher->session->late = true;
        gate_rows_close(rows, late_reason, true);
    } else if (code == EXIT_CODE_OK) {
        gate_rows_close(rows, "clock: the sides differed in too many launches", false);
    }
    return code;
}

/* With the filter and a folder of its own. */
static int launcher_begin(struct launcher *launcher)
{
    const struct ab_params *params = launcher->params;
    if (params->filter && !ab_filter_compile(params->filter, &launcher->expression))
        return EXIT_CODE_UNTRIED;
    const int failure = scratch_create(&launcher->folder);
    if (failure != 0) {
        scratch_say_failure(failure);
        return message_error("%s: %s", launcher->session ? "ab" : "selftest", trouble_text());
    }
    launcher->errors = scratch_path(&launcher->folder, "errors");
    if (params->kernels)
        launcher->kernels =
            ab_kernels_make(params->kernels, params->control_kernels, launcher->folder.path);
    if (params->kernels && !launcher->kernels)
        return message_error("ab: %s", trouble_text());
    bool waited;
    return params->likely && !gpu_info_is_software(params->likely)
               ? lock_take(launcher, params->likely->uuid, params->likely->name, &waited)
               : EXIT_CODE_OK;
}

static void launcher_finish(struct launcher *launcher)
{
    free(launcher->errors);
    free(launcher->settled);
    os_path_names_free(&launcher->kernels);
    scratch_destroy(&launcher->folder);
    regfree(&launcher->expression);
}

int ab_session_run(struct ab_session *session, const struct ab_params *params)
{
    const double begin_ns = clock_now_ns();
    OWNED_BY(launcher_finish)
    struct launcher launcher = { .session = session,
                                 .params = params,
                                 .lock = &session->lock,
                                 .folder.lock = -1,
                                 .random = params->seed,
                                 .deadline_ns = params->budget_s > 0
                                                    ? begin_ns + 1e9 * params->budget_s
                                                    : INFINITY };
    *session = (struct ab_session){ 0 };
    int code = launcher_begin(&launcher);
    if (code == EXIT_CODE_OK)
        code = launches_run(&launcher, false, &session->launches);
    if (code == EXIT_CODE_OK && gate_rows_confirm(&session->rows) > 0)
        code = launches_run(&launcher, true, &session->launches_again);
    session->seconds = (clock_now_ns() - begin_ns) / 1e9;
    if (code != -1)
        return code;
    if (!session->runs[0])
        return message_nothing("ab: the budget was used up before both sides had measured once: "
                               "give a larger --budget, such as 5m");
    /* A slower row could not be confirmed in time. */
    gate_rows_confirm(&session->rows);
    gate_rows_close(&session->rows, late_reason, true);
    return EXIT_CODE_OK;
}

/* One build ------------------------------------------------------------------------------------ */

int ab_session_self(struct gate_self *self, const struct ab_params *params, double *seconds)
{
    OWNED_BY(device_lock_give) struct device_lock lock = { 0 };
    OWNED_BY(launcher_finish)
    struct launcher launcher = { .params = params,
                                 .lock = &lock,
                                 .folder.lock = -1,
                                 .random = params->seed,
                                 .deadline_ns = INFINITY };
    double longest_ns = 0, last_ns = 0, end_ns;
    int code = launcher_begin(&launcher);
    const double begin_ns = clock_now_ns();
    launcher.deadline_ns = end_ns = begin_ns + 1e9 * params->budget_s;
    while (code == EXIT_CODE_OK && self->launches < GATE_SELF_LAUNCHES_MAX) {
        const bool enough = self->launches >= GATE_SELF_LAUNCHES_MIN;
        const double start_ns = clock_now_ns();
        /* the first one compiles, and says little of those that are needed besides */
        if (start_ns + (enough ? longest_ns : last_ns) > end_ns && self->launches != 1)
            break;
        if (self->launches % 2 == 0) /* two launches have one input */
            launcher.seed = random_next(&launcher.random) >> (64 - SEED_BITS);
        if (!params->quiet)
            message_note("selftest: launch %zu of at most %d", self->launches + 1,
                         GATE_SELF_LAUNCHES_MAX);
        OWNED_BY(run_destroy)
        struct run *run = side_measure(&launcher, 0, launcher.seed, params->filter, &code);
        if (run && run->device.software)
            code = message_nothing(
                "selftest: '%.120s' is a software device, and its times cannot gate",
                run->device.name);
        else if (run && !gate_self_add(self, &run, is_selected, &launcher))
            code = message_error("selftest: %s", trouble_text());
        last_ns = clock_now_ns() - start_ns;
        longest_ns = fmax(longest_ns, last_ns);
    }
    *seconds = (clock_now_ns() - begin_ns) / 1e9;
    const bool enough = self->launches >= GATE_SELF_LAUNCHES_MIN;
    if (code != -1 && (code != EXIT_CODE_OK || enough))
        return code;
    return enough ? EXIT_CODE_OK
                  : message_error("selftest: a launch takes %.0f s here: the %d that are needed do "
                                  "not fit into %.0f s, and %zu did; give --budget %.0fm",
                                  ceil(last_ns / 1e9), GATE_SELF_LAUNCHES_MIN, params->budget_s,
                                  self->launches,
                                  fmax(ceil(1.5 * GATE_SELF_LAUNCHES_MIN * last_ns / 1e9 / 60), 2));
}

void ab_session_finish(struct ab_session *session)
{
    device_lock_give(&session->lock);
    gate_rows_finish(&session->rows);
    gate_rows_finish(&session->control);
    run_destroy(&session->control_run);
    runs_destroy(session->runs);
}
