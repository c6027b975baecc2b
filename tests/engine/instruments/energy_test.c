/* SPDX-License-Identifier: MIT */
/* energy_test.c: meters over a library and files made up here, and loops over moments made up. */
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/os/library.h"
#include "harness/record/run/run.h"
#include "tests/engine/instruments/nvml_double.h"
#include "tests/made_tree.h"

static struct nvml_double *nvml;

static void near(double value, double wanted, double most)
{
    if (!(fabs(value - wanted) <= most))
        fail_msg("%.17g in place of %.17g", value, wanted);
}

static int root_make(void **state)
{
    *nvml = (struct nvml_double){ .millijoules = 5000,
                                  .milliwatts = 300500,
                                  .celsius = 61,
                                  .core_mhz = 1980,
                                  .memory_mhz = 2619 };
    return folder_make(state);
}

static struct energy_meter meter_of(const struct gpu_info *device)
{
    struct energy_meter meter;
    energy_meter_init(&meter, device, folder);
    return meter;
}

static void write_file(const char *path, const char *text)
{
    char whole[256];
    snprintf(whole, sizeof(whole), "/sys/%s", path);
    made_file(whole, text);
}

/* NVML --------------------------------------------------------------------------------------- */

static const struct gpu_info nvidia = { .name = "Test",
                                        .kind = GPU_DISCRETE,
                                        .vendor_id = 0x10de,
                                        .uuid = "0a9ac66900112233445566778899aabb",
                                        .pci_bus = "0000:3b:00.0" };

TEST_IN(test_nvml, root_make, folder_remove)
{
    struct energy_meter meter = meter_of(&nvidia);
    struct energy_reading reading;
    assert_non_null(meter.state);
    assert_string_equal(nvml->asked, "GPU-0a9ac669-0011-2233-4455-66778899aabb");
    assert_string_equal(meter.source, "NVML");
    assert_true(meter.has_power);
#ifdef NVML_OLD
    assert_false(meter.counts);
    assert_true(isnan(energy_meter_joules(&meter)));
    assert_holds(meter.lacks, "energy counter: NVML: it has no such function; update");
#else
    assert_string_equal(meter.lacks, "");
    assert_true(meter.counts);
    const double before = energy_meter_joules(&meter);
    nvml->millijoules += 2500;
    near(energy_meter_joules(&meter) - before, 2.5, 1e-9);
    nvml->energy = 999; /* a call that fails says nothing */
    assert_true(isnan(energy_meter_joules(&meter)));
#endif
    nvml->bits = 0x4 | 0x20;
    energy_meter_read(&meter, &reading);
    near(reading.power_w, 300.5, 1e-9);
    near(reading.temperature_c, 61, 0);
    near(reading.core_hz, 1.98e9, 0);
    near(reading.memory_hz, 2.619e9, 0);
    assert_int_equal(reading.limits, ENERGY_LIMIT_POWER | ENERGY_LIMIT_HEAT);
    energy_meter_finish(&meter);
    assert_int_equal(nvml->open, 0);
}

TEST_IN(test_nvml_limits, root_make, folder_remove)
{
    static const struct {
        unsigned long long bits;
        unsigned limits;
        const char *text;
    } all[] = {
        { 0, 0, "" },
        { 0x1 | 0x2 | 0x10 | 0x100, 0, "" }, /* idle, clocks as set, and the like */
        { 0x4, ENERGY_LIMIT_POWER, "power" },
        { 0x40 | 0x8, ENERGY_LIMIT_HEAT, "heat" },
        { 0x8, ENERGY_LIMIT_BRAKE, "hardware" },
        { 0x80 | 0x8 | 0x4, ENERGY_LIMIT_BRAKE | ENERGY_LIMIT_POWER, "power, hardware" },
        { 0xEC, 7, "power, heat, hardware" },
    };
    CLEANUP(energy_meter_finish) struct energy_meter meter = meter_of(&nvidia);
    struct energy_reading reading;
    char text[32];
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        nvml->bits = all[i].bits;
        energy_meter_read(&meter, &reading);
        assert_int_equal(reading.limits, all[i].limits);
        energy_limits_say(reading.limits, text);
        assert_string_equal(text, all[i].text);
    }
}

