// What courses do with Schedlab: code that is copied and pasted, links in frames, pages that allow frames
// little.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchWith } from "./engine.mjs";
import { assertQuiet as assertPageQuiet, themes, useLab } from "./harness.mjs";
import { ask, events, hasEvent, pictured, useHost } from "./host.mjs";
import { captionIs, clipboard, field, playhead, ready, step, timeSlider, until } from "./screen.mjs";

const lab = useLab();
const host = useHost(lab);

/** A page with an edited scenario at a moment of its own. */
async function openEdited() {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await field(page, "Packages").fill("2");
  await captionIs(page, /of 48 CPUs/);
  await timeSlider(page).press("Home");
  await timeSlider(page).press("PageUp");
  await until("the playhead", () => playhead(page), (ms) => ms > 0 && ms < 60_000);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share this scenario" });
  await dialog.waitFor();
  return { page, dialog, at: await playhead(page) };
}

const linkOf = (dialog) => dialog.getByRole("textbox", { name: "Link" }).inputValue();

/** Asserts that a frame shows the edited scenario at its moment. */
async function assertEdited(page, at, name) {
  const { value: state } = await ask(page, { do: "get", what: "state" }, name);
  assert.equal(Math.round(1000 * state.t), at);
  const { value: document } = await ask(page, { do: "get", what: "document" }, name);
  assert.equal(document.machine.packages, 2);
}

/** Follows the link to the full page, which opens in a window of its own. */
async function follow(page, link) {
  const [full] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await ready(full);
  return full;
}

