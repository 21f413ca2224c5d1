/* PNG pictures: a file's bytes become red, green, blue and opacity.

   A part of core.c.  Sources: RFC 1951 and the PNG specification.  Checksums are not read: a
   damaged picture is shown damaged, or refused. */

enum { PNG_FILE_MAX = 1 << 22, PNG_PIXELS_MAX = 1 << 22, PNG_SIDE_MAX = 8192 };
enum { CODE_BITS_MAX = 15, LITERALS_MAX = 288, DISTANCES_MAX = 30, BLOCK_END = 256 };
enum { PNG_PALETTE = 3, PNG_GREY_AND_OPACITY = 4, PNG_COLOUR_AND_OPACITY = 6 };
#define PNG_KIND(a, b, c, d) ((uint32_t) a << 24 | b << 16 | c << 8 | d)

static uint8_t png_file[PNG_FILE_MAX], png_rows[4 * PNG_PIXELS_MAX + PNG_SIDE_MAX];
static struct {
    int64_t width, height, row_bytes, pixel_bytes;
    int kind, depth;
    uint8_t palette[256][4];
} png;
static struct {
    const uint8_t *at, *end;
    uint32_t ahead;             /* bits that were read, and their number */
    int count;
    int64_t used, room;         /* bytes of png_rows */
    bool failed;
} packed;

struct Code { int counts[CODE_BITS_MAX + 1], symbols[LITERALS_MAX]; };

static int bits(int count) {
    while (packed.count < count) {
        if (packed.at == packed.end) packed.failed = true;
        packed.ahead |= (packed.failed ? 0u : *packed.at++) << packed.count;
        packed.count += 8;
    }
    int value = (int) (packed.ahead & ((1u << count) - 1));
    packed.ahead >>= count;
    packed.count -= count;
    return value;
}

static void put(int value) {
    if (packed.used == packed.room) packed.failed = true;
    else png_rows[packed.used++] = (uint8_t) value;
}

static void make_code(struct Code *code, const uint8_t *lengths, int symbols) {
    int at[CODE_BITS_MAX + 1] = {0}, left = 1;
    __builtin_memset(code, 0, sizeof *code);
    for (int i = 0; i < symbols; i++) code->counts[lengths[i]] += lengths[i] > 0;
    for (int length = 1; length <= CODE_BITS_MAX; length++) {
        left = 2 * left - code->counts[length];
        if (left < 0) packed.failed = true;         /* more symbols than there are codes */
        at[length] = at[length - 1] + code->counts[length - 1];
    }
    for (int i = 0; i < symbols; i++)
        if (lengths[i]) code->symbols[at[lengths[i]]++] = i;
}

static int symbol(const struct Code *code) {
    int value = 0, first = 0, at = 0;
    for (int length = 1; length <= CODE_BITS_MAX; length++) {
        value |= bits(1);
        if (value - first < code->counts[length]) return code->symbols[at + value - first];
        at += code->counts[length];
        first = (first + code->counts[length]) << 1;
        value <<= 1;
    }
    packed.failed = true;
    return BLOCK_END;
}

