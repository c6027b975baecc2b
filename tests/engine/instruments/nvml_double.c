/* SPDX-License-Identifier: MIT */
/* nvml_double.c: what energy_meter.c asks of NVML. NVML_OLD: as a driver of 2015 has it. */
#include "tests/engine/instruments/nvml_double.h"

#include <stdio.h>

struct nvml_double nvml_double;

int nvmlInit_v2(void);
int nvmlShutdown(void);
const char *nvmlErrorString(int code);
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device);
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device);
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules);
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts);
int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *celsius);
int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *bits);
int nvmlDeviceGetCurrentClocksEventReasons(void *device, unsigned long long *bits);

int nvmlInit_v2(void)
{
    nvml_double.open += nvml_double.init == 0;
    return nvml_double.init;
}

int nvmlShutdown(void)
{
    nvml_double.open--;
    return 0;
}

const char *nvmlErrorString(int code)
{
    return code == 3 ? "Not Supported" : code == 6 ? "Not Found" : "Driver Not Loaded";
}

static int handle(const char *name, void **device, int code)
{
    snprintf(nvml_double.asked, sizeof(nvml_double.asked), "%s", name);
    *device = code == 0 ? &nvml_double : NULL;
    return code;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
    return handle(uuid, device, nvml_double.uuid);
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device)
{
    return handle(bus, device, nvml_double.bus);
}

int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts)
{
    *milliwatts = nvml_double.milliwatts;
    return device == &nvml_double ? nvml_double.power : 2;
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *celsius)
{
    *celsius = nvml_double.celsius;
    return device == &nvml_double && sensor == 0 ? nvml_double.temperature : 2;
}

int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz)
{
    *mhz = which == 1 ? nvml_double.core_mhz : which == 2 ? nvml_double.memory_mhz : 0;
    return device == &nvml_double ? nvml_double.clock : 2;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *bits)
{
    *bits = nvml_double.bits;
    return device == &nvml_double ? nvml_double.reasons : 2;
}

#ifndef NVML_OLD
int nvmlDeviceGetCurrentClocksEventReasons(void *device, unsigned long long *bits)
{
    return nvmlDeviceGetCurrentClocksThrottleReasons(device, bits);
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules)
{
    *millijoules = nvml_double.millijoules;
    return device == &nvml_double ? nvml_double.energy : 2;
}
#endif
