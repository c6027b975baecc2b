/* SPDX-License-Identifier: MIT */
/*
 * canary.h: a kernel of fixed cycles that tells whether the device's clock is up, and a load that
 * brings it up. An idle device lowers its clock, and light work may not raise it for seconds: on an
 * H100 all times of a group came out 2.5 times too long. Where shaders can read the clock of their
 * core, the canary counts its cycles, and cycles over time, on the clock that shaders share, is the
 * core clock. docs/methods.md says what it can see.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CANARY_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CANARY_H

#include "harness/engine/gpu/gpu.h"

struct canary;

/* One probe. */
struct canary_reading {
    double probe_ns; /* between its stamps, tens of microseconds; 0: no probe */
    double core_hz;  /* core clock; 0 where shaders cannot read it, and on software devices, which
                        count time for it */
    bool alone;      /* in a submission of its own */
};

/* State that one run keeps of its device's clock, over all groups; zero at the start. */
struct canary_state {
    uint32_t steps;       /* of one probe; 0: not chosen yet */
    double best_ns;       /* shortest probe behind other work so far: the highest clock seen */
    double best_alone_ns; /* likewise of probes in a submission of their own, which take longer */
    double best_hz;       /* highest core clock seen; 0: none was read */
    double tick_ns;       /* of the clock that shaders read; 0: not known, or there is none */
    bool raised;          /* a load was run before */
    /* Alone, behind a load: the highest clock that loads have come to, or less, where the last one
     * came to no more. Other work may have a higher one. */
    struct canary_reading loaded;
};

/* A probe is at least 500 ticks of the timer (0: not known) long. NULL on failure; *state outlives
 * it. */
struct canary *canary_create(struct gpu *gpu, struct canary_state *state, double tick_ns);
void canary_destroy(struct canary **canary);

/*
 * Records a probe behind all that was recorded so far, between stamps of its own; other work comes
 * after a barrier. canary_read() reads it once the commands were submitted, before they or others
 * with a probe are again. Both do nothing for NULL: the reading is then 0.
 */
void canary_record(struct canary *canary, struct gpu_commands *commands, uint32_t slot_begin,
                   uint32_t slot_end);
bool canary_read(struct canary *canary, struct gpu_commands *commands, uint32_t slot_begin,
                 uint32_t slot_end, struct canary_reading *reading);

/* Adds a reading to the state; canary_read() and canary_probe() call it. */
void canary_state_see(struct canary_state *state, const struct canary_reading *reading);

/* A probe in a submission of its own. False on a failed device. */
bool canary_probe(struct canary *canary, struct canary_reading *reading);

/*
 * The clock that a reading stands for, as a share of the highest seen: by the core clock where both
 * have it, otherwise by time, against probes that were as alone as this one. NAN where there is no
 * probe, or none to hold it against.
 */
double canary_share(const struct canary_state *state, const struct canary_reading *reading);

/* True when a reading means that the clock is up, within 5 % of what loads come to; of the highest
 * seen where there was none, and of a reading that is not alone. */
bool canary_is_up(const struct canary_state *state, const struct canary_reading *reading);

/* Adds a load that has ended to the state; canary_raise() calls it. highest: the highest of its
 * probes; futile: the load was long and none of its probes was up. */
void canary_state_load(struct canary_state *state, const struct canary_reading *highest,
                       bool futile);

/* How the clock climbs under a load; zero at the start. */
struct canary_climb {
    double first, reached; /* heights of the clock, in any unit */
    double progress_ns;    /* when it was last seen to rise */
};

/* Takes the height of a probe after so much load. True once the clock was seen to rise by half, and
 * has stood for a tenth of a second since: it is up, however long it was idle before. */
bool canary_climb_see(struct canary_climb *climb, double height, double spent_ns);

/* Loads the device on another thread, beside what the host does, from after_ns on until
 * canary_load_end(): nothing else may use the device meanwhile. after_ns 0: without a rest; else it
 * is light, and keeps up a clock that is. No load where no thread can be made. */
void canary_load_begin(struct canary *canary, double after_ns);

/* Ends that load. Returns its wall time, 0 where there was none. */
double canary_load_end(struct canary *canary);

/*
 * Loads the device until the clock is up: at least min_ns of wall time, unless the core clock is
 * seen to climb and to stand before (canary_climb_see()); at most max_ns, and no longer than 1 s
 * without getting any further: then it is as high as it gets now, and is up from
 * then on where it comes to that again. Returns the wall time spent, and the last probe. 0 on a
 * failed device.
 */
double canary_raise(struct canary *canary, double min_ns, double max_ns,
                    struct canary_reading *reading);

#endif
