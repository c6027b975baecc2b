/* SPDX-License-Identifier: MIT */
/*
 * claims.h: what runs say of claims. Runs and published files in, verdicts out;
 * docs/reference/verdict-rules.md has the rules.
 *
 *   struct claims *claims = claims_judge(&(struct claims_request){
 *       .runs = runs, .run_count = run_count, .published = list.files, .published_count = count });
 *   claims_view(&sheet, claims);                 harness/views/claims/claims.h: a row each
 *   claims_destroy(&claims);
 *
 * Runs of one device are judged together, those of another for themselves. The caller owns the
 * whole alone; runs and published files outlive it.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_H

#include "harness/analysis/published/published.h"
#include "harness/base/base.h"
#include "harness/record/run/run.h"

/*
 * The words that runs say about a claim.
 *
 *   const struct zones zones = zones_size(6, zones_kappa);
 *   struct verdict verdict = zones_judge(&zones, (struct stats_interval){ 6.03, 6.12 });
 *   verdict_words(verdict, VERDICT_ROOM);                               "CONFIRMED"
 */

/* Zones by how well the statement fares, worst first. */
enum zone {
    ZONE_CONTRADICTED,
    ZONE_NOT_SEEN,
    ZONE_WEAKER,
    ZONE_CONFIRMED,
    ZONE_STRONGER,
    ZONE_COUNT,
};

enum verdict_kind {
    VERDICT_NOT_TESTABLE,
    VERDICT_UNDECIDED,   /* the interval holds CONTRADICTED, and CONFIRMED or STRONGER */
    VERDICT_AT_THE_EDGE, /* likewise, and it is narrow: the two zones touch within it */
    VERDICT_MIXED,       /* some cases hold, others deny */
    VERDICT_ZONES,       /* one zone, "A or B", or "A to B" */
};

struct verdict {
    enum verdict_kind kind;
    unsigned zones; /* a bit for each zone that the interval, or some case, lies in */
};

/* Classes in which verdicts are counted: two zones or more are BETWEEN, AT_THE_EDGE too. */
enum verdict_class {
    VERDICT_CLASS_STRONGER,
    VERDICT_CLASS_CONFIRMED,
    VERDICT_CLASS_WEAKER,
    VERDICT_CLASS_NOT_SEEN,
    VERDICT_CLASS_CONTRADICTED,
    VERDICT_CLASS_MIXED,
    VERDICT_CLASS_BETWEEN,
    VERDICT_CLASS_UNDECIDED,
    VERDICT_CLASS_NOT_TESTABLE,
    VERDICT_CLASS_COUNT,
};

enum { VERDICT_BYTES = 48 };
#define VERDICT_ROOM ((char[VERDICT_BYTES]){ 0 }) /* for one that lives as long as the block */

/* "CONFIRMED", "CONFIRMED or STRONGER", "NOT SEEN to STRONGER", "MIXED", ... Returns text. */
const char *verdict_words(struct verdict verdict, char text[VERDICT_BYTES]);

/* Reads such words; false where they are none. */
bool verdict_find(const char *words, struct verdict *verdict);

/* "STRONGER", ..., "between two words", ... Static storage. */
const char *verdict_class_name(enum verdict_class class);
enum verdict_class verdict_class_of(struct verdict verdict);

/* True where all of the interval is CONFIRMED or STRONGER; NOT SEEN or CONTRADICTED. */
bool verdict_holds(struct verdict verdict);
bool verdict_denies(struct verdict verdict);

bool verdict_same(struct verdict a, struct verdict b);

/* True of words that say something: one zone or several next to each other, or MIXED. */
bool verdict_is_decided(struct verdict verdict);

/* True where both are decided and share no zone, or where one of them alone is MIXED. */
bool verdict_differs(struct verdict a, struct verdict b);

/* The verdict of several cases: from the worst to the best of them, or MIXED; of `every` the worst,
 * of `any` the best. Cases that are not testable do not count; NOT TESTABLE where none is left. */
struct verdict verdict_join(const struct verdict *cases, size_t count, enum published_of of);

/* ---------------------------------------------------------------------------------------------- */

