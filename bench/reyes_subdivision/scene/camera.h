/* SPDX-License-Identifier: MIT */
/* camera.h: where the scene is seen from, and what reyes_bound() needs of it. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_SCENE_CAMERA_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_SCENE_CAMERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Looks along -z of its own space, y up. */
struct camera {
    double translation[3];
    double rotation[4]; /* unit quaternion: w, x, y, z */
    double near, far;   /* 0 < near < far */
    double fovy;        /* vertical angle of view, degrees, between 0 and 180 */
};

/* Near 0.01, far 1000, 60 degrees, as all scenes of the report have. */
struct camera reyes_camera_at(const double translation[3], const double rotation[4]);

/*
 * A camera file has lines `name numbers`: camera_translation x y z, camera_quaternion_wxyz w x y z,
 * near, far, fovy_degrees, and perhaps patches, object_translation and object_quaternion_wxyz,
 * which must then be the identity. Closes the file; NULL has left an errno. False, with a message
 * that names the file by this path, for an unreadable file, a line that is none of those, a missing
 * one, or values out of range. *patches is what the file says, or 0.
 */
bool reyes_camera_read(struct camera *camera, uint64_t *patches, FILE *file, const char *path);

enum view_eye_rule {
    VIEW_EYE_2014,   /* along u if u's extent is smaller, else v: what the report's program does */
    VIEW_EYE_LARGER, /* the larger extent */
};

/* Camera, picture and limits, as reyes_bound() takes them. */
struct view {
    float eye[3][4]; /* rows of the matrix from object to eye space */
    float scale;     /* pixels of an extent of 1 at distance 1, in x and y */
    float near, far;
    float width, height; /* pixels */
    float limit;         /* of a drawn range, pixels, along each dimension */
    float ribbon;        /* kept around the picture, pixels */
    uint32_t max_depth;  /* k: ranges at depth k - 1 are not split, but culled */
    uint32_t samples;    /* per side of a range; the report has 3; at most VIEW_SAMPLES_MAX */
    enum view_eye_rule eye_rule;
};

enum { VIEW_SAMPLES = 3, VIEW_SAMPLES_MAX = 9, VIEW_RIBBON = 32 };

/* A view of the camera in a picture, with the report's samples and ribbon, and VIEW_EYE_2014. */
struct view reyes_view_init(const struct camera *camera, uint32_t width, uint32_t height,
                            uint32_t limit, uint32_t max_depth);

#endif
