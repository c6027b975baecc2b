/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/image.h"
#include "tests/files.h"

#include <dirent.h>
#include <png.h>
#include <sys/stat.h>
#include <zlib.h>

/* Every test runs in an empty folder of its own. */
static size_t folder_count(void)
{
    size_t count = 0;
    DIR *here = opendir(".");
    assert_non_null(here);
    for (struct dirent *entry = readdir(here); entry; entry = readdir(here))
        count += entry->d_name[0] != '.';
    closedir(here);
    return count;
}

static size_t file_read(const char *path, uint8_t *bytes, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(bytes, 1, capacity, file);
    fclose(file);
    return count;
}

/* The file is refused with one line that names the path and holds `part`; the map stays empty. */
static void assert_refused(const char *path, const char *part)
{
    char message[MESSAGE_BYTES] = "";
    struct grey_map map = { 7, 7, 7, NULL };
    if (grey_map_read(&map, path, message, sizeof message))
        fail_msg("%s was read", path);
    assert_null(map.values);
    assert_int_equal(map.width, 0);
    if (strncmp(message, path, strlen(path)) != 0 || !strstr(message, part) ||
        strpbrk(message, "\r\n") || !strchr(message, ';'))
        fail_msg("'%s' should name %s, say '%s' and a remedy", message, path, part);
}

static void assert_bytes_refused(const void *bytes, size_t count, const char *part)
{
    file_write("bad", bytes, count);
    assert_refused("bad", part);
}

static void assert_text_refused(const char *text, const char *part)
{
    assert_bytes_refused(text, strlen(text), part);
}

static void assert_map(const char *path, uint32_t width, uint32_t height, uint16_t maximum,
                       const uint16_t *values)
{
    char message[MESSAGE_BYTES] = "";
    struct grey_map map;
    if (!grey_map_read(&map, path, message, sizeof message))
        fail_msg("%s", message);
    assert_int_equal(map.width, width);
    assert_int_equal(map.height, height);
    assert_int_equal(map.maximum, maximum);
    assert_memory_equal(map.values, values, (size_t)width * height * sizeof *values);
    grey_map_finish(&map);
    assert_null(map.values);
    grey_map_finish(&map);
}

static void assert_text_map(const char *text, uint32_t width, uint32_t height, uint16_t maximum,
                            const uint16_t *values)
{
    file_write("good", text, strlen(text));
    assert_map("good", width, height, maximum, values);
}

enum { GREY = PNG_COLOR_TYPE_GRAY, RGB = PNG_COLOR_TYPE_RGB, PALETTE = PNG_COLOR_TYPE_PALETTE };

struct png_shape {
    uint32_t width, height;
    int depth, colour, interlace;
    bool transparent; /* writes a tRNS chunk for palette index 0 */
};

static void png_file_write(const char *path, const struct png_shape *shape, const uint8_t *pixels)
{
    static const png_color palette[] = {
        { 255, 255, 255 }, { 255, 0, 0 }, { 0, 255, 0 }, { 9, 9, 9 }
    };
    static const png_byte alpha[] = { 0 };
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, shape->width, shape->height, shape->depth, shape->colour,
                 shape->interlace, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (shape->colour == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, palette, 4);
    if (shape->transparent)
        png_set_tRNS(png, info, alpha, 1, NULL);
    png_write_info(png, info);
    size_t row_bytes = png_get_rowbytes(png, info);
    int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < shape->height; y++)
            png_write_row(png, pixels + y * row_bytes);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    assert_int_equal(fclose(file), 0);
}

TEST(test_image_pixels)
{
    static const uint8_t red[3] = { 255, 1, 2 };
    struct image image;
    image_init(&image, 3, 2);
    for (size_t i = 0; i < 18; i++)
        assert_int_equal(image.rgb[i], 0);
    image_set(&image, 2, 1, red);
    assert_memory_equal(image.rgb + 15, red, 3);
    static const int64_t outside[][2] = { { -1, 0 },        { 0, -1 },        { 3, 0 },
                                          { 0, 2 },         { INT64_MIN, 0 }, { INT64_MAX, 1 },
                                          { 0, INT64_MAX }, { 4294967296, 0 } };
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        image_set(&image, outside[i][0], outside[i][1], red);
    for (size_t i = 0; i < 15; i++)
        assert_int_equal(image.rgb[i], 0);
    image_finish(&image);
    assert_null(image.rgb);
    image_finish(&image);
    image_finish(NULL);
}

