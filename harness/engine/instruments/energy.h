/* SPDX-License-Identifier: MIT */
/*
 * energy.h: energy, power, temperature and clocks as the system says them: by NVML, by the hwmon
 * files of a driver, by the RAPL files of the host's processor. A reading takes up to milliseconds,
 * so that none stands between two stamps.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_ENERGY_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_ENERGY_H

#include "harness/record/run/run_case.h"

#include <stdbool.h>
#include <stddef.h>

struct gpu_info;

/* The meter ------------------------------------------------------------------------------------ */

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
struct run_energy; /* harness/record/run/run_case.h */
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