/* Nothing is read; the reason has these words. */
static void refused(const struct gpu_info *device, const char *words)
{
    struct energy_meter meter = meter_of(device);
    struct energy_reading reading;
    assert_null(meter.state);
    assert_string_equal(meter.source, "");
    assert_holds(meter.reason, words);
    energy_meter_read(&meter, &reading);
    assert_true(isnan(reading.power_w) && isnan(reading.temperature_c));
    assert_true(isnan(energy_meter_joules(&meter)) && isnan(energy_meter_watts(&meter)));
    energy_meter_finish(&meter);
    assert_int_equal(nvml->open, 0);
}

TEST_IN(test_nvml_refuses, root_make, folder_remove)
{
    CLEANUP(energy_meter_finish) struct energy_meter meter;
    nvml->uuid = 6; /* found at its place */
    energy_meter_init(&meter, &nvidia, folder);
    assert_non_null(meter.state);
    assert_string_equal(nvml->asked, "0000:3b:00.0");
    energy_meter_finish(&meter);
    nvml->bus = 6;
    refused(&nvidia, "NVML has no device GPU-0a9ac669-0011-2233-4455-66778899aabb, nor one at "
                     "'0000:3b:00.0': Not Found; nvidia-smi -L");
    nvml->uuid = nvml->bus = 0;
    nvml->init = 9;
    refused(&nvidia, "NVML does not start: Driver Not Loaded");
    nvml->init = 0;
    nvml->energy = nvml->power = 3;
    refused(&nvidia, "power: NVML: Not Supported");
    nvml->power = 0;
    nvml->temperature = nvml->clock = nvml->reasons = 3;
    energy_meter_init(&meter, &nvidia, folder);
    assert_non_null(meter.state);
    assert_false(meter.counts);
    assert_holds(meter.lacks, "temperature: NVML: Not Supported; memory clock: NVML: Not "
                              "Supported; limits of the clock: NVML: Not Supported");
}

/* Files -------------------------------------------------------------------------------------- */

static const struct gpu_info amd = {
    .name = "Test", .kind = GPU_DISCRETE, .vendor_id = 0x1002, .pci_bus = "0000:03:00.0"
};
#define HWMON "bus/pci/devices/0000:03:00.0/hwmon/"

TEST_IN(test_hwmon, root_make, folder_remove)
{
    CLEANUP(energy_meter_finish) struct energy_meter meter;
    struct energy_reading reading;
    struct gpu_info lost = amd;
    refused(&amd, "neither energy nor power");
    lost.pci_bus[0] = 0;
    refused(&lost, "where 'Test' is on the bus");
    write_file(HWMON "hwmon2/name", "other\n");
    write_file(HWMON "hwmon4/power1_average", "211000000\n");
    write_file(HWMON "hwmon4/temp1_input", "54000\n");
    write_file(HWMON "hwmon4/freq1_input", "2371000000\n");
    write_file(HWMON "hwmon4/freq2_input", "1000000000\n");
    energy_meter_init(&meter, &amd, folder);
    assert_holds(meter.source, "hwmon4");
    assert_true(meter.has_power && !meter.counts);
    assert_string_equal(meter.lacks, "energy counter: the driver has none; limits of the clock: "
                                     "only NVML tells them");
    energy_meter_read(&meter, &reading);
    near(reading.power_w, 211, 1e-9);
    near(reading.temperature_c, 54, 1e-9);
    near(reading.core_hz, 2.371e9, 1);
    near(reading.memory_hz, 1e9, 1);
    write_file(HWMON "hwmon4/power1_average", "no number\n");
    assert_true(isnan(energy_meter_watts(&meter)));
}

