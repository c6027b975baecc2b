/* SPDX-License-Identifier: MIT */
/* scene_file.c: patches as plain little-endian floats. */
#include "bench/reyes_subdivision/scene/scene.h"

#include "harness/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
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

static bool scene_read_patches(struct scene *scene, FILE *file, const char *path,
                               char message[SCENE_MESSAGE_BYTES])
{
    unsigned char bytes[PATCH_BYTES];
    for (uint32_t i = 0; i < scene->count; i++) {
        if (fread(bytes, 1, PATCH_BYTES, file) != PATCH_BYTES) {
            snprintf(message, SCENE_MESSAGE_BYTES, "%s: cannot be read: %s", path,
                     ferror(file) ? strerror(errno) : "it ends early");
            return false;
        }
        if (!scene_read_patch(&scene->patches[i], bytes)) {
            snprintf(message, SCENE_MESSAGE_BYTES,
                     "%s: patch %u has a coordinate that is not finite or beyond 1e12; "
                     "little-endian floats are wanted",
                     path, i);
            return false;
        }
    }
    return true;
}

/* A file, or NULL, which has left an errno; its size in bytes. NULL with a message. */
static FILE *scene_size(FILE *file, const char *path, uint64_t *bytes,
                        char message[SCENE_MESSAGE_BYTES])
{
    long long end = -1;
    if (file && fseeko(file, 0, SEEK_END) == 0)
        end = (long long)ftello(file);
    if (end >= 0 && end < INT64_MAX && fseeko(file, 0, SEEK_SET) == 0) {
        *bytes = (uint64_t)end;
        return file;
    }
    snprintf(message, SCENE_MESSAGE_BYTES, "%s: cannot be read: %s", path,
             file && errno == 0 ? "no plain file" : file_reason(errno));
    if (file)
        fclose(file);
    return NULL;
}

/* Closes the file. The camera is there, and for so many patches unless that is 0. */
static bool scene_read_file(struct scene *scene, FILE *file, const char *patches_path,
                            uint64_t patches, const char *camera_path,
                            char message[SCENE_MESSAGE_BYTES])
{
    uint64_t bytes = 0;
    file = scene_size(file, patches_path, &bytes, message);
    const char *problem = NULL;
    if (bytes == 0)
        problem = "is empty; 192 bytes per patch are wanted (16 x 3 floats)";
    else if (bytes % PATCH_BYTES != 0)
        problem = "is cut short, or no file of patches: 192 bytes per patch (16 x 3 floats)";
    else if (bytes / PATCH_BYTES > SCENE_PATCHES_MAX)
        problem = "has more than 16777216 patches";
    bool good = file && !problem;
    if (file && problem)
        snprintf(message, SCENE_MESSAGE_BYTES, "%s: %llu bytes: %s", patches_path,
                 (unsigned long long)bytes, problem);
    if (good && patches != 0 && patches != bytes / PATCH_BYTES) {
        snprintf(message, SCENE_MESSAGE_BYTES,
                 "%s has %llu patches, but the camera file %s is for %llu: is it another scene's?",
                 patches_path, (unsigned long long)(bytes / PATCH_BYTES), camera_path,
                 (unsigned long long)patches);
        good = false;
    }
    if (good) {
        scene->count = (uint32_t)(bytes / PATCH_BYTES);
        scene->patches = malloc((size_t)scene->count * sizeof(*scene->patches));
        good = scene->patches;
        if (!good)
            snprintf(message, SCENE_MESSAGE_BYTES, "%s: no memory left", patches_path);
    }
    good = good && scene_read_patches(scene, file, patches_path, message);
    if (file)
        fclose(file);
    if (!good)
        reyes_scene_finish(scene);
    return good;
}

bool reyes_scene_read(struct scene *scene, const char *patches_path, const char *camera_path,
                      char message[SCENE_MESSAGE_BYTES])
{
    uint64_t patches = 0;
    *scene = (struct scene){ .count = 0 };
    return reyes_camera_read(&scene->camera, &patches, camera_path, message, SCENE_MESSAGE_BYTES) &&
           scene_read_file(scene, file_open(patches_path), patches_path, patches, camera_path,
                           message);
}

bool reyes_scene_parse(struct scene *scene, char *patches, size_t size, const char *path,
                       char message[SCENE_MESSAGE_BYTES])
{
    *scene = (struct scene){ .count = 0 };
    return scene_read_file(scene, file_open_bytes(patches, size), path, 0, "", message);
}
