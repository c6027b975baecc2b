/* SPDX-License-Identifier: MIT */
/*
 * instruments.h: what stands beside a measurement: cold caches, the clock and its probes, the
 * device's timestamps, a yardstick of bytes, where the time went, and energy.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_INSTRUMENTS_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_INSTRUMENTS_H

#include "harness/engine/gpu/gpu.h"
#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stddef.h>

/* Cache ------------------------------------------------------------------------------------- */

/*
 * Cold caches. A sweep reads and writes a region larger than the last-level cache, and
 * then reads another of the same size: the first leaves nothing of what was cached before, the
 * second nothing of the first, whose dirty lines the next kernel would otherwise have to write
 * back. On an H200 they were a fifth of the time of a read of 24 MiB.
 */

/* Parts of a sweep; bits. */
enum cache_sweep {
    CACHE_SWEEP_WRITE = 1 << 0, /* reads and writes the first region */
    CACHE_SWEEP_READ = 1 << 1,  /* reads the second */
    CACHE_SWEEP = CACHE_SWEEP_WRITE | CACHE_SWEEP_READ,
};

struct cache;

/*
 * Bytes of one region: 4 x the last-level cache, at least 256 MiB, at most an eighth of the
 * device's memory and what one binding holds. Vulkan does not say how large that cache is: 128 MiB
 * are assumed for NVIDIA, 256 for AMD, 64 for others. Software devices sweep 2 MiB: they are not
 * measured.
 */
uint64_t cache_sweep_bytes(const struct gpu_info *info);

/* Two regions in device memory. NULL on a failed device, or without the memory: gpu_failure() then
 * says why. */
struct cache *cache_create(struct gpu *gpu);
void cache_destroy(struct cache **cache);

/* Records parts of a sweep, with full barriers before, between and after them. */
void cache_record(struct cache *cache, struct gpu_commands *commands, uint32_t sweep);

/* A whole sweep in a submission of its own. False on a failed device. */
bool cache_run(struct cache *cache);

/* The region that a sweep writes; each adds 1 to every word of it. Owned by the cache. */
struct gpu_buffer *cache_written(const struct cache *cache);

/* Bytes of one region, and the time of a whole sweep on the device when the cache was made. */
uint64_t cache_bytes(const struct cache *cache);
double cache_sweep_ns(const struct cache *cache);

/*
 * A proof that, on this device, cold is colder than hot, and that the sweep leaves no dirty lines
 * that would be billed to what comes after it. A buffer is read: right after it was read; after a
 * whole sweep; after a sweep that only reads and so leaves nothing dirty; and after one that only
 * writes. Some tens of milliseconds of work on a GPU. False on a failed device.
 */
bool cache_prove(struct gpu *gpu, struct cache *cache, struct run_cache_proof *proof);

/* Says of measured times whether cold is cold: its lower quartile is above the upper one of hot.
 * Says too whether the sweep is clean: a read takes no longer than after a sweep that cannot leave
 * dirty lines, but for 5 %. */
void cache_proof_judge(struct run_cache_proof *proof, double hot_high_ns, double cold_low_ns);

/* Host -------------------------------------------------------------------------------------- */

/* Cold caches for cases of kind CPU, and the proof that they are cold. */

struct host_cache;

/* With all threads that the process may have. NULL without memory for what is swept. */
struct host_cache *host_cache_create(void);
void host_cache_destroy(struct host_cache **cache);

/* Sweeps the caches of all CPUs, each by a thread that is held there; the caller is then held
 * nowhere. */
void host_cache_sweep(struct host_cache *cache);

/* Time of a sweep, as the host took it when the cache was made. */
double host_cache_sweep_ns(const struct host_cache *cache);

/* Some hundred milliseconds of work. */
void host_cache_prove(struct host_cache *cache, struct run_cache_proof *proof);

/* Canary ------------------------------------------------------------------------------------ */

/*
 * A kernel of fixed cycles that tells whether the device's clock is up, and a load that
 * brings it up. An idle device lowers its clock, and light work may not raise it for seconds: on an
 * H100 all times of a group came out 2.5 times too long. Where shaders can read the clock of their
 * core, the canary counts its cycles, and cycles over time, on the clock that shaders share, is the
 * core clock. docs/methods.md says what it can see.
 */

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