/*
 * Which word a ratio has, by the kind of claim. Pure rules.
 *
 * A ratio r reads in the direction of the statement: above 1 where it holds. Of a share s it is
 * s / (1 - s). Zones go from low r to high r; an edge belongs to the zone below it.
 */

enum { ZONES_MAX = 5 };

struct zones {
    size_t count; /* of zones; edges are one less */
    enum zone zone[ZONES_MAX];
    double edge[ZONES_MAX - 1]; /* ascending */
};

/* The two margins of all claims: no difference, 5 %; the same size, of a gain, 1.5 and on the
 * paper's own device 1.1. */
extern const double zones_delta, zones_kappa, zones_kappa_own;

/* A size X, above 1; one within delta of 1 is no difference, which denies both sides. */
struct zones zones_size(double x, double kappa);

/* Any size of X and more: "much", or an order of magnitude. */
struct zones zones_least(double x);

/* A direction without a number. */
struct zones zones_direction(void);

/* No difference: r from 1 / margin to margin. A side that is not denied is STRONGER; one that is
 * has no cliff: up to margin squared it is WEAKER. */
struct zones zones_none(double margin, bool denies_above, bool denies_below);

/* A number that the paper states as a bound. r is the number itself. */
struct zones zones_at_most(double bound);
struct zones zones_at_least(double bound);

/* r: the measure at the paper's place over the best. */
struct zones zones_best(double kappa);

/* r: the place over the paper's; a crossover that is later than kappa is WEAKER. */
struct zones zones_from(double kappa);

/* r: a count over the paper's. `unit` is 1 over the paper's: one more or less is no difference. A
 * side that is not denied is STRONGER where the other is, else WEAKER. */
struct zones zones_count(double unit, bool denies_above, bool denies_below);

/* The zones that [low, high] lies in. NOT TESTABLE where an end is NAN. */
struct verdict zones_judge(const struct zones *zones, struct stats_interval r);

/* The zone of the word that the claim as published has: CONFIRMED, from *low to *high; an end that
 * is open is 0 or INFINITY. */
struct stats_interval zones_confirmed(const struct zones *zones);

/* ---------------------------------------------------------------------------------------------- */

/* Measures of claims: the value that a run has for a case. */

/* True of gpu, wall, judged and host_share: there are samples of it. */
bool metric_sampled(const struct published_measure *measure);

/* True of a metric whose unit has a time in it, or is energy: it is as noisy as a time. */
bool metric_timed(const struct run_case *c, const struct published_measure *measure);

/* The kind of a number: a ratio of a to b, a part of a whole, a time in ns, bytes, an energy, or a
 * count. */
enum claims_quantity {
    CLAIMS_RATIO,
    CLAIMS_SHARE,
    CLAIMS_NS,
    CLAIMS_BYTES,
    CLAIMS_JOULES,
    CLAIMS_PLAIN
};

/* The kind of a measure of a case, never a ratio or a part; with NULL no metric's unit is known. */
enum claims_quantity metric_quantity(const struct run_case *c,
                                     const struct published_measure *measure);

/* Returns a case's value of a measure; for times the median, of all samples or of the launches.
 * `wall` decides for judged, and for host_share it is the wall time. NAN where the run has none. */
double metric_value(const struct run *run, const struct run_case *c,
                    const struct published_measure *measure, bool wall);

/* Names of a case's counters, ends with NULL. */
extern const char *const metric_counters[];

/* Returns the measure's value in one launch of several, for the time that the case is judged by and
 * for metrics that are times. NAN where the run does not say. */
double metric_launch_value(const struct run_case *c, size_t launch,
                           const struct published_measure *measure, bool wall);

/* ---------------------------------------------------------------------------------------------- */

/* Which cases of some runs a claim speaks of. Texts are those of the runs; what is made lies in an
 * arena. */

/* The names of all cases of some runs, each once. */
struct case_names {
    const char **names;
    size_t count;
    size_t **numbers; /* of each run, of each case: its name's place */
};

void case_names_find(struct case_names *names, const struct run *const *runs, size_t run_count,
                     struct arena *arena);

/* Rows of evidence (harness/record/record.h) of one device. */
struct case_selection_runs {
    const struct run *const *runs;
    size_t count;
    const struct case_names *names;
    bool *counted; /* of each, set by estimates that rest on it; NULL: nobody asks */
};

