// The Web Worker's script: starts the simulator as the runner and paints the page's canvases for it; or the
// maker, which has none.
import "wasm_exec";

const canvases = {};
const kept = []; // messages that came before somebody listened
let hear = (text) => kept.push(text);
let go;
let colours = [""];
let stripes = new Map();

onmessage = ({ data }) => {
  if (typeof data === "string") hear(data);
  else if (data.canvas) canvases[data.name] = data.canvas.getContext("2d");
  else if (data.module) start(data).catch((error) => { setTimeout(() => { throw error; }); });
};

async function start({ role, module, manifest }) {
  go = new Go();
  globalThis.schedlab = {
    role, manifest, drawFrame, drawPixels, clear, isReady,
    useTheme(text) { colours = text.split("\n"); stripes = new Map(); },
    listen(listener) {
      hear = listener;
      for (const text of kept.splice(0)) hear(text);
    },
    later(work) {
      channel.port1.onmessage = work;
      channel.port2.postMessage(0);
    },
  };
  await go.run(await WebAssembly.instantiate(module, go.importObject));
}

// A message to itself runs sooner than a timer, and lets the page's messages in between.
const channel = new MessageChannel();

/** A view of the module's memory, made anew each time: memory that grows leaves old views empty. */
const memory = (Kind, at, length) => new Kind(go._inst.exports.mem.buffer, at, length);

const isReady = (name) => name in canvases;

/** Empties a canvas and gives it a size in device pixels. */
function clear(name, width, height) {
  const { canvas } = canvases[name];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  else canvases[name].clearRect(0, 0, width, height);
}

/** Puts pixels of the module's memory on a canvas. */
function drawPixels(name, at, width, height, left, top) {
  if (width && height) {
    const pixels = memory(Uint8ClampedArray, at, 4 * width * height);
    canvases[name].putImageData(new ImageData(pixels, width, height), left, top);
  }
}

/** Paints a frame: see view.Encode for what the numbers are. */
function drawFrame(name, at, length, textAt, textLength, ratio) {
  const c = canvases[name];
  const n = memory(Float32Array, at, length);
  const texts = new TextDecoder().decode(memory(Uint8Array, textAt, textLength).slice()).split("\n");
  const [, , boxes, lines, labels] = n;
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  let i = 5;
  for (let k = 0; k < boxes; k++, i += 10) box(c, n, i, ratio);
  for (let k = 0; k < lines; k++, i += 8) line(c, n, i);
  c.textBaseline = "alphabetic";
  for (let k = 0; k < labels; k++, i += 7) label(c, n, i, texts[k]);
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.globalAlpha = 1;
}

const [HATCH, BACK_HATCH, CROSS, RING, DOTTED] = [2, 3, 4, 5, 6]; // as view.Pattern

function box(c, n, i, ratio) {
  const [x, y, w, h, radius, fill, stroke, strokeWidth, pattern, opacity] = n.subarray(i, i + 10);
  c.globalAlpha = opacity;
  c.beginPath();
  if (pattern === RING) c.arc(x + w / 2, y + h / 2, w / 2, 0, 2 * Math.PI);
  else if (radius) c.roundRect(x, y, w, h, radius);
  else c.rect(x, y, w, h);
  if (fill && pattern < RING) {
    if (pattern >= HATCH) {
      c.globalAlpha = opacity * 0.22;
      c.fillStyle = colours[fill];
      c.fill();
      c.globalAlpha = opacity;
      c.fillStyle = striped(c, fill, pattern, ratio);
    } else c.fillStyle = colours[fill];
    c.fill();
  }
  if (stroke) {
    c.setLineDash(pattern === DOTTED ? [2, 2] : []);
    c.strokeStyle = colours[stroke];
    c.lineWidth = strokeWidth;
    c.stroke();
  }
}

/** Stripes of a colour, 1.6 wide every 4. */
function striped(c, tone, pattern, ratio) {
  const key = `${tone} ${pattern} ${ratio}`;
  if (!stripes.has(key)) {
    const size = Math.max(4, Math.round(4 * Math.SQRT2 * ratio));
    const tile = new OffscreenCanvas(size, size).getContext("2d");
    tile.strokeStyle = colours[tone];
    tile.lineWidth = 1.6 * ratio;
    for (const offset of [-size, 0, size]) {
      tile.beginPath();
      if (pattern !== BACK_HATCH) {
        tile.moveTo(offset, size);
        tile.lineTo(offset + size, 0);
      }
      if (pattern !== HATCH) {
        tile.moveTo(offset, 0);
        tile.lineTo(offset + size, size);
      }
      tile.stroke();
    }
    const made = c.createPattern(tile.canvas, "repeat");
    made.setTransform(new DOMMatrix().scale(1 / ratio));
    stripes.set(key, made);
  }
  return stripes.get(key);
}

function line(c, n, i) {
  const [x1, y1, x2, y2, width, stroke, dash, opacity] = n.subarray(i, i + 8);
  c.globalAlpha = opacity;
  c.strokeStyle = colours[stroke];
  c.lineWidth = width;
  c.setLineDash(dash ? [dash, dash] : []);
  c.beginPath();
  c.moveTo(x1, y1);
  c.lineTo(x2, y2);
  c.stroke();
}

// As --font-ui of tokens.css.
const faces = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, '
  + "sans-serif";
const aligns = ["left", "center", "right"];

function label(c, n, i, text) {
  const [x, y, size, weight, align, fill, opacity] = n.subarray(i, i + 7);
  c.globalAlpha = opacity;
  c.fillStyle = colours[fill];
  c.font = `${weight} ${size}px ${faces}`;
  c.textAlign = aligns[align];
  c.fillText(text, x, y);
}
