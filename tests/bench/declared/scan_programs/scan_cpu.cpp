// SPDX-License-Identifier: MIT
#include "claimcheck_program.h"

#include <numeric>

template <typename T> static void scan(cc_case *c)
{
    const T *source = static_cast<const T *>(cc_in(c, "source"));
    const size_t count = static_cast<size_t>(cc_number(c, "elements"));
    std::partial_sum(source, source + count, static_cast<T *>(cc_out(c, "sums")));
}

static void execute(cc_case *c)
{
    cc_is(c, "type", "uint") ? scan<uint32_t>(c) : scan<uint64_t>(c);
}

int main()
{
    return cc_main("std::partial_sum, GCC " __VERSION__, NULL, execute);
}
