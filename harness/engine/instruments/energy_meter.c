/* SPDX-License-Identifier: MIT */
/* energy_meter.c: where energy is read: NVML, hwmon, RAPL. */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/file.h"
#include "harness/os/library.h"
#include "harness/os/os.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VENDOR_NVIDIA = 0x10de };

/* A counter of the system, in joules of `unit`. */
struct counter {
    char *path;
    double unit, range; /* range: of the last count before it begins again at 0; NAN: never */
    double last, joules;
    bool started;
};

struct nvml {
    void *library;
    void *device;
    int (*init)(void);
    int (*shutdown)(void);
    const char *(*error)(int);
    int (*by_uuid)(const char *, void **);
    int (*by_bus)(const char *, void **);
    int (*energy)(void *, unsigned long long *);
    int (*power)(void *, unsigned *);
    int (*temperature)(void *, int, unsigned *);
    int (*clock)(void *, int, unsigned *);
    int (*reasons)(void *, unsigned long long *);
};

struct energy_state {
    struct nvml nvml; /* library NULL: files are read */
    struct counter *counters;
    size_t counter_count, counter_room;
    char *power, *temperature, *core, *memory; /* paths of files; NULL for none */
    double core_unit;
};

/* NVML --------------------------------------------------------------------------------------- */

static const char *nvml_words(const struct nvml *nvml, int code)
{
    const char *words = nvml->error ? nvml->error(code) : NULL;
    return words ? words : "no reason";
}

enum { NVML_LACKS = -1 }; /* in place of a code: there is no such function */

/* False, and the meter lacks it, where the call was no success. */
static bool nvml_says(struct energy_meter *meter, const char *what, int code)
{
    if (code != 0)
        text_join_cut(meter->lacks, sizeof(meter->lacks), "; ", "%s: NVML: %s", what,
                      code == NVML_LACKS ? "it has no such function; update the driver"
                                         : nvml_words(&meter->state->nvml, code));
    return code == 0;
}

/* Asks the device for each number. */
static bool nvml_try(struct energy_meter *meter)
{
    struct nvml *nvml = &meter->state->nvml;
    unsigned long long large;
    unsigned number;
    meter->counts = nvml_says(meter, "energy counter",
                              nvml->energy ? nvml->energy(nvml->device, &large) : NVML_LACKS);
    meter->has_power = nvml_says(meter, "power", nvml->power(nvml->device, &number));
    nvml_says(meter, "temperature", nvml->temperature(nvml->device, 0, &number));
    nvml_says(meter, "memory clock", nvml->clock(nvml->device, 2, &number));
    if (!nvml_says(meter, "limits of the clock",
                   nvml->reasons ? nvml->reasons(nvml->device, &large) : NVML_LACKS))
        nvml->reasons = NULL;
    return meter->counts || meter->has_power || trouble("%s", meter->lacks);
}

static bool nvml_open(struct energy_meter *meter, const struct gpu_info *device)
{
    struct nvml *nvml = &meter->state->nvml;
    const struct {
        const char *name;
        void *function;
        bool wanted;
    } functions[] = {
        { "nvmlErrorString", &nvml->error, false },
        { "nvmlShutdown", &nvml->shutdown, true },
        { "nvmlDeviceGetHandleByUUID", &nvml->by_uuid, true },
        { "nvmlDeviceGetHandleByPciBusId_v2", &nvml->by_bus, true },
        { "nvmlDeviceGetTotalEnergyConsumption", &nvml->energy, false },
        { "nvmlDeviceGetPowerUsage", &nvml->power, true },
        { "nvmlDeviceGetTemperature", &nvml->temperature, true },
        { "nvmlDeviceGetClockInfo", &nvml->clock, true },
        { "nvmlDeviceGetCurrentClocksThrottleReasons", &nvml->reasons, false },
        { "nvmlDeviceGetCurrentClocksEventReasons", &nvml->reasons, false },
        { "nvmlInit_v2", &nvml->init, true },
    };
    nvml->library = os_library_open("libnvidia-ml.so.1");
    if (!nvml->library)
        return trouble("libnvidia-ml.so.1 cannot be loaded; install the part of the driver "
                       "that has nvidia-smi");
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        void *found;
        if (os_library_symbol(nvml->library, functions[i].name, &found))
            memcpy(functions[i].function, &found, sizeof(found));
        else if (functions[i].wanted)
            return trouble("NVML has no %s; update the driver", functions[i].name);
    }
    int code = nvml->init();
    if (code != 0) {
        nvml->shutdown = NULL;
        return trouble("NVML does not start: %s; see that nvidia-smi works",
                       nvml_words(nvml, code));
    }
    snprintf(meter->source, sizeof(meter->source), "NVML");
    /* The device that Vulkan gives this UUID, which NVML writes with hyphens; or the one at its
     * place, for other interfaces have given other UUIDs. */
    const char *u = device->uuid;
    char uuid[48];
    snprintf(uuid, sizeof(uuid), "GPU-%.8s-%.4s-%.4s-%.4s-%.12s", u, u + 8, u + 12, u + 16, u + 20);
    code = nvml->by_uuid(uuid, &nvml->device);
    if (code != 0 && *device->pci_bus)
        code = nvml->by_bus(device->pci_bus, &nvml->device);
    if (code != 0)
        return trouble(
            "NVML has no device %s, nor one at '%s': %s; nvidia-smi -L lists those it has", uuid,
            device->pci_bus, nvml_words(nvml, code));
    return nvml_try(meter);
}

