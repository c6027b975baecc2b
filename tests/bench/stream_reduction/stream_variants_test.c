/* SPDX-License-Identifier: MIT */
/* stream_variants_test.c: all variants of all benches, on streams that fill no tile and no tree. */
#include "bench/stream_reduction/stream.h"

#include "tests/one_case.h"

TEST(test_compact)
{
    const struct one_case all = {
        .technique = &stream_technique,
        .bench = stream_technique.benches[0],
        .at = "n:1,65/p:0,0.5,1/cluster:7/element:tuple,index",
    };
    /* quadtree, binary_tree and append need nothing that a device may lack. */
    assert_true(assert_cases_right(&all, 1) >= 12 * 3);
}

TEST(test_transfer)
{
    const struct one_case all = { .technique = &stream_technique,
                                  .bench = stream_technique.benches[1],
                                  .at = "n:1,65/p:0,1" };
    assert_int_equal(assert_cases_right(&all, 1), 3 * (4 + 2));
}
