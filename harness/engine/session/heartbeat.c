/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/session.h"
#include "harness/os/os.h"

struct heartbeat *heartbeat_attach(int fd)
{
    return os_shared_attach(fd, sizeof(struct heartbeat));
}

struct heartbeat *heartbeat_create(int *fd)
{
    return os_shared_create(sizeof(struct heartbeat), fd);
}

void heartbeat_beat(struct heartbeat *pulse, uint32_t case_number, uint32_t round)
{
    atomic_store_explicit(&pulse->case_number, case_number, memory_order_relaxed);
    atomic_store_explicit(&pulse->round, round, memory_order_relaxed);
    atomic_fetch_add_explicit(&pulse->beats, 1, memory_order_release);
}

void heartbeat_destroy(struct heartbeat **pulse)
{
    os_shared_destroy(*pulse, sizeof(**pulse));
    *pulse = NULL;
}
