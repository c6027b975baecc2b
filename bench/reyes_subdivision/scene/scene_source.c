/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/scene/scene_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HAIR_RIBBONS = 10000, SOURCE_PATH_BYTES = 400, SHIPPED = 5 };

static const char hair_prefix[] = "hair_generated.", file_prefix[] = "file.";

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

static bool source_generate(struct scene *scene, const char *name,
                            char message[SCENE_MESSAGE_BYTES])
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
    if (!good)
        snprintf(message, SCENE_MESSAGE_BYTES, "no memory left for the scene %s", name);
    return good;
}

/* A scene of the report, from the folder with its files. */
static bool source_read_model(struct scene *scene, const char *name,
                              char message[SCENE_MESSAGE_BYTES])
{
    const char *folder = getenv("CLAIMCHECK_MODELS");
    char patches[SOURCE_PATH_BYTES], camera[SOURCE_PATH_BYTES];
    if (!folder || *folder == '\0') {
        const bool hair = strcmp(name, "hair") == 0;
        snprintf(message, SCENE_MESSAGE_BYTES,
                 "the model %s is not shipped: let CLAIMCHECK_MODELS name the folder with "
                 "%s.patches.f32 and %s.camera.txt, or take %s%s",
                 name, name, name, name, hair ? "_generated" : "_standin");
        return false;
    }
    if (strlen(folder) + strlen(name) + sizeof("/.patches.f32") > SOURCE_PATH_BYTES) {
        snprintf(message, SCENE_MESSAGE_BYTES, "the path in CLAIMCHECK_MODELS is too long");
        return false;
    }
    snprintf(patches, sizeof(patches), "%s/%s.patches.f32", folder, name);
    snprintf(camera, sizeof(camera), "%s/%s.camera.txt", folder, name);
    return reyes_scene_read(scene, patches, camera, message);
}

static bool source_read_files(struct scene *scene, const struct scene_source *source,
                              char message[SCENE_MESSAGE_BYTES])
{
    const char *problem = NULL;
    if (source->patches && source->mesh)
        problem = "--patches and --mesh: give one of them";
    else if (!source->patches && !source->mesh)
        problem = "a scene of files needs --patches FILE or --mesh FILE";
    else if (source->patches && !source->camera)
        problem = "--patches FILE needs --camera FILE";
    if (problem) {
        snprintf(message, SCENE_MESSAGE_BYTES, "%s", problem);
        return false;
    }
    return source->mesh ? reyes_scene_read_mesh(scene, source->mesh, source->camera, message)
                        : reyes_scene_read(scene, source->patches, source->camera, message);
}

bool reyes_scene_load(struct scene *scene, const struct scene_source *source,
                      char message[SCENE_MESSAGE_BYTES])
{
    const bool files = starts_with(source->scene, file_prefix);
    *scene = (struct scene){ .count = 0 };
    if (files)
        return source_read_files(scene, source, message);
    if (source->camera) {
        snprintf(message, SCENE_MESSAGE_BYTES,
                 "--camera is for --patches or --mesh; the scene %s has its own", source->scene);
        return false;
    }
    for (size_t i = SHIPPED; reyes_scene_names[i]; i++)
        if (strcmp(reyes_scene_names[i], source->scene) == 0)
            return source_read_model(scene, source->scene, message);
    return source_generate(scene, source->scene, message);
}