/* Timer ------------------------------------------------------------------------------------- */

/*
 * What the device's timestamps can tell apart, and what stamping costs. The period that a
 * device states is not its grain: an H100 states 1 ns and counts in steps of 32.
 */

struct timer {
    double
        tick_ns; /* greatest common divisor of many differences; the period where there is none */
    double empty_ns; /* median of a sample with nothing between its stamps */
};

/* Some milliseconds of work on the device. False on a failed device; *timer is then the period, 0.
 */
bool timer_measure(struct gpu *gpu, struct timer *timer);

/* A spin between two stamps: what the device's clock says that it took, and between what the
 * host's clock has it. */
struct timer_spin {
    double device_ns, host_low_ns, host_high_ns;
};

/* About a quarter of a second; several where the host was kept from looking in time. False on a
 * failed device. */
bool timer_spin_measure(struct gpu *gpu, struct canary *canary, struct timer_spin *spin);

/* True where the device's time lies between the host's two, give or take 1 %. */
bool timer_spin_holds(const struct timer_spin *spin);

/* Probe ------------------------------------------------------------------------------------- */

/*
 * The yardstick of a case: a kernel that reads and writes as many bytes as the case says
 * that it must, between stamps as the case has them, and does nothing else. What the case takes
 * above that it takes for something other than its bytes.
 *
 * What is not checked has no time: a probe is executed over poison before its samples and after
 * them, and what is then looked at, of a large destination many places, is what it reads summed up.
 * Of what it reads for nothing that it writes no check can tell.
 */

/* Which cases of kind GPU have one beside them. */
enum probe_wanted { PROBE_NONE, PROBE_COLD, PROBE_HOT, PROBE_BOTH, PROBE_WANTED_COUNT };

enum { PROBE_WORD_BYTES = 16 };

/* Bytes that a case declares, in whole words of PROBE_WORD_BYTES. */
struct probe_bytes {
    uint64_t read, written;
};

struct probe_bytes probe_bytes_of(double read, double written);

/* Bytes that a device is not asked to have for probes alone, of either kind: an eighth of its
 * memory, or what one binding holds. */
uint64_t probe_bytes_max(const struct gpu_info *info);

/* Memory that probes read and write one after the other; it has the size that the largest needs. */
struct probe_memory;

/* NULL on a failed device, or without the memory: gpu_failure() then says why. */
struct probe_memory *probe_memory_create(struct gpu *gpu, struct probe_bytes most);
void probe_memory_destroy(struct probe_memory **memory);

/* The scope that owns its buffers and the kernels of its probes. */
struct gpu_scope *probe_memory_scope(struct probe_memory *memory);

struct probe;

/*
 * At most as many bytes as the memory has; both outlive it. With a cache that is swept before each
 * execution, as for a cold case; NULL: an execution in no time comes before, as for a hot one.
 * Nothing is executed yet. NULL as probe_memory_create().
 */
struct probe *probe_create(struct probe_memory *memory, struct cache *cache,
                           struct probe_bytes bytes);
void probe_destroy(struct probe **probe);

bool probe_is_cold(const struct probe *probe);

/* One execution over poison, by the very commands that are sampled. False with a message of what is
 * wrong; on a failed device with "". */
bool probe_check(struct probe *probe);

/* One execution. False on a failed device. */
bool probe_sample(struct probe *probe, double *ns);

/* Overhead ---------------------------------------------------------------------------------- */

/* Where the wall time of a group goes. Samples are what it is spent for. */

struct overhead {
    struct run_overhead spent; /* its phases, samples, sampled_ns, excluded_ns */
    enum overhead_phase phase; /* that runs now, since */
    double since_ns;           /* 0: none */
    bool clock;                /* the clock is being brought up within it */
};

/* Ends the phase before, and begins one. */
void overhead_enter(struct overhead *overhead, enum overhead_phase phase);