/* A case by its name, in each run that has it verified. */
struct case_selection_row {
    const struct run_case *any;          /* the first of them */
    const struct run_case *const *cases; /* of each run; NULL where it has none */
    bool stand_in;
};

struct case_selection {
    struct case_selection_row *rows; /* in the order of the runs */
    size_t count;
    size_t bad;                     /* that are selected, and are verified in no run */
    size_t unmet;                   /* that are, and do not meet a precondition */
    const char *unmet_text;         /* what the first that fails each is instead; "" */
    uint64_t unmet_conditions;      /* by their bits */
    const struct run_case *trouble; /* the first of those */
};

/* Selects the rows of side `b` of a claim, or a. Overrides are excluded; values of axes lie in the
 * claim's ranges, and the preconditions are met, by more runs than say otherwise. The caches are
 * hot where there is such a case. */
void case_selection_find(struct case_selection *rows, const struct case_selection_runs *runs,
                         const struct published *paper, const struct published_claim *claim, bool b,
                         struct arena *arena);

/* Leaves out what stands in for something; returns how many. */
size_t case_selection_drop_stand_ins(struct case_selection *rows);

/* Returns what distinguishes a row from the others, "subtree/subtree_levels:5"; "" of one alone. */
const char *case_selection_label(const struct case_selection *rows,
                                 const struct case_selection_row *row, struct arena *arena);

/* ---------------------------------------------------------------------------------------------- */

/*
 * A measure of a case, or a quotient of several, over the runs of one device, with its interval.
 *
 * Runs count that have all terms and the kernels of the newest such run: other kernels are another
 * program. Of one card, the processes of its runs are the units: the interval is the one between
 * six processes and more, and holds the intervals of all processes where they are fewer. Of a
 * model, each card gives one value, the median of its runs: the interval is by ranks of six cards
 * and more, the range of all runs of three to five, and that range grown by a factor of fewer.
 */

enum { ESTIMATE_TERMS_MAX = 4, ESTIMATE_PROCESSES_LEAST = 6, ESTIMATE_CARDS_LEAST = 6 };

struct estimate_term {
    const struct case_selection_row *row;
    const struct published_measure *measure;
    int power; /* 1, or -1: divides */
};

/* The unit of an interval. */
enum estimate_unit { ESTIMATE_CARD, ESTIMATE_MODEL };

/* Which of its two times a sample is judged by: as the measure says, or one of them. */
enum estimate_clock { ESTIMATE_AS_STATED, ESTIMATE_DEVICE_TIME, ESTIMATE_WALL_TIME };

/* "as stated", "device", "wall" */
extern const char *const estimate_clock_names[3];

struct estimate_request {
    const struct case_selection_runs *runs;
    enum estimate_unit unit;
    enum estimate_clock clock;
    bool share;     /* a part of a whole: the factor of few cards grows its odds */
    double trip_ns; /* wall times with round trips of that length; 0: as measured */
};

struct estimate {
    double value;                   /* ns, bytes, counts, ratios; NAN: some run lacks a term */
    struct stats_interval interval; /* both ends NAN where there is none */
    struct stats_interval single;   /* of a model of six cards and more, what 5 and 95 % of single
                                       cards have at most: no interval of the median; else NAN */
    size_t n;                       /* samples of the least term, of all processes */
    size_t processes, runs, cards;
    const struct run *typical; /* the run that comes nearest to `value`; NULL */
    size_t older;              /* runs that are left out, for their kernels are not the newest's */
    size_t lacking;            /* rows that are, for they have no times of these cases */
    double factor;             /* that the interval grew by, for want of cards; 1 */
    bool exact;                /* nothing in it has noise */
    bool same_rounds;          /* all of it was measured in the same rounds, or is one term */
    bool throttled;            /* no sample of a term was not */
    bool timed;                /* of times */
    bool wall;                 /* of wall times */
    bool host;                 /* of wall times that a CPU row, or two workloads, take part in */
};

/* At most ESTIMATE_TERMS_MAX terms. NAN where no process has all of them. */
struct estimate estimate_make(const struct estimate_request *request,
                              const struct estimate_term *terms, size_t count);

