/* SPDX-License-Identifier: MIT */
/* claims_made.h: runs and claims made up of a few members, for tests of verdicts. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_CLAIMS_MADE_H
#define CLAIMCHECK_TESTS_ANALYSIS_CLAIMS_MADE_H

#include "harness/analysis/claims/claims.h"
#include "tests/record/run_document.h"

enum { MADE_ROUNDS = 40, MADE_CASES = 16, MADE_AXES = 2, MADE_TEXT = 96 };

struct made_case {
    char name[MADE_TEXT], workload[MADE_TEXT], variant[MADE_TEXT], value[MADE_AXES][MADE_TEXT];
    struct run_axis axes[MADE_AXES];
    struct run_sample samples[MADE_ROUNDS];
    struct run_metric metric;
};

/* A run whose cases all take their own share of what a round takes. */
struct made {
    struct run run;
    struct run_case cases[MADE_CASES];
    struct made_case of[MADE_CASES];
};

static inline void made_init(struct made *made)
{
    memset(made, 0, sizeof(*made));
    made->run = (struct run){
        .path = "run.json",
        .cases = made->cases,
        .tool = { .name = "claimcheck", .version = "0", .commit = "0" },
        .session = { .profile = "paper", .started = "2026-11-22T00:00:00Z", .ended = "" },
        .context = { .cpu = "Made CPU", .fault = "", .layers = "" },
        .device = { .name = "Made GPU", .uuid = "", .driver_name = "", .driver_info = "" },
    };
}

static inline void made_summarize(struct run_case *c)
{
    double gpu[MADE_ROUNDS], wall[MADE_ROUNDS];
    for (size_t i = 0; i < c->sample_count; i++) {
        gpu[i] = c->samples[i].gpu_ns;
        wall[i] = c->samples[i].wall_ns;
    }
    c->gpu = stats_summarize(gpu, c->sample_count);
    c->wall = stats_summarize(wall, c->sample_count);
}

/* Returns a time: the round's own time, plus the share of case k, which is half of `spread`. */
static inline double made_ns(size_t k, size_t round, double factor, double spread)
{
    const double common = 1000 + 100 * (double)(round * 23 % MADE_ROUNDS) / MADE_ROUNDS;
    const double own = (double)((round * 17 + k * 29) % MADE_ROUNDS) / MADE_ROUNDS - 0.5;
    return common * factor * (1 + spread * own);
}

static inline void made_time(struct made *made, size_t k, double factor, double spread)
{
    for (uint32_t i = 0; i < MADE_ROUNDS; i++) {
        const double ns = made_ns(k, i, factor, spread);
        made->of[k].samples[i] = (struct run_sample){ .gpu_ns = ns, .wall_ns = 2 * ns, .round = i };
    }
    made_summarize(&made->cases[k]);
}

/* A verified case "t.b/<variant>/<axis>:<value>" of the workload, so many times as slow as the
 * round; returns its index. `axis` may be NULL. */
static inline size_t made_add(struct made *made, const char *workload, const char *variant,
                              const char *axis, const char *value, double factor)
{
    const size_t k = made->run.case_count++;
    struct made_case *of = &made->of[k];
    snprintf(of->variant, MADE_TEXT, "%s", variant);
    snprintf(of->workload, MADE_TEXT, "%s", workload);
    snprintf(of->value[0], MADE_TEXT, "%s", axis ? value : "");
    if (axis)
        snprintf(of->name, MADE_TEXT, "t.b/%.30s/%.20s:%.30s", variant, axis, value);
    else
        snprintf(of->name, MADE_TEXT, "t.b/%s", variant);
    of->axes[0] = (struct run_axis){ axis ? axis : "", of->value[0], NAN };
    made->cases[k] = (struct run_case){ .name = of->name,
                                        .workload = of->workload,
                                        .api = "",
                                        .program = "",
                                        .mark = "",
                                        .technique = "t",
                                        .bench = "b",
                                        .variant = of->variant,
                                        .reason = "",
                                        .kind = BENCH_GPU,
                                        .status = BENCH_OK,
                                        .check = RUN_CHECK_PASSED,
                                        .axes = of->axes,
                                        .axis_count = axis ? 1 : 0,
                                        .samples = of->samples,
                                        .sample_count = MADE_ROUNDS,
                                        .metrics = &of->metric,
                                        .floor_bound = "",
                                        .floor_percent = NAN,
                                        .peak_bytes = 100 * factor };
    made_time(made, k, factor, 0.01);
    return k;
}

