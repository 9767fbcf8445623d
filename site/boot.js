// The page's first script: looks whether the browser can run the simulator, fetches it with a bar of bytes,
// compiles it once, and starts it twice: here as the page, and in a Web Worker as the runner.
import "wasm_exec";

const manifest = JSON.parse(document.getElementById("manifest").textContent);
const element = (id) => document.getElementById(id);
const show = (id, isShown = true) => { const e = element(id); if (e) e.hidden = !isShown; };

const isAble = typeof WebAssembly === "object" && typeof WebAssembly.instantiate === "function"
  && typeof Worker === "function" && typeof OffscreenCanvas === "function"
  && "transferControlToOffscreen" in HTMLCanvasElement.prototype;

/** Shows how much has arrived. What is sent is compressed,
  so only the build knows how long it is in the end. */
function showProgress(arrived, total) {
  const size = (bytes) => (bytes / 1e6).toFixed(1);
  const text = element("loading-text");
  if (!text) return;
  const form = total ? text.dataset.of : text.dataset.soFar;
  text.textContent = form.replace("{0}", size(arrived)).replace("{1}", size(total));
  if (!total) return;
  const percent = Math.min(100, Math.round(100 * arrived / total));
  element("loading-bar").setAttribute("aria-valuenow", percent);
  element("loading-bar").firstElementChild.style.setProperty("width", `${percent}%`);
}

/** A response whose body tells how much of it has been read. */
function counted(response, bytes, tell) {
  const isCompressed = response.headers.has("content-encoding");
  const total = bytes ?? (isCompressed ? 0 : Number(response.headers.get("content-length")) || 0);
  let arrived = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      tell(arrived, total);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter),
    { headers: { "content-type": "application/wasm" } });
}

async function fetchOk(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

const text = async (address) => (await fetchOk(address)).text();

async function compile(address, bytes, tell) {
  const response = counted(await fetchOk(address), bytes, tell);
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Makes a chart. What draws it is fetched when there is something to show, after the first picture; if that
  fails, the next lines are another try. */
function makeChart(element, name) {
  let chart;
  let loading;
  let last;
  const load = async () => {
    try {
      chart = (await import("./charts.js")).makeChart(element, name);
      chart.draw(...last);
    } catch (error) {
      console.warn("charts:", error);
      loading = undefined;
    }
  };
  return {
    draw(...lines) {
      last = lines;
      if (chart) chart.draw(...lines);
      else loading ??= load();
    },
    recolour() { chart?.recolour(); },
  };
}

/** Keeps the site in this browser, so that it works offline, and tells what becomes of that and of the
  network. Only a page in a window of its own does, and none of a version below v/; the script comes after the
  first picture. */
async function keepSite(tell) {
  const isAlone = window.top === window && !/\/(embed(\.html)?$|v\/[^/]+\/)/.test(location.pathname);
  if (!manifest.worker || !isAlone) return undefined;
  try {
    return (await import("./offline.js")).keepSite(new URL(manifest.worker, document.baseURI), tell);
  } catch (error) {
    console.warn("offline:", error);
    return undefined;
  }
}

/** Starts a runner, or the maker. What it says before somebody listens is kept. */
function startRunner(module, role = "runner") {
  const worker = new Worker(manifest.runner);
  const kept = [];
  worker.onmessage = (event) => kept.push(event.data);
  worker.kept = kept;
  worker.onerror = (event) => { worker.fault = event.message || "the runner could not be started"; };
  worker.postMessage({ role, module, manifest });
  return worker;
}

function listen(worker, hear, died) {
  worker.onmessage = (event) => hear(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    died(event.message || "the runner ended");
  };
  for (const message of worker.kept) hear(message);
  if (worker.fault) died(worker.fault);
}

/** The module that makes files and reads pasted texts; a try that failed is followed by another. */
let maker;

/** Fetches the maker when it is first needed, and starts it. What is sent to it meanwhile is kept. */
function takeMaker(hear, fetched, lost) {
  let worker;
  let isOver = false;
  const kept = [];
  maker ??= compile(manifest.maker, manifest.makerBytes, (arrived, total) => {
    if (!isOver && total) fetched(Math.min(1, arrived / total));
  });
  maker.then((module) => {
    if (isOver) return;
    worker = startRunner(module, "maker");
    listen(worker, hear, (reason) => lost(reason, false));
    for (const message of kept) worker.postMessage(message);
  }).catch((error) => {
    maker = undefined;
    if (!isOver) lost(String(error?.message ?? error), true);
  });
  return {
    post(message) {
      if (worker) worker.postMessage(message);
      else kept.push(message);
    },
    end() {
      isOver = true;
      worker?.terminate();
    },
  };
}

/** Fetches the style of what is hidden at first. It stands before the page's own, whose rules for narrow
  screens come last. */
function addStyle() {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = manifest.style;
  document.head.prepend(style);
}

/** Puts the names of functions in the place of their numbers in a report. Where they cannot be fetched, the
  numbers stay: with the version they can be looked up. */
async function named(report) {
  const number = /\b([a-z])([0-9a-z]{1,4})\.(?=[(\s])/g;
  const lists = {};
  for (const label of new Set(Array.from(report.matchAll(number), (found) => found[1]))) {
    try {
      if (manifest.names[label]) {
        lists[label] = (await text(manifest.names[label])).split("\n");
      }
    } catch (error) {
      console.warn("names:", error);
    }
  }
  return report.replaceAll(number, (all, label, at) => lists[label]?.[parseInt(at, 36)] ?? all);
}

function stopped(report) {
  show("loading", false);
  show("transport", false);
  show("boot-failed");
  const reason = element("boot-reason");
  if (reason) reason.textContent = report;
  named(report).then((text) => { if (reason) reason.textContent = text; });
  globalThis.schedlab ??= {};
  globalThis.schedlab.report = report;
  globalThis.schedlab.port?.fail();
}

/** Whether nobody was here before and the address names nothing: then the first picture needs one scenario,
  which is in the module. */
function isFirstVisit() {
  try {
    return !location.hash && !globalThis.schedlab && localStorage.length === 0;
  } catch {
    return false; // nothing is kept here, and nobody knows
  }
}

/** Fetches the scenarios after the first picture, until they are there. */
async function fetchScenarios(tell, pause = 1000) {
  try {
    tell(await text(manifest.scenarios));
  } catch (error) {
    console.warn("scenarios:", error);
    setTimeout(fetchScenarios, pause, tell, Math.min(2 * pause, 60_000));
  }
}

async function start() {
  const bar = setTimeout(() => show("loading"), 150);
  const messages = text(manifest.locales.en);
  const scenarios = isFirstVisit() ? "" : text(manifest.scenarios);
  const module = await compile(manifest.wasm, manifest.bytes, showProgress);
  let first = startRunner(module);
  globalThis.schedlab = {
    ...globalThis.schedlab, ...await globalThis.schedlab?.prepared, // by a frame's script: see embed-start.js
    role: "page", manifest, module, messages: await messages, scenarios: await scenarios, fetchScenarios,
    document: "", makeChart, keepSite, listen,
    stopped, named, save: async (...file) => (await import("./files.js")).save(...file),
    takeMaker,
    takeRunner() {
      const worker = first ?? startRunner(module);
      first = undefined;
      return worker;
    },
  };
  addStyle();
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  clearTimeout(bar);
  await go.run(instance);
  stopped(globalThis.schedlab.report ?? "");
}

if (isAble) {
  start().catch((error) => stopped(String(error?.message ?? error)));
} else {
  show("boot-missing");
  show("loading", false);
  globalThis.schedlab?.port?.fail();
  show("transport", false);
}
