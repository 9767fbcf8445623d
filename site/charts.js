// Charts over time, drawn by uPlot on the timeline's scale. A kind says how lines become marks.
import uPlot from "uplot";

const stepped = uPlot.paths.stepped({ align: 1 });

/** Colours of each kind's lines, as names of the style sheet's properties. */
const kinds = {
  share: { fills: ["--running"], line: "--ink-3" }, // one area, then thin lines
  workers: { fills: ["--running", "--runnable"], alphas: [1, 0.75], stacked: true },
  waits: { fills: ["--suspended", "--pending", "--checkpoint", "--ready", "--idle"], stacked: true },
};

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function makeChart(element, name) {
  const kind = kinds[name];
  let plot;
  let made = "";
  let last;

  const build = (count, strong) => {
    plot?.destroy();
    const series = [{}];
    for (let i = 0; i < count; i++) series.push(look(kind, kind.stacked ? count - 1 - i : i, strong));
    plot = new uPlot({
      width: Math.max(1, element.clientWidth), height: element.clientHeight - 1, padding: [0, 0, 0, 0],
      legend: { show: false }, cursor: { show: false }, select: { show: false },
      scales: { x: { time: false, range: () => [last.from, last.to] }, y: { range: () => [0, last.top] } },
      axes: [{ show: false }, { show: false }], series,
    }, [[], ...Array.from({ length: count }, () => [])], element);
  };

  const show = () => {
    if (!last || element.clientWidth === 0) return;
    const want = `${last.lines.length} ${last.strong}`;
    if (want !== made) {
      build(last.lines.length, last.strong);
      made = want;
    }
    const size = { width: element.clientWidth, height: element.clientHeight - 1 };
    if (plot.width !== size.width || plot.height !== size.height) plot.setSize(size);
    plot.setData([last.at, ...(kind.stacked ? stack(last.lines) : last.lines)]);
  };

  return {
    draw(from, to, top, strong, count, bytes) {
      const values = new Float64Array(bytes.buffer);
      const length = values.length / (count + 1);
      const line = (i) => values.subarray(i * length, (i + 1) * length);
      last = { from, to, top, strong, at: line(0), lines: Array.from({ length: count },
        (_, i) => line(i + 1)) };
      show();
    },
    recolour() {
      made = "";
      show();
    },
  };
}

function look(kind, i, strong) {
  const shared = { points: { show: false }, paths: stepped, spanGaps: true };
  if (kind.line && i >= kind.fills.length) {
    const isStrong = i - kind.fills.length === strong;
    return { ...shared, stroke: colour(isStrong ? "--accent" : kind.line), width: isStrong ? 1.5 : 0.5,
      alpha: isStrong ? 1 : 0.55 };
  }
  return { ...shared, alpha: kind.alphas?.[i] ?? 1,
    fill: colour(kind.fills[Math.min(i, kind.fills.length - 1)]), width: 0 };
}

/** Sums from below, the highest first, so that each lower one is painted over it. */
function stack(lines) {
  const sums = [];
  let below;
  for (const line of lines) {
    const sum = Float64Array.from(line);
    if (below) for (let i = 0; i < sum.length; i++) sum[i] += below[i];
    sums.push(sum);
    below = sum;
  }
  return sums.reverse();
}
