/* SPDX-License-Identifier: MIT */
#include "harness/image.h"

#include "harness/file.h"
#include "harness/os/os.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 16384, PNG_SIGNATURE_BYTES = 8 };

static const char remedy_formats[] = "give a PGM (P2 or P5) or a PNG";

/* A file that is being read into a map. Lives outside the frame of setjmp. */
struct source {
    struct grey_map *map;
    const char *path;
    FILE *file;
    char *message;
    size_t message_bytes;
    png_structp png;
    png_infop info;
    png_bytep rows;    /* all of an interlaced PNG, else one row */
    char warning[160]; /* libpng's last: it often holds the cause of the error after it */
};

__attribute__((format(printf, 2, 3))) static bool source_fail(struct source *source,
                                                              const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(source->message, source->message_bytes, "%s: %s", source->path, text);
    return false;
}

static bool source_fail_short(struct source *source)
{
    if (ferror(source->file))
        return source_fail(source, "cannot be read: %s; check the file", strerror(errno));
    return source_fail(source, "is cut short; export or copy it again");
}

/* Memory for a map of this size; values are zeroed. */
static bool source_map_init(struct source *source, uint32_t width, uint32_t height,
                            uint16_t maximum)
{
    if (width == 0 || height == 0)
        return source_fail(source, "has no pixels (%u x %u); give a map of at least 1 x 1", width,
                           height);
    if (width > SIDE_MAX || height > SIDE_MAX)
        return source_fail(source, "is too large (%u x %u); scale it to at most %d pixels a side",
                           width, height, SIDE_MAX);
    uint16_t *values = calloc((size_t)width * height, sizeof *values);
    if (!values)
        return source_fail(source, "there is no memory for %u x %u pixels; scale it down", width,
                           height);
    *source->map = (struct grey_map){ width, height, maximum, values };
    return true;
}

/* PGM ------------------------------------------------------------------------------------------ */

/* Next character; a comment reads as the end of its line. */
static int pgm_character(FILE *file)
{
    int character = getc(file);
    if (character == '#')
        while (character != '\n' && character != '\r' && character != EOF)
            character = getc(file);
    return character;
}

