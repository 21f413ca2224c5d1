/* The sound: level changes become samples.

   A part of core.c; vecx/sound/mixer.py does the same in Python. */

static double edges[EDGES_MAX][2], slopes[SAMPLES_MAX], levels[SAMPLES_MAX];
static int16_t samples[SAMPLES_MAX][2];
static double kernels[2 * COUNT(KERNELS) - 1][COUNT(KERNELS[0])];
static struct {
    int64_t done;               /* samples */
    double level, rest[REST];   /* of the last sample; what steps add to the next ones */
} mixer;

static void begin_sound(void) {
    int64_t last = COUNT(kernels) - 1;
    for (int64_t phase = 0; phase < COUNT(KERNELS); phase++)
        for (int64_t tap = 0; tap < TAPS; tap++)
            kernels[phase][tap] = kernels[last - phase][TAPS - 1 - tap] = KERNELS[phase][tap];
    __builtin_memset(&mixer, 0, sizeof mixer);
    mixer.done = (int64_t) (m.clock / CYCLES_PER_SAMPLE);
}

/* Make samples of a number of level changes; return how many. */
static int64_t mix(int64_t changes) {
    double played = (double) (m.clock / TICK * TICK - TICK) / CYCLES_PER_SAMPLE;
    int64_t count = (int64_t) played - mixer.done;
    if (count < 0) count = 0;
    __builtin_memset(slopes, 0, sizeof slopes);
    __builtin_memcpy(slopes, mixer.rest, sizeof mixer.rest);
    add_steps(slopes, COUNT(slopes), edges, changes, 2, mixer.done * CYCLES_PER_SAMPLE,
              CYCLES_PER_SAMPLE, kernels, COUNT(kernels), TAPS);
    mixer.level = integrate(slopes, count, LEAK, mixer.level, levels, count);
    __builtin_memcpy(mixer.rest, slopes + count, sizeof mixer.rest);
    mixer.done += count;
    for (int64_t i = 0; i < count; i++) {
        double level = levels[i] * VOLUME;
        level = level < -1 ? -1 : level > 1 ? 1 : level;
        samples[i][0] = samples[i][1] = (int16_t) (level * INT16_MAX);
    }
    return count;
}
