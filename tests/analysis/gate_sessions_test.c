/* SPDX-License-Identifier: MIT */
/*
 * gate_sessions_test.c: what a pipeline sees of whole sessions of `ab --a CMD --b CMD`, on machines
 * whose noise is known: forty rows and two controls, one process after the other, with the core
 * clock in every run file. One row is slower, or none is. Prints a table of exit codes, which
 * docs/methods.md has. Exit code: 0, 1 where they are wrong.
 *
 *   gate_sessions_test --print
 */
#include "harness/analysis/gate/gate.h"
#include "tests/analysis/gate_machines.h"
#include "tests/unit.h"

enum { ROWS = 40, CONTROLS = 2, CASES = ROWS + CONTROLS, SESSIONS = 60, EFFECTS = 4 };
enum { EXIT_0, EXIT_1, EXIT_77, EXIT_99, EXITS };

static const double effects[EFFECTS] = { 1, 1.05, 1.10, 1.30 };
static const double base_hz = 1.755e9;
static const char *const controls[] = { "t.control/copy", "t.control/fma", NULL };
static struct gate_rule rule = { .theta = 0.03, .launches = GATE_LAUNCHES, .controls = controls };

/* A run file of one process. */
struct simulated {
    struct run run;
    struct run_case cases[CASES];
    struct run_sample samples[CASES][GATE_PAIRS];
    char names[ROWS][16];
};

static void process_init(struct simulated *process)
{
    memset(process, 0, sizeof(*process));
    process->run = (struct run){
        .path = "made.json",
        .tool = { .name = "claimcheck", .commit = "abc" },
        .session = { .profile = "gate" },
        .context = { .fault = "" },
        .device = { .name = "GPU", .uuid = "0123", .driver_name = "d", .driver_info = "1" },
        .cases = process->cases,
        .case_count = CASES
    };
    for (size_t i = 0; i < CASES; i++) {
        if (i < ROWS)
            snprintf(process->names[i], sizeof(process->names[i]), "t.b/row%zu", i);
        process->cases[i] =
            (struct run_case){ .name = i < ROWS ? process->names[i] : controls[i - ROWS],
                               .workload = "t.b",
                               .api = "",
                               .program = "",
                               .mark = "",
                               .technique = "t",
                               .bench = "b",
                               .variant = "v",
                               .status = BENCH_OK,
                               .check = RUN_CHECK_PASSED,
                               .samples = process->samples[i],
                               .sample_count = GATE_PAIRS };
    }
}

/* Rounds of all cases; the first row takes `effect` times as long. */
static void process_measure(struct simulated *process, struct gate_moment *moment, double effect)
{
    double launch[CASES];
    for (size_t i = 0; i < CASES; i++)
        launch[i] = (i < ROWS ? moment->machine->launch : 0) * draw_normal(&moment->random) +
                    (i == 0 ? log(effect) : 0);
    for (size_t round = 0; round < GATE_PAIRS; round++)
        for (size_t i = 0; i < CASES; i++) {
            const double time = 1e6 * exp(launch[i] + gate_sample_draw(moment));
            const double slow = moment->slow ? moment->machine->slow : 0;
            process->samples[i][round] = (struct run_sample){ .gpu_ns = time,
                                                              .wall_ns = 2 * time,
                                                              .core_hz = base_hz * exp(-slow) };
        }
}

/* Launches until no row is open, as cli/ab has them: at most twice as many as the rule's. */
static void launches_run(struct gate_rows *rows, struct simulated *sides,
                         struct gate_moment *moment, double effect, bool first)
{
    for (size_t launch = 0; launch < 2 * rule.launches; launch++) {
        const bool new_first = launch % 2 == 1;
        if ((!first || launch > 0) && gate_rows_open(rows) == 0)
            break;
        for (int turn = 0; turn < 2; turn++) {
            const int side = turn ^ (int)new_first;
            process_measure(&sides[side], moment, side == 1 ? effect : 1);
        }
        const struct gate_launch made = { .old = &sides[0].run,
                                          .new = &sides[1].run,
                                          .new_first = new_first };
        assert_true(first && launch == 0 ? gate_rows_init(rows, &made, rule, NULL, NULL)
                                         : gate_rows_add(rows, &made));
    }
    gate_rows_close(rows, "clock", false);
}