test("a link with edits and a moment works in frames, and leads on to the full page", async () => {
  const { page: made, dialog, at } = await openEdited();
  const link = await linkOf(dialog);
  const fragment = new URL(link).hash;
  assert.match(fragment, /^#1\./);
  assertPageQuiet(made);
  await made.context().close();

  await step("a bare frame", async () => {
    const page = await host.open(host.frame(fragment));
    const frame = page.frameLocator("#frame");
    await frame.getByText("The picture is drawn when you press play.").waitFor();
    const link = frame.getByRole("link", { name: "Open in Schedlab" });
    await until("the way on", () => link.getAttribute("href"), (href) => href === `./${fragment}`);
    await frame.getByRole("button", { name: "Play" }).click();
    await hasEvent(page, "ready");
    await ask(page, { do: "pause" });
    await ask(page, { do: "seek", t: at / 1000 });
    await assertEdited(page, at);

    await step("more edits and another moment go on to the full page", async () => {
      await ask(page, { do: "set", set: { "machine.cores_per_node": 12 } });
      await ask(page, { do: "seek", t: 61.5 });
      const full = await follow(page, link);
      assert.equal(await playhead(full), 61_500);
      assert.equal(await field(full, "Packages").inputValue(), "2");
      assert.equal(await field(full, "Cores per node").inputValue(), "12");
    });
    host.assertQuiet(page);
    await page.context().close();
  });

  await step("an element with a link", async () => {
    const page = await host.open(`<schedlab-embed scenario="soft-numa-on" link="${fragment}"
      title="Edited"></schedlab-embed>`);
    await page.getByText("The picture is drawn when you press play.").waitFor();
    assert.equal(await page.getByRole("img", { name: "Edited" }).count(), 0, "a still would be of another");
    const full = await follow(page, page.getByRole("link", { name: "Open in Schedlab" }));
    assert.equal(await playhead(full), at);
    await full.close();
    const element = page.locator("schedlab-embed");
    const state = await element.evaluate((e) => e.get("state"));
    assert.equal(Math.round(1000 * state.t), at);
    assert.equal((await element.evaluate((e) => e.get("document"))).machine.packages, 2);
    host.assertQuiet(page);
  });
});

test("a link that cannot be read is told in the frame and to the host", async () => {
  const broken = { cut: "1.AAAA", changed: "1.%E0%A4%A", newer: `9.${"A".repeat(80)}`,
    unknown: "nowhere!" }; // the last has no still that could be asked for
  const told = { cut: /part is missing|changed on the way/, changed: /changed on the way|part is missing/,
    newer: /newer Schedlab/, unknown: /no scenario named “nowhere!”/ };
  const frames = Object.entries(broken).map(([name, fragment]) => `<iframe id="${name}" title="${name}"
    src="${lab.url}/embed.html?load&scenario=cpu-loops-12-cores#${fragment}"></iframe>`);
  const page = await host.open(frames.join(""));
  for (const [name, words] of Object.entries(told)) {
    await hasEvent(page, "ready", name);
    const alert = page.frameLocator(`#${name}`).getByRole("alert").filter({ hasText: words });
    await alert.waitFor();
    const errors = (await events(page, name)).filter(({ event }) => event === "error");
    assert.deepEqual(errors.map(({ error }) => error.code), [name === "unknown" ? "address" : "link"], name);
    assert.match(errors[0].error.message, words);
    const { value } = await ask(page, { do: "get", what: "state" }, name);
    assert.equal(value.scenario, "cpu-loops-12-cores", "what the address names beside the link is shown");
  }
  host.assertQuiet(page);
});

/** Names of all shipped scenarios. */
async function lessons() {
  const listed = await (await fetch(`${lab.url}/lessons/`)).text();
  return [...new Set([...listed.matchAll(/href="([\w-]+)\.html"/g)].map(([, name]) => name))];
}

test("before the click an element costs at most 10 kB with each picture, light and dark", async () => {
  const names = await lessons();
  assert.ok(names.length >= 20, names.join());
  for (const theme of themes) {
    const elements = names.map((name) => `<schedlab-embed scenario="${name}"></schedlab-embed>`);
    const page = await host.open(elements.join(""), { theme });
    await until("the pictures", () => page.locator("schedlab-embed img")
      .evaluateAll((all) => all.filter((picture) => picture.complete && picture.naturalWidth === 720).length),
    (count) => count === elements.length);
    await page.waitForLoadState("networkidle");
    const ending = theme === "dark" ? "-dark.svg" : ".svg";
    const stills = names.map((name) => `/stills/${name}${ending}`);
    assert.deepEqual(page.asked.sort(), ["/embed.js", ...stills].sort());
    const script = page.bytes["/embed.js"];
    assert.ok(script > 1000, `embed.js is ${script} bytes`);
    for (const still of stills) {
      const sum = script + page.bytes[still];
      assert.ok(page.bytes[still] > 300 && sum <= 10_000, `${still}: ${sum} bytes before the click`);
    }
    host.assertQuiet(page);
    await page.context().close();
  }
});

/** The codes that the dialog of a page copies: each kind with each choice, and each choice off and on. */
async function copiedCodes({ page, dialog }) {
  const codes = { element: [], frame: [] };
  const choices = [["full", "auto", false, false], ["picture", "light", true, false],
    ["timeline", "dark", false, true]];
  for (const [kind, radio] of [["element", /Element with a script/], ["frame", /Plain frame/]]) {
    await dialog.getByRole("radio", { name: radio }).check();
    for (const [mode, theme, isReadonly, isAuto] of choices) {
      await dialog.getByRole("combobox", { name: "Shows" }).selectOption(mode);
      await dialog.getByRole("combobox", { name: "Colours" }).selectOption(theme);
      await dialog.getByRole("checkbox", { name: "Readers cannot edit" }).setChecked(isReadonly);
      await dialog.getByRole("checkbox", { name: "Starts by itself" }).setChecked(isAuto);
      const code = dialog.getByRole("region", { name: "Embed code" });
      await until("the code", () => code.innerText(), (text) => text.includes("autoplay") === isAuto
        && text.includes("readonly") === isReadonly && (mode === "full" || text.includes(mode)));
      await dialog.getByRole("button", { name: "Copy embed code" }).click();
      const shown = await code.innerText();
      codes[kind].push(await until("the clipboard", () => clipboard(page), (text) => text === shown));
    }
  }
  return codes;
}

test("code that is copied works where it is pasted", async () => {
  const made = await openEdited();
  const codes = await copiedCodes(made);
  const { at } = made;
  assertPageQuiet(made.page);
  await made.page.context().close();
  const modes = ["full", "picture", "timeline"];
  const size = { width: 1000, height: 2100 }; // all are in sight: a frame out of it does not play

  await step("elements", async () => {
    const page = await host.open(codes.element.join("\n"), { size });
    for (const [i, mode] of modes.entries()) {
      const element = page.locator("schedlab-embed").nth(i);
      if (mode !== "timeline") await element.getByRole("button", { name: /^Play/ }).click();
      const frame = element.locator("iframe").contentFrame();
      await frame.getByRole("button", { name: "Pause" }).waitFor();
      const state = await element.evaluate((e) => e.get("state"));
      assert.deepEqual([state.mode, state.readonly, state.playing], [mode, mode === "picture", true]);
      assert.ok(1000 * state.t >= at, `${state.t} s`);
      assert.equal((await element.evaluate((e) => e.get("document"))).machine.packages, 2);
      const theme = await frame.locator("html").getAttribute("data-theme");
      assert.equal(theme, mode === "timeline" ? "dark" : "light");
    }
    host.assertQuiet(page);
    await page.context().close();
  });

  await step("frames", async () => {
    const page = await host.open(codes.frame.map((code, i) => code.replace("<iframe ", `<iframe id="f${i}" `))
      .join("\n"), { size });
    for (const [i, mode] of modes.entries()) {
      const frame = page.frameLocator(`#f${i}`);
      if (mode !== "timeline") await frame.getByRole("button", { name: "Play" }).click();
      await frame.getByRole("button", { name: "Pause" }).waitFor();
      await hasEvent(page, "ready", `f${i}`);
      const { value: state } = await ask(page, { do: "get", what: "state" }, `f${i}`);
      assert.deepEqual([state.mode, state.readonly, state.playing], [mode, mode === "picture", true]);
      const { value: document } = await ask(page, { do: "get", what: "document" }, `f${i}`);
      assert.equal(document.machine.packages, 2);
    }
    host.assertQuiet(page);
  });
});

test("what oEmbed and each lesson give is a frame that works", async () => {
  const codes = {};
  for (const name of await lessons()) {
    const lesson = await (await fetch(`${lab.url}/lessons/${name}`)).text();
    const [, link] = lesson.match(/<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/);
    assert.equal(new URL(link).pathname, `/oembed/${name}.json`);
    const told = await (await fetch(new URL(new URL(link).pathname, lab.url))).json();
    assert.match(told.html, /^<iframe [^<>]+><\/iframe>$/, name);
    assert.deepEqual([told.version, told.type, told.width, told.height], ["1.0", "rich", 720, 420]);
    codes[name] = told.html.replace(new URL(link).origin, lab.url);
    assert.ok(codes[name].includes(`src="${lab.url}/embed.html?scenario=${name}"`), codes[name]);
  }
  const name = "checkpoint-automatic";
  const page = await host.open(codes[name].replace("<iframe ", '<iframe id="frame" '));
  const frame = page.frameLocator("#frame");
  await frame.getByRole("button", { name: "Play" }).click();
  await frame.getByRole("button", { name: "Pause" }).waitFor();
  assert.equal((await ask(page, { do: "get", what: "state" })).value.scenario, name);
  host.assertQuiet(page);
});

/** Chromium that keeps nothing for anybody: "Block all cookies" of its settings. */
async function launchBlocking(folder) {
  mkdirSync(join(folder, "Default"));
  const profile = { default_content_setting_values: { cookies: 2 }, block_third_party_cookies: true };
  writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify({ profile }));
  return launchWith(folder);
}

