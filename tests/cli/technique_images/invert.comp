#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, r32f) uniform readonly image2D from;
layout(binding = 1, r32f) uniform writeonly image2D to;
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, imageSize(to))))
        imageStore(to, at, 1 - imageLoad(from, at));
}
