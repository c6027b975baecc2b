/* SPDX-License-Identifier: MIT */
/*
 * raster.h: drawing, beside what gpu.h has for computing; the same rules hold, and "Valid:" reads
 * as there. Needs GPU_GRAPHICS; pipelines with a mesh shader need GPU_MESH_SHADER.
 *
 * There is no window: triangles are drawn into a target, colours and depth, that is read back. A
 * draw takes storage buffers in set 0, push constants and an optional index buffer, never vertex
 * attributes: a vertex shader makes its vertex from gl_VertexIndex and gl_InstanceIndex.
 *
 * Clip space is Vulkan's: x to the right, y down, pixel (0, 0) at the top left, z from 0 to 1.
 * Depth is reversed: 1 is near, 0 far, a pass starts at 0, and a fragment is kept whose depth is
 * greater than what is there. With 32-bit floats that resolves distance evenly, and of two
 * fragments of one depth the one drawn first stays. Faces of both windings are drawn.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_RASTER_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_RASTER_H

#include "harness/engine/gpu/gpu.h"

/* Target --------------------------------------------------------------------------------------- */

enum { GPU_COLOURS_MAX = 4 }; /* that a fragment shader writes at once */

/* The format of a colour's pixels, 4 bytes each. */
enum gpu_pixel {
    GPU_PIXEL_NONE,  /* there is no such colour */
    GPU_PIXEL_RGBA8, /* linear, unsigned normalised; red is the lowest byte */
    GPU_PIXEL_UINT,  /* one 32-bit unsigned integer */
};

struct gpu_target;

struct gpu_target_params {
    const char *name; /* shown in messages */
    uint32_t width, height;
    enum gpu_pixel colours[GPU_COLOURS_MAX]; /* colour i is output i of fragment shaders; up to the
                                                first NONE; without any, depth alone is drawn */
    bool no_depth;                           /* colours alone */
};

/*
 * What is read of a target are its images: its colours, or, of a target without colours, its depth,
 * as floats. Images of a new target are poison by 0xA5A5A5A5, and creation waits until it is there.
 * All that a target has counts in the scope's peak bytes.
 *
 * Valid: a name, colours or depth, no colour behind a NONE (assert); at least one pixel (error), at
 * most what the device draws, which has GPU_GRAPHICS (unsupported).
 */
struct gpu_target *gpu_target_create(struct gpu_scope *scope,
                                     const struct gpu_target_params *params);

uint32_t gpu_target_images(const struct gpu_target *target); /* at least 1; 0 for NULL */
uint64_t gpu_target_bytes(const struct gpu_target *target);  /* of one image; 0 for NULL */

/*
 * An image after the last pass that was submitted, row-major from the top left, gpu_target_bytes()
 * of it; waits until done. Valid: image < gpu_target_images() (error).
 */
bool gpu_target_read(struct gpu_target *target, uint32_t image, void *destination);

/* Fills the images with poison again, and waits: bytes of the word, the lowest first, are a pixel's
 * channels; the lowest over 255 is depth. */
bool gpu_target_poison(struct gpu_target *target, uint32_t word);

/* Pipeline ------------------------------------------------------------------------------------- */

struct gpu_pipeline;

struct gpu_pipeline_params {
    const struct gpu_shader *vertex;       /* either this */
    const struct gpu_shader *task, *mesh;  /* or these; task may be NULL */
    const struct gpu_shader *fragment;     /* NULL: depth alone is drawn */
    uint32_t constants[GPU_CONSTANTS_MAX]; /* specialization constants of all stages */
    uint32_t constant_count;
    enum gpu_pixel colours[GPU_COLOURS_MAX]; /* of the targets it draws into */
    bool no_depth;                           /* likewise: no depth test */
};

/*
 * A graphics pipeline of filled triangle lists. Its interface is what its shaders use together:
 * storage buffers, in set 0, and push constants. Compiles as gpu_kernel_create() does.
 *
 * Valid: a vertex shader or a mesh shader and not both, a task shader only before a mesh shader,
 * each of its stage (error); no colour behind a NONE (assert); at most GPU_CONSTANTS_MAX constants
 * (assert), at least as many as any stage uses; no images (error); features and limits
 * (unsupported). What one stage hands to the next fits, and task and mesh shaders keep to what
 * VK_EXT_mesh_shader guarantees: 128 invocations, 256 vertices and 256 primitives (layers).
 */
struct gpu_pipeline *gpu_pipeline_create(struct gpu_scope *scope,
                                         const struct gpu_pipeline_params *params);

/* Indices -------------------------------------------------------------------------------------- */

struct gpu_indices;

/* An index buffer, made on the host and only read from then on: no barrier is owed. Waits until it
 * is uploaded. Valid: 0 < count <= 2^22 (error). */
struct gpu_indices *gpu_indices_create(struct gpu_scope *scope, const uint32_t *indices,
                                       uint32_t count);

/* Recording ------------------------------------------------------------------------------------ */

/*
 * Begins a pass into a target: each colour becomes the 32-bit word `clear` (RGBA8: red lowest),
 * depth 0. Until the pass ends only draws may be recorded. What is drawn is ordered after earlier
 * passes into the same target and reads of it; barriers are for buffers, and recorded before the
 * pass.
 *
 * Valid: no pass is open where one begins, one is where it ends (error).
 */
void gpu_commands_pass_begin(struct gpu_commands *commands, struct gpu_target *target,
                             uint32_t clear);
void gpu_commands_pass_end(struct gpu_commands *commands);

struct gpu_draw {
    struct gpu_pipeline *pipeline;
    struct gpu_buffer *buffers[GPU_BINDINGS_MAX]; /* by binding; what it does not use is ignored */
    const void *push;                             /* push constants, copied */
    uint32_t push_bytes;
    struct gpu_indices *indices; /* NULL: vertices are not indexed */
    uint32_t vertices;           /* or indices, per instance; 0 is legal, as are 0 instances */
    uint32_t instances;          /* not with a mesh shader */
    uint32_t groups[3];          /* with a mesh shader: work-groups of its first stage */
    struct gpu_buffer *indirect; /* when not NULL, the counts are words at indirect_offset: */
    uint64_t indirect_offset;    /* enum gpu_draw_words of them */
};

/* How many words an indirect draw reads. */
enum gpu_draw_words {
    GPU_DRAW_WORDS = 4,         /* vertices, instances, first vertex, first instance */
    GPU_DRAW_INDEXED_WORDS = 5, /* indices, instances, first index, vertex offset, first instance */
    GPU_DRAW_MESH_WORDS = 3,    /* work-groups in x, y and z */
};

/*
 * Draws of one pass are drawn in their order. Barriers: GPU_DRAW for its buffers, GPU_INDIRECT for
 * the words of `indirect`. First vertex, index and instance are 0 in a direct draw.
 *
 * Valid: within a pass (error) into a target of the pipeline's colours and depth (error); a buffer
 * at each binding that it uses, push constants as in a dispatch; at most as many direct indices as
 * there are (error); with a mesh shader at most 65535 work-groups in each dimension and 2^22 in all
 * (error); the words of `indirect` within the buffer, at a multiple of 4 (error), and they ask for
 * no more than a direct draw may, first vertex, index and instance 0 (layers). A NULL pipeline does
 * nothing.
 */
void gpu_commands_draw(struct gpu_commands *commands, const struct gpu_draw *draw);

#endif