/* 95 % of single runs lie within this factor of the other cards' median: of device times, of wall
 * times of one workload, of those with a CPU row or of two workloads. */
extern const double estimate_factor_device, estimate_factor_wall, estimate_factor_host;

/* The greatest factor that stamps of another API may add to the device's time of a case: they were
 * seen to differ by 1.8 µs, which the executions between two of them share. */
double estimate_stamps_factor(const struct run_case *c);

/* Round trips to the device in one execution: returns to the host, or the one wait; 0 on a CPU, NAN
 * where a row has no counters. */
double estimate_trips(const struct run_case *c);

/* True of times, of metrics in ns, and of rates. */
bool estimate_timed(const struct case_selection_row *row, const struct published_measure *measure);

/* The first run that is one with another before it, which *first then is: the same process, by what
 * it says of itself and of a case. It counts once, so whoever pools runs refuses it. NULL where
 * there is none. */
const struct run *estimate_run_again(const struct run *const *runs, size_t count,
                                     const struct run **first);

/* ---------------------------------------------------------------------------------------------- */

/* Verdicts: claims judged by runs. */

enum claims_mark {
    CLAIMS_NOT_PAPERS = 1 << 0,      /* the published file says that the claim is ours */
    CLAIMS_READING = 1 << 1,         /* the number is ours, for a word of the paper */
    CLAIMS_BY_CONSTRUCTION = 1 << 2, /* no device can make it come out otherwise */
    CLAIMS_AFTER_DATA = 1 << 3,      /* written or changed after the first of these runs, and not
                                        judged since by a run of a new card that carries its hash */
    CLAIMS_PROVISIONAL = 1 << 4,     /* of a model, by fewer than six cards */
    CLAIMS_ONE_PROCESS = 1 << 5,     /* of a card, by one process */
    CLAIMS_CLOCKS = 1 << 6,          /* the two stopwatches give different words */
    CLAIMS_OTHER_ROUNDS = 1 << 7,    /* not in the same rounds */
    CLAIMS_THROTTLED = 1 << 8,       /* all samples of a case were throttled, and count */
    CLAIMS_BAD_ROWS = 1 << 9,        /* unsupported or failed cases are excluded */
    CLAIMS_UNMET = 1 << 10,          /* cases outside the precondition are excluded */
    CLAIMS_NO_STAND_INS = 1 << 11,   /* substitute scenes are excluded */
    CLAIMS_OLDER_KERNELS = 1 << 12,  /* runs of older kernels are excluded */
    CLAIMS_SMALL_PROFILE = 1 << 13,  /* a larger profile has more of its cases */
    CLAIMS_DRIVERS = 1 << 14,        /* the runs are of several drivers */
    CLAIMS_HOSTS = 1 << 15,          /* of several processors, and a case is of kind cpu */
    CLAIMS_SEEDS = 1 << 16,          /* of several seeds: the inputs differ */
    CLAIMS_BUILDS = 1 << 17,         /* of several commits of this program */
    CLAIMS_BY_CUDA_PORT = 1 << 18,   /* not by a run */
    CLAIMS_BY_TRACE = 1 << 19,
    CLAIMS_BY_TEST = 1 << 20,
    CLAIMS_BY_ARITHMETIC = 1 << 21,
    CLAIMS_APIS = 1 << 22,    /* of cases that work by two APIs */
    CLAIMS_DOUBTED = 1 << 23, /* there is a doubt about the times of a case (run_case.mark) */
    CLAIMS_EARLIER = 1 << 24, /* rows count that were made by an earlier version of the claim */
    CLAIMS_LACKING = 1 << 25, /* rows are excluded that have no times of its cases */
    CLAIMS_FREE = 1 << 26,    /* settings that the paper does not give have other words */
    CLAIMS_CARDS = 1 << 27,   /* single cards reach a zone that denies, and the median does not */
    CLAIMS_FOREIGN = 1 << 28, /* another tool measured a case: run.h */
    CLAIMS_MARGIN = 1 << 29,  /* by the next narrower or wider margin of a word it is another */
    CLAIMS_CHANGED = 1 << 30, /* by kernels that this build has no more as they were */
    CLAIMS_TRIPS = -0x7fffffff - 1, /* bit 31: of wall times with round trips */
};
enum { CLAIMS_MARK_COUNT = 32, CLAIMS_MARK_BYTES = 200 };

