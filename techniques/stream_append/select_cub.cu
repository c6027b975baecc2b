// SPDX-License-Identifier: MIT
#include "claimcheck_program.h"

#include <cub/device/device_select.cuh>
#include <cub/version.cuh>

struct valid {
    __host__ __device__ bool operator()(uint32_t entry) const
    {
        return entry != 0xffffffffu;
    }
};

static void *room;
static size_t room_bytes;

static void execute(cc_case *c)
{
    cub::DeviceSelect::If(room, room_bytes, (const uint32_t *)cc_in(c, "stream"), (uint32_t *)cc_out(c, "kept"),
                          (uint32_t *)cc_out(c, "count"), (int)cc_number(c, "entries"), valid(), cc_stream(c));
}

static void set_up(cc_case *c)
{
    room = NULL;
    execute(c); /* says how much room it wants */
    room = cc_memory(c, room_bytes);
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
int main()
{
    return cc_main("cub::DeviceSelect " TEXT(CUB_VERSION), set_up, execute);
}
