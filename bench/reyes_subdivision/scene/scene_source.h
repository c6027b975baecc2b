/* SPDX-License-Identifier: MIT */
/* scene_source.h: which scene: by its name, or by files. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_SCENE_SCENE_SOURCE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_SCENE_SCENE_SOURCE_H

#include "bench/reyes_subdivision/scene/scene.h"

struct scene_source {
    const char *scene;   /* a name, or "file.STEM" */
    const char *patches; /* --patches FILE.f32; may be NULL */
    const char *mesh;    /* --mesh FILE.obj; may be NULL */
    const char *camera;  /* --camera FILE; may be NULL but with patches */
};

/* Names of scenes that need no file, then those of the report that need CLAIMCHECK_MODELS. Ends
 * with NULL. */
extern const char *const reyes_scene_names[];

/* Other legal values of the axis: hair_generated.N, file.STEM. */
bool reyes_scene_accepts(const char *value);
#define SCENE_ACCEPTS_HELP                                                                         \
    "hair_generated.N for N ribbons, or file.STEM with --patches FILE or --mesh FILE"

/* True for a scene of the report whose files are not there, with one line that names the file, the
 * variable and the remedy, but no path: that is for run files. */
bool reyes_scene_is_missing(const char *name, char message[SCENE_MESSAGE_BYTES]);

/* False with one line that names the thing and the remedy. */
bool reyes_scene_load(struct scene *scene, const struct scene_source *source,
                      char message[SCENE_MESSAGE_BYTES]);

#endif
