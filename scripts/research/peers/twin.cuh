/* SPDX-License-Identifier: MIT */
/*
 * twin.cuh: what the programs of scripts/research/peers/ have in common: how they end in trouble, and their
 * line about the device.
 */
#ifndef CLAIMCHECK_SCRIPTS_PEERS_TWIN_CUH
#define CLAIMCHECK_SCRIPTS_PEERS_TWIN_CUH

#include <cuda_runtime.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

extern const char twin_name[]; /* of the program */

/* Trouble ------------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3), noreturn)) static void leave(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", twin_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(code);
}

static void hold(cudaError_t result, const char *what)
{
    if (result == cudaErrorNoDevice || result == cudaErrorInsufficientDriver)
        leave(77, "no CUDA device: %s", cudaGetErrorString(result));
    if (result != cudaSuccess)
        leave(99, "%s: %s", what, cudaGetErrorString(result));
}

/* Device -------------------------------------------------------------------------------------- */

static void print_device(void)
{
    cudaDeviceProp device;
    int driver = 0, runtime = 0;
    hold(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
    hold(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    hold(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    printf("device\t%s\t%d\t%d\t%zu\t%d.%d\t%d\t%d\n", device.name, device.multiProcessorCount,
           device.l2CacheSize, device.totalGlobalMem, device.major, device.minor, driver, runtime);
    fflush(stdout);
}

#endif