TEST_IN(test_image_png, folder_enter, folder_remove)
{
    struct image image;
    image_init(&image, 5, 3);
    for (size_t i = 0; i < 45; i++)
        image.rgb[i] = (uint8_t)(i * 5);
    assert_true(image_write_png(&image, "a.png"));
    image.rgb[0] = 99;
    assert_true(image_write_png(&image, "a.png")); /* replaces */
    assert_int_equal(folder_count(), 1);

    png_image read = { .version = PNG_IMAGE_VERSION };
    uint8_t pixels[45];
    assert_true(png_image_begin_read_from_file(&read, "a.png"));
    assert_int_equal(read.width, 5);
    assert_int_equal(read.height, 3);
    assert_int_equal(read.format, PNG_FORMAT_RGB);
    assert_true(png_image_finish_read(&read, NULL, pixels, 0, NULL));
    assert_memory_equal(pixels, image.rgb, 45);
    image_finish(&image);
}

TEST_IN(test_image_png_unwritable, folder_enter, folder_remove)
{
    struct image image;
    image_init(&image, 2, 2);
    assert_false(image_write_png(&image, "none/a.png"));
    assert_holds(trouble_text(), "none/a.png");
    assert_holds(trouble_text(), "No such file");
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_false(image_write_png(&image, "folder"));
    assert_holds(trouble_text(), "directory");
    assert_null(strchr(trouble_text(), '\n'));
    assert_int_equal(folder_count(), 1); /* the temporary file is gone */
    image_finish(&image);
}

TEST_IN(test_pgm_plain, folder_enter, folder_remove)
{
    const uint16_t values[] = { 0, 1, 2, 3, 4, 15 };
    assert_text_map("P2\n3 2\n15\n0 1 2\n3 4 15\n", 3, 2, 15, values);
    assert_text_map("P2 3 2 15 0 1 2 3 4 15", 3, 2, 15, values);
    assert_text_map("P2# made by hand\n#two\n\n 3#w\n\t2 # h\r\n15\r\n0 1 2 # row\n3\v4 015", 3, 2,
                    15, values);
    const uint16_t wide[] = { 65535, 256 };
    assert_text_map("P2 1 2 65535 65535 256", 1, 2, 65535, wide);
    const uint16_t one[] = { 1 };
    assert_text_map("P2 1 1 1 1", 1, 1, 1, one);
}

TEST_IN(test_pgm_raw, folder_enter, folder_remove)
{
    /* '#' and spaces are values in a raster. */
    const uint16_t values[] = { '#', ' ', '\n', 'A' };
    assert_text_map("P5\n# c\n2 2\n255\n# \nA", 2, 2, 255, values);
    assert_text_map("P5 2 2 255# c\n# \nAtrailing", 2, 2, 255, values);
    static const uint8_t wide[] = "P5 2 1 256 \x00\x01\x01\x00";
    const uint16_t wide_values[] = { 1, 256 };
    file_write("wide", wide, sizeof wide - 1);
    assert_map("wide", 2, 1, 256, wide_values);
}

