/* The overlay in front of the tube, and the tube's face behind its glass.

   A part of core.c; vecx/display/overlay.py does the same in Python. */

enum { PATH_BYTES_MAX = 4096 };
static char overlay_base[PATH_BYTES_MAX];       /* the content's path without a suffix; or empty */
static const struct Tube *tube;     /* of the chosen size and rotation */
static bool overlay_sought, overlay_found;
static uint32_t cover[PIXELS_MAX], ground[PIXELS_MAX];

/* Append to a path; return false if there is no room. */
static bool append(char *path, const char *part) {
    int64_t at = 0;
    while (path[at]) at++;
    for (; *part && at < PATH_BYTES_MAX - 1; at++) path[at] = *part++;
    path[at] = 0;
    return !*part;
}

/* Remember where the overlay of content may be: beside it, or beside the archive that has it. */
static void seek_overlay(const char *path) {
    int64_t at = 0, dot = -1;
    overlay_sought = overlay_found = false;
    for (; path && path[at] && at < PATH_BYTES_MAX - 1; at++) {
        if (path[at] == '#' && dot >= 0
            && (at - dot == 4 && !__builtin_memcmp(path + dot, ".zip", 4)
                || at - dot == 3 && !__builtin_memcmp(path + dot, ".7z", 3))) break;
        if (path[at] == '/' || path[at] == '\\') dot = -1;
        if (path[at] == '.') dot = at;
        overlay_base[at] = path[at];
    }
    overlay_base[dot < 0 ? at : dot] = 0;
}

/* Read a file into png_file; return its size, or 0 if there is none. */
static int64_t read_file(const char *path) {
    struct retro_vfs_interface_info files = {1, 0};
    if (!environment(RETRO_ENVIRONMENT_GET_VFS_INTERFACE, &files) || !files.iface) return 0;
    struct retro_vfs_file_handle *file = files.iface->open(path, RETRO_VFS_FILE_ACCESS_READ, 0);
    if (!file) return 0;
    int64_t size = files.iface->read(file, png_file, sizeof png_file);
    files.iface->close(file);
    return size < 0 ? 0 : size;
}

/* Read NAME.overlay.png or NAME.png beside the content, once. */
static void find_overlay(void) {
    static const char *const suffixes[] = {".overlay.png", ".png"};
    if (overlay_sought) return;
    overlay_sought = true;
    for (int i = 0; i < COUNT(suffixes) && overlay_base[0]; i++) {
        static char path[PATH_BYTES_MAX];
        path[0] = 0;
        if (!append(path, overlay_base) || !append(path, suffixes[i])) return;
        int64_t size = read_file(path);
        if (!size) continue;
        const char *fault = size == sizeof png_file ? "the overlay has more than 4 MB."
            : decode_png(size);
        if (fault) tell(fault);
        overlay_found = !fault;
        return;
    }
}

/* Find the mean of a pixel's area in the overlay: red, green, blue and opacity, 0 to 255. */
static void mean_of(double left, double top, double right, double bottom, double *mean) {
    for (int part = 0; part < 4; part++) mean[part] = 0;
    for (int64_t y = (int64_t) top; y < bottom && y < png.height; y++)
        for (int64_t x = (int64_t) left; x < right && x < png.width; x++) {
            double across = (right < x + 1 ? right : x + 1) - (left > x ? left : x);
            double down = (bottom < y + 1 ? bottom : y + 1) - (top > y ? top : y);
            uint8_t found[4];
            pixel(x, y, found);
            for (int part = 0; part < 4; part++) mean[part] += across * down * found[part];
        }
    double area = (right - left) * (bottom - top);
    for (int part = 0; part < 4; part++) mean[part] /= area;
}

/* Compute what passes at a pixel, and the colour that a dark screen has there. */
static void cover_pixel(int64_t at, const double *mean, uint32_t face) {
    double opacity = mean[3];
    cover[at] = ground[at] = 0;
    for (int part = 0; part < 3; part++) {
        double dark = face >> (16 - 8 * part) & 0xFF, colour = mean[part] * opacity / 255;
        double passes = 255 - opacity + colour;
        double own = OVERLAY_ROOM * colour * (opacity / 255) + dark * passes / 255;
        if (passes > 255 - own) passes = 255 - own;
        cover[at] = cover[at] << 8 | (uint32_t) passes;
        ground[at] = ground[at] << 8 | (uint32_t) own;
    }
}

/* Compute `cover` and `ground` of the chosen size and rotation; return whether there are any. */
static bool cover_screen(bool glass) {
    if (!options[OVERLAY]) find_overlay();
    bool film = !options[OVERLAY] && overlay_found;
    int64_t width = tube->width, height = tube->height, turn = options[TURN];
    double across = turn % 2 ? height : width, down = turn % 2 ? width : height;
    for (int64_t y = 0; (film || glass) && y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            double mean[4] = {0};
            int64_t turned[][2] = {{x, y}, {y, width - 1 - x}, {width - 1 - x, height - 1 - y},
                                   {height - 1 - y, x}};
            double right = turned[turn][0], below = turned[turn][1];
            if (film)
                mean_of(right * png.width / across, below * png.height / down,
                        (right + 1) * png.width / across, (below + 1) * png.height / down, mean);
            double u = 2.0 * x / (width - 1) - 1, v = 2.0 * y / (height - 1) - 1;
            double off = (u * u + v * v) / 2 * (COUNT(FACE) - 1);
            cover_pixel(y * width + x, mean, glass ? FACE[(int64_t) (off + 0.5)] : 0);
        }
    return film || glass;
}