/* The round trip that CLAIMS_TRIPS tries in place of the one measured. */
extern const double claims_trip_ns;

/* The mark of a claim that other evidence than a run decides; 0 of a run. */
unsigned claims_evidence_mark(enum published_evidence evidence);

/* "one process", ..., and, where that needs one, a sentence that explains it, or NULL. Static
 * storage. */
const char *claims_mark_text(enum claims_mark mark);
const char *claims_mark_means(enum claims_mark mark);

struct claims_entry;

/* The bit's text, with the date of CLAIMS_CHANGED and the numbers of CLAIMS_TRIPS; NULL where the
 * entry has not that mark. */
const char *claims_entry_mark(const struct claims_entry *entry, int bit,
                              char text[CLAIMS_MARK_BYTES]);

/* A comparison with one number. */
struct claims_pair {
    const char *label;       /* tells it from the others: "HAIR"; "" of one alone */
    const char *key;         /* pairs of one key are one case: their values of the join */
    const char *a, *b;       /* names of cases; b "": none */
    double a_plain, b_plain; /* of the cases in the typical run; NAN: none */
    enum claims_quantity a_quantity, b_quantity; /* of these */
    struct claims_trips {
        double count;         /* of round trips to the device in a wall time; 0 */
        double share;         /* of that time, by the run's own round trip; NAN: it measured none */
    } a_trips, b_trips;       /* in the typical run */
    double published;         /* in the statement's direction; NAN: none */
    struct estimate estimate; /* a / b, or a */
    double r;                 /* in the statement's direction */
    struct stats_interval r_interval, r_single; /* of single cards, as `single` of the estimate */
    struct zones zones;
    struct verdict verdict;
};

/* The result by one stopwatch. */
struct claims_reading {
    enum estimate_clock clock;
    struct verdict verdict;
    const struct claims_pair *pairs; /* as context also where the claim is not testable */
    size_t pair_count;
    const struct claims_pair *shown; /* the worst of those that decide, of any the best; NULL where
                                        none has one */
    size_t case_count, held;         /* values of the join: all, and those that hold */
    size_t settings, settings_all;   /* of free axes: those that the case with the fewest has, and
                                        those that the claim asks for; 1 of a claim without */
    bool settings_differ;            /* some of these have other words */
    double r_low, r_high;            /* of the pairs' r; NAN */
    double place_low, place_high;    /* of best_at, from and peaks_within along their axis, of all
                                        series; NAN: none */
};

enum { CLAIMS_READINGS_MAX = 2 };

struct claims_entry {
    const struct published *paper;
    const struct published_claim *claim;
    struct verdict verdict;
    struct verdict narrower, wider;  /* of our number for a word: by the next margins of a word */
    struct verdict short_trips;      /* if each round trip took claims_trip_ns */
    const struct claims_pair *trips; /* whose round trips are shown; NULL: none has some */
    bool measured;      /* the runs have a case of it, be it a failed one; other evidence: of its
                           technique */
    bool complete;      /* and one of each side */
    unsigned marks;     /* of enum claims_mark */
    size_t bad_rows;    /* see CLAIMS_BAD_ROWS */
    const char *reason; /* why NOT TESTABLE, a sentence; "" */
    struct claims_reading readings[CLAIMS_READINGS_MAX]; /* the first is the paper's own */
    size_t reading_count;
    size_t runs, cards;                 /* that it rests on */
    const char *first_date, *last_date; /* of those runs, or records: "2026-11-20"; "" */
    const char *kernels_date;           /* of the last run that makes it CLAIMS_CHANGED; "" */
};

/* Whose claim it is: verdicts of each are counted apart. */
enum claims_origin {
    CLAIMS_OF_PAPER,
    CLAIMS_OF_READING,        /* our number for the paper's word */
    CLAIMS_OURS,              /* the paper does not make it */
    CLAIMS_CONSTRUCTED,       /* whoever makes it: our code cannot but have it so */
    CLAIMS_OF_OTHER_EVIDENCE, /* whoever makes it: a CUDA port, a trace, a test or arithmetic */
    CLAIMS_OF_TWO_APIS,       /* whoever makes it: its sides work by two APIs */
    CLAIMS_ORIGIN_COUNT
};
enum claims_origin claims_origin_of(const struct claims_entry *entry);