TEST_IN(test_pgm_hostile, folder_enter, folder_remove)
{
    assert_text_refused("P2", "cut short");
    assert_text_refused("P2 3", "cut short");
    assert_text_refused("P2 3 # comment without end", "cut short");
    assert_text_refused("P2 2 2 255 1 2 3", "cut short");
    assert_text_refused("P5 2 2 255 abc", "cut short");
    assert_text_refused("P5 2 2 256 abcdefg", "maximum");
    assert_text_refused("P5 2 1 65535 abc", "cut short");
    assert_text_refused("P5 2 2 255", "cut short");
    assert_text_refused("P5 0 2 255 ", "no pixels");
    assert_text_refused("P5 2 0 255 ", "no pixels");
    assert_text_refused("P5 16385 1 255 ", "too large");
    assert_text_refused("P5 1 99999999999999999999999 255 ", "too large");
    assert_text_refused("P5 4294967297 1 255 a", "too large"); /* 1 modulo 2^32 */
    assert_text_refused("P5 16384 16384 65535 a", "cut short");
    assert_text_refused("P2 2 2 0 0 0 0 0", "maximum of 0");
    assert_text_refused("P2 2 2 65536 0 0 0 0", "maximum of 65536");
    assert_text_refused("P2 2 2 15 0 0 0 16", "value 16 at column 1, row 1");
    assert_text_refused("P2 2 1 65535 0 65537", "above its maximum");
    assert_text_refused("P5 1 1 15 a", "value 97");
    assert_text_refused("P2 -2 2 15 0 0 0 0", "width");
    assert_text_refused("P2 2 0x2 15 0 0 0 0", "height");
    assert_text_refused("P2 2 2 15 0 0 a 0", "value");
    assert_text_refused("P2 2 2 15 0 0 1.5 0", "value");
}

TEST_IN(test_not_an_image, folder_enter, folder_remove)
{
    assert_refused("missing", "No such file");
    assert_text_refused("", "empty");
    assert_text_refused("x", "cut short");
    assert_text_refused("hello, world", "neither");
    assert_text_refused("P6 1 1 255 abc", "type P6");
    assert_text_refused("Px", "neither");
    assert_text_refused("\x89P", "cut short");
    assert_text_refused("\x89PNG\r\n\x1a\r", "neither");
    assert_int_equal(mkdir("sub", 0700), 0);
    assert_refused("sub", "is a folder");
    assert_refused("/dev/zero", "not a regular file");
    assert_refused("/dev/null", "not a regular file");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_refused("pipe", "not a regular file");
}

/* The descriptor that the next file gets: no file was left open if it stays the same. */
static int descriptor_next(void)
{
    int descriptor = dup(STDIN_FILENO);
    close(descriptor);
    return descriptor;
}

TEST_IN(test_files_closed, folder_enter, folder_remove)
{
    int before = descriptor_next();
    const uint16_t one[] = { 1 };
    assert_text_map("P2 1 1 1 1", 1, 1, 1, one);
    assert_text_refused("P2", "cut short");
    assert_refused("missing", "No such file");
    assert_int_equal(descriptor_next(), before);
}

TEST_IN(test_message_small, folder_enter, folder_remove)
{
    char message[8] = "1234567";
    struct grey_map map;
    assert_false(grey_map_read(&map, "missing", message, 4));
    assert_string_equal(message, "mis");
    assert_string_equal(message + 4, "567");
}

TEST_IN(test_png_kinds, folder_enter, folder_remove)
{
    static const struct {
        struct png_shape shape;
        uint16_t maximum;
        uint8_t bytes[12];
        uint16_t values[6];
    } rows[] = {
        { { 3, 2, 8, GREY }, 255, { 0, 100, 200, 255, 7, 8 }, { 0, 100, 200, 255, 7, 8 } },
        { { 3, 1, 16, GREY }, 65535, { 0, 1, 1, 0, 255, 255 }, { 1, 256, 65535 } },
        { { 3, 1, 1, GREY }, 255, { 0xA0 }, { 255, 0, 255 } },
        { { 4, 1, 2, GREY }, 255, { 0x1B }, { 0, 85, 170, 255 } },
        { { 2, 1, 8, PNG_COLOR_TYPE_GRAY_ALPHA }, 255, { 10, 0, 20, 255 }, { 10, 20 } },
        /* 0.299, 0.587, 0.114 of 255, rounded; white stays white. */
        { { 4, 1, 8, RGB },
          255,
          { 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255 },
          { 76, 150, 29, 255 } },
        { { 2, 1, 8, PNG_COLOR_TYPE_RGB_ALPHA }, 255, { 255, 0, 0, 0, 9, 9, 9, 128 }, { 76, 9 } },
        { { 2, 1, 16, RGB },
          65535,
          { 255, 255, 255, 255, 255, 255, 0x80, 0, 0, 0, 0, 0 },
          { 65535, 9798 } },
        { { 4, 1, 2, PALETTE }, 255, { 0x1B }, { 255, 76, 150, 9 } },
        { { 4, 1, 2, PALETTE, 0, true }, 255, { 0x1B }, { 255, 76, 150, 9 } },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        png_file_write("p", &rows[i].shape, rows[i].bytes);
        assert_map("p", rows[i].shape.width, rows[i].shape.height, rows[i].maximum, rows[i].values);
    }
}

