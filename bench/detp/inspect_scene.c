/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "harness/image.h"

#include <math.h>
#include <string.h>

enum { PICTURE_SIDE_MAX = 2048, BANDS = 4 };

static bool read_kind(struct inspection *inspection, struct detp_view *view)
{
    const char *name = inspection_text(inspection, "scene");
    view->scene.kind = DETP_WORLD_MESH;
    if (strcmp(name, "room") == 0)
        view->scene.kind = DETP_WORLD_ROOM;
    else if (strcmp(name, "empty") == 0)
        view->scene.kind = DETP_WORLD_EMPTY;
    else
        view->scene.file = name;
    return true;
}

static bool read_edges(struct inspection *inspection, struct detp_view *view)
{
    struct context *context = &inspection->context;
    view->edges = inspection_flag(inspection, "edges");
    if (!view->edges)
        return true;
    if (view->scene.kind != DETP_WORLD_EMPTY || inspection_text(inspection, "bounces") ||
        inspection_picture(inspection))
        return context_error(context, "--edges: the closed form is of direct light in --scene "
                                      "empty, without --bounces and --picture");
    view->scene.points = DETP_POINTS_FLOOR;
    view->scene.bounces_max = 0;
    return true;
}

bool detp_view_read(struct inspection *inspection, struct detp_view *view)
{
    static const char *const estimators[] = { "rays", "photons", NULL };
    size_t estimator = 0;
    int64_t bounces = DETP_BOUNCES_MAX;
    view->scene.width = 320;
    view->scene.height = 200;
    if (!read_kind(inspection, view) ||
        !inspection_choice(inspection, "estimator", estimators, &estimator) ||
        !inspection_integer(inspection, "bounces", 0, DETP_BOUNCES_MAX, &bounces) ||
        !inspection_size(inspection, "pixels", PICTURE_SIDE_MAX, &view->scene.width,
                         &view->scene.height))
        return false;
    view->impacts = estimator == 1;
    view->scene.bounces_max = (uint32_t)bounces;
    if (inspection_picture(inspection))
        view->scene.points = DETP_POINTS_CAMERA;
    return read_edges(inspection, view);
}

/* Brightness of an irradiance, three times the mean being white. */
static uint8_t bright(double irradiance, double mean)
{
    const double part = mean > 0 ? irradiance / (3 * mean) : 0;
    return (uint8_t)(255 * sqrt(part < 1 ? part : 1) + 0.5);
}

static bool draw(struct inspection *inspection, const struct detp_view *view,
                 const struct detp_input *input, const struct detp_photons *photons,
                 const uint32_t *sums, double mean)
{
    struct image *image = inspection_picture(inspection);
    if (!image)
        return true;
    if (!image_init(image, view->scene.width, view->scene.height))
        return context_error(&inspection->context, "not enough memory for the picture");
    for (size_t j = 0; j < input->discs.count; j++) {
        const struct detp_irradiance at = detp_scene_irradiance(input, photons, sums, j);
        const uint8_t rgb[3] = { bright(at.colour[0], mean), bright(at.colour[1], mean),
                                 bright(at.colour[2], mean) };
        image_set(image, (int64_t)(j % view->scene.width), (int64_t)(j / view->scene.width), rgb);
    }
    return true;
}

bool detp_view_state(struct inspection *inspection, const struct detp_view *view,
                     const struct detp_input *input, const struct detp_photons *photons,
                     const uint32_t *sums)
{
    static const char *const names[3] = { "irradiance_red", "irradiance_green", "irradiance_blue" };
    struct context *context = &inspection->context;
    double mean[3] = { 0 }, all = 0;
    for (size_t j = 0; j < input->discs.count; j++) {
        const struct detp_irradiance at = detp_scene_irradiance(input, photons, sums, j);
        for (int k = 0; k < 3; k++)
            mean[k] += at.colour[k] / input->discs.count;
    }
    context_fact_count(context, "paths", photons->paths);
    context_fact_number(context, "radius", (double)input->discs.radius);
    for (int k = 0; k < 3; k++) {
        context_fact_number(context, names[k], mean[k]);
        all += mean[k] / 3;
    }
    return draw(inspection, view, input, photons, sums, all);
}

/* Edges ---------------------------------------------------------------------------------------- */

struct band {
    const char *label;
    double least; /* distance from the nearest wall, in radii */
    double discs, wanted, rays, impacts;
};

/* Estimates the direct light in the room of bench/common/scene.h: its light, and its walls. */
static double direct_light(const struct detp_input *input, size_t j)
{
    const double x = (double)input->discs.centre[0][j], z = (double)input->discs.centre[2][j];
    const double low[2] = { -0.5 - x, 0.1 - z }, high[2] = { 0.5 - x, 0.7 - z };
    return 3.14159265358979323846 * 11 * detp_form_factor(low, high, 1.97);
}

static double to_wall(const struct detp_input *input, size_t j)
{
    const double x = fabs((double)input->discs.centre[0][j]);
    const double z = fabs((double)input->discs.centre[2][j]);
    return fmin(1.8 - x, 2 - z) / (double)input->discs.radius;
}

static void sort_into(struct band bands[BANDS], const struct detp_input *input,
                      const struct detp_photons *photons, const uint32_t *impacts)
{
    for (size_t j = 0; j < input->discs.count; j++) {
        int i = BANDS - 1;
        while (i > 0 && to_wall(input, j) < bands[i].least)
            i--;
        bands[i].discs++;
        bands[i].wanted += direct_light(input, j);
        bands[i].rays += detp_scene_irradiance(input, photons, input->sums, j).colour[0];
        bands[i].impacts += detp_scene_irradiance(input, photons, impacts, j).colour[0];
    }
}

bool detp_view_edges(struct inspection *inspection, const struct detp_input *input,
                     const struct detp_photons *photons)
{
    static const char *const columns[] = { "radii_from_wall", "discs", "error_rays",
                                           "error_photons", NULL };
    struct band bands[BANDS] = { { .label = "0 to 0.5" },
                                 { .label = "0.5 to 1", .least = 0.5 },
                                 { .label = "1 to 2", .least = 1 },
                                 { .label = "above 2", .least = 2 } };
    const char *labels[BANDS];
    double numbers[3 * BANDS];
    uint32_t *impacts =
        context_alloc(&inspection->context, DETP_WORDS * sizeof(uint32_t) * input->discs.count);
    if (!impacts || !detp_scene_gather(&inspection->context, input, impacts))
        return false;
    sort_into(bands, input, photons, impacts);
    for (int i = 0; i < BANDS; i++) {
        labels[i] = bands[i].label;
        numbers[3 * i] = bands[i].discs;
        numbers[3 * i + 1] = bands[i].rays / bands[i].wanted - 1;
        numbers[3 * i + 2] = bands[i].impacts / bands[i].wanted - 1;
        inspection_line(
            inspection, "%s radii from a wall: %.0f discs, rays %+.2f %%, photons %+.2f %%",
            bands[i].label, bands[i].discs, 100 * numbers[3 * i + 1], 100 * numbers[3 * i + 2]);
    }
    inspection_records(inspection, "edges", columns, labels, numbers, BANDS);
    return true;
}