static int session(struct simulated sides[2], const struct gate_machine *machine, double effect,
                   uint64_t seed)
{
    CLEANUP(gate_rows_finish) struct gate_rows rows;
    struct gate_moment moment = gate_moment_first(machine, seed);
    launches_run(&rows, sides, &moment, effect, true);
    if (gate_rows_confirm(&rows) > 0)
        launches_run(&rows, sides, &moment, effect, false);
    const struct judge_tally tally = gate_rows_tally(&rows);
    return judge_exit_code(&tally, (struct judge_exit){ 0 });
}

static void sessions_count(const struct gate_machine *machine, double effect, int counts[EXITS])
{
    CLEANUP(free_pointer) struct simulated *sides = calloc(2, sizeof(*sides));
    uint64_t random = 3 + (uint64_t)(machine - gate_machines) + (uint64_t)(1000 * effect);
    assert_non_null(sides);
    process_init(&sides[0]);
    process_init(&sides[1]);
    memset(counts, 0, EXITS * sizeof(*counts));
    for (int i = 0; i < SESSIONS; i++) {
        const int code = session(sides, machine, effect, random_next(&random));
        counts[code == 0 ? EXIT_0 : code == 1 ? EXIT_1 : code == 77 ? EXIT_77 : EXIT_99]++;
    }
}

/* False where a session of an unchanged kernel failed, or one with a row slower by 30 % is green. A
 * machine whose clock comes and goes is no excuse. */
static bool counts_hold(double effect, const int counts[EXITS])
{
    return effect > 1 ? effect < 1.30 || counts[EXIT_0] == 0 : counts[EXIT_1] == 0;
}

/* A gate that lets half as much again pass is seen to be wrong, and so are codes that are. */
static bool judge_holds(void)
{
    static const int green[EXITS] = { [EXIT_0] = 1 }, red[EXITS] = { [EXIT_1] = 1 };
    int counts[EXITS];
    rule.theta = 0.5;
    sessions_count(&gate_machines[0], 1.30, counts);
    return !counts_hold(1.30, counts) && !counts_hold(1.30, green) && !counts_hold(1, red) &&
           counts_hold(1.30, red) && counts_hold(1.05, green) && counts_hold(1, green);
}

int main(void)
{
    bool hold = true;
    printf("| machine, %d sessions each | unchanged: 0, 1, 77, 99 | 5 %% | 10 %% | 30 %% |\n"
           "|---|---|---|---|---|\n",
           SESSIONS);
    for (size_t m = 0; m < GATE_MACHINES; m++) {
        printf("| %s ", gate_machines[m].name);
        for (size_t e = 0; e < EFFECTS; e++) {
            int counts[EXITS];
            sessions_count(&gate_machines[m], effects[e], counts);
            if (!counts_hold(effects[e], counts)) {
                fprintf(stderr,
                        "%s, a row %.2f times as slow: sessions end with 0, 1, 77, 99: "
                        "%d, %d, %d, %d\n",
                        gate_machines[m].name, effects[e], counts[EXIT_0], counts[EXIT_1],
                        counts[EXIT_77], counts[EXIT_99]);
                hold = false;
            }
            printf("| %d, %d, %d, %d ", counts[EXIT_0], counts[EXIT_1], counts[EXIT_77],
                   counts[EXIT_99]);
        }
        printf("|\n");
    }
    if (!judge_holds()) {
        fprintf(stderr, "a planted gate that is too lenient is not seen\n");
        hold = false;
    }
    return hold ? 0 : 1;
}
