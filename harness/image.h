/* SPDX-License-Identifier: MIT */
/* image.h: pictures in memory, written as PNG, and grey maps read from PNG or PGM, 8 or 16 bit. */
#ifndef CLAIMCHECK_HARNESS_IMAGE_H
#define CLAIMCHECK_HARNESS_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 8-bit RGB, row-major from the top left. */
struct image {
    uint32_t width, height;
    uint8_t *rgb; /* width * height * 3 bytes, malloc'ed */
};

/* Black image. Asserts that neither side is 0. Without memory the process ends: need.h. */
void image_init(struct image *image, uint32_t width, uint32_t height);
void image_finish(struct image *image);

/* Sets a pixel; outside the image nothing happens. */
void image_set(struct image *image, int64_t x, int64_t y, const uint8_t rgb[3]);

/* Writes a PNG as output_write() does. False with a message that names path and cause. */
bool image_write_png(const struct image *image, const char *path);

/* Writes the picture to memory, malloc'ed. False when that runs out. */
bool image_png(const struct image *image, char **png, size_t *bytes);

/* Grey map, one value per pixel, row-major from the top left. */
struct grey_map {
    uint32_t width, height;
    uint16_t maximum; /* value of white: PGM's maxval; 255 or 65535 for PNG */
    uint16_t *values; /* width * height, malloc'ed */
};

/*
 * Reads PGM (P2 and P5, maxval 1..65535) or PNG (grey or colour, any bit depth; colour by Rec. 601
 * luma, alpha ignored), told apart by their first bytes. At most 16384 pixels a side. False with a
 * one-line message that names path, what is wrong and what would be right: cut short, not an image,
 * too large.
 */
bool grey_map_read(struct grey_map *map, const char *path, char *message, size_t message_bytes);

/* Parses the bytes of a file, which messages call `path`; they stay unchanged. */
bool grey_map_parse(struct grey_map *map, void *bytes, size_t size, const char *path, char *message,
                    size_t message_bytes);

/* False with a one-line message for a picture of one value, of which nothing can be measured. */
bool grey_map_varies(const struct grey_map *map, const char *path, char *message,
                     size_t message_bytes);
void grey_map_finish(struct grey_map *map);

#endif
