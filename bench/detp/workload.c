/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RADIUS_DIGITS = 6 };

/* A count, at *text, which then stands behind it. */
static bool read_count(const char **text, uint32_t *count)
{
    char *end;
    if (!isdigit((unsigned char)**text) || **text == '0')
        return false;
    const unsigned long long value = strtoull(*text, &end, 10);
    *text = end;
    *count = (uint32_t)value;
    return value <= DETP_COUNT_MAX;
}

static bool read_size(const char *text, uint32_t *discs, uint32_t *rays)
{
    if (!read_count(&text, discs) || *text != 'x')
        return false;
    text++;
    return read_count(&text, rays) && *text == 0;
}

static bool accepts_size(const char *text)
{
    uint32_t discs, rays;
    return read_size(text, &discs, &rays);
}

/* "0." and some digits, the last of which is not 0: a case has one name. */
static bool accepts_radius(const char *text)
{
    if (strncmp(text, "0.", 2) != 0)
        return false;
    const size_t digits = strspn(text + 2, "0123456789");
    return digits > 0 && digits <= RADIUS_DIGITS && text[2 + digits] == 0 &&
           text[1 + digits] != '0';
}

/* Accepts the modes that the option --scene makes of a path. */
static bool accepts_mode(const char *text)
{
    return strncmp(text, "file.", 5) == 0 && text[5] != 0;
}

/* A point on the axes. */
struct point {
    bool scene; /* else random */
    struct detp_request random;
    struct detp_scene_request photons;
};

static const char room[] = "room";
static const char *const modes[] = { "A", "B", "C", "G", room, NULL };

static bool read_point(struct context *context, struct point *point)
{
    const char *size = context_text(context, "size"), *mode = context_text(context, "mode");
    uint32_t discs = 0, rays = 0;
    const float radius = strtof(context_text(context, "radius"), NULL);
    if (!read_size(size, &discs, &rays))
        return context_error(context, "'%s' is not a size", size);
    *point = (struct point){ .random = { 0, rays, discs, radius },
                             .photons = { .rays = rays,
                                          .discs = discs,
                                          .bounces_max = DETP_BOUNCES_MAX,
                                          .radius = radius } };
    for (int i = 0; detp_mode_names[i]; i++)
        if (strcmp(detp_mode_names[i], mode) == 0) {
            point->random.mode = (enum detp_mode)i;
            return true;
        }
    point->scene = true;
    point->photons.kind = strcmp(mode, room) == 0 ? DETP_WORLD_ROOM : DETP_WORLD_MESH;
    if (point->photons.kind == DETP_WORLD_MESH)
        point->photons.file = context_option(context, "scene");
    return point->photons.kind == DETP_WORLD_ROOM || point->photons.file ||
           context_error(context, "mode:%s is for --scene FILE.obj", mode);
}

static bool make_shared(struct context *context, void *state, const void *argument)
{
    const struct point *point = argument;
    struct detp_photons photons;
    if (!point->scene)
        return detp_input_make(context, &point->random, state);
    return detp_scene_input_make(context, &point->photons, state, &photons) &&
           detp_input_answer(context, state);
}

bool detp_workload(struct bench_workload *workload)
{
    struct context *context = &workload->context;
    struct detp_input *input = workload->state;
    struct point point;
    char key[160];
    if (!read_point(context, &point))
        return false;
    snprintf(key, sizeof(key), "detp.estimate/%s/%s/%s", context_text(context, "size"),
             context_text(context, "mode"), context_text(context, "radius"));
    const struct detp_input *shared =
        context_share(context, key, sizeof(*shared), make_shared, &point);
    if (!shared)
        return false;
    *input = *shared;
    if (workload->altered) { /* a channel of the energy of a ray that hits something, if one does */
        uint32_t ray = (uint32_t)(workload->altered % input->rays.count);
        for (uint32_t i = 0; i < input->rays.count && input->ray_hits[ray] == 0; i++)
            ray = (ray + 1) % (uint32_t)input->rays.count;
        uint16_t *energy = &input->rays.energy[workload->altered / 3 % 3][ray];
        *energy = *energy == 1 ? 2 : *energy - 1;
        if (!detp_input_answer(context, input))
            return false;
    }
    context_fact_count(context, "discs", input->discs.count);
    context_fact_count(context, "rays", input->rays.count);
    context_fact_count(context, "borderline_pairs", detp_input_borderline(input));
    detp_input_facts(context, input, input->sums);
    return true;
}

bool detp_workload_upload(struct bench_workload *workload)
{
    return detp_input_upload(&workload->context, workload->state);
}

#define SMALL "10000x10000,100000x100000"
#define LARGE "100000x500000,100000x1000000"
#define TABLE_1 SMALL "," LARGE

static const char *const no_names[] = { NULL };

const struct bench_axis detp_axes[] = {
    AXIS("size", "discs x rays; those of Table 1 in the profile paper", .names = no_names,
         .accepts = accepts_size, .accepts_help = "DISCSxRAYS, each from 1 to 10000000",
         .values = { "10000x10000", SMALL, TABLE_1 },
         .check = "101x1201,300x1200,63x101,1x33,4600x33,3x1"),
    AXIS("mode",
         "rays: B from the faces by the cosine, A from the volume, C between two points, G on "
         "a grid, for tests; photons in a room, or in one with a mesh",
         .names = modes, .accepts = accepts_mode, .accepts_help = "file.STEM by --scene FILE.obj",
         .values = { "B", "B", "B,A,C,room" }, .check = "C"),
    AXIS("radius", "radius of the discs, in sides of the cube, or longest ones of the room",
         .names = no_names, .accepts = accepts_radius,
         .accepts_help = "decimals below 1, such as 0.025", AT_DEFAULT("0.01"),
         .check = "0.9,0.01"), /* at the former each disc is hit, and each ray hits */
    { 0 },
};

/* The rest of Table 1: one thread takes long, and is left to full runs, which have these points
 * already. */
static const struct bench_values many_rays[] = {
    { "size", { NULL, LARGE, LARGE } },
    { "threads", { NULL, "0", "0" } },
    { 0 },
};

const struct bench_values *const detp_more_values[] = { many_rays, NULL };
