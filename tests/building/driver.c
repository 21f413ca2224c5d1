/* Runs a native library without Python: driver LIBRARY STATE SLICES CYCLES

   STATE: ten 64-bit numbers (bytes of record, board and decoded ROM; where in the record the clock is;
   where on the board segments and sound writes are, and the counts of rows of segments, frames, sound
   writes and the log), then the record and the board.  After each slice the rows are hashed and
   dropped; at the end the record and the hash are printed as one digest. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "library.h"

enum { RECORD, BOARD, DECODED, CLOCK, SEGMENTS, SOUND, SEGMENT_ROWS, FRAME_ROWS, SOUND_ROWS, LOG_ROWS,
       NUMBERS };
enum { SEGMENT_BYTES = 28, SOUND_BYTES = 24 };

static uint64_t hash = 14695981039346656037u;      /* FNV-1a */

static void add(const unsigned char *data, int64_t count) {
    while (count-- > 0) hash = (hash ^ *data++) * 1099511628211u;
}

int main(int count, char **words) {
    if (count != 5) return 2;
    void *library = OPEN(words[1]);
    if (!library) { fprintf(stderr, "%s cannot be loaded\n", words[1]); return 1; }
    int (*fits)(void) = FIND(library, "vecx_fits");
    long long (*advance)(void *, long long, void *, long long, void *, long long, long long)
        = FIND(library, "advance");
    FILE *file = fopen(words[2], "rb");
    int64_t at[NUMBERS];
    if (!fits || !advance || !fits() || !file || fread(at, 8, NUMBERS, file) != NUMBERS) return 1;
    unsigned char *record = calloc(1, at[RECORD]), *board = calloc(1, at[BOARD]);
    void *decoded = calloc(1, at[DECODED]);
    if (fread(record, 1, at[RECORD], file) != (size_t) at[RECORD]) return 1;
    if (fread(board, 1, at[BOARD], file) != (size_t) at[BOARD]) return 1;
    long long cycles = atoll(words[4]);
    for (long long slice = atoll(words[3]); slice > 0; slice--) {
        advance(record, 1, board, 1, decoded, 1, *(int64_t *) (record + at[CLOCK]) + cycles);
        add(board + at[SEGMENTS], *(int64_t *) (board + at[SEGMENT_ROWS]) * SEGMENT_BYTES);
        add(board + at[SOUND], *(int64_t *) (board + at[SOUND_ROWS]) * SOUND_BYTES);
        for (int kind = SEGMENT_ROWS; kind <= LOG_ROWS; kind++)
            *(int64_t *) (board + at[kind]) = 0;
    }
    add(record, at[RECORD]);
    printf("%016llx at cycle %lld\n", (unsigned long long) hash,
           (long long) *(int64_t *) (record + at[CLOCK]));
    return 0;
}
