/* SPDX-License-Identifier: MIT */
/* ocbt_link.glsl: the links of bisectors that a frame leaves alone. Needs ocbt.glsl. */
#ifndef CBT_OCBT_LINK_GLSL
#define CBT_OCBT_LINK_GLSL

/* `slot` had `old` beyond one of its edges and has `now` there. */
void link_change(uint slot, uint old, uint now)
{
    for (uint edge = 0; edge < 3; edge++)
        if (before[3 * slot + edge] == old)
            after[3 * slot + edge] = now;
}

#endif
