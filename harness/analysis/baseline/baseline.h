/* SPDX-License-Identifier: MIT */
/*
 * baseline.h: a run against what was accepted before, on one model of device. Pure: runs in.
 *
 * Stored times carry what differs from day to day, so the threshold is that of compare.h, 10 %, or
 * 15 % where unit, driver or configuration is another one; wall times and those of software devices
 * are not judged. Counters gate exactly (gate_counters_find()), of runs with one seed.
 *
 * A time is held against the entry that is most like the run: of the same driver before others,
 * then of the same unit, then of the same configuration, then the newest one. Counters do not
 * differ from unit to unit: they are held against the newest entry of the same driver, or where
 * there is none against the newest.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_BASELINE_BASELINE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_BASELINE_BASELINE_H

#include "harness/analysis/compare/compare.h"
#include "harness/analysis/gate/gate.h"
#include "harness/base/sha256.h"
#include "harness/record/run/run.h"

/*
 * The fingerprint of a run: its machine and its build in tiers, each with a hash. Tiers change for
 * different reasons. Pure.
 *
 *   device         the model; of a software device its driver and the width of its subgroups
 *   driver         name and version
 *   unit           which one of the model; of a software device the host's processor
 *   configuration  the host around it: system, kernel, governor, loader
 *   kernels        names and hashes of the SPIR-V
 */

enum fingerprint_tier {
    FINGERPRINT_DEVICE,
    FINGERPRINT_DRIVER,
    FINGERPRINT_UNIT,
    FINGERPRINT_CONFIGURATION,
    FINGERPRINT_KERNELS,
    FINGERPRINT_TIERS,
};

enum { FINGERPRINT_FIELDS_MAX = 8, FINGERPRINT_VALUE_BYTES = 160 };

struct fingerprint_field {
    const char *name; /* static storage */
    char value[FINGERPRINT_VALUE_BYTES];
};

struct fingerprint {
    struct {
        char hash[SHA256_TEXT_BYTES];
        struct fingerprint_field fields[FINGERPRINT_FIELDS_MAX]; /* of kernels none: the run has
                                                                    them */
        size_t count;
    } tiers[FINGERPRINT_TIERS];
};

/* "device", "driver", ...; static storage. */
const char *fingerprint_tier_name(enum fingerprint_tier tier);

void fingerprint_make(struct fingerprint *fingerprint, const struct run *run);

bool fingerprint_same(const struct fingerprint *a, const struct fingerprint *b,
                      enum fingerprint_tier tier);

/* An accepted run. */
struct baseline_entry {
    struct run *run; /* owned */
    struct fingerprint fingerprint;
    const char *name, *accepted, *reason; /* of its file, in the folder; when, UTC; and why */
};

enum baseline_verdict {
    BASELINE_SAME, /* within the threshold; or counters alone were judged, and are the same */
    BASELINE_FASTER,
    BASELINE_SLOWER,
    BASELINE_UNTOLD,
    BASELINE_INCOMPARABLE, /* settings, or neither a time nor a counter could be judged */
    BASELINE_FAILED,       /* more is counted, or its result is wrong now */
    BASELINE_NEW,          /* no entry has it */
    BASELINE_VERDICT_COUNT,
};

/* "within", "faster", ...; static storage. */
const char *baseline_verdict_name(enum baseline_verdict verdict);

struct baseline_row {
    const struct run_case *c;
    const struct baseline_entry
        *counts;                        /* that its counters were held against; NULL: none has it */
    const struct baseline_entry *entry; /* likewise its time; NULL: that was not judged */
    enum baseline_verdict verdict;
    double ratio, threshold; /* of times, new over stored; NAN where no time was judged */
    struct gate_counters counters;
    bool counted, kernel; /* counters were judged; a kernel of it is another one */
    bool told;            /* without its time */
    bool kept;            /* what was accepted has a result of it */
    const char *reason;   /* "" where the verdict says all */
};

struct baseline {
    struct baseline_row *rows; /* in the order of the run */
    size_t row_count;
    size_t counts[BASELINE_VERDICT_COUNT];
    size_t missing; /* cases that this run has not, of the entries that its rows were held against;
                       where there is none, of that which is most like it; and those that it rules
                       out now */
    size_t old, compared; /* rows that were accepted, missing ones included; those with a verdict
                             that may fail */
    bool seeds;           /* of the entries that were used, one had another seed */
    struct arena arena;
};

/*
 * Entries of other models are passed over. Everything outlives `stored`.
 */
void baseline_judge(struct baseline *stored, const struct run *run,
                    const struct fingerprint *fingerprint, const struct baseline_entry *entries,
                    size_t count);
void baseline_finish(struct baseline *stored);

/* 0, 1 or 77: too few rows could be judged. missing_fails: cases that the run has not any more
 * fail. */
int baseline_exit_code(const struct baseline *stored, bool missing_fails);

#endif