/* A case "slow" and a case "fast" of the workload, at the value of the axis. */
static inline void made_add_both(struct made *made, const char *workload, const char *axis,
                                 const char *value, double slow, double fast)
{
    made_add(made, workload, "slow", axis, value, slow);
    made_add(made, workload, "fast", axis, value, fast);
}

/* A published file of one claim about the device "Paper GPU", judged times unless its members say
 * otherwise: members of the claim, and of the document. */
static inline struct published *made_claim_in(const char *members, const char *document_members)
{
    json_auto_t *document =
        run_document_json(unit_text("{'schema_version':2,'paper':{'id':'p'},'technique':'t',"
                                    "'hardware':[{'id':'h','device':'Paper GPU, 8 GiB'}]%s,"
                                    "'claims':[{'id':'p.c','statement':'It is so.','hardware':'h',"
                                    "'measure':'judged',%s}]}",
                                    document_members, members));
    struct published *file = published_read(document, "made.json");
    assert_done(file);
    return file;
}

static inline struct published *made_claim(const char *members)
{
    return made_claim_in(members, "");
}

/* The judged claims, and what they stand on. */
struct made_verdict {
    struct claims *claims;
    struct published *file;
    const struct claims_entry *entry; /* of the first device */
    const struct claims_pair *shown;  /* of its first reading */
};

static inline struct made_verdict made_judge_by(const struct claims_request *request)
{
    struct made_verdict verdict = { .claims = claims_judge(request),
                                    .file = request->published[0] };
    assert_non_null(verdict.claims);
    verdict.entry = &verdict.claims->devices[0].entries[0];
    verdict.shown = verdict.entry->readings[0].shown;
    return verdict;
}

static inline struct made_verdict made_judge(const struct run *const *runs, size_t count,
                                             struct published *file)
{
    return made_judge_by(&(struct claims_request){
        .runs = runs, .run_count = count, .published = &file, .published_count = 1 });
}

/* Judges one run by one claim. */
static inline struct made_verdict made_one(const struct made *made, struct published *file)
{
    const struct run *run = &made->run;
    return made_judge(&run, 1, file);
}

/* Judges one run by a claim of these members. */
static inline struct made_verdict made_by(const struct made *made, const char *members)
{
    return made_one(made, made_claim(members));
}

static inline void made_finish(struct made_verdict *verdict)
{
    claims_destroy(&verdict->claims);
    published_destroy(&verdict->file);
}

/* A verdict that is finished where its scope ends. */
#define MADE_AUTO CLEANUP(made_finish) struct made_verdict

/* Fails unless the verdict has these words. */
static inline void made_words(struct verdict verdict, const char *wanted)
{
    char words[VERDICT_BYTES];
    assert_string_equal(verdict_words(verdict, words), wanted);
}

/* Fails unless a number is within a fiftieth of another. */
static inline void made_near(double a, double b)
{
    if (!(fabs(a / b - 1) < 0.02))
        fail_msg("%.6g is not near %.6g", a, b);
}

/* Expectations of a verdict, of its first reading and of the pair that this shows; 0 and NULL: any.
 * `held` is "2 of 3" cases, `reason` a part of the reason, `whole_reason` all of it. */