const storageOf = (frame) => frame.evaluate(() => {
  try {
    return `${typeof globalThis.localStorage} ${globalThis.localStorage.length}`;
  } catch (error) {
    return error.name;
  }
});

test("where the browser keeps nothing, frames run and complain of nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-blocking-"));
  const context = await launchBlocking(folder);
  try {
    const browser = { newContext: async () => context };
    const page = await host.open(host.frame("load&autoplay&speed=10"), { stored: true, browser });
    await hasEvent(page, "ready");
    const frame = page.mainFrame().childFrames()[0];
    assert.equal(await storageOf(frame), "SecurityError", "the browser refuses storage");
    const registered = frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    assert.equal(await registered.catch(() => 0), 0);
    assert.equal((await ask(page, { do: "set", set: { "machine.packages": 2 } })).ok, true);
    await ask(page, { do: "pause" });
    await ask(page, { do: "seek", t: 30 });
    const link = page.frameLocator("#frame").getByRole("link", { name: "Open in Schedlab" });
    const full = await follow(page, link);
    assert.equal(await field(full, "Packages").inputValue(), "2", "the page by itself works there too");
    await field(full, "Packages").fill("3");
    await full.getByText(/This browser keeps nothing here/).waitFor();
    host.assertQuiet(page);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a frame keeps nothing where it could, and registers nothing", async () => {
  // Of a page of the same site, a browser lets the frame have its storage.
  const page = await host.open(host.frame("load&scenario=soft-numa-on"), { stored: true, sameSite: true });
  await hasEvent(page, "ready");
  assert.equal((await ask(page, { do: "set", set: { "machine.packages": 2 } })).ok, true);
  const inside = page.frameLocator("#frame");
  await inside.getByRole("button", { name: "Play", exact: true }).focus();
  await page.keyboard.press("Control+s");
  await page.keyboard.press("Control+z");
  const packages = async () => (await ask(page, { do: "get", what: "document" })).value.machine.packages;
  await until("the undo", packages, (count) => count === 4);
  const frame = page.mainFrame().childFrames()[0];
  assert.equal(await storageOf(frame), "object 0");
  const kept = await frame.evaluate(async () => ({ databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length, session: sessionStorage.length }));
  assert.deepEqual(kept, { databases: 0, workers: 0, caches: 0, session: 0 });
  host.assertQuiet(page);
});

