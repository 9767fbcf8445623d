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
function counted(response) {
  const isCompressed = response.headers.has("content-encoding");
  const total = manifest.bytes ?? (isCompressed ? 0 : Number(response.headers.get("content-length")) || 0);
  let arrived = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      showProgress(arrived, total);
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

async function compile() {
  const response = counted(await fetchOk(manifest.wasm));
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

/** Starts a runner. What it says before somebody listens is kept. */
function startRunner(module) {
  const worker = new Worker(manifest.runner);
  const kept = [];
  worker.onmessage = (event) => kept.push(event.data);
  worker.kept = kept;
  worker.onerror = (event) => { worker.fault = event.message || "the runner could not be started"; };
  worker.postMessage({ role: "runner", module, manifest });
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

function stopped(report) {
  show("loading", false);
  show("transport", false);
  show("boot-failed");
  const reason = element("boot-reason");
  if (reason) reason.textContent = report;
  globalThis.schedlab.report = report;
}

async function start() {
  const bar = setTimeout(() => show("loading"), 150);
  const messages = fetchOk(manifest.locales.en).then((response) => response.text());
  const module = await compile();
  let first = startRunner(module);
  globalThis.schedlab = {
    role: "page", manifest, module, messages: await messages, document: "", makeChart, listen, stopped,
    takeRunner() {
      const worker = first ?? startRunner(module);
      first = undefined;
      return worker;
    },
  };
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
  show("transport", false);
}