TEST_IN(test_hwmon_counter, root_make, folder_remove)
{
    CLEANUP(energy_meter_finish) struct energy_meter meter;
    struct energy_reading reading;
    write_file(HWMON "hwmon0/energy1_input", "1000000\n");
    write_file("bus/pci/devices/0000:03:00.0/drm/card1/gt_act_freq_mhz", "2050\n");
    energy_meter_init(&meter, &amd, folder);
    assert_true(meter.counts && !meter.has_power);
    near(energy_meter_joules(&meter), 0, 0);
    write_file(HWMON "hwmon0/energy1_input", "3500000\n");
    near(energy_meter_joules(&meter), 2.5, 1e-9);
    energy_meter_read(&meter, &reading);
    near(reading.core_hz, 2.05e9, 1);
    assert_true(isnan(reading.memory_hz));
}

#define RAPL "class/powercap/intel-rapl:"

static void package(int i, const char *microjoules)
{
    char path[64];
    snprintf(path, sizeof(path), RAPL "%d/energy_uj", i);
    write_file(path, microjoules);
}

TEST_IN(test_rapl, root_make, folder_remove)
{
    CLEANUP(energy_meter_finish) struct energy_meter meter;
    refused(NULL, "has no package of intel-rapl; load the module");
    for (int i = 0; i < 2; i++) {
        char path[64], name[32];
        snprintf(path, sizeof(path), RAPL "%d/name", i);
        snprintf(name, sizeof(name), "package-%d\n", i);
        write_file(path, name);
        snprintf(path, sizeof(path), RAPL "%d/max_energy_range_uj", i);
        write_file(path, "9999999\n");
        package(i, "9000000\n");
    }
    write_file(RAPL "0:0/name", "package-of-none\n"); /* within package 0 */
    write_file(RAPL "0:0/energy_uj", "1\n");
    write_file(RAPL "2/name", "psys\n");
    write_file(RAPL "2/energy_uj", "1\n");
    energy_meter_init(&meter, NULL, folder);
    assert_true(meter.counts && !meter.has_power);
    assert_holds(meter.source, "RAPL, 2 packages, ");
    near(energy_meter_joules(&meter), 0, 0);
    package(0, "9500000\n");
    near(energy_meter_joules(&meter), 0.5, 1e-9);
    package(1, "1000000\n"); /* behind 9,999,999 comes 0 */
    near(energy_meter_joules(&meter), 2.5, 1e-9);
    package(1, "");
    assert_true(isnan(energy_meter_joules(&meter)));
    package(1, "1500000\n");
    near(energy_meter_joules(&meter), 3, 1e-9);
}

/* A part of the sum is no sum. */
TEST_IN(test_rapl_unreadable, root_make, folder_remove)
{
    write_file(RAPL "0/name", "package-0\n");
    package(0, "5\n");
    write_file(RAPL "1/name", "package-1\n");
    write_file(RAPL "1/energy_uj/folder", "");
    refused(NULL, "energy_uj cannot be read: Is a directory; run as root");
}

TEST_IN(test_meters, root_make, folder_remove)
{
    struct energy_meters meters = { .device_is_open = false };
    setenv("CLAIMCHECK_ROOT", folder, 1);
    write_file(RAPL "0/name", "package-0\n");
    package(0, "5\n");
    struct energy_meter *device = energy_meters_get(&meters, &nvidia);
    struct energy_meter *host = energy_meters_get(&meters, NULL);
    assert_string_equal(device->source, "NVML");
    assert_holds(host->source, "RAPL, 1 package, /tmp/claimcheck-test-");
    assert_ptr_equal(energy_meters_get(&meters, &nvidia), device);
    assert_int_equal(nvml->open, 1);
    energy_meters_finish(&meters);
    assert_int_equal(nvml->open, 0);
    unsetenv("CLAIMCHECK_ROOT");
}

/* A loop ------------------------------------------------------------------------------------- */

