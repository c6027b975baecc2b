// SPDX-License-Identifier: MIT
#include "claimcheck_program.h"

#include <algorithm>

static void execute(cc_case *c)
{
    const uint32_t *stream = (const uint32_t *)cc_in(c, "stream"), *end = stream + (size_t)cc_number(c, "entries");
    uint32_t *kept = (uint32_t *)cc_out(c, "kept");
    *(uint32_t *)cc_out(c, "count") =
        (uint32_t)(std::copy_if(stream, end, kept, [](uint32_t entry) { return entry != 0xffffffffu; }) - kept);
}

int main()
{
    return cc_main("std::copy_if", NULL, execute);
}
