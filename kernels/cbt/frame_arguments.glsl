/* SPDX-License-Identifier: MIT */
/*
 * frame_arguments: arguments of indirect draws and dispatches, words as in terrain/draw_device.h.
 *
 * Bindings    1 arguments. Push: level of the meshlets.
 */
layout(std430, binding = 1) writeonly buffer Arguments { uint arguments[15]; };
layout(push_constant) uniform Push { uint meshlet; };

const uint TASK_LEAVES = 32, GROUP = 256;

void arguments_write(uint leaves)
{
    const uint vertices = 3u << 2 * meshlet;
    arguments[0] = arguments[4] = vertices;
    arguments[1] = arguments[5] = leaves;
    arguments[2] = arguments[3] = 0;
    arguments[6] = arguments[7] = arguments[8] = 0;
    arguments[9] = (leaves + TASK_LEAVES - 1) / TASK_LEAVES;
    arguments[10] = arguments[11] = 1;
    arguments[12] = (leaves + GROUP - 1) / GROUP;
    arguments[13] = arguments[14] = 1;
}
