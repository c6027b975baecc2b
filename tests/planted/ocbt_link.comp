/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_link: in place of ocbt_propagate_bisect and ocbt_propagate_simplify: changes no link.
 *
 * Computes    nothing.
 * Bench       tests/bench/cbt/cbt_pool_device_test.c only.
 * Bindings    0 state.
 * Constants   as cbt/ocbt_propagate_bisect.
 * Dispatch    as cbt/ocbt_propagate_bisect.
 * Needs       shaderInt64.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"

void main()
{
    if (list_count(STATE_LINKING) == NONE)
        state[STATE_OVERFLOW] = 1;
}
