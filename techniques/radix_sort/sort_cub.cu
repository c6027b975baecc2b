// SPDX-License-Identifier: MIT
#include "claimcheck_program.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/version.cuh>

static void *room;
static size_t room_bytes;

static void execute(cc_case *c)
{
    cub::DeviceRadixSort::SortKeys(room, room_bytes, (const uint32_t *)cc_in(c, "keys"), (uint32_t *)cc_out(c, "sorted"),
                                   (int)cc_number(c, "elements"), 0, 32, cc_stream(c));
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
    return cc_main("cub::DeviceRadixSort " TEXT(CUB_VERSION), set_up, execute);
}