static double nvml_clock_hz(const struct nvml *nvml, int which)
{
    unsigned megahertz;
    return nvml->clock(nvml->device, which, &megahertz) == 0 && megahertz > 0 ? megahertz * 1e6
                                                                              : NAN;
}

/* Files -------------------------------------------------------------------------------------- */

/* The first line of a file. False, with errno, where there is none. */
static bool line_read(const char *path, char line[64])
{
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    errno = 0;
    const bool read = fgets(line, 64, file);
    const int code = errno;
    fclose(file);
    errno = code;
    return read;
}

/* The number in a file; NAN, with errno, where there is none. */
static double number_read(const char *path)
{
    char line[64];
    const char *end;
    if (!path || !line_read(path, line))
        return NAN;
    return file_number(line, &end);
}

/* The path of a file in which there is a number, malloc'ed; NULL, with errno. */
static char *file_take(const char *folder, const char *file)
{
    char *path = text_make("%s/%s", folder, file);
    if (!isnan(number_read(path)))
        return path;
    const int code = errno;
    free(path);
    errno = code;
    return NULL;
}

/* Takes the path, unless it is NULL. */
static void counter_add(struct energy_meter *meter, char *path, double range)
{
    struct energy_state *state = meter->state;
    if (!path)
        return;
    meter->counts = true;
    state->counters = need_room(state->counters, state->counter_count, &state->counter_room,
                                sizeof(*state->counters));
    state->counters[state->counter_count++] =
        (struct counter){ .path = path, .unit = 1e-6, .range = range };
}

/* energy*_input in microjoules, power*_average or _input in microwatts, temp1_input in thousandths
 * of a degree, freq1_input and freq2_input in hertz: Documentation/hwmon/sysfs-interface.rst, and
 * for the two clocks that of amdgpu. */
static void hwmon_take(struct energy_meter *meter, const char *folder)
{
    struct energy_state *state = meter->state;
    counter_add(meter, file_take(folder, "energy1_input"), 0);
    state->power = file_take(folder, "power1_average");
    if (!state->power)
        state->power = file_take(folder, "power1_input");
    meter->has_power = state->power;
    if (!meter->counts && !meter->has_power)
        return;
    state->temperature = file_take(folder, "temp1_input");
    state->core = file_take(folder, "freq1_input");
    state->core_unit = 1;
    state->memory = file_take(folder, "freq2_input");
}

