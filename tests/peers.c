/* The core of vecx in C as a peer of the accuracy cartridges: rom cart seconds.
 *
 * tests/peers.py compiles this file together with the core, which is not part of vecx in Python
 * and is found in the folder of the option --vecx.  It writes the RAM from $C880 on in hex to
 * stderr, when the cartridge is done or the time is over; the core writes messages to stdout.
 */
#include <stdio.h>
#include <stdlib.h>
#include "vecx.c"

enum { RESULT = 0x80, BYTES = 0x140, DONE = 'D', SLICE = 15000, SLICES = 100 };

void osint_render(void) {}
void e8910_write(int r, int v) { (void)r; (void)v; }

static void load(const char *path, unsigned char *to, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file || !fread(to, 1, size, file)) exit(2);
    fclose(file);
}

int main(int count, char **words)
{
    if (count != 4) return 2;
    load(words[1], rom, 8192);
    load(words[2], cart, 32768);
    vecx_reset();
    snd_regs[14] = 0xff;
    alg_jch0 = alg_jch1 = alg_jch2 = alg_jch3 = 128;
    for (long n = atol(words[3]) * SLICES; n > 0; n--) {
        vecx_emu(SLICE);
        if (ram[RESULT] == 'V' && ram[RESULT + 1] == 'X' && ram[RESULT + 5] == DONE) break;
    }
    for (int at = 0; at < BYTES; at++) fprintf(stderr, "%02x", ram[RESULT + at]);
    return 0;
}