test("in a sandbox a frame runs, or says plainly why it cannot", async () => {
  const source = `${lab.url}/embed.html?scenario=soft-numa-on&load`;
  await step("with its origin", async () => {
    const page = await host.open(`<iframe id="frame" title="F" sandbox="allow-scripts allow-same-origin"
      src="${source}"></iframe>`);
    await hasEvent(page, "ready");
    await pictured(page.frameLocator("#frame"));
    host.assertQuiet(page);
    await page.context().close();
  });
  await step("without an origin", async () => {
    const page = await host.open(`<iframe id="frame" title="F" sandbox="allow-scripts"
      src="${source}"></iframe>`);
    const frame = page.frameLocator("#frame");
    await frame.getByText(/has put it into a sandbox without allow-same-origin/).waitFor();
    assert.equal(await frame.getByRole("button", { name: "Play" }).isEnabled(), false);
    await frame.getByRole("link", { name: "Open in Schedlab" }).waitFor();
    assert.equal(await page.evaluate(() => globalThis.hellos), 0);
    assert.deepEqual(page.notes.foreign.filter((address) => !address.startsWith(host.url)), []);
  });
});

test("an element whose frame does not answer says so", async () => {
  // frame-ancestors * means the network's pages: one on the reader's own disk may show none of ours.
  const folder = mkdtempSync(join(tmpdir(), "schedlab-course-"));
  const file = join(folder, "course.html");
  writeFileSync(file, `<!doctype html><html lang="en"><title>Course</title>
    <script type="module" src="${lab.url}/embed.js"></script>
    <schedlab-embed title="Lesson"></schedlab-embed>`);
  try {
    const page = await host.open("");
    await page.clock.install();
    await page.goto(pathToFileURL(file).href);
    await page.getByRole("button", { name: "Play: Lesson" }).waitFor();
    await page.locator("schedlab-embed").evaluate((e) => {
      globalThis.told = [];
      e.addEventListener("error", ({ detail }) => globalThis.told.push(detail.error.code));
      e.play().catch(({ code }) => globalThis.told.push(code));
    });
    await page.clock.fastForward(29_000);
    assert.deepEqual(await page.evaluate(() => globalThis.told), []);
    await page.clock.fastForward(2_000);
    await until("what is told", () => page.evaluate(() => globalThis.told.join()),
      (codes) => codes === "failed,failed");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
