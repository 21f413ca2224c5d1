// The chart of the cycles of the last frames; those that take too long are marked.

const FRAME_CYCLES = 30_000;

export function drawChart(canvas, bars) {
  const pen = canvas.getContext("2d"), most = Math.max(1.3 * FRAME_CYCLES, ...bars);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  bars.forEach((cycles, i) => {
    const high = cycles / most * canvas.height;
    pen.fillStyle = cycles > FRAME_CYCLES ? "#ff6050" : "#5b9fd4";
    pen.fillRect(i, canvas.height - high, 1, high);
  });
  pen.fillStyle = "#ffc46a";
  pen.fillRect(0, canvas.height * (1 - FRAME_CYCLES / most), canvas.width, 1);
}
