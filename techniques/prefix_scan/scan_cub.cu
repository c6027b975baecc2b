// SPDX-License-Identifier: MIT
#include "claimcheck_program.h"

#include <cub/device/device_scan.cuh>
#include <cub/version.cuh>

static void *room;
static size_t room_bytes;

template <typename T> static void scan(cc_case *c)
{
    cub::DeviceScan::InclusiveSum(room, room_bytes, (const T *)cc_in(c, "source"), (T *)cc_out(c, "sums"),
                                  (int)cc_number(c, "elements"), cc_stream(c));
}

static void execute(cc_case *c)
{
    cc_is(c, "type", "uint") ? scan<uint32_t>(c) : scan<uint64_t>(c);
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
    return cc_main("cub::DeviceScan " TEXT(CUB_VERSION), set_up, execute);
}
