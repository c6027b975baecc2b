/* SPDX-License-Identifier: MIT */
/* scene_file.c: patches as plain little-endian floats. */
#include "bench/reyes_subdivision/scene/scene.h"

#include "harness/file.h"
#include "harness/trouble.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATCH_BYTES = 192 };

static const float coordinate_max = 1e12f;

/* Reads PATCH_BYTES bytes. */
static bool scene_read_patch(struct bound_patch *patch, const unsigned char *bytes)
{
    bool good = true;
    for (int k = 0; k < 48; k++, bytes += 4) {
        const uint32_t word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                              (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        float value;
        memcpy(&value, &word, sizeof(value));
        patch->points[k / 3][k % 3] = value;
        good = good && fabsf(value) <= coordinate_max;
    }
    return good;
}

static bool scene_read_patches(struct scene *scene, FILE *file, const char *path)
{
    unsigned char bytes[PATCH_BYTES];
    for (uint32_t i = 0; i < scene->count; i++) {
        if (fread(bytes, 1, PATCH_BYTES, file) != PATCH_BYTES)
            return trouble("%s: cannot be read: %s", path,
                           ferror(file) ? strerror(errno) : "it ends early");
        if (!scene_read_patch(&scene->patches[i], bytes))
            return trouble("%s: patch %u has a coordinate that is not finite or beyond 1e12; "
                           "little-endian floats are wanted",
                           path, i);
    }
    return true;
}

/* Whether it is there; its size in bytes. */
static bool scene_size(FILE *file, const char *path, uint64_t *bytes)
{
    long long end = -1;
    if (file && fseeko(file, 0, SEEK_END) == 0)
        end = (long long)ftello(file);
    *bytes = (uint64_t)end;
    return (end >= 0 && end < INT64_MAX && fseeko(file, 0, SEEK_SET) == 0) ||
           trouble("%s: cannot be read: %s", path,
                   file && errno == 0 ? "no plain file" : file_reason(errno));
}

/* The patches of a camera file, which are `wanted` unless that is 0. */
static bool scene_take_patches(struct scene *scene, FILE *file, const char *path, uint64_t wanted,
                               const char *camera_path)
{
    uint64_t bytes;
    const char *problem = NULL;
    if (!scene_size(file, path, &bytes))
        return false;
    const uint64_t count = bytes / PATCH_BYTES;
    if (bytes == 0)
        problem = "is empty; 192 bytes per patch are wanted (16 x 3 floats)";
    else if (bytes % PATCH_BYTES != 0)
        problem = "is cut short, or no file of patches: 192 bytes per patch (16 x 3 floats)";
    else if (count > SCENE_PATCHES_MAX)
        problem = "has more than 16777216 patches";
    if (problem)
        return trouble("%s: %llu bytes: %s", path, (unsigned long long)bytes, problem);
    if (wanted != 0 && wanted != count)
        return trouble("%s has %llu patches, but the camera file %s is for %llu: is it another "
                       "scene's?",
                       path, (unsigned long long)count, camera_path, (unsigned long long)wanted);
    scene->count = (uint32_t)count;
    scene->patches = malloc(bytes);
    return scene->patches ? scene_read_patches(scene, file, path)
                          : trouble("%s: no memory left", path);
}

bool reyes_scene_read_patches(struct scene *scene, FILE *file, const char *path, uint64_t wanted,
                              const char *camera_path)
{
    const bool good = scene_take_patches(scene, file, path, wanted, camera_path);
    if (file)
        fclose(file);
    if (!good)
        reyes_scene_finish(scene);
    return good;
}

bool reyes_scene_read(struct scene *scene, const char *patches_path, const char *camera_path)
{
    uint64_t wanted = 0;
    *scene = (struct scene){ .count = 0 };
    return reyes_camera_read(&scene->camera, &wanted, file_open(camera_path), camera_path) &&
           reyes_scene_read_patches(scene, file_open(patches_path), patches_path, wanted,
                                    camera_path);
}
