// Functions that the benchmark has the browser's page run. Each must be complete in itself.

/** Runs the probe in a Web Worker with the arguments given; gives the lines that it printed, parsed. */
export async function runProbe(argv) {
  const worker = new Worker("/bench/worker.js");
  try {
    const text = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.failed ? reject(new Error(data.failed)) : resolve(data.text));
      worker.onerror = (event) => reject(new Error(event.message || "the worker could not be started"));
      worker.postMessage(argv);
    });
    return text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } finally {
    worker.terminate();
  }
}

/**
 * Drives the page's runner as the page does, and times it: edits (from posting the document to the picture's
 * answer), frames while playing, seeks. `size`: schedulers, messages (of messages.go; the first document
 * opens), frames, seeks.
 */
export async function measureRunner(size) {
  const manifest = await (await fetch("/assets.json")).json();
  const module = await WebAssembly.compileStreaming(fetch(`/${manifest.wasm}`));
  const worker = new Worker(`/${manifest.runner}`);
  const waiting = [];
  const fail = (reason) => { for (const w of waiting) w.reject(new Error(reason)); };
  worker.onerror = (event) => fail(event.message || "the runner ended");
  const { opens, draws, kinds } = size.messages;
  const kindAt = Object.fromEntries(Object.entries(kinds).map(([kind, at]) => [at, kind]));
  worker.onmessage = ({ data }) => {
    const flags = data.slice(0, 60).split(" ").slice(1);
    const kind = kindAt[flags.indexOf("1")];
    if (kind === "failed" || kind === "refused") fail(data.slice(0, 2000));
    const at = waiting.findIndex((w) => w.kind === kind);
    if (at >= 0) waiting.splice(at, 1)[0].resolve(data);
  };
  const answer = (kind) => new Promise((resolve, reject) => waiting.push({ kind, resolve, reject }));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

  const ready = answer("ready");
  worker.postMessage({ role: "runner", module, manifest });
  await ready;
  for (const name of ["plan", "line"]) {
    const canvas = document.body.appendChild(document.createElement("canvas"));
    const offscreen = canvas.transferControlToOffscreen();
    worker.postMessage({ name, canvas: offscreen }, [offscreen]);
  }

  let generation = 0;
  let sequence = 0;
  const run = { duration: size.duration, schedulers: size.schedulers };
  const draw = async (changes) => {
    const drawn = answer("drawn");
    const d = { at: 0, playing: false, from: 0, to: run.duration, series: false, twin: false, waits: false,
      ...changes };
    const key = [d.playing, d.series, d.twin, d.waits].map(Number).join("");
    const values = { 770001: generation, 770002: ++sequence, 770003: d.at, 770004: d.from, 770005: d.to };
    worker.postMessage(draws[key].replace(/77000[1-5](?= )/g, (place) => values[place]));
    return { micros: Number((await drawn).trimEnd().split(" ").at(-5)) };
  };
  const everything = { series: true, twin: true, waits: true };

  // An edit: the document goes out, the run comes back, the picture of the moment is asked for and painted.
  const edit = async (open) => {
    const began = performance.now();
    const opened = answer("opened");
    generation += 1;
    worker.postMessage(open);
    await opened;
    const simulated = performance.now();
    await draw({ at: run.duration / 2, ...everything });
    return [performance.now() - began, simulated - began];
  };
  const edits = [];
  const runs = [];
  const first = await edit(opens[0]);
  for (const open of opens.slice(1)) {
    await pause(60); // what the runner does in idle moments is under way when the next edit comes
    const [picture, simulated] = await edit(open);
    edits.push(picture);
    runs.push(simulated);
  }
  await pause(500);

  // Frames: the playhead moves at real time in a window of one second, and over the whole run.
  const play = async (window, step) => {
    const millis = [];
    const from = run.duration / 2;
    for (let i = 0; i < size.frames; i++) {
      await frame();
      const at = Math.round(from + i * step);
      const span = window ? { from: at - window / 2, to: at + window / 2 } : {};
      for (const key in span) span[key] = Math.round(span[key]);
      const rest = { twin: i % 30 === 0, waits: i % 12 === 0 };
      millis.push((await draw({ at, playing: true, ...span, ...rest })).micros / 1000);
    }
    return millis;
  };
  const playing = { second: await play(1e9, 1e9 / 60), whole: await play(0, 1e9 / 60) };

  const seeks = [];
  for (let i = 0; i < size.seeks; i++) {
    const at = Math.round(run.duration * ((i * 0.6180339887) % 1)); // spreads evenly
    const began = performance.now();
    await draw({ at, ...everything, series: false });
    seeks.push(performance.now() - began);
    await frame();
  }
  worker.terminate();
  return { schedulers: run.schedulers, first: first[0], edits, runs, ...playing, seeks };
}
