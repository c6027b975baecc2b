/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/scene/scene.h"

#include "harness/file.h"
#include "harness/trouble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HAIR_RIBBONS = 10000, SOURCE_PATH_BYTES = 400, SHIPPED = 5 };

static const char hair_prefix[] = "hair_generated.", file_prefix[] = "file.";
static const char models_variable[] = "CLAIMCHECK_MODELS";
static const char patches_suffix[] = ".patches.f32", camera_suffix[] = ".camera.txt";

const char *const reyes_scene_names[] = { "teapot",           "hair_generated", "bigguy_standin",
                                          "killeroo_standin", "eye_plane",      "bigguy",
                                          "killeroo",         "hair",           NULL };

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The N of hair_generated.N, in canonical form. */
static bool parse_ribbons(const char *scene, uint32_t *ribbons)
{
    if (!starts_with(scene, hair_prefix))
        return false;
    const char *digits = scene + strlen(hair_prefix);
    char *end;
    const unsigned long long number = strtoull(digits, &end, 10);
    *ribbons = (uint32_t)number;
    if (*digits < '0' || *digits > '9' || (*digits == '0' && digits[1] != '\0'))
        return false;
    return *end == '\0' && strlen(digits) <= 8 && number <= SCENE_PATCHES_MAX;
}

bool reyes_scene_accepts(const char *value)
{
    uint32_t ribbons;
    return parse_ribbons(value, &ribbons) ||
           (starts_with(value, file_prefix) && value[strlen(file_prefix)] != '\0');
}

static bool source_generate(struct scene *scene, const char *name)
{
    uint32_t ribbons = HAIR_RIBBONS;
    bool good = false;
    if (strcmp(name, "teapot") == 0)
        good = reyes_scene_teapot(scene);
    else if (strcmp(name, "eye_plane") == 0)
        good = reyes_scene_eye_plane(scene);
    else if (strcmp(name, "bigguy_standin") == 0)
        good = reyes_scene_torus(scene, &reyes_scene_bigguy_standin);
    else if (strcmp(name, "killeroo_standin") == 0)
        good = reyes_scene_torus(scene, &reyes_scene_killeroo_standin);
    else if (strcmp(name, "hair_generated") == 0 || parse_ribbons(name, &ribbons))
        good = reyes_scene_hair(scene, ribbons);
    return good || trouble("no memory left for the scene %s", name);
}

/* The file of a model that is not shipped. False where the path is too long. */
static bool model_path(char path[SOURCE_PATH_BYTES], const char *name, const char *suffix)
{
    const char *folder = getenv(models_variable);
    const int length =
        snprintf(path, SOURCE_PATH_BYTES, "%s/%s%s", folder ? folder : "", name, suffix);
    return folder && *folder != '\0' && length < SOURCE_PATH_BYTES;
}

static bool model_is_shipped(const char *name)
{
    for (size_t i = SHIPPED; reyes_scene_names[i]; i++)
        if (strcmp(reyes_scene_names[i], name) == 0)
            return false;
    return true;
}

bool reyes_scene_is_missing(const char *name)
{
    static const char *const suffixes[] = { patches_suffix, camera_suffix };
    for (size_t i = 0; i < 2 && !model_is_shipped(name); i++) {
        char path[SOURCE_PATH_BYTES];
        FILE *file = model_path(path, name, suffixes[i]) ? file_open(path) : NULL;
        if (file) {
            fclose(file);
            continue;
        }
        return !trouble("%s%s is missing, and not shipped: set %s to its folder, or take %s%s",
                        name, suffixes[i], models_variable, name,
                        strcmp(name, "hair") == 0 ? "_generated" : "_standin");
    }
    return false;
}

/* Whether the control points of a patch lie off one line, beyond what floats round. */
static bool patch_has_area(const struct bound_patch *patch)
{
    double longest = 0.0, across = 0.0, far[3] = { 0, 0, 0 };
    for (int k = 0; k < 32; k++) { /* the point that is farthest from the first, then all by it */
        double to[3], square = 0.0, area = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            to[axis] = (double)patch->points[k % 16][axis] - (double)patch->points[0][axis];
            square += to[axis] * to[axis];
        }
        for (int axis = 0; axis < 3; axis++) {
            const int next = (axis + 1) % 3;
            const double cross = to[axis] * far[next] - to[next] * far[axis];
            area += cross * cross;
        }
        if (k < 16 && square > longest) {
            longest = square;
            memcpy(far, to, sizeof(far));
        }
        across = k >= 16 && area > across ? area : across;
    }
    return across > 1e-12 * longest * longest;
}

/* A scene of files. False with the trouble told, also where none of its patches has an area. */
static bool source_read(struct scene *scene, const struct scene_source *source)
{
    const char *path = source->mesh ? source->mesh : source->patches;
    uint32_t flat = 0;
    if (!(source->mesh ? reyes_scene_read_mesh(scene, path, source->camera)
                       : reyes_scene_read(scene, path, source->camera)))
        return false;
    while (flat < scene->count && !patch_has_area(&scene->patches[flat]))
        flat++;
    if (flat < scene->count)
        return true;
    const uint32_t count = scene->count;
    reyes_scene_finish(scene);
    return trouble(
        "%s: none of its %u patches has an area: there is nothing to draw; export it again", path,
        count);
}

bool reyes_scene_load(struct scene *scene, const struct scene_source *source)
{
    const bool files = starts_with(source->scene, file_prefix);
    *scene = (struct scene){ .count = 0 };
    trouble_clear();
    if (files && source->patches && source->mesh)
        return trouble("--patches and --mesh: give one of them");
    if (files && !source->patches && !source->mesh)
        return trouble("a scene of files needs --patches FILE or --mesh FILE");
    if (files && source->patches && !source->camera)
        return trouble("--patches FILE needs --camera FILE");
    if (files)
        return source_read(scene, source);
    if (source->camera)
        return trouble("--camera is for --patches or --mesh; the scene %s has its own",
                       source->scene);
    if (model_is_shipped(source->scene))
        return source_generate(scene, source->scene);
    char patches[SOURCE_PATH_BYTES], camera[SOURCE_PATH_BYTES];
    if (reyes_scene_is_missing(source->scene))
        return false;
    model_path(patches, source->scene, patches_suffix);
    model_path(camera, source->scene, camera_suffix);
    return reyes_scene_read(scene, patches, camera);
}