static bool hwmon_open(struct energy_meter *meter, const struct gpu_info *device, const char *root)
{
    struct energy_state *state = meter->state;
    size_t count = 0;
    if (!*device->pci_bus)
        return trouble("the driver does not say where '%.200s' is on the bus, and no file is found "
                       "without that; try another driver",
                       device->name);
    OWNED char *folder = text_make("%s/sys/bus/pci/devices/%s", root, device->pci_bus);
    OWNED char *hwmon = text_make("%s/hwmon", folder);
    OWNED_BY(os_path_names_free) char **names = os_path_names(hwmon, &count);
    for (size_t i = 0; names && i < count && !meter->counts && !meter->has_power; i++) {
        OWNED char *own = text_make("%s/%s", hwmon, names[i]);
        hwmon_take(meter, own);
        snprintf(meter->source, sizeof(meter->source), "%s", own);
    }
    if (!meter->counts && !meter->has_power)
        return trouble("the driver has neither energy nor power in %s: amdgpu, i915 and xe have "
                       "them for boards of their own; try a newer kernel",
                       hwmon);
    enum { CARDS = 64 };
    char file[64] = "tile0/gt0/freq0/act_freq";
    for (int i = 0; i <= CARDS && !state->core; i++) {
        state->core = file_take(folder, file); /* of i915 and xe, in megahertz */
        state->core_unit = 1e6;
        snprintf(file, sizeof(file), "drm/card%d/gt_act_freq_mhz", i);
    }
    const struct {
        const char *what;
        bool is_there;
    } readings[] = {
        { "energy counter", meter->counts },
        { "power", meter->has_power },
        { "temperature", state->temperature },
        { "memory clock", state->memory },
    };
    for (size_t i = 0; i < COUNT_OF(readings); i++)
        if (!readings[i].is_there)
            text_join_cut(meter->lacks, sizeof(meter->lacks), "; ", "%s: the driver has none",
                          readings[i].what);
    text_join_cut(meter->lacks, sizeof(meter->lacks), "; ",
                  "limits of the clock: only NVML tells them");
    return true;
}

/* True for a package of the processor. What is within one counts in it; psys is of the machine. */
static bool is_package(const char *name, const char *folder)
{
    static const char prefix[] = "intel-rapl:";
    const size_t length = strlen(prefix);
    char line[64];
    if (strncmp(name, prefix, length) != 0 || strchr(name + length, ':'))
        return false;
    OWNED char *path = text_make("%s/name", folder);
    return line_read(path, line) && strncmp(line, "package", strlen("package")) == 0;
}

static bool rapl_open(struct energy_meter *meter, const char *root)
{
    struct energy_state *state = meter->state;
    OWNED char *folder = text_make("%s/sys/class/powercap", root);
    size_t count = 0;
    OWNED_BY(os_path_names_free) char **names = os_path_names(folder, &count);
    for (size_t i = 0; names && i < count; i++) {
        OWNED char *own = text_make("%s/%s", folder, names[i]);
        if (!is_package(names[i], own))
            continue;
        char *path = file_take(own, "energy_uj");
        if (!path)
            return trouble("%s/intel-rapl:*/energy_uj cannot be read: %s; run as root, or let "
                           "everyone read it: chmod a+r",
                           folder, strerror(errno ? errno : EIO));
        OWNED char *range = text_make("%s/max_energy_range_uj", own);
        counter_add(meter, path, number_read(range));
    }
    if (!meter->counts)
        return trouble("%s has no package of intel-rapl; load the module intel_rapl_common, which "
                       "a virtual machine or another processor does not have",
                       folder);
    snprintf(meter->source, sizeof(meter->source), "RAPL, %zu package%s, %s", state->counter_count,
             plural(state->counter_count, "", "s"), folder);
    text_join_cut(meter->lacks, sizeof(meter->lacks), "; ",
                  "power, temperature, memory clock, limits of the clock: RAPL has none");
    return true;
}

/* The meter ---------------------------------------------------------------------------------- */

void energy_meter_init(struct energy_meter *meter, const struct gpu_info *device, const char *root)
{
    *meter = (struct energy_meter){ .counts = false };
    meter->state = need_zeroed(1, sizeof(*meter->state));
    const bool host = !device || device->kind == GPU_CPU || device->kind == GPU_HOST;
    if (host                                 ? rapl_open(meter, root)
        : device->vendor_id == VENDOR_NVIDIA ? nvml_open(meter, device)
                                             : hwmon_open(meter, device, root))
        return;
    trouble_give(meter->reason, sizeof(meter->reason));
    energy_meter_finish(meter);
    meter->source[0] = meter->lacks[0] = 0;
    meter->counts = meter->has_power = false;
}

void energy_meter_finish(struct energy_meter *meter)
{
    OWNED struct energy_state *state = meter->state;
    meter->state = NULL;
    if (!state)
        return;
    if (state->nvml.library && state->nvml.shutdown && state->nvml.init)
        state->nvml.shutdown();
    if (state->nvml.library)
        os_library_close(state->nvml.library);
    foreach (struct counter, counter, state->counters, state->counter_count)
        free(counter->path);
    free(state->counters);
    free(state->power);
    free(state->temperature);
    free(state->core);
    free(state->memory);
}