struct plan {
    double watts, pause_ns, tick_ns;
    double power_w;      /* NAN: no samples */
    double drift;        /* of the watts, relative, in a second */
    double stands_at_ns; /* from there on the counter stands still; 0: never */
    bool counts;
};

/* What came of a series: what it wanted in the end, when that was, and the power. */
struct fed {
    enum energy_want wants;
    double end_ns;
    struct energy_power power;
};

/* Feeds moments until the series wants no more, or for half a minute. */
static struct fed feed(const struct plan *plan)
{
    CLEANUP(energy_series_finish) struct energy_series series = { .points = NULL };
    struct fed fed = { .wants = ENERGY_MORE };
    for (; fed.end_ns < 3e10 && fed.wants == ENERGY_MORE; fed.end_ns += plan->pause_ns) {
        const double ns = fed.end_ns;
        const double seen_ns =
            plan->stands_at_ns > 0 ? fmin(ns, plan->stands_at_ns) : ns + 3.7e6; /* out of step */
        const double s = floor(seen_ns / plan->tick_ns) * plan->tick_ns * 1e-9;
        const double joules = plan->watts * (s + plan->drift * s * s / 2);
        energy_series_add(&series, 1e15 + ns, plan->counts ? joules : NAN,
                          plan->power_w * (1 + plan->drift * ns * 1e-9));
        fed.wants = energy_series_wants(&series, plan->counts);
    }
    energy_series_end(&series, plan->counts, &fed.power);
    return fed;
}

TEST(test_ticks)
{
    /* An H100, idle and under load; RAPL; a counter that is slower than its reader, and
     * one that is faster. */
    static const struct plan plans[] = { { 312, 1e6, 1e8, 312, 0, 0, true },
                                         { 312, 5.3e7, 1e8, 312, 0, 0, true },
                                         { 45, 1e6, 1e6, NAN, 0, 0, true },
                                         { 312, 1.7e6, 2e7, 312, 0, 0, true },
                                         { 312, 1.31e8, 1e8, 312, 0, 0, true } };
    for (size_t i = 0; i < sizeof(plans) / sizeof(*plans); i++) {
        const struct fed fed = feed(&plans[i]);
        assert_int_equal(fed.wants, ENERGY_ENOUGH);
        assert_true(fed.end_ns < 8e9);
        near(fed.power.counter_w, plans[i].watts, plans[i].watts * 0.01);
        assert_true(fed.power.window_ns >= 1e9 && fed.power.window_ns / fed.power.tick_ns >= 9.9);
        assert_true(fed.power.apart < 0.02);
        assert_true(isnan(fed.power.power_w) == isnan(plans[i].power_w));
        if (i == 0)
            near(fed.power.tick_ns, 1e8, 1e6);
    }
    /* One that ticks every 2.9 s has too few ticks in half a minute. */
    assert_int_equal(feed(&(struct plan){ 312, 1e7, 2.9e9, 312, 0, 0, true }).wants, ENERGY_MORE);
}

TEST(test_stands)
{
    /* From the start; later; and one that cannot be read. */
    static const struct plan plans[] = { { 312, 1e6, 1e8, 312, 0, 1, true },
                                         { 312, 1e6, 1e8, 312, 0, 5e8, true },
                                         { NAN, 1e6, 1e8, 312, 0, 0, true } };
    for (size_t i = 0; i < 3; i++) {
        const struct fed fed = feed(&plans[i]);
        assert_int_equal(fed.wants, ENERGY_STANDS);
        assert_true(fed.end_ns < 4e9);
        assert_true(isnan(fed.power.counter_w) && isnan(fed.power.apart));
    }
}

