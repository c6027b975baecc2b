/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_tracing : require
/* Takes an image, which traces cannot be given. */
layout(set = 0, binding = 4, rgba8) writeonly uniform image2D picture;

void main()
{
    imageStore(picture, ivec2(0), vec4(1));
}