struct made_wanted {
    const char *words, *reason, *whole_reason, *held, *a, *b, *label, *key;
    unsigned marks, no_marks;
    size_t readings, pairs, runs, cards, processes, n;
    double value, r, r_low, r_high;
};

static inline void made_text_hold(const char *text, const char *wanted)
{
    if (wanted)
        assert_string_equal(text, wanted);
}

static inline void made_count_hold(size_t count, size_t wanted)
{
    if (wanted > 0)
        assert_int_equal(count, wanted);
}

static inline void made_number_hold(double number, double wanted)
{
    if (wanted > 0)
        made_near(number, wanted);
}

static inline void made_hold_to(const struct made_verdict *verdict, struct made_wanted wanted)
{
    const struct claims_entry *entry = verdict->entry;
    const struct claims_reading *reading = &entry->readings[0];
    char words[VERDICT_BYTES];
    verdict_words(entry->verdict, words);
    if (wanted.words && strcmp(words, wanted.words) != 0)
        fail_msg("%s, not %s: %s", words, wanted.words, entry->reason);
    if ((entry->marks & wanted.marks) != wanted.marks || entry->marks & wanted.no_marks)
        fail_msg("marks %x, and not %x", entry->marks, wanted.marks);
    if (wanted.reason && !strstr(entry->reason, wanted.reason))
        fail_msg("'%.200s' has not '%.200s'", entry->reason, wanted.reason);
    made_text_hold(entry->reason, wanted.whole_reason);
    made_text_hold(unit_text("%zu of %zu", reading->held, reading->case_count), wanted.held);
    made_count_hold(entry->reading_count, wanted.readings);
    made_count_hold(reading->pair_count, wanted.pairs);
    made_count_hold(entry->runs, wanted.runs);
    made_count_hold(entry->cards, wanted.cards);
    made_number_hold(reading->r_low, wanted.r_low);
    made_number_hold(reading->r_high, wanted.r_high);
    const struct claims_pair none = { 0 }, *shown = verdict->shown ? verdict->shown : &none;
    made_text_hold(shown->a, wanted.a);
    made_text_hold(shown->b, wanted.b);
    made_text_hold(shown->label, wanted.label);
    made_text_hold(shown->key, wanted.key);
    made_number_hold(shown->r, wanted.r);
    made_number_hold(shown->estimate.value, wanted.value);
    made_count_hold(shown->estimate.processes, wanted.processes);
    made_count_hold(shown->estimate.n, wanted.n);
}

/* Judges one run by a claim, which is destroyed, and holds its verdict to what is wanted. */
static inline void made_expect_of(const struct made *made, struct published *file,
                                  struct made_wanted wanted)
{
    MADE_AUTO verdict = made_one(made, file);
    made_hold_to(&verdict, wanted);
}

/* Members of struct made_wanted: made_hold(&verdict, .words = "CONFIRMED", .pairs = 2). */
#define made_hold(verdict, ...) made_hold_to(verdict, (struct made_wanted){ __VA_ARGS__ })
#define made_expect(made, members, ...)                                                            \
    made_expect_of(made, made_claim(members), (struct made_wanted){ __VA_ARGS__ })

/* A run of two cases of one workload: one takes `factor` times as long as the other. */
static inline void made_slow_and_fast(struct made *made, double factor)
{
    made_init(made);
    made_add(made, "w", "slow", NULL, NULL, factor);
    made_add(made, "w", "fast", NULL, NULL, 1);
}

/* Judges a run of these for each factor; room for so many in `several`, which are kept. */
static inline struct made_verdict made_several(struct made *several, const double *factors,
                                               size_t count, struct published *file)
{
    const struct run *runs[MADE_CASES];
    assert_true(count <= MADE_CASES);
    for (size_t i = 0; i < count; i++) {
        made_slow_and_fast(&several[i], factors[i]);
        runs[i] = &several[i].run;
    }
    return made_judge(runs, count, file);
}

#endif
