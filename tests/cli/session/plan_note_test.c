/* SPDX-License-Identifier: MIT */
/* plan_note_test.c: the note before a plan is measured. Its guess of the time is within a factor of
 * 1.5 of what the kept runs took. */
#include "bench/registry.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/cli/session/session.h"
#include "harness/engine/plan/plan.h"
#include "tests/unit.h"

static const struct technique one = { .name = "one" }, two = { .name = "two" };
static const struct bench_variant gpu = { .kind = BENCH_GPU }, cpu = { .kind = BENCH_CPU },
                                  copy = { .ceiling = BENCH_CEILING_COPY };

static void assert_note(const struct plan *plan, double seconds, const char *wanted)
{
    char text[PLAN_NOTE_BYTES];
    plan_note(plan, seconds, text);
    assert_string_equal(text, wanted);
}

TEST(test_note)
{
    struct plan_case copies[] = { { .variant = &copy }, { .variant = &copy } };
    struct plan_case cases[] = { { .variant = &gpu }, { .variant = &cpu }, { .variant = &gpu } };
    struct plan_group groups[] = { { .technique = &one, .cases = copies, .case_count = 2 },
                                   { .technique = &two, .cases = cases, .case_count = 3 },
                                   { .technique = &one, .cases = cases, .case_count = 1 },
                                   { .technique = &two, .cases = cases, .case_count = 2 } };
    assert_note(&(struct plan){ .groups = groups, .group_count = 4 }, 89,
                "about 89 s: 1 one, 5 two; 2 device limits last");
    assert_note(&(struct plan){ .groups = groups + 1, .group_count = 1 }, 600,
                "about 10 min: 3 two");
    assert_note(&(struct plan){ .groups = groups, .group_count = 1 }, 1,
                "about 1 s: 2 device limits");
    assert_note(&(struct plan){ 0 }, 1, "about 1 s");
    assert_note(&(struct plan){ .groups = groups + 1, .group_count = 1, .claims_left_out = 7 }, 9,
                "about 9 s: 3 two; without 7 claims about a device's times");
}

/* More cases take longer, and those of the host longer than those of a GPU; a group may take time
 * of its own there. */
TEST(test_time)
{
    struct plan_case on_gpu[] = { { .variant = &gpu }, { .variant = &gpu } };
    struct plan_case on_cpu[] = { { .variant = &cpu }, { .variant = &cpu } };
    struct technique quick = { .name = "quick" },
                     slow = { .name = "slow", .group_s = 5, .full_scale = 12 };
    struct plan_group group = { .technique = &quick, .cases = on_gpu, .case_count = 1 };
    const struct plan plan = { .groups = &group, .group_count = 1 };
    const double of_one = plan_time_s(&plan, false, BENCH_PAPER);
    group.case_count = 2;
    const double of_two = plan_time_s(&plan, false, BENCH_PAPER),
                 software = plan_time_s(&plan, true, BENCH_QUICK);
    group.cases = on_cpu;
    assert_true(plan_time_s(&plan, false, BENCH_FULL) > of_one &&
                plan_time_s(&plan, true, BENCH_FULL) == plan_time_s(&plan, true, BENCH_PAPER));
    assert_true(of_one > 0 && of_two > of_one && software > of_two);
    assert_true(plan_time_s(&plan, false, BENCH_PAPER) > of_two);
    group.cases = on_gpu;
    group.technique = &slow;
    assert_true(plan_time_s(&plan, false, BENCH_PAPER) > of_two + 4 &&
                plan_time_s(&plan, true, BENCH_QUICK) == software);
    group.technique = &quick;
    const double full = plan_time_s(&plan, false, BENCH_FULL);
    group.technique = &slow;
    assert_true(plan_time_s(&plan, false, BENCH_FULL) > full + 6);
    assert_true(plan_time_s(&plan, true, BENCH_PAPER) > software);
    group.case_count = 0;
    assert_true(plan_time_s(&plan, false, BENCH_PAPER) < of_one);
}

/* The plan that a kept run was measured by, of its cases. */
struct kept {
    struct run *run;
    struct plan plan;
    struct bench_variant *variants;
    bool software;
    enum bench_profile pace;
};

