/* The picture: the segments that the chips logged become light, and light becomes colours.

   A part of core.c; vecx/display/phosphor.py does the same in Python. */

static bool covered;
static float light[2 * PIXELS_MAX], lit[TILES_MAX], cells[2 * CELLS_MAX], halo[CELLS_MAX],
             seen[CELLS_MAX], spread[CELLS_MAX], glowing[CELLS_MAX],
             blocks[BLOCKS_MAX], wide[BLOCKS_MAX], veil[BLOCKS_MAX];
static uint32_t picture[PIXELS_MAX], colours[SIDE_MAX], palette[PALETTE_COUNT];
static float rows[3 * SIDE_MAX], weights[SIDE_MAX];
static int32_t before[SIDE_MAX], touched[TILES_MAX];
static uint8_t tiles[2 * TILES_MAX], marks[CELLS_MAX];
static double lines[5 * ROWS];

/* Make the palette of the chosen phosphor. */
static void dye(void) {
    __builtin_memset(palette, 0, sizeof palette);
    for (int part = 0; part < 3; part++) {
        const uint16_t *first = COLOUR_STEPS[options[COLOUR]][part];
        uint32_t value = 0;
        for (int i = 0; i < PALETTE_COUNT; i++) {
            while (value < 255 && first[value + 1] <= i) value++;
            palette[i] |= value << (16 - 8 * part);
        }
    }
}

/* Start with a dark screen of the chosen size, rotation and colour. */
static void darken(void) {
    tube = &TUBES[options[PRESET]][options[SIZE]][options[TURN]];
    __builtin_memset(light, 0, sizeof light);
    __builtin_memset(picture, 0, sizeof picture);
    __builtin_memset(lit, 0, sizeof lit);
    __builtin_memset(cells, 0, sizeof cells);
    for (int i = 0; i < CELLS_MAX; i++) halo[i] = -1;       /* all tiles are painted again */
    dye();
    covered = cover_screen(options[GLASS]);
    for (int x = 0; x < tube->width; x++) {
        double at = (x + 0.5) / tube->cell;
        before[x] = (int32_t) at;
        weights[x] = (float) (at - before[x]);
    }
}

/* Put the light of some rows of the board's segments on the screen. */
static void draw(int64_t from, int64_t to, double start) {
    const struct Tube *t = tube;
    int64_t count = to - from;
    if (count <= 0) return;
    strokes(board.segments[from], count, 7, start, (void *) t->numbers, COUNT(t->numbers),
            lines, count, 5);
    __builtin_memset(touched, 0xFF, sizeof touched[0] * t->down * t->across);
    deposit(light, 2, t->height, t->width, lines, count, 5, t->sigma, SLOW_SHARE,
            lit, t->down, t->across, touched, t->down, t->across,
            (void *) BELL, COUNT(BELL), (void *) SIDE, COUNT(SIDE));
    if (options[GLOW] != 1)
        scatter(cells, 2, t->rows, t->columns, lines, count, 5, t->cell, SLOW_SHARE);
}

/* Draw everything since the last call: the frames that ended, and, if `all`, the one that has not.
   Return whether there was anything to draw; what was not drawn remains on the board. */
static bool draw_segments(bool all) {
    int64_t first = m.segments - board.segment_rows, from = 0;
    for (int64_t i = 0; i < board.frame_rows; i++) {
        int64_t to = (int64_t) board.frames[i][F_SEGMENTS] - first;
        draw(from, to, board.frames[i][F_START]);
        if (to > from) from = to;
    }
    if (all) {
        draw(from, board.segment_rows, m.drawn_from);
        from = board.segment_rows;
    }
    bool drawn = all || board.frame_rows;
    board.segment_rows -= from;
    __builtin_memmove(board.segments, board.segments[from],
                      sizeof board.segments[0] * board.segment_rows);
    return drawn;
}

/* Return the place of a cell between blocks: their index before it, and the share of the next. */
static int64_t between(int64_t cell, int64_t count, float *share) {
    float at = (float) (cell + 0.5) / COARSE - 0.5f;
    at = at < 0 ? 0 : at > count - 1 ? count - 1 : at;
    *share = at - (float) (int64_t) at;
    return (int64_t) at;
}

/* Add the light that the glass spreads: that of blocks of cells. */
static void add_veil(float gain) {
    const struct Tube *t = tube;
    int64_t down = t->rows / COARSE, across = t->columns / COARSE;
    __builtin_memset(blocks, 0, sizeof blocks[0] * down * across);
    for (int64_t y = 0; y < t->rows; y++)
        for (int64_t x = 0; x < t->columns; x++)
            blocks[y / COARSE * across + x / COARSE] += seen[y * t->columns + x];
    blur(blocks, down, across, (void *) VEIL_BELL, COUNT(VEIL_BELL), wide, down, across,
         veil, down, across);
    for (int64_t y = 0; y < t->rows; y++) {
        float lower, right;
        int64_t i = between(y, down, &lower), below = i < down - 1;
        for (int64_t x = 0; x < t->columns; x++) {
            int64_t j = between(x, across, &right), next = j < across - 1;
            const float *above = veil + i * across + j, *under = above + below * across;
            float left = above[0] * (1 - lower) + under[0] * lower;
            float after = above[next] * (1 - lower) + under[next] * lower;
            glowing[y * t->columns + x] += (left * (1 - right) + after * right) * gain;
        }
    }
}

/* Compute the picture of FRAME_CYCLES, and let the light fade. */
static void develop_picture(void) {
    const struct Tube *t = tube;
    float brightness = (float) brightnesses[options[BRIGHTNESS]], shares[2][2];
    float gain = (float) (HALO_SHARE * glows[options[GLOW]]);
    for (int plane = 0; plane < 2; plane++) {
        shares[plane][0] = SHARES[plane][0] * brightness;
        shares[plane][1] = SHARES[plane][1];
    }
    if (gain) {
        glow(cells, 2, t->rows, t->columns, shares, 2, 2, seen, t->rows, t->columns);
        blur(seen, t->rows, t->columns, (void *) HALO_BELL, COUNT(HALO_BELL),
             spread, t->rows, t->columns, glowing, t->rows, t->columns);
        for (int64_t i = 0; i < t->rows * t->columns; i++) glowing[i] *= gain;
        if (options[GLASS]) add_veil((float) (VEIL_SHARE * glows[options[GLOW]]));
    } else {
        __builtin_memset(glowing, 0, sizeof glowing[0] * t->rows * t->columns);
    }
    settle(glowing, t->rows, t->columns, halo, t->rows, t->columns, lit, t->down, t->across,
           tiles, 2, t->down, t->across, marks, t->rows, t->columns, t->cell);
    develop(light, 2, t->height, t->width, shares, 2, 2, halo, t->rows, t->columns,
            before, t->width, weights, t->width, palette, PALETTE_COUNT,
            picture, t->height, t->width, cover, covered * t->height, covered * t->width,
            ground, covered * t->height, covered * t->width, lit, t->down, t->across,
            tiles, 2, t->down, t->across, rows, 3, t->width, colours, t->width, t->cell);
}
