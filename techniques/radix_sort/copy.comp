/* SPDX-License-Identifier: MIT */
#version 460
/* copy: the keys as they are, four to a load where there are four. */
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint ITEMS = 16; /* keys of a thread */

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer KeyRows { uvec4 key_rows[]; };
layout(std430, binding = 2) writeonly buffer Copied { uint copied[]; };
layout(std430, binding = 3) writeonly buffer CopiedRows { uvec4 copied_rows[]; };

layout(push_constant) uniform Push
{
    uint count;
} push;

void main()
{
    for (uint row = 0; row < ITEMS / 4; row++) {
        const uint place = (gl_WorkGroupID.x * ITEMS / 4 + row) * 256 + gl_LocalInvocationID.x;
        if (4 * place + 4 <= push.count)
            copied_rows[place] = key_rows[place];
        else
            for (uint i = 4 * place; i < push.count; i++)
                copied[i] = keys[i];
    }
}
