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
  if (name === "sweep") return makeSweep(element);
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

const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

/** The chart of a sweep: one line for each value of the second field, with axes of its own. Its names stand
  in the element's data: x (texts of the places), lines, guide (a value that is marked) and unit. Lines beyond
  those with names are dashed: what is expected of the others, in their order. A click on a point is told as
  an event "pick" with its place and line. */
function makeSweep(element) {
  let plot;
  let last;
  let named = 0; // lines

  const build = () => {
    plot?.destroy();
    const { x, lines, unit, guide } = JSON.parse(element.dataset.names);
    named = lines.length;
    const axis = { stroke: colour("--ink-2"), grid: { stroke: colour("--line-1"), width: 1 },
      ticks: { stroke: colour("--line-2"), width: 1 }, font: "11px system-ui, sans-serif" };
    const series = lines.map((label, i) => ({ label, stroke: colour(`--q${i % 12 + 1}`), width: 1.75,
      dash: dashes[Math.floor(i / 12) % dashes.length], spanGaps: false,
      points: { show: true, size: 7, fill: colour(`--q${i % 12 + 1}`) } }));
    for (let i = lines.length; i < last.lines.length; i++) { // expected by a closed form: see below
      series.push({ ...series[i - lines.length], width: 1, dash: [3, 3], points: { show: false } });
    }
    plot = new uPlot({
      width: Math.max(200, element.clientWidth), height: element.clientHeight, padding: [12, 16, 0, 4],
      legend: { show: false }, cursor: { show: false }, select: { show: false },
      scales: { x: { time: false, range: () => [last.from, last.to] }, y: { range: () => [0, last.top] } },
      axes: [{ ...axis, splits: () => last.at,
        values: (_, at) => at.map((place) => x[last.at.indexOf(place)]) },
        { ...axis, size: 64, values: (_, at) => at.map((value) => value + unit) }],
      series: [{}, ...series],
      hooks: { draw: [() => mark(guide)] },
    }, [last.at, ...last.lines], element);
  };

  const mark = (guide) => {
    if (!guide || guide > last.top) return;
    const { ctx, bbox } = plot;
    const y = Math.round(plot.valToPos(guide, "y", true));
    ctx.save();
    ctx.strokeStyle = colour("--ink-2");
    ctx.setLineDash([4, 4]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.restore();
  };

  element.addEventListener("click", (event) => {
    if (!plot) return;
    const box = plot.over.getBoundingClientRect();
    let best = { far: 24 };
    last.lines.slice(0, named).forEach((line, i) => line.forEach((value, k) => {
      if (value === null) return;
      const far = Math.hypot(plot.valToPos(last.at[k], "x") - (event.clientX - box.left),
        plot.valToPos(value, "y") - (event.clientY - box.top));
      if (far < best.far) best = { far, line: i, place: k };
    }));
    if (best.far < 24) element.dispatchEvent(new CustomEvent("pick", { detail: best }));
  });
  new ResizeObserver(() => { if (last && element.clientWidth) build(); }).observe(element);

  return {
    draw(from, to, top, strong, count, bytes) {
      const values = new Float64Array(bytes.buffer);
      const length = values.length / (count + 1);
      const line = (i) => Array.from(values.subarray(i * length, (i + 1) * length),
        (value) => Number.isNaN(value) ? null : value);
      last = { from, to, top, at: line(0), lines: Array.from({ length: count }, (_, i) => line(i + 1)) };
      if (element.clientWidth) build();
    },
    recolour() { if (last && element.clientWidth) build(); },
  };
}
