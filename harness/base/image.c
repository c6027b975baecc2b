/* SPDX-License-Identifier: MIT */
#include "harness/image.h"

#include "harness/base/base.h"
#include "harness/base/need.h"

#include <assert.h>
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void image_init(struct image *image, uint32_t width, uint32_t height)
{
    assert(width > 0 && height > 0 && height <= SIZE_MAX / width);
    *image = (struct image){ width, height, need_zeroed((size_t)width * height, 3) };
}

void image_finish(struct image *image)
{
    if (!image)
        return;
    free(image->rgb);
    *image = (struct image){ 0 };
}

void image_set(struct image *image, int64_t x, int64_t y, const uint8_t rgb[3])
{
    if (x < 0 || y < 0 || x >= image->width || y >= image->height)
        return;
    memcpy(image->rgb + 3 * ((size_t)y * image->width + (size_t)x), rgb, 3);
}

/* The message of libpng, which must not reach stderr. */
struct png_fault {
    char text[160];
};

static PNG_NORETURN void png_on_error(png_structp png, png_const_charp text)
{
    struct png_fault *fault = png_get_error_ptr(png);
    snprintf(fault->text, sizeof fault->text, "%s", text);
    png_longjmp(png, 1);
}

static void png_on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static bool png_encode(png_structp png, png_infop info, const struct image *image, FILE *file)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png, info, image->width, image->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < image->height; y++)
        png_write_row(png, image->rgb + 3 * (size_t)y * image->width);
    png_write_end(png, info);
    return true;
}

static bool png_write_file(const struct image *image, FILE *file, struct png_fault *fault)
{
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, fault, png_on_error, png_on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool written = info && png_encode(png, info, image, file);
    png_destroy_write_struct(&png, &info);
    return written;
}

bool image_write_png(const struct image *image, const char *path)
{
    assert(image->rgb);
    struct png_fault fault = { "" };
    struct output output;
    int code = output_open(&output, path, OUTPUT_DERIVED);
    errno = 0;
    bool encoded = code == 0 && png_write_file(image, output.file, &fault);
    if (code == 0 && !encoded)
        code = errno;
    if (encoded)
        code = output_commit(&output);
    else
        output_drop(&output);
    if (!encoded || code != 0)
        return trouble("%s: cannot write the PNG: %s; check the path and the free space", path,
                       code != 0 ? output_error(code) : fault.text);
    return true;
}

bool image_png(const struct image *image, char **png, size_t *bytes)
{
    assert(image->rgb);
    struct png_fault fault = { "" };
    OWNED_TEXT struct text text = { 0 };
    FILE *memory = text_stream(&text);
    const bool written = png_write_file(image, memory, &fault);
    text_stream_close(memory);
    *bytes = text.length;
    *png = written ? text_take(&text) : NULL;
    return written;
}