/* Within a phase: work goes on at a case, or else the device's clock is brought up. */
void overhead_step(struct overhead *overhead, bool at_case);

/* Moves time that was billed to one phase to another one. */
void overhead_move(struct overhead *overhead, enum overhead_phase from, enum overhead_phase to,
                   double ns);

void overhead_end(struct overhead *overhead);

/* Span log ---------------------------------------------------------------------------------- */

/* Activities of the host, and when, by its own clock. Spans nest. */

struct host_span {
    const char *name; /* static storage */
    double begin_ns, end_ns;
};

struct span_log {
    struct host_span *spans; /* in the order in which they began */
    size_t count, capacity;
};

/* Begins a span; what comes back ends it. A NULL log is fine, and logs nothing. */
size_t span_log_begin(struct span_log *log, const char *name);
void span_log_end(struct span_log *log, size_t span);

/* The last span of that name; NULL when there is none. */
const struct host_span *span_log_last(const struct span_log *log, const char *name);

void span_log_finish(struct span_log *log);

/* Subgroup barrier -------------------------------------------------------------------------- */

/*
 * Finds drivers that take subgroupBarrier() for a barrier of the work-group and
 * end the subgroups that meet more of them than another. Vulkan lets subgroups meet as many as they
 * like; Mesa 25.0.7's CPU driver does so.
 */

/* The reason of a case whose kernel is refused; its only argument is the kernel's name. */
#define SUBGROUP_BARRIER_REFUSAL                                                                   \
    "kernel %s: this driver ends subgroups at a subgroupBarrier() of another"

/*
 * Runs the kernel, kernels/harness/subgroup_barrier.comp or one that a test planted, and waits.
 * Returns whether all subgroups came to their end; true on a failed device.
 */
bool subgroup_barrier_holds(struct gpu *gpu, const struct gpu_shader *shader);

/*
 * Returns the name of a kernel of the scope that uses subgroupBarrier() where the device's does not
 * hold; NULL for none. The device is tried at its first such kernel, and keeps what it showed.
 */
const char *subgroup_barrier_refused(struct gpu *gpu, struct gpu_scope *scope);

/* Renderdoc --------------------------------------------------------------------------------- */

/*
 * RenderDoc's in-application API, where that program is in this process: put there by
 * `renderdoccmd capture`, or as the Vulkan layer that it installs. It is never loaded from here:
 * one that comes after the instance sees nothing.
 */

struct renderdoc;

/* Asks the Vulkan loader for RenderDoc's layer: before the first instance of the process. */
void renderdoc_ask(void);

/* After a device was made. NULL, with a one-line message that says what to do, where it is not in
 * the process or too old. */
struct renderdoc *renderdoc_open(void);
void renderdoc_close(struct renderdoc **renderdoc);

/* All that is submitted from here to the end is captured, into a file beside `path`. */
void renderdoc_begin(struct renderdoc *renderdoc, const char *path);
void renderdoc_end(struct renderdoc *renderdoc);

/* After the end: puts the capture to `path`, which is replaced. False with a one-line message when
 * there is none, or it cannot be put there. */
bool renderdoc_take(struct renderdoc *renderdoc, const char *path);

/* Energy ------------------------------------------------------------------------------------ */

/*
 * Energy, power, temperature and clocks as the system says them: by NVML, by the hwmon files of a
 * driver, by the RAPL files of the host's processor. A reading takes up to milliseconds, so that
 * none stands between two stamps.
 */

enum energy_limit { /* why the device holds its clock back: bits */
                    ENERGY_LIMIT_POWER = 1,
                    ENERGY_LIMIT_HEAT = 2,
                    ENERGY_LIMIT_BRAKE = 4, /* from outside: a power supply, or the board */
                    ENERGY_LIMITS = 3,
};

/* Limits that no case brings about by itself: a sample beside them is throttled. At the limit of
 * its power a device runs whatever it is given, and the canary says what clock that leaves. */
enum { ENERGY_LIMITS_MARKED = ENERGY_LIMIT_HEAT | ENERGY_LIMIT_BRAKE };

