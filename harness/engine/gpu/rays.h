/* SPDX-License-Identifier: MIT */
/*
 * rays.h: ray tracing by the device's own structures, beside what gpu.h has for computing; the same
 * rules hold, and "Valid:" reads as there.
 *
 * An acceleration structure is built of triangles on the device, and bound to shaders beside
 * buffers: to ray tracing pipelines, which need GPU_RAY_TRACING_PIPELINE, and to kernels that ask
 * it ray queries, which need GPU_RAY_QUERY. All hits are wanted, not the nearest one: triangles are
 * not opaque, no face is culled, and a pipeline's any-hit shader is called once per triangle and
 * ray (VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR), in no order. There is no closest-hit
 * shader: rays are traced with gl_RayFlagsSkipClosestHitShaderEXT, and hits are ignored once they
 * were taken (ignoreIntersectionEXT; a query's candidate is never confirmed). A shader that needs
 * no further hit may end its ray (terminateRayEXT); the miss shader is then not called.
 *
 * Boxes have no such promise in the specification, so there are none.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_RAYS_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_RAYS_H

#include "harness/engine/gpu/gpu.h"

/* Acceleration structure ----------------------------------------------------------------------- */

enum { GPU_TRIANGLE_BYTES = 36 }; /* three vertices of three floats: x, y, z */

struct gpu_acceleration;

struct gpu_acceleration_params {
    const char *name;            /* shown in messages */
    struct gpu_buffer *vertices; /* made with `geometry`; GPU_TRIANGLE_BYTES per triangle */
    uint32_t triangles;          /* the i-th has gl_PrimitiveID i */
};

/*
 * A bottom level of the triangles and a top level of one instance as it stands, with all memory
 * that building takes; preferred is that traces are fast. Nothing can be traced before a build was
 * submitted. Waits until its instance is uploaded.
 *
 * Valid: a name (assert); vertices with `geometry`, of as many triangles at least, more than none
 * (error); GPU_RAY_TRACING_PIPELINE or GPU_RAY_QUERY, no more triangles than the device builds
 * (unsupported). Vertices outlive it (layers).
 */
struct gpu_acceleration *gpu_acceleration_create(struct gpu_scope *scope,
                                                 const struct gpu_acceleration_params *params);

/* Bytes of both levels, and of their scratch memory; what gpu_scope_peak_bytes() counts of it is
 * the sum of both. 0 for NULL. */
uint64_t gpu_acceleration_bytes(const struct gpu_acceleration *acceleration);
uint64_t gpu_acceleration_scratch_bytes(const struct gpu_acceleration *acceleration);

/*
 * Builds it anew from its vertices, as they are then: bottom level, then top level. Barriers:
 * GPU_BUILD for the vertices and for the structure, which has GPU_RAYS when it is traced. A
 * triangle with a vertex whose x is not a number is none.
 */
void gpu_commands_build(struct gpu_commands *commands, struct gpu_acceleration *acceleration);

/* Ray tracing pipeline ------------------------------------------------------------------------- */

struct gpu_ray_pipeline;

struct gpu_ray_pipeline_params {
    const struct gpu_shader *generation, *miss, *any_hit;
    uint32_t constants[GPU_CONSTANTS_MAX]; /* specialization constants of all stages */
    uint32_t constant_count;
};

/*
 * A pipeline of one shader per stage: hit group, miss index and offsets of traceRayEXT() are 0, and
 * only the ray generation shader calls it. Its interface is what its shaders use together: storage
 * buffers and acceleration structures, in set 0, and push constants. Compiles as
 * gpu_kernel_create() does; the first trace waits for it and for the upload of its shader binding
 * table.
 *
 * Valid: three shaders (assert), each of its stage (error); at most GPU_CONSTANTS_MAX constants
 * (assert), at least as many as any stage uses; no images (error); GPU_RAY_TRACING_PIPELINE and
 * limits (unsupported).
 */
struct gpu_ray_pipeline *gpu_ray_pipeline_create(struct gpu_scope *scope,
                                                 const struct gpu_ray_pipeline_params *params);

struct gpu_ray_trace {
    struct gpu_ray_pipeline *pipeline;
    struct gpu_buffer *buffers[GPU_BINDINGS_MAX]; /* by binding; what it does not use is ignored */
    struct gpu_acceleration *accelerations[GPU_BINDINGS_MAX]; /* likewise */
    const void *push;                                         /* push constants, copied */
    uint32_t push_bytes;
    uint32_t size[3]; /* invocations of the ray generation shader; 0 is legal and does nothing */
};

/*
 * Barriers: GPU_RAYS for its buffers and structures.
 *
 * Valid: at each binding that the pipeline uses, a buffer or an acceleration structure, as it wants
 * one (error); push constants as in a dispatch; no more invocations than the device launches
 * (unsupported). A NULL pipeline does nothing.
 */
void gpu_commands_trace_rays(struct gpu_commands *commands, const struct gpu_ray_trace *trace);

#endif
