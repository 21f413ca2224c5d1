/* The picture: the segments that the chips logged become light, and light becomes colours.

   A part of core.c; vecx/display/phosphor.py does the same in Python. */

static const struct Tube *tube;
static float light[2 * PIXELS_MAX], lit[TILES_MAX], cells[2 * CELLS_MAX], halo[CELLS_MAX],
             seen[CELLS_MAX], spread[CELLS_MAX], glowing[CELLS_MAX];
static uint32_t picture[PIXELS_MAX], colours[SIDE_MAX];
static float rows[3 * SIDE_MAX], weights[SIDE_MAX];
static int32_t before[SIDE_MAX], touched[TILES_MAX];
static uint8_t tiles[2 * TILES_MAX], marks[CELLS_MAX];
static double lines[5 * ROWS];

/* Start with a dark screen of the chosen size and rotation. */
static void darken(void) {
    tube = &TUBES[options[PRESET]][options[SIZE]][options[TURN]];
    __builtin_memset(light, 0, sizeof light);
    __builtin_memset(picture, 0, sizeof picture);
    __builtin_memset(lit, 0, sizeof lit);
    __builtin_memset(cells, 0, sizeof cells);
    for (int i = 0; i < CELLS_MAX; i++) halo[i] = -1;       /* all tiles are painted again */
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

/* Draw everything since the last call: the frames that ended, and the one that has not. */
static void draw_segments(void) {
    int64_t first = m.segments - board.segment_rows, from = 0;
    for (int64_t i = 0; i < board.frame_rows; i++) {
        int64_t to = (int64_t) board.frames[i][F_SEGMENTS] - first;
        draw(from, to, board.frames[i][F_START]);
        if (to > from) from = to;
    }
    draw(from, board.segment_rows, m.drawn_from);
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
    } else {
        __builtin_memset(glowing, 0, sizeof glowing[0] * t->rows * t->columns);
    }
    settle(glowing, t->rows, t->columns, halo, t->rows, t->columns, lit, t->down, t->across,
           tiles, 2, t->down, t->across, marks, t->rows, t->columns, t->cell);
    develop(light, 2, t->height, t->width, shares, 2, 2, halo, t->rows, t->columns,
            before, t->width, weights, t->width, (void *) PALETTE, COUNT(PALETTE),
            picture, t->height, t->width, 0, 0, 0, 0, 0, 0, lit, t->down, t->across,
            tiles, 2, t->down, t->across, rows, 3, t->width, colours, t->width, t->cell);
}
