#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1, r32f) uniform writeonly image2D smooth_image;
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(smooth_image);
    if (all(lessThan(at, size)))
        imageStore(smooth_image, at, textureLod(picture, (vec2(at) + vec2(1, 0.5)) / vec2(size), 0));
}