static void kept_open(struct kept *kept, const char *file)
{
    char *path = text_make("%s/runs/%s.json.xz", getenv("CLAIMCHECK_TEST_RESULTS"), file);
    struct run *run = run_load(path);
    assert_non_null(run);
    free(path);
    *kept = (struct kept){ .run = run,
                           .variants = need_zeroed(run->case_count, sizeof(*kept->variants)),
                           .software = run->device.software,
                           .pace = strcmp(run->session.profile, "full") == 0    ? BENCH_FULL
                                   : strcmp(run->session.profile, "paper") == 0 ? BENCH_PAPER
                                                                                : BENCH_QUICK };
    for (size_t i = 0; i < run->session.plan_argument_count; i++)
        if (strncmp(run->session.plan_arguments[i], "--claims", 8) == 0)
            kept->pace = BENCH_PAPER;
    kept->plan.groups = need_zeroed(run->case_count, sizeof(*kept->plan.groups));
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        size_t at = 0;
        while (at < kept->plan.group_count &&
               strcmp(kept->plan.groups[at].workload_name, c->workload) != 0)
            at++;
        struct plan_group *group = &kept->plan.groups[at];
        if (at == kept->plan.group_count) {
            kept->plan.group_count++;
            snprintf(group->workload_name, sizeof(group->workload_name), "%s", c->workload);
            group->cases = need_zeroed(run->case_count, sizeof(*group->cases));
            for (const struct technique *const *t = registry_techniques; *t; t++)
                if (strcmp((*t)->name, c->technique) == 0)
                    group->technique = *t;
            assert_non_null(group->technique);
        }
        const uint32_t launches = c->launch_count > 0 ? (uint32_t)c->launch_count : 1;
        kept->variants[i] = (struct bench_variant){ .kind = c->kind, .ceiling = c->ceiling };
        group->cases[group->case_count++] =
            (struct plan_case){ .variant = &kept->variants[i], .launches = launches };
        group->launches = launches > group->launches ? launches : group->launches;
    }
}

static void kept_close(struct kept *kept)
{
    for (size_t i = 0; i < kept->plan.group_count; i++)
        free(kept->plan.groups[i].cases);
    free(kept->plan.groups);
    free(kept->variants);
    run_destroy(&kept->run);
}

static void assert_near(const char *file, const char *what, double guess_s, double wall_s)
{
    if (!(guess_s < 1.5 * wall_s && wall_s < 1.5 * guess_s))
        fail_msg("%s: %s %.1f s, and it took %.1f s", file, what, guess_s, wall_s);
}

/* Guesses again after a part of a run on a device that is so many times slower; 0: never. */
static double again(const struct kept *kept, double slower)
{
    const double guess_s = plan_time_s(&kept->plan, kept->software, kept->pace);
    double ended_s = plan_time_s(&(struct plan){ 0 }, kept->software, kept->pace), spent_s = 0;
    const struct run_overhead *overhead = &kept->run->session.overhead;
    for (size_t i = 0; i < overhead->group_count; i++) {
        uint32_t launch = 0;
        for (size_t k = 0; k < i; k++)
            launch += strcmp(overhead->groups[k].workload, overhead->groups[i].workload) == 0;
        for (size_t k = 0; k < kept->plan.group_count; k++)
            if (strcmp(kept->plan.groups[k].workload_name, overhead->groups[i].workload) == 0)
                ended_s +=
                    plan_group_time_s(&kept->plan.groups[k], launch, kept->software, kept->pace);
        spent_s += slower * overhead->groups[i].wall_ns / 1e9;
        const double all_s = plan_time_again(guess_s, ended_s, spent_s);
        if (all_s > 0)
            return all_s;
    }
    return 0;
}

TEST(test_kept)
{
    static const char *const files[] = {
        "nvidia-h100-80gb-hbm3/20261128-paper",
        "nvidia-h100-80gb-hbm3/20261127-claims-4",
        "nvidia-h100-80gb-hbm3/20261122-detp-paper-3",
        "nvidia-h100-80gb-hbm3/20261122-thread-group-tiling-spacing",
        "nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes",
        "nvidia-h100-80gb-hbm3/20261121-ceilings-full",
        "nvidia-h200/20261128-paper",
        "nvidia-h200/20261127-claims-6",
        "llvmpipe-llvm-15-0-6-256-bits/20261127-quick",
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        struct kept kept;
        kept_open(&kept, files[i]);
        const double wall_s = kept.run->session.overhead.wall_ns / 1e9;
        assert_true(wall_s > 1);
        assert_near(files[i], "guessed", plan_time_s(&kept.plan, kept.software, kept.pace), wall_s);
        for (double slower = 1; slower <= 4 && wall_s > 60; slower *= 2)
            assert_near(files[i], "said again", again(&kept, slower), slower * wall_s);
        kept_close(&kept);
    }
}
