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
 * there is none against the newest. The rows are the gate's, and so is all that is said of them.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_BASELINE_BASELINE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_BASELINE_BASELINE_H

#include "harness/analysis/compare/compare.h"
#include "harness/analysis/gate/gate.h"
#include "harness/base/base.h"
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

/* "device", "driver", ...; static storage. */
extern const char *const fingerprint_tier_names[FINGERPRINT_TIERS];

/* Objects of a `hash` and its subject, by the names of tiers; the run has its kernels itself.
 * A new reference. */
json_t *fingerprint_make(const struct run *run);

bool fingerprint_same(const json_t *a, const json_t *b, enum fingerprint_tier tier);

/* An accepted run. */
struct baseline_entry {
    struct run *run;                      /* owned */
    json_t *fingerprint;                  /* owned */
    const char *name, *accepted, *reason; /* of its file, in the folder; when, UTC; and why */
};

struct baseline {
    struct gate_rows rows;      /* in the order of the run; then those that it has not */
    const struct run *old;      /* of the entry that is most like it */
    const char *const *entries; /* those that were used, a line each, with what differs */
    size_t entry_count;
};

/*
 * The rows of the run, with their verdicts. MISSING are cases of the entries that its rows were
 * held against; where there is none, of that which is most like it. theta: asked for; 0: the
 * thresholds above. One entry at least is of the model; others are passed over. Everything outlives
 * `stored`. False with a one-line message where limits do not allow theta; baseline_finish() is due
 * either way.
 */
bool baseline_judge(struct baseline *stored, const struct run *run, const json_t *fingerprint,
                    const struct baseline_entry *entries, size_t count,
                    const struct gate_limits *limits, double theta);
void baseline_finish(struct baseline *stored);

#endif