/* "the papers'", ... Static storage. */
extern const char *const claims_origin_names[CLAIMS_ORIGIN_COUNT];

/* Runs of one device, and what they say. */
struct claims_device {
    const char *name;              /* of the GPU; of the host's processor where there is none */
    const struct run *const *runs; /* in the order given */
    const struct run *const *rows; /* of evidence, of each */
    size_t run_count, card_count;
    enum estimate_unit unit;
    const struct claims_entry *entries; /* in the order of files and claims */
    size_t entry_count;
    size_t counts[CLAIMS_ORIGIN_COUNT][VERDICT_CLASS_COUNT]; /* of entries that are measured */
    size_t measured;
};

struct claims {
    struct claims_device *devices; /* in the order in which they are first met */
    size_t device_count;
    struct run **made; /* rows of runs that are none */
    size_t made_count;
    struct arena arena;
};

/* The unit that verdicts speak of. */
enum claims_unit {
    CLAIMS_UNIT_AS_GIVEN, /* this card where the runs are of one, else the model */
    CLAIMS_UNIT_CARD,
    CLAIMS_UNIT_MODEL,
};

struct claims_request {
    const struct run *const *runs;
    size_t run_count;
    struct published *const *published;
    size_t published_count;
    const struct published_claim *claim; /* judges this one alone; NULL: all */
    enum claims_unit unit;
    bool by_runs;   /* other evidence decides no claim: it says nothing new of these runs */
    bool all_times; /* asks for all times that other runs could make it ask for */
    double kappa;   /* in place of zones_kappa; 0: that */
};

struct claims *claims_judge(const struct claims_request *request);

/*
 * A run as a row of evidence, which is all that claims are judged by: what claims_judge() makes of
 * each run that is none. It computes times when they are asked for; the run outlives it.
 */
struct run *claims_row_make(const struct run *full, struct published *const *published,
                            size_t count);

/* One hash for these claims: what rows that were made by them carry. */
void claims_hash(struct published *const *published, size_t count, char sha256[SHA256_TEXT_BYTES]);

/* Computes all times that these claims can ask of the row, whatever rows it is judged with. */
void claims_row_fill(struct run *row, struct published *const *published, size_t count);

/* Accepts NULL, sets *claims to NULL. */
void claims_destroy(struct claims **claims);

/* The kind of the number of its pairs. */
enum claims_quantity claims_quantity_of(const struct published_claim *claim);

/* ---------------------------------------------------------------------------------------------- */

/*
 * Verdicts of each run alone, beside the verdict of all runs of a device together. Shows which
 * verdicts change from run to run.
 *
 *   struct claims_each *each = claims_each_judge(runs, run_count, list.files, list.count);
 *   stability_view(&sheet, each);           harness/views/claims/claims.h
 *   claims_each_destroy(&each);
 *
 * A run alone speaks of its card, all together of the unit of the request. The caller owns the
 * whole alone; runs and published files outlive it.
 */

/* A claim that some run of the device has a case of. */
struct claims_each_row {
    const struct claims_entry *together;
    const struct claims_entry *const *alone; /* of each run; NULL: it has no case of it */
    bool differs;                            /* some run alone has other words than all together */
    bool excludes;                           /* and shares no zone with them */
};

struct claims_each_device {
    const struct claims_device *together; /* whose runs are in the order of `alone` */
    const struct claims_each_row *rows;   /* in the order of files and claims */
    size_t row_count;
    size_t judged;   /* verdicts of single runs that can be held against the one together */
    size_t differed; /* those with other words */
    size_t excluded; /* those that share no zone with it */
};

struct claims_each {
    struct claims *together;
    struct claims **alone; /* of each run, in the order given */
    size_t run_count;
    struct claims_each_device *devices; /* as those of `together` */
    size_t device_count;
};

struct claims_each *claims_each_judge(const struct claims_request *request);

/* Accepts NULL, sets *each to NULL. */
void claims_each_destroy(struct claims_each **each);

#endif