struct energy_meter *energy_meters_get(struct energy_meters *meters, const struct gpu_info *device)
{
    struct energy_meter *meter = device ? &meters->device : &meters->host;
    bool *is_open = device ? &meters->device_is_open : &meters->host_is_open;
    const char *root = getenv("CLAIMCHECK_ROOT");
    if (!*is_open)
        energy_meter_init(meter, device, root ? root : "");
    *is_open = true;
    return meter;
}

void energy_meters_finish(struct energy_meters *meters)
{
    if (meters->device_is_open)
        energy_meter_finish(&meters->device);
    if (meters->host_is_open)
        energy_meter_finish(&meters->host);
    *meters = (struct energy_meters){ .device_is_open = false };
}

double energy_meter_joules(struct energy_meter *meter)
{
    struct energy_state *state = meter->state;
    unsigned long long millijoules;
    double joules = 0;
    if (!meter->counts)
        return NAN;
    if (state->nvml.library)
        return state->nvml.energy(state->nvml.device, &millijoules) == 0
                   ? (double)millijoules * 1e-3
                   : NAN;
    foreach (struct counter, counter, state->counters, state->counter_count) {
        const double now = number_read(counter->path);
        const double wrapped = now < counter->last ? counter->range + 1 : 0;
        joules += isnan(now) ? NAN : 0;
        if (isnan(now))
            continue;
        if (counter->started)
            counter->joules += counter->unit * (now - counter->last + wrapped);
        counter->started = true;
        counter->last = now;
        joules += counter->joules;
    }
    return joules;
}

double energy_meter_watts(struct energy_meter *meter)
{
    struct energy_state *state = meter->state;
    unsigned milliwatts;
    if (!meter->has_power)
        return NAN;
    if (state->nvml.library)
        return state->nvml.power(state->nvml.device, &milliwatts) == 0 ? milliwatts * 1e-3 : NAN;
    return number_read(state->power) * 1e-6;
}

void energy_meter_read(struct energy_meter *meter, struct energy_reading *reading)
{
    struct energy_state *state = meter->state;
    struct nvml *nvml = state ? &state->nvml : NULL;
    *reading = (struct energy_reading){ NAN, NAN, NAN, NAN, 0 };
    if (!state)
        return;
    reading->power_w = energy_meter_watts(meter);
    if (!nvml->library) {
        reading->temperature_c = number_read(state->temperature) * 1e-3;
        reading->core_hz = number_read(state->core) * state->core_unit;
        reading->memory_hz = number_read(state->memory);
        return;
    }
    unsigned degrees;
    unsigned long long bits = 0;
    if (nvml->temperature(nvml->device, 0, &degrees) == 0)
        reading->temperature_c = degrees;
    reading->core_hz = nvml_clock_hz(nvml, 1);
    reading->memory_hz = nvml_clock_hz(nvml, 2);
    if (nvml->reasons && nvml->reasons(nvml->device, &bits) == 0)
        /* nvmlClocksEventReasons: 0x4 is the power cap of the board, 0x20 and 0x40 are of heat, 0x8
         * and 0x80 of the hardware alone, for whatever reason. */
        reading->limits = (bits & 0x4 ? ENERGY_LIMIT_POWER : 0) |
                          (bits & 0x60 ? ENERGY_LIMIT_HEAT : 0) |
                          (bits & 0x80 || (bits & 0x8 && !(bits & 0x40)) ? ENERGY_LIMIT_BRAKE : 0);
}

void energy_limits_say(unsigned limits, char text[32])
{
    snprintf(text, 32, "%s%s%s%s%s", limits & ENERGY_LIMIT_POWER ? "power" : "",
             limits & ENERGY_LIMIT_POWER && limits & ENERGY_LIMITS_MARKED ? ", " : "",
             limits & ENERGY_LIMIT_HEAT ? "heat" : "",
             limits & ENERGY_LIMIT_HEAT && limits & ENERGY_LIMIT_BRAKE ? ", " : "",
             limits & ENERGY_LIMIT_BRAKE ? "hardware" : "");
}