TEST(test_methods_apart)
{
    /* Counter beside power; a counter alone, and power alone, whose halves are apart; and both
     * that agree, however they drift. */
    static const struct {
        struct plan plan;
        double least, most;
    } all[] = { { { 300, 1e6, 1e8, 280, 0, 0, true }, 0.065, 0.08 },
                { { 300, 1e6, 1e8, 297, 0, 0, true }, 0, 0.02 },
                { { 300, 1e6, 1e6, NAN, 0.5, 0, true }, 0.1, 0.4 },
                { { 300, 1e6, 1e8, 300, 0.2, 0, false }, 0.1, 0.4 },
                { { 300, 1e6, 1e8, 300, 0, 0, false }, 0, 1e-9 },
                { { 300, 1e6, 1e8, 300, 0.1, 0, true }, 0, 0.03 } };
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        const struct fed fed = feed(&all[i].plan);
        assert_int_equal(fed.wants, ENERGY_ENOUGH);
        if (!(fed.power.apart >= all[i].least && fed.power.apart <= all[i].most))
            fail_msg("plan %zu: %g apart", i, fed.power.apart);
        assert_true(isnan(fed.power.counter_w) == !all[i].plan.counts);
    }
}

TEST(test_empty_series)
{
    struct energy_series series = { .points = NULL };
    struct energy_power power;
    for (int i = 0; i < 2; i++) {
        energy_series_end(&series, i, &power);
        assert_true(isnan(power.counter_w) && isnan(power.power_w) && isnan(power.apart));
        assert_int_equal(energy_series_wants(&series, i), ENERGY_MORE);
    }
}

TEST(test_refuse)
{
    static const struct {
        struct run_energy energy;
        const char *words; /* "": it counts */
    } all[] = {
        { { .counter_j = 1, .power_j = 1.04, .apart = 0.04, .busy = 0.99 }, "" },
        { { .counter_j = 1, .power_j = 1.06, .apart = 0.06, .busy = 0.99 },
          "energy counter and power samples are 6.0 % apart" },
        { { .counter_j = 1, .power_j = NAN, .apart = 0.3, .busy = NAN }, "two halves" },
        { { .counter_j = NAN, .power_j = 1, .apart = 0.01, .busy = NAN }, "" },
        { { .counter_j = 1, .power_j = NAN, .apart = NAN, .busy = NAN }, "nan" },
        { { .counter_j = 1, .power_j = 1, .apart = 0, .busy = 0.4 }, "computed in 40 %" },
        { { .counter_j = NAN, .power_j = NAN, .apart = NAN, .busy = 1 }, "the meter says nan J" },
        { { .counter_j = -1, .power_j = 1, .apart = 0, .busy = 1 }, "the meter says -1 J" },
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        char reason[RESULT_REASON_BYTES];
        energy_refuse(&all[i].energy, reason);
        if (*all[i].words ? !strstr(reason, all[i].words) : reason[0] != 0)
            fail_msg("%zu: '%s' in place of '%s'", i, reason, all[i].words);
    }
}

TEST(test_sum)
{
    struct energy_sum sum = { .any = false };
    assert_true(isnan(energy_sum_read(&sum).power_w));
    energy_sum_add(&sum, &(struct energy_reading){ 100, 50, 2e9, NAN, ENERGY_LIMIT_POWER });
    energy_sum_add(&sum, &(struct energy_reading){ NAN, 60, 1e9, NAN, 0 });
    energy_sum_add(&sum, &(struct energy_reading){ 200, NAN, NAN, NAN, ENERGY_LIMIT_HEAT });
    const struct energy_reading reading = energy_sum_read(&sum);
    near(reading.power_w, 150, 1e-9);
    near(reading.temperature_c, 60, 0);
    near(reading.core_hz, 1e9, 0);
    assert_true(isnan(reading.memory_hz));
    assert_int_equal(reading.limits, ENERGY_LIMIT_POWER | ENERGY_LIMIT_HEAT);
}

/* The library stands in for that of the system, which is opened by the name that it has, too. */
int main(int argc, char **argv)
{
    void *library = argc > 1 ? os_library_open(argv[1]) : NULL;
    if (!library || !os_library_symbol(library, "nvml_double", &nvml)) {
        printf("no library that answers by a plan: %s\n", argc > 1 ? os_library_error() : "");
        return 99;
    }
    return unit_run(NULL, NULL);
}