static void unpack_codes(const struct Code *literals, const struct Code *distances) {
    static const uint16_t lengths_from[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31,
        35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint16_t distances_from[] = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    for (int value; !packed.failed && (value = symbol(literals)) != BLOCK_END; ) {
        int k = value - BLOCK_END - 1;
        if (k < 0) { put(value); continue; }
        if (k >= COUNT(lengths_from)) { packed.failed = true; return; }
        int length = lengths_from[k] + (k < 8 || k == 28 ? 0 : bits(k / 4 - 1));
        int far = symbol(distances);
        if (far >= COUNT(distances_from)) { packed.failed = true; return; }
        int64_t distance = distances_from[far] + (far < 4 ? 0 : bits(far / 2 - 1));
        if (distance > packed.used) packed.failed = true;
        while (!packed.failed && length--) put(png_rows[packed.used - distance]);
    }
}

static void unpack_stored(void) {
    packed.ahead = packed.count = 0;
    int length = bits(16);
    if ((length ^ bits(16)) != 0xFFFF) packed.failed = true;
    while (!packed.failed && length--) put(bits(8));
}

/* Unpack a block whose codes are given, or begin with their own codes. */
static void unpack_block(bool given) {
    static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1,
        15};
    static struct Code literals, distances;
    uint8_t lengths[LITERALS_MAX + 32] = {0}, own[COUNT(order)] = {0};
    int many = LITERALS_MAX, far = DISTANCES_MAX;
    if (given) {
        for (int i = 0; i < many; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        for (int i = 0; i < far; i++) lengths[many + i] = 5;
    } else {
        many = 257 + bits(5), far = 1 + bits(5);
        for (int i = 0, count = 4 + bits(4); i < count; i++) own[order[i]] = (uint8_t) bits(3);
        make_code(&literals, own, COUNT(own));
        for (int i = 0; !packed.failed && i < many + far; ) {
            int value = symbol(&literals), times = 1;
            if (value == 16) {
                if (i == 0) packed.failed = true;
                else value = lengths[i - 1], times = 3 + bits(2);
            } else if (value > 16) {
                times = value == 17 ? 3 + bits(3) : 11 + bits(7);
                value = 0;
            }
            while (times-- && i < many + far) lengths[i++] = (uint8_t) value;
        }
    }
    if (many > 286 && !given || far > DISTANCES_MAX) packed.failed = true;
    if (packed.failed) return;
    make_code(&literals, lengths, many);
    make_code(&distances, lengths + many, far);
    unpack_codes(&literals, &distances);
}

/* Fill png_rows; return whether the data were whole. */
static bool unpack(const uint8_t *data, int64_t size, int64_t room) {
    __builtin_memset(&packed, 0, sizeof packed);
    packed.at = data, packed.end = data + size, packed.room = room;
    bits(16);                   /* the two bytes of zlib's header */
    for (bool last = false; !last && !packed.failed; ) {
        last = bits(1);
        int kind = bits(2);
        if (kind == 0) unpack_stored();
        else if (kind < 3) unpack_block(kind == 1);
        else packed.failed = true;
    }
    return !packed.failed && packed.used == room;
}

/* Undo the prediction of each row from its neighbours; return false if a row has no known kind. */
static bool unfilter(void) {
    int64_t step = png.row_bytes + 1, back = png.pixel_bytes;
    for (int64_t y = 0; y < png.height; y++) {
        uint8_t *row = png_rows + y * step + 1;
        if (row[-1] > 4) return false;
        for (int64_t x = 0; x < png.row_bytes; x++) {
            int a = x < back ? 0 : row[x - back], b = y ? row[x - step] : 0;
            int c = y && x >= back ? row[x - back - step] : 0, guess = a + b - c;
            int to_a = guess < a ? a - guess : guess - a, to_b = guess < b ? b - guess : guess - b;
            int to_c = guess < c ? c - guess : guess - c;
            int nearest = to_a <= to_b && to_a <= to_c ? a : to_b <= to_c ? b : c;
            int from[] = {0, a, b, (a + b) / 2, nearest};
            row[x] = (uint8_t) (row[x] + from[row[-1]]);
        }
    }
    return true;
}

/* Find red, green, blue and opacity of a pixel. */
static void pixel(int64_t x, int64_t y, uint8_t *found) {
    const uint8_t *row = png_rows + y * (png.row_bytes + 1) + 1;
    if (png.kind == PNG_PALETTE) {
        int64_t bit = x * png.depth, index = row[bit / 8] >> (8 - png.depth - bit % 8);
        __builtin_memcpy(found, png.palette[index & ((1 << png.depth) - 1)], 4);
    } else if (png.kind == PNG_GREY_AND_OPACITY) {
        found[0] = found[1] = found[2] = row[2 * x];
        found[3] = row[2 * x + 1];
    } else {
        __builtin_memcpy(found, row + 4 * x, 4);
    }
}

static bool is_see_through(void) {
    uint8_t found[4];
    for (int64_t y = 0; y < png.height; y++)
        for (int64_t x = 0; x < png.width; x++) {
            pixel(x, y, found);
            if (found[3] < 255) return true;
        }
    return false;
}

static uint32_t word(const uint8_t *at) {
    return (uint32_t) at[0] << 24 | (uint32_t) at[1] << 16 | (uint32_t) at[2] << 8 | at[3];
}

static const char *read_head(const uint8_t *head) {
    static const int channels[] = {[PNG_PALETTE] = 1, [PNG_GREY_AND_OPACITY] = 2,
                                   [PNG_COLOUR_AND_OPACITY] = 4};
    png.width = word(head), png.height = word(head + 4);
    png.depth = head[8], png.kind = head[9];
    if (!png.width || !png.height || png.width > PNG_SIDE_MAX || png.height > PNG_SIDE_MAX
        || png.width * png.height > PNG_PIXELS_MAX)
        return "the overlay has more than 4 million pixels: scale it down.";
    bool small = png.depth == 1 || png.depth == 2 || png.depth == 4;
    if (png.kind >= COUNT(channels) || !channels[png.kind] || head[12]
        || png.depth != 8 && !(small && png.kind == PNG_PALETTE))
        return "the overlay is a PNG of another kind: save it with transparency, 8 bits per "
               "channel, not interlaced.";
    png.pixel_bytes = channels[png.kind];
    png.row_bytes = (png.width * channels[png.kind] * png.depth + 7) / 8;
    return 0;
}

/* Decode the first `size` bytes of png_file; return what is wrong, or 0. */
static const char *decode_png(int64_t size) {
    static const uint8_t begin[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13,
                                    'I', 'H', 'D', 'R'};
    int64_t count = 0;          /* bytes of the packed rows, which are put together in png_file */
    if (size < 33 || __builtin_memcmp(png_file, begin, sizeof begin))
        return "the overlay is not a PNG.";
    const char *fault = read_head(png_file + sizeof begin);
    if (fault) return fault;
    __builtin_memset(png.palette, 0xFF, sizeof png.palette);
    for (int64_t at = 33; at + 12 <= size; ) {
        int64_t length = word(png_file + at);
        uint32_t kind = word(png_file + at + 4);
        const uint8_t *data = png_file + at + 8;
        if (length > size - at - 12) break;
        if (kind == PNG_KIND('P', 'L', 'T', 'E'))
            for (int64_t i = 0; i < length && i < 3 * 256; i++) png.palette[i / 3][i % 3] = data[i];
        if (kind == PNG_KIND('t', 'R', 'N', 'S'))
            for (int64_t i = 0; i < length && i < 256; i++) png.palette[i][3] = data[i];
        if (kind == PNG_KIND('I', 'D', 'A', 'T')) {
            __builtin_memmove(png_file + count, data, length);
            count += length;
        }
        at += 12 + length;
    }
    if (!unpack(png_file, count, (png.row_bytes + 1) * png.height) || !unfilter())
        return "the overlay is damaged: save it again as PNG.";
    return is_see_through() ? 0 : "no pixel of the overlay is transparent: it would hide the game.";
}