struct energy_reading { /* NAN: the system does not say */
    double power_w, temperature_c, core_hz, memory_hz;
    unsigned limits;
};

struct energy_meter {
    char source[RESULT_REASON_BYTES]; /* what is read; "" where there is nothing */
    char reason[RESULT_REASON_BYTES]; /* why nothing is read, and the remedy */
    char lacks[RESULT_REASON_BYTES];  /* what else the system does not give, with its remedy */
    bool counts, has_power;
    struct energy_state *state; /* energy_meter.c's; NULL where nothing is read */
};

/*
 * Finds what reads the device: NVML by its UUID, or the hwmon files at its place on the bus. NULL,
 * a device on the CPU, and no device: the packages of the host's processor. root stands before
 * every path, "" but in tests.
 */
void energy_meter_init(struct energy_meter *meter, const struct gpu_info *device, const char *root);
void energy_meter_finish(struct energy_meter *meter);

/* Joules since the first call, without wraps of the counter, which is to be read more often than it
 * wraps. NAN where the system did not say. */
double energy_meter_joules(struct energy_meter *meter);
double energy_meter_watts(struct energy_meter *meter);
void energy_meter_read(struct energy_meter *meter, struct energy_reading *reading);

/* "power, heat"; "" for none. */
void energy_limits_say(unsigned limits, char text[32]);

/* Meters of a run: that of the device and that of the host's processor, each found when a case
 * first asks for it; zero at the start. */
struct energy_meters {
    struct energy_meter device, host;
    bool device_is_open, host_is_open;
};

/* The one of the device, or of the host, as energy_meter_init() finds it. CLAIMCHECK_ROOT is
 * the root, for tests. */
struct energy_meter *energy_meters_get(struct energy_meters *meters, const struct gpu_info *device);
void energy_meters_finish(struct energy_meters *meters);

/* A loop of equal executions ------------------------------------------------------------------ */

/* Readings of counter and power while it goes on; zero at the start. */
struct energy_series {
    struct energy_point {
        double ns, joules, watts; /* NAN: not read */
    } * points;
    size_t count, room;
    size_t ticks, first, last; /* points at which the counter had gone on, of so many */
    double stands_ns;          /* so long the counter has not gone on, at the last point */
    size_t powers;
};

void energy_series_add(struct energy_series *series, double ns, double joules, double watts);
void energy_series_finish(struct energy_series *series);

enum energy_want { ENERGY_MORE, ENERGY_ENOUGH, ENERGY_STANDS };

/*
 * Whether the series says the mean power: by the slope through at least ten ticks of the counter in
 * at least a second, so many that the moments at which they were seen leave it an error of 0.5 %.
 * Without a counter two seconds of power samples. STANDS where the counter does not go on for three
 * seconds.
 */
enum energy_want energy_series_wants(const struct energy_series *series, bool counts);

/* The mean power that it shows. */
struct energy_power {
    double counter_w, power_w; /* NAN: not known */
    double apart; /* relative; where one is not known, that of the other's two halves */
    double window_ns, tick_ns;
};
void energy_series_end(const struct energy_series *series, bool counts, struct energy_power *power);

/* Writes why the energy of a case does not count: the device had pauses, the two methods are more
 * than 5 % apart, or there is none; "" where it counts. */
void energy_refuse(const struct run_energy *energy, char reason[RESULT_REASON_BYTES]);

/* Reads the meter on a thread of its own while the device works. */
struct energy_watch;
struct energy_watch *energy_watch_begin(struct energy_meter *meter);
enum energy_want energy_watch_wants(struct energy_watch *watch);

/* Ends the thread, says what it saw, and the highest, lowest and mean of its readings. */
void energy_watch_end(struct energy_watch **watch, struct energy_power *power,
                      struct energy_reading *reading);

/* A sum of readings: mean power, the highest temperature, the lowest clocks, all limits. */
struct energy_sum {
    struct energy_reading total; /* power_w: the sum */
    double powers;
    bool any;
};
void energy_sum_add(struct energy_sum *sum, const struct energy_reading *reading);
struct energy_reading energy_sum_read(const struct energy_sum *sum);

#endif
