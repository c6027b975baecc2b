/* SPDX-License-Identifier: MIT */
/* nvml_double.h: a libnvidia-ml.so.1 that answers by a plan. */
#ifndef CLAIMCHECK_TESTS_ENGINE_INSTRUMENTS_NVML_DOUBLE_H
#define CLAIMCHECK_TESTS_ENGINE_INSTRUMENTS_NVML_DOUBLE_H

struct nvml_double {
    int init, uuid, bus, energy, power, temperature, clock, reasons; /* return codes; 0: well */
    unsigned long long millijoules, bits;
    unsigned milliwatts, celsius, core_mhz, memory_mhz;
    char asked[64]; /* of the UUID or the place that was asked for last */
    int open;       /* initialisations without their end */
};
extern struct nvml_double nvml_double;

#endif
