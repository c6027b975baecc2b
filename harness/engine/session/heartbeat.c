/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/heartbeat.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct heartbeat *heartbeat_attach(int fd)
{
    struct stat status;
    /* Memory that has no name: a file of somebody's would be written to. */
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 0 ||
        status.st_size < (off_t)sizeof(struct heartbeat))
        return NULL;
    void *page = mmap(NULL, sizeof(struct heartbeat), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return page == MAP_FAILED ? NULL : page;
}

struct heartbeat *heartbeat_create(int *fd)
{
    *fd = memfd_create("claimcheck", MFD_CLOEXEC);
    if (*fd < 0)
        return NULL;
    struct heartbeat *pulse =
        ftruncate(*fd, sizeof(struct heartbeat)) == 0 ? heartbeat_attach(*fd) : NULL;
    if (!pulse)
        close(*fd);
    return pulse;
}

void heartbeat_beat(struct heartbeat *pulse, uint32_t case_number, uint32_t round)
{
    atomic_store_explicit(&pulse->case_number, case_number, memory_order_relaxed);
    atomic_store_explicit(&pulse->round, round, memory_order_relaxed);
    atomic_fetch_add_explicit(&pulse->beats, 1, memory_order_release);
}

void heartbeat_destroy(struct heartbeat **pulse)
{
    if (*pulse)
        munmap(*pulse, sizeof(**pulse));
    *pulse = NULL;
}
