/* SPDX-License-Identifier: MIT */
/* machine.h: the machine and the system that this process runs on. */
#ifndef CLAIMCHECK_HARNESS_OS_MACHINE_H
#define CLAIMCHECK_HARNESS_OS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CPUs that are online; 0 where the system does not say. */
uint32_t os_machine_cpus(void);

/* The CPU that this thread runs on; -1 where the system does not say. */
int os_machine_cpu(void);

/* Bytes; 0 where the system does not say. Of caches: data of level 1 to 4. */
uint64_t os_machine_memory_bytes(void);
uint64_t os_machine_cache_bytes(unsigned level);

/* Processes that wanted a CPU over the last minute; -1 where the system does not say. */
double os_machine_load(void);

/* A GPU as the kernel shows it, whatever Vulkan says. Texts are "" where nothing says more. */
struct os_machine_gpu {
    char node[64];      /* its file: "/dev/nvidia0" */
    char name[96];      /* "NVIDIA H100 80GB HBM3"; "PCI 1002:744c of amdgpu" */
    char version[32];   /* of the kernel's driver */
    char manifest[128]; /* by which Vulkan's loader finds a driver of that vendor's */
    bool refused;       /* this user may not open the file */
    bool contained;     /* this process runs in a container */
};

/* The first of them, but those of virtual machines' displays. root stands before all paths, for
 * tests; "" otherwise. False where there is none, or the system has no such files. */
bool os_machine_gpu(const char *root, struct os_machine_gpu *gpu);

/* Bytes that nobody can guess. Returns 0 or an errno. */
int os_machine_random(void *bytes, size_t count);

/* Release of the kernel and name of the architecture; "" where the system does not say. */
struct os_machine_names {
    char release[96], architecture[96];
};
void os_machine_names_read(struct os_machine_names *names);

/* Bits of AT_HWCAP on Arm, the CPU's features; 0 elsewhere. */
uint64_t os_machine_capabilities(void);

/* Limits that a user's shell sets. */
enum os_machine_limit {
    OS_MACHINE_ADDRESSES,
    OS_MACHINE_PROCESSES,
    OS_MACHINE_FILES,
    OS_MACHINE_STACK,
    OS_MACHINE_DATA,
    OS_MACHINE_CPU_S
};

/* False where there is none. */
bool os_machine_limit_read(enum os_machine_limit limit, uint64_t *most);

#endif
