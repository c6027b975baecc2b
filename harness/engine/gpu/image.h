/* SPDX-License-Identifier: MIT */
/*
 * image.h: two-dimensional images of floats, with levels, beside the buffers of gpu.h; the same
 * rules hold, and "Valid:" reads as there. Kernels look them up through a sampler
 * (sampler2D) or read and write the texels of one level (image2D); which of both a binding is, and
 * of what format, is read from the SPIR-V. Draws take no images.
 *
 *   layout     The layer's affair. Between calls an image with GPU_IMAGE_STORAGE is in GENERAL, any
 *              other in SHADER_READ_ONLY_OPTIMAL; the host's reads and writes, which wait, take it
 *              out of that and put it back. No recorded command changes a layout.
 *   barriers   The caller's, by gpu_commands_barrier(), as for buffers: GPU_COMPUTE is what kernels
 *              do to storage images, GPU_SAMPLING what they look up in sampled ones. None is owed
 *              for what the host wrote before a submission.
 *   edges      A store outside of the level that is bound is dropped by the device; there is no
 *              guard around an image, and gpu_scope_broken_guard() is about buffers alone.
 *   texels     Row-major from the top left, rows without padding; floats and halves as IEEE 754.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_IMAGE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_IMAGE_H

#include "harness/engine/gpu/gpu.h"

enum { GPU_IMAGE_LEVELS_MAX = 16 };

/* Image ---------------------------------------------------------------------------------------- */

/* Ways in which an image may be bound; bits. */
enum gpu_image_usage {
    GPU_IMAGE_SAMPLED = 1 << 0,
    GPU_IMAGE_STORAGE = 1 << 1,
};

struct gpu_image_params {
    const char *name;       /* shown in messages */
    uint32_t width, height; /* of level 0, in texels */
    uint32_t levels;        /* 0 means 1 */
    enum gpu_format format;
    uint32_t usage;   /* bits of enum gpu_image_usage */
    const void *data; /* texels of level 0; NULL: poison, as are all other levels */
};

/*
 * Waits until the texels are there.
 *
 * Valid: a name, a format, one usage at least (assert); at least one texel, at most
 * gpu_image_levels() levels (error); no more texels than the device takes, and a format that it can
 * use so (unsupported).
 */
struct gpu_image *gpu_image_create(struct gpu_scope *scope, const struct gpu_image_params *params);

/* Levels of a whole chain, down to 1 x 1: 1 + floor(log2(max(width, height))). */
uint32_t gpu_image_levels(uint32_t width, uint32_t height);

/* Width and height of a level: those of level 0, halved `level` times, rounded down, at least 1.
 * 0 x 0 for NULL and for a level that is not there. */
void gpu_image_size(const struct gpu_image *image, uint32_t level, uint32_t size[2]);

/* Bytes of a level's texels; 0 for NULL and for a level that is not there. */
uint64_t gpu_image_level_bytes(const struct gpu_image *image, uint32_t level);

/* Bytes of all levels: what gpu_scope_peak_bytes() counts. What the device pads is not known. */
uint64_t gpu_image_bytes(const struct gpu_image *image);

/* All texels of a level, gpu_image_level_bytes() of them, host to device and back; both wait until
 * done, once per 16 MiB. Valid: the level is there (error). */
bool gpu_image_write(struct gpu_image *image, uint32_t level, const void *source);
bool gpu_image_read(struct gpu_image *image, uint32_t level, void *destination);

/* Fills a level with one colour, as far as the format has its channels, and waits. Valid: the level
 * is there (error). */
bool gpu_image_fill(struct gpu_image *image, uint32_t level, const float colour[4]);

/* Fills all levels with a number that the word stands for, of floats its bits, and waits. */
bool gpu_image_poison(struct gpu_image *image, uint32_t word);

/* Bytes of one texel: 4, 4, 8, 16. */
uint32_t gpu_format_bytes(enum gpu_format format);

/* Sampler -------------------------------------------------------------------------------------- */

enum gpu_filter { GPU_NEAREST, GPU_LINEAR };

/* How a sampler reads outside of 0..1. */
enum gpu_address {
    GPU_CLAMP,  /* the edge's texel */
    GPU_MIRROR, /* the image, mirrored at each edge */
    GPU_REPEAT, /* the image again */
};

struct gpu_sampler_params {
    enum gpu_filter filter; /* within a level, when magnified and minified */
    enum gpu_filter levels; /* between levels */
    enum gpu_address address;
};

/* No bias, no anisotropy, all levels; coordinates are 0..1. Valid: values of the enums (assert). */
struct gpu_sampler *gpu_sampler_create(struct gpu_scope *scope,
                                       const struct gpu_sampler_params *params);

/* Binding -------------------------------------------------------------------------------------- */

/*
 * gpu_dispatch.images, by binding.
 *
 * Valid, for a sampled image: GPU_IMAGE_SAMPLED, a sampler, level 0 (error); with GPU_LINEAR a
 * format that the device filters (unsupported), which GPU_RGBA8 and GPU_RGBA16F always are. For a
 * storage image: GPU_IMAGE_STORAGE, the format that the shader declares, a level that is there, no
 * sampler (error). Within one dispatch, no texel is written that another invocation looks up or
 * reads (layers see none of that).
 */

#endif
