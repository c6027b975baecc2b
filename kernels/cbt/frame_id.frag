/* SPDX-License-Identifier: MIT */
#version 460
/*
 * frame_id: which leaf a pixel shows.
 *
 * Computes    the leaf's node as a number.
 * Bench       cbt.draw, its check.
 * Bindings    none.
 * Constants   none.
 * Dispatch    per fragment.
 * Work        none.
 * Error       none.
 * Needs       graphics.
 * Source      our own.
 */
layout(location = 0) flat in uint leaf_id;
layout(location = 0) out uint pixel;

void main()
{
    pixel = leaf_id;
}
