/* SPDX-License-Identifier: MIT */
#version 460
/*
 * raster_triangles: triangles from a list, for tests/engine/gpu/raster_test.c.
 *
 * Computes    vertex 3 * instance + vertex of the list; its colour word, and which corner it is.
 * Bench       tests/engine/gpu/raster_test.c only.
 * Bindings    0 vertices: x, y, z in clip space, and a colour word.
 * Constants   push: offset in x.
 * Dispatch    a draw of 3 vertices for each of the triangles, as instances.
 * Work        reads 16 bytes per vertex.
 */
struct Vertex {
    float x, y, z;
    uint colour;
};
layout(std430, binding = 0) readonly buffer Vertices { Vertex vertices[]; };
layout(push_constant) uniform Push { float offset; };

layout(location = 0) flat out uint colour;
layout(location = 1) out vec3 corner;

void main()
{
    const Vertex v = vertices[3 * gl_InstanceIndex + gl_VertexIndex];
    gl_Position = vec4(v.x + offset, v.y, v.z, 1);
    colour = v.colour;
    corner = vec3(gl_VertexIndex == 0, gl_VertexIndex == 1, gl_VertexIndex == 2);
}
