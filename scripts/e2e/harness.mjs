// What the browser tests share: one server and one browser a test file, and pages that note everything that
// must not happen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before } from "node:test";
import { isChromium, launch } from "./engine.mjs";
import { startServer } from "./server.mjs";

export { launch };

/** Sizes at which pages are looked at. */
export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
export const themes = ["light", "dark"];

/** How long anything is waited for, in milliseconds: a busy machine is slow, a broken page is for ever. */
export const patience = 30_000;

/**
 * Gives a test file its browser and server, from before its first test until after its last. The server is
 * the one named in SCHEDLAB_URL, which run.mjs starts for all files, or one of its own.
 *
 *   const lab = useLab();
 *   test("…", async () => { const page = await lab.open("/", { theme: "dark", size: sizes.phone }); … });
 */
export function useLab() {
  const lab = { url: process.env.SCHEDLAB_URL, browser: undefined };
  lab.open = (path, look) => openPage(lab, path, look);
  let server;
  before(async () => {
    if (!lab.url) server = await startServer();
    lab.url ??= server.url;
    lab.browser = await launch();
  });
  afterEach(() => Promise.all(lab.browser.contexts().map((context) => context.close())));
  after(async () => {
    await lab.browser?.close();
    await server?.close();
  });
  return lab;
}

/**
 * Opens an address in a fresh profile. `look`: size, theme, reducedMotion, noScript, touch, worker (whether
 * the browser has service workers: with them each fresh profile fetches the whole site), and script: text to
 * run in the page before its own scripts. The page has `notes` (see watch) and `response`, the server's
 * first answer.
 */
export async function openPage(lab, path = "/", look = {}) {
  const context = await lab.browser.newContext({
    viewport: look.size ?? sizes.desktop,
    colorScheme: look.theme ?? "light",
    reducedMotion: look.reducedMotion ? "reduce" : "no-preference",
    javaScriptEnabled: !look.noScript,
    hasTouch: Boolean(look.touch),
    permissions: isChromium ? ["clipboard-read", "clipboard-write"] : [], // others have no such names
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  if (!look.worker) await page.addInitScript("delete Navigator.prototype.serviceWorker");
  if (look.script) await page.addInitScript(look.script);
  page.notes = watch(page, new URL(lab.url).origin);
  page.response = await page.goto(new URL(path, lab.url).href);
  return page;
}

/**
 * Notes what a page says on its console (anything but plain logging), its uncaught errors, its failed
 * requests and its requests to other places than the origin. What a Web Worker says is the page's too.
 */
export function watch(page, origin) {
  const notes = { console: [], foreign: [], failed: [] };
  page.on("console", (message) => {
    if (["error", "warning", "assert"].includes(message.type())) notes.console.push(message.text());
  });
  page.on("pageerror", (error) => notes.console.push(String(error)));
  page.context().on("request", (request) => {
    const url = new URL(request.url());
    const isLocal = url.origin === origin || ["data:", "blob:"].includes(url.protocol);
    if (!isLocal) notes.foreign.push(request.url());
  });
  page.context().on("requestfailed", (request) => {
    notes.failed.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  page.context().on("response", (response) => {
    if (response.status() >= 400) notes.failed.push(`${response.url()}: ${response.status()}`);
  });
  return notes;
}

/** Asserts that nothing was noted. Call it at the end of each test. */
export function assertQuiet(page) {
  assert.deepEqual(page.notes, { console: [], foreign: [], failed: [] });
}

/** Asserts that axe finds nothing wrong with the page, once nothing fades or moves any more. */
export async function assertAccessible(page) {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const file = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await page.evaluate(readFileSync(file, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
  const places = (violation) => violation.nodes.map((node) => node.target.join(" ")).join("; ");
  const told = violations.map((violation) => `${violation.id}: ${violation.help} (${places(violation)})`);
  assert.deepEqual(told, []);
}
