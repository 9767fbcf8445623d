// Pages of other sites, which show Schedlab in frames: a server with a policy of its own, and what its pages
// can do with a frame.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { patience, sizes, watch } from "./harness.mjs";
import { until } from "./screen.mjs";

// A frame in another site's page may have no storage: naming it throws.
const noStorage = `if (location.port === PORT) {
  for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
    const get = () => { throw new DOMException("blocked", "SecurityError"); };
    Object.defineProperty(globalThis, name, { get });
  }
}`;

/**
 * Gives a test file a site of its own at 127.0.0.1, which is another one than localhost. open(html, look)
 * shows a page of it in a fresh profile; `look` is size, theme, reducedMotion, stored (frames have their
 * storage), sameSite (the host's other name, localhost), browser, pages (more of the host's: path → type
 * and text). The page has `notes`, `bytes` (what Schedlab sent) and `asked` (of which paths);
 * host.received is what the host's own server was asked for.
 */
export function useHost(lab) {
  const host = { pages: {}, received: [] };
  before(async () => {
    host.server = createServer((request, response) => answer(host, lab, request, response));
    await new Promise((listening) => host.server.listen(0, "127.0.0.1", listening));
    host.url = `http://127.0.0.1:${host.server.address().port}`;
    host.alias = host.url.replace("127.0.0.1", "localhost"); // the same server, but another origin
  });
  after(() => host.server.close());
  host.show = (html) => show(host, lab, html);
  host.open = (html, look) => openHost(host, lab, html, look);
  host.frame = (rest, id = "frame") => `<iframe id="${id}" title="Frame ${id}"
    src="${lab.url}/embed.html${rest.startsWith("#") ? rest : `?${rest}`}"></iframe>`;
  host.assertQuiet = (page) => {
    const isForeign = (address) => ![host.url, host.alias].some((ours) => address.startsWith(ours));
    const foreign = page.notes.foreign.filter(isForeign);
    assert.deepEqual({ ...page.notes, foreign }, { console: [], foreign: [], failed: [] });
  };
  return host;
}

function answer(host, lab, request, response) {
  const path = new URL(request.url, "http://host").pathname;
  host.received.push(path);
  const [type, text] = host.pages[path] ?? ["text/plain", ""];
  response.writeHead(host.pages[path] ? 200 : 404, {
    "Content-Type": type,
    "Content-Security-Policy": `default-src 'none'; script-src 'self' ${lab.url}; img-src ${lab.url};`
      + ` frame-src 'self' ${lab.url} ${host.alias}; style-src 'self'; base-uri 'none'; form-action 'none'`,
  });
  response.end(text);
}

/** Puts a page with some HTML at the host's address. */
function show(host, lab, html) {
  host.pages = {
    "/": ["text/html; charset=utf-8", `<!doctype html><html lang="en"><title>Course</title>
      <link rel="stylesheet" href="/host.css">
      <script type="module" src="${lab.url}/embed.js"></script><script src="/host.js"></script>
      <main><h1>Course</h1>${html}</main>`],
    "/other": ["text/html", "<!doctype html><script src=\"/other.js\"></script>"],
    "/other.js": ["text/javascript", "/* the frame's window is reached by the test */"],
    "/host.css": ["text/css", "schedlab-embed, iframe { width: 720px; height: 420px; border: 0 }"],
    "/host.js": ["text/javascript", hostScript],
    "/favicon.ico": ["image/x-icon", ""],
  };
}

async function openHost(host, lab, html, look = {}) {
  host.show(html);
  Object.assign(host.pages, look.pages);
  const context = await (look.browser ?? lab.browser).newContext({ viewport: look.size ?? sizes.desktop,
    colorScheme: look.theme ?? "light", reducedMotion: look.reducedMotion ? "reduce" : "no-preference" });
  context.setDefaultTimeout(patience);
  if (!look.stored) await context.addInitScript(noStorage.replace("PORT", `"${new URL(lab.url).port}"`));
  // A page that is opened in a window of its own need not keep the site.
  await context.addInitScript("if (window.top === window) delete Navigator.prototype.serviceWorker");
  if (look.script) await context.addInitScript(look.script);
  const page = await context.newPage();
  page.notes = watch(page, new URL(lab.url).origin);
  page.bytes = {};
  page.asked = [];
  context.on("requestfinished", async (request) => {
    if (!request.url().startsWith(lab.url)) return;
    const path = new URL(request.url()).pathname;
    page.asked.push(path);
    const sent = await request.sizes().catch(() => ({ responseBodySize: 0 }));
    page.bytes[path] = (page.bytes[path] ?? 0) + sent.responseBodySize;
  });
  await page.goto(look.sameSite ? host.alias : host.url);
  return page;
}

// What a page can do with a bare frame: keeps what the frame says, and asks.
const hostScript = `
  globalThis.frames_ = {};
  globalThis.hellos = 0;
  addEventListener("message", ({ source, data, origin }) => {
    if (data?.schedlab !== "hello") return;
    hellos++;
    const frame = [...document.querySelectorAll("iframe")].find((f) => f.contentWindow === source);
    if (frame && !frame.dataset.deaf) connect(frame, origin);
  });
  globalThis.connect = (frame, origin) => {
    const { port1, port2 } = new MessageChannel();
    const line = { port: port1, events: [], answers: [] };
    port1.onmessage = ({ data }) => (data.event ? line.events : line.answers).push(data);
    frame.contentWindow.postMessage({ schedlab: "connect", version: 1 }, origin, [port2]);
    frames_[frame.id] = line;
  };
  let last = 0;
  globalThis.ask = (name, message) => {
    const id = "id" in message ? message.id : "r" + ++last;
    frames_[name].port.postMessage({ ...message, id });
    return new Promise((told) => {
      const look = () => {
        const at = frames_[name].answers.findIndex((a) => a.id === id);
        if (at < 0) setTimeout(look, 10);
        else told(frames_[name].answers.splice(at, 1)[0]);
      };
      look();
    });
  };`;

/** Asks a frame of the page over its line. */
export const ask = (page, message, name = "frame") =>
  page.evaluate(([n, m]) => globalThis.ask(n, m), [name, message]);

/** What a frame of the page has told. */
export const events = (page, name = "frame") =>
  page.evaluate((n) => globalThis.frames_[n]?.events ?? [], name);

export const hasEvent = (page, wanted, name) => until(`the event ${wanted}`, () => events(page, name),
  (all) => all.some(({ event }) => event === wanted));

/** Waits until a frame's first picture is there. */
export const pictured = (frame) => frame.getByRole("gridcell").first().waitFor();