static bool pgm_is_space(int character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

/* Decimal number and the one character after it. What is above a milliard reads as a milliard. */
static bool pgm_number(struct source *source, const char *what, uint32_t *number)
{
    int character = pgm_character(source->file);
    while (pgm_is_space(character))
        character = pgm_character(source->file);
    if (character == EOF)
        return source_fail_short(source);
    uint32_t value = 0;
    bool digits = false;
    for (; character >= '0' && character <= '9'; character = pgm_character(source->file)) {
        value = value >= 100000000 ? 1000000000 : value * 10 + (uint32_t)(character - '0');
        digits = true;
    }
    if (!digits || (character != EOF && !pgm_is_space(character)))
        return source_fail(source, "is a broken PGM: %s is not a decimal number; export it again",
                           what);
    *number = value;
    return true;
}

static bool pgm_value_check(struct source *source, size_t index, uint32_t value)
{
    if (value <= source->map->maximum)
        return true;
    return source_fail(source,
                       "is a broken PGM: value %u at column %zu, row %zu is above its maximum of "
                       "%u; export it again",
                       value, index % source->map->width, index / source->map->width,
                       source->map->maximum);
}

static bool pgm_read_plain(struct source *source)
{
    size_t count = (size_t)source->map->width * source->map->height;
    for (size_t i = 0; i < count; i++) {
        uint32_t value;
        if (!pgm_number(source, "a value", &value) || !pgm_value_check(source, i, value))
            return false;
        source->map->values[i] = (uint16_t)value;
    }
    return true;
}

static bool pgm_read_raw(struct source *source)
{
    size_t width = source->map->width, value_bytes = source->map->maximum > 255 ? 2 : 1;
    uint8_t row[2 * SIDE_MAX];
    for (size_t y = 0; y < source->map->height; y++) {
        if (fread(row, value_bytes, width, source->file) != width)
            return source_fail_short(source);
        for (size_t x = 0; x < width; x++) {
            size_t index = y * width + x;
            uint32_t value = value_bytes == 2 ? (uint32_t)row[2 * x] << 8 | row[2 * x + 1] : row[x];
            if (!pgm_value_check(source, index, value))
                return false;
            source->map->values[index] = (uint16_t)value;
        }
    }
    return true;
}

static bool pgm_read(struct source *source, bool plain)
{
    uint32_t width, height, maximum;
    if (!pgm_number(source, "the width", &width) || !pgm_number(source, "the height", &height) ||
        !pgm_number(source, "the maximum", &maximum))
        return false;
    if (maximum == 0 || maximum > UINT16_MAX)
        return source_fail(source,
                           "is a broken PGM: a maximum of %u, not 1 to 65535; export it "
                           "again",
                           maximum);
    if (!source_map_init(source, width, height, (uint16_t)maximum))
        return false;
    return plain ? pgm_read_plain(source) : pgm_read_raw(source);
}

/* PNG ------------------------------------------------------------------------------------------ */

static PNG_NORETURN void png_on_error(png_structp png, png_const_charp text)
{
    struct source *source = png_get_error_ptr(png);
    bool more = source->warning[0] != '\0';
    source_fail(source, "is a broken PNG: %s%s%s%s; export it again", text, more ? " (" : "",
                source->warning, more ? ")" : "");
    png_longjmp(png, 1);
}

static void png_on_warning(png_structp png, png_const_charp text)
{
    struct source *source = png_get_error_ptr(png);
    snprintf(source->warning, sizeof source->warning, "%s", text);
}

static void png_on_read(png_structp png, png_bytep bytes, size_t count)
{
    struct source *source = png_get_io_ptr(png);
    if (fread(bytes, 1, count, source->file) == count)
        return;
    source_fail_short(source);
    png_longjmp(png, 1);
}

/* Reads up to the pixels, which come as grey or RGB, 8 or 16 bit, perhaps with alpha. */
static bool png_read_header(struct source *source)
{
    png_structp png = source->png;
    png_infop info = source->info;
    png_set_read_fn(png, source, png_on_read);
    png_set_sig_bytes(png, PNG_SIGNATURE_BYTES);
    /* The map's own limit comes with a better message. */
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(png, info);
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE)
        png_set_palette_to_rgb(png);
    if (png_get_bit_depth(png, info) < 8)
        png_set_expand_gray_1_2_4_to_8(png);
    png_set_interlace_handling(png);
    uint16_t maximum = png_get_bit_depth(png, info) == 16 ? 65535 : 255;
    if (!source_map_init(source, png_get_image_width(png, info), png_get_image_height(png, info),
                         maximum))
        return false;
    png_read_update_info(png, info);
    return true;
}

/* Stores pixels as grey: Rec. 601 luma of the values as they stand in the file. */
static void png_store_row(struct source *source, const uint8_t *row, size_t y)
{
    bool wide = source->map->maximum > 255;
    size_t channels = png_get_channels(source->png, source->info);
    size_t pixel_bytes = channels * (wide ? 2 : 1), width = source->map->width;
    for (size_t x = 0; x < width; x++) {
        const uint8_t *pixel = row + x * pixel_bytes;
        uint32_t value[3];
        for (size_t i = 0; i < 3; i++) {
            size_t channel = channels >= 3 ? i : 0;
            value[i] =
                wide ? (uint32_t)pixel[2 * channel] << 8 | pixel[2 * channel + 1] : pixel[channel];
        }
        source->map->values[y * width + x] =
            (uint16_t)((299 * value[0] + 587 * value[1] + 114 * value[2] + 500) / 1000);
    }
}

static bool png_read_pixels(struct source *source)
{
    size_t row_bytes = png_get_rowbytes(source->png, source->info);
    size_t height = source->map->height;
    bool interlaced = png_get_interlace_type(source->png, source->info) != PNG_INTERLACE_NONE;
    source->rows = calloc(interlaced ? height : 1, row_bytes);
    if (!source->rows)
        return source_fail(source, "there is no memory for its pixels; scale it down");
    int passes = interlaced ? 7 : 1;
    for (int pass = 0; pass < passes; pass++)
        for (size_t y = 0; y < height; y++) {
            uint8_t *row = source->rows + (interlaced ? y * row_bytes : 0);
            png_read_row(source->png, row, NULL);
            if (pass + 1 == passes)
                png_store_row(source, row, y);
        }
    png_read_end(source->png, NULL);
    return true;
}