TEST_IN(test_png_interlaced, folder_enter, folder_remove)
{
    enum { WIDTH = 13, HEIGHT = 11 };
    uint8_t bytes[3 * WIDTH * HEIGHT];
    uint16_t values[WIDTH * HEIGHT];
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        values[i] = (uint16_t)(i * 37 % 256);
        memset(bytes + 3 * i, values[i], 3);
    }
    struct png_shape shape = { WIDTH, HEIGHT, 8, RGB, PNG_INTERLACE_ADAM7 };
    png_file_write("i", &shape, bytes);
    assert_map("i", WIDTH, HEIGHT, 255, values);
    shape = (struct png_shape){ 1, 1, 8, RGB, PNG_INTERLACE_ADAM7 };
    png_file_write("i", &shape, bytes);
    assert_map("i", 1, 1, 255, values);
}

TEST_IN(test_png_cut_short, folder_enter, folder_remove)
{
    uint8_t pixels[64], bytes[1024];
    for (size_t i = 0; i < 64; i++)
        pixels[i] = (uint8_t)(i * i);
    for (int interlace = 0; interlace < 2; interlace++) {
        png_file_write("good", &(struct png_shape){ 8, 8, 8, GREY, interlace }, pixels);
        size_t count = file_read("good", bytes, sizeof bytes);
        assert_true(count > 60 && count < sizeof bytes);
        for (size_t length = 1; length < count; length++)
            assert_bytes_refused(bytes, length, "cut short");
    }
}

/* Any byte changed: refused with a proper message, or read without harm. */
TEST_IN(test_png_damaged, folder_enter, folder_remove)
{
    uint8_t pixels[64] = { 1, 2, 3 }, bytes[1024];
    png_file_write("good", &(struct png_shape){ 8, 8, 8, GREY }, pixels);
    size_t count = file_read("good", bytes, sizeof bytes);
    for (size_t i = 0; i < count; i++)
        for (unsigned flip = 1; flip < 256; flip *= 4) {
            bytes[i] ^= (uint8_t)flip;
            file_write("bad", bytes, count);
            char message[MESSAGE_BYTES] = "";
            struct grey_map map;
            if (grey_map_read(&map, "bad", message, sizeof message)) {
                grey_map_finish(&map);
                fail_msg("byte %zu xor %u was not noticed", i, flip);
            }
            assert_holds(message, "bad: ");
            bytes[i] ^= (uint8_t)flip;
        }
}

static void put_big_endian(uint8_t *bytes, uint32_t value)
{
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* A header that promises much, with a right checksum and no more than an end of file after it. */
TEST_IN(test_png_dimensions, folder_enter, folder_remove)
{
    static const struct {
        uint32_t width, height;
        const char *part;
    } shapes[] = { { 0, 8, "broken PNG" },         { 8, 0, "broken PNG" },
                   { 16385, 1, "too large" },      { 1, 16385, "too large" },
                   { 0x7FFFFFFF, 1, "too large" }, { 0x7FFFFFFF, 0x7FFFFFFF, "too large" },
                   { 0xFFFFFFFF, 1, "broken PNG" } };
    uint8_t pixels[64] = { 0 }, bytes[1024];
    png_file_write("good", &(struct png_shape){ 8, 8, 8, GREY }, pixels);
    size_t count = file_read("good", bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        put_big_endian(bytes + 16, shapes[i].width);
        put_big_endian(bytes + 20, shapes[i].height);
        put_big_endian(bytes + 29, (uint32_t)crc32(0, bytes + 12, 17));
        assert_bytes_refused(bytes, count, shapes[i].part);
    }
}