/* Errors of libpng jump back here. What changes meanwhile is in the source, not in a local. */
static bool png_decode(struct source *source)
{
    if (setjmp(png_jmpbuf(source->png)))
        return false;
    return png_read_header(source) && png_read_pixels(source);
}

static bool png_read(struct source *source)
{
    source->png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, source, png_on_error, png_on_warning);
    source->info = source->png ? png_create_info_struct(source->png) : NULL;
    bool read = source->info ? png_decode(source)
                             : source_fail(source, "there is no memory to read it; free some");
    png_destroy_read_struct(&source->png, &source->info, NULL);
    free(source->rows);
    return read;
}

/* Either --------------------------------------------------------------------------------------- */

static bool source_read(struct source *source)
{
    static const uint8_t png_signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };
    _Static_assert(sizeof png_signature == PNG_SIGNATURE_BYTES, "as libpng has it");
    struct os_file_status status;
    if (os_file_look(os_file_of(source->file), &status) && status.kind == OS_FILE_IS_FOLDER)
        return source_fail(source, "is a folder; %s", remedy_formats);
    uint8_t start[PNG_SIGNATURE_BYTES];
    size_t count = fread(start, 1, 2, source->file);
    if (count == 0 && !ferror(source->file))
        return source_fail(source, "is empty; %s", remedy_formats);
    if (count < 2)
        return source_fail_short(source);
    if (start[0] == 'P' && (start[1] == '2' || start[1] == '5'))
        return pgm_read(source, start[1] == '2');
    if (start[0] == 'P' && start[1] >= '1' && start[1] <= '7')
        return source_fail(source, "is a Netpbm file of type P%c, not a grey map; %s", start[1],
                           remedy_formats);
    count += fread(start + 2, 1, sizeof start - 2, source->file);
    size_t same = 0;
    while (same < count && start[same] == png_signature[same])
        same++;
    if (same == sizeof png_signature)
        return png_read(source);
    if (same == count)
        return source_fail_short(source);
    return source_fail(source, "is neither PGM nor PNG; %s", remedy_formats);
}

/* Closes the file; NULL has left an errno. */
static bool map_read(struct grey_map *map, FILE *file, const char *path, char *message,
                     size_t message_bytes)
{
    *map = (struct grey_map){ 0 };
    struct source source = {
        .map = map,
        .path = path,
        .message = message,
        .message_bytes = message_bytes,
        .file = file,
    };
    if (!source.file)
        return source_fail(&source, "cannot be opened: %s; %s", file_reason(errno), remedy_formats);
    bool read = source_read(&source);
    fclose(source.file);
    if (!read)
        grey_map_finish(map);
    return read;
}

bool grey_map_read(struct grey_map *map, const char *path, char *message, size_t message_bytes)
{
    return map_read(map, file_open(path), path, message, message_bytes);
}

bool grey_map_varies(const struct grey_map *map, const char *path, char *message,
                     size_t message_bytes)
{
    const size_t count = (size_t)map->width * map->height;
    for (size_t i = 1; i < count; i++)
        if (map->values[i] != map->values[0])
            return true;
    snprintf(message, message_bytes,
             "%s: each of its %u x %u pixels is %u: a picture of one value has nothing to measure",
             path, map->width, map->height, map->values[0]);
    return false;
}

bool grey_map_parse(struct grey_map *map, void *bytes, size_t size, const char *path, char *message,
                    size_t message_bytes)
{
    return map_read(map, file_open_bytes(bytes, size), path, message, message_bytes);
}

void grey_map_finish(struct grey_map *map)
{
    if (!map)
        return;
    free(map->values);
    *map = (struct grey_map){ 0 };
}
