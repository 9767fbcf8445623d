// What people save stays: in this browser, through reloads, two tabs, full or refused storage, and the end of
// the browser in the middle of a save.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";
import { assertAccessible, assertQuiet, patience, sizes, themes, useLab, watch } from "./harness.mjs";
import { captionIs, field, frames, ready, step, until } from "./screen.mjs";
import * as shelf from "./shelf.mjs";
import {
  button, cores, downloaded, drops, library, openLibrary, picker, pressSave, resumed, saveAs, startFresh,
  status, titles, titlesAre,
} from "./shelf.mjs";

const lab = useLab();

const another = (page, path) => shelf.another(lab, page, path);

test("scenarios are saved, found, sorted, copied, deleted and taken back", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await step("the first save asks for a name", async () => {
    await cores(page).fill("12");
    await status(page, "Draft saved");
    await saveAs(page, "Small machine", "course, small");
    await cores(page).fill("6");
    await status(page, "Draft saved");
    await page.keyboard.press("Control+s");
    await status(page, "Saved in this browser");
    await picker(page).click();
    await page.getByRole("menuitem", { name: "Save as…" }).click();
    await field(page, "Name").fill("Another");
    await field(page, "Tags").fill("course");
    await button(page, "Save scenario").click();
    await until("the name", () => picker(page).innerText(), (text) => text.includes("Another"));
  });
  await step("search, tags, order", async () => {
    await openLibrary(page);
    await titlesAre(page, ["Another", "Small machine"]);
    await library(page).getByRole("searchbox").fill("small");
    await titlesAre(page, ["Small machine"]);
    await library(page).getByRole("searchbox").fill("nothing like it");
    await library(page).getByText("No saved scenario matches.").waitFor();
    await library(page).getByRole("searchbox").fill("");
    await library(page).getByRole("combobox", { name: "Tag" }).selectOption("small");
    await titlesAre(page, ["Small machine"]);
    await library(page).getByRole("combobox", { name: "Tag" }).selectOption("");
    await library(page).getByRole("combobox", { name: "Order" }).selectOption("by name");
    await titlesAre(page, ["Another", "Small machine"]);
  });
  await step("name and tags, by keyboard", async () => {
    await button(page, "Name and tags Another").press("Enter");
    await field(page, "Name").fill("Zebra");
    await page.keyboard.press("Enter");
    await titlesAre(page, ["Small machine", "Zebra"]);
    await library(page).waitFor();
  });
  await step("duplicate, delete, undo", async () => {
    await button(page, "Duplicate Zebra").click();
    await titlesAre(page, ["Small machine", "Zebra", "Zebra, copy"]);
    await button(page, "Delete Zebra, copy").click();
    await titlesAre(page, ["Small machine", "Zebra"]);
    await library(page).getByRole("button", { name: "Undo" }).click();
    await titlesAre(page, ["Small machine", "Zebra", "Zebra, copy"]);
    await button(page, "Delete Zebra, copy").click();
  });
  await step("they are there after a reload", async () => {
    await page.reload();
    await ready(page);
    await openLibrary(page);
    await titlesAre(page, ["Zebra", "Small machine"]);
    await button(page, "Open Small machine").click();
    assert.equal(await cores(page).inputValue(), "6");
    await status(page, "Saved in this browser");
  });
  assertQuiet(page);
});

test("files of the library come back, and what is there is not overwritten", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await saveAs(page, "Mine", "a tag");
  await openLibrary(page);
  const one = await downloaded(page, () => button(page, "Export Mine").click());
  assert.equal(one.name, "mine.json");
  assert.equal(JSON.parse(one.text).machine.cores_per_node, 12);
  const all = await downloaded(page, () => button(page, "Export all").click());
  const give = (name, text) => library(page).locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await give(all.name, all.text);
  await library(page).getByText("0 scenarios were imported. 1 was there already.").waitFor();
  await give("other.json", all.text.replace('\\"cores_per_node\\":12', '\\"cores_per_node\\":3'));
  await library(page).getByText("1 scenario was imported.").waitFor();
  await titlesAre(page, ["Mine", "Mine"]);
  await give(one.name, one.text);
  await until("three", () => titles(page), (list) => list.length === 3);
  await give("broken.json", "{ not json");
  await library(page).getByText("broken.json was not imported").waitFor();
  await give("markup.json", JSON.stringify({ ...JSON.parse(one.text),
    title: "<img src=x onerror=alert(1)>" }));
  await until("markup as text", () => titles(page), (list) => list.includes("<img src=x onerror=alert(1)>"));
  assert.equal(await library(page).locator("h3 img").count(), 0);
  assertQuiet(page);

  const fresh = await lab.open("/#soft-numa-on");
  await ready(fresh);
  await openLibrary(fresh);
  await library(fresh).getByText("Nothing is saved yet.").waitFor();
  await library(fresh).locator("input[type=file]")
    .setInputFiles({ name: all.name, mimeType: "application/json", buffer: Buffer.from(all.text) });
  await titlesAre(fresh, ["Mine"]);
  await library(fresh).getByRole("listitem").getByText("a tag").waitFor();
  assertQuiet(fresh);
});

test("a reload keeps the draft, a fresh start restores it, and starting fresh loses nothing", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await page.reload(); // at once: leaving the page keeps the draft too
  await ready(page);
  assert.equal(await cores(page).inputValue(), "12");
  await status(page, "Draft saved");
  const beside = await another(page, "/");
  assert.equal(await cores(beside).inputValue(), "24", "the draft of a tab that is open is its own");
  await beside.close();
  const context = page.context();
  const kept = await context.newPage();
  await kept.goto("about:blank");
  await page.close();
  const fresh = await another(kept, "/");
  await resumed(fresh);
  assert.equal(await cores(fresh).inputValue(), "12");
  await startFresh(fresh);
  await until("the shipped one", () => cores(fresh).inputValue(), (value) => value === "24");
  await openLibrary(fresh);
  await library(fresh).getByRole("heading", { name: "Drafts" }).waitFor();
  await library(fresh).getByRole("button", { name: /^Open / }).first().click();
  await until("the draft", () => cores(fresh).inputValue(), (value) => value === "12");
  assertQuiet(fresh);
});

test("two tabs see each other, and the older edit is never written over the newer one", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await saveAs(page, "Shared");
  const other = await another(page);
  await openLibrary(other);
  await titlesAre(other, ["Shared"]);
  await button(other, "Open Shared").click();
  await until("12 cores", () => cores(other).inputValue(), (value) => value === "12");
  await cores(page).fill("6");
  await cores(other).fill("3");
  await other.keyboard.press("Control+s");
  await status(other, "Saved in this browser");
  await page.getByText(/^“Shared” was changed in another tab/).waitFor();
  await page.keyboard.press("Control+s");
  await frames(page);
  await page.getByText(/^“Shared” was changed in another tab/).waitFor();
  assert.equal(await cores(page).inputValue(), "6");
  await button(page, "Keep both").click();
  await status(page, "Saved in this browser");
  await openLibrary(other);
  await titlesAre(other, ["Shared, copy", "Shared"]);
  await button(other, "Open Shared, copy").click();
  await until("6 cores", () => cores(other).inputValue(), (value) => value === "6");

  await cores(other).fill("2");
  await cores(page).fill("4");
  await page.keyboard.press("Control+s");
  await button(other, "Take theirs").click();
  await until("4 cores", () => cores(other).inputValue(), (value) => value === "4");
  await cores(page).fill("5");
  await cores(other).fill("7");
  await other.keyboard.press("Control+s");
  await button(page, "Overwrite theirs").click();
  await status(page, "Saved in this browser");
  await button(other, "Take theirs").waitFor();
  assertQuiet(page);
  assertQuiet(other);
});

// What browsers do that keep nothing, or not enough.
const refusing = `Object.defineProperty(window, "indexedDB", { get() {
  throw new DOMException("The operation is insecure.", "SecurityError"); } });
Object.defineProperty(window, "sessionStorage", { get() {
  throw new DOMException("The operation is insecure.", "SecurityError"); } });`;
const missing = `Object.defineProperty(window, "indexedDB", { value: null });
Object.defineProperty(window, "BroadcastChannel", { value: undefined });
Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
Object.defineProperty(Navigator.prototype, "storage", { value: undefined });`;
const full = `const put = IDBObjectStore.prototype.put;
window.isFull = true;
IDBObjectStore.prototype.put = function (...all) {
  if (window.isFull) throw new DOMException("There is no room.", "QuotaExceededError");
  return put.apply(this, all); };`;
const fullLate = `const put = IDBObjectStore.prototype.put;
window.isFull = true;
IDBObjectStore.prototype.put = function (...all) {
  const request = put.apply(this, all);
  if (window.isFull) { try { this.transaction.abort(); } catch { /* it has ended */ } }
  return request; };`;

for (const [name, script, told, state] of [
  ["refused", refusing, "This browser keeps nothing here", "Not kept: storage is refused"],
  ["missing", missing, "This browser keeps nothing here", "Not kept: storage is refused"],
  ["full", full, "The browser has no room left", "Not kept: storage is full"],
  ["failing", fullLate, "The browser’s storage failed", "Not kept: storage failed"],
]) {
  test(`storage that is ${name} is told, and work goes on`, async () => {
    const page = await lab.open("/#soft-numa-on", { script });
    await ready(page);
    await cores(page).fill("12");
    await page.getByText(told).waitFor();
    await status(page, state);
    await step("it can leave as a link", async () => {
      await button(page, "Share as a link").click();
      const link = page.getByRole("dialog", { name: "Share this scenario" }).getByRole("textbox");
      await until("the link", () => link.inputValue(), (text) => text.includes("#1."));
      await page.keyboard.press("Escape");
    });
    const file = await downloaded(page, () => button(page, "Save as a file").click());
    assert.equal(JSON.parse(file.text).machine.cores_per_node, 12);
    await pressSave(page);
    await field(page, "Name").fill("In memory");
    await button(page, "Save scenario").click();
    await openLibrary(page);
    await titlesAre(page, ["In memory"]);
    await downloaded(page, () => button(page, "Export all").click());
    await page.keyboard.press("Escape");
    if (name === "full") {
      await page.evaluate(() => { globalThis.isFull = false; });
      await cores(page).fill("6");
      await page.keyboard.press("Control+s");
      await status(page, "Saved in this browser");
      assert.equal(await page.getByText(told).isVisible(), false);
      await page.evaluate(() => { globalThis.isFull = true; });
      const other = await another(page);
      await openLibrary(other);
      await titlesAre(other, ["In memory"]);
    }
    assertQuiet(page);
  });
}

/** A page of the site that is not the simulator, to prepare the database with. */
async function prepared(prepare, argument) {
  const page = await lab.open("/assets.json");
  await page.evaluate(prepare, argument);
  return page;
}

const holdVersion = (version) => new Promise((resolve, reject) => {
  const request = indexedDB.open("schedlab", version);
  request.onerror = () => reject(request.error);
  request.onsuccess = () => { globalThis.held = request.result; resolve(); };
});

test("a database that another tab holds at an older version is waited for", async () => {
  const holder = await prepared(holdVersion, 1);
  const page = await another(holder);
  await page.getByText("Another tab of this browser holds an older Schedlab").waitFor();
  await cores(page).fill("12");
  await pressSave(page);
  await field(page, "Name").fill("Held");
  await button(page, "Save scenario").click();
  await status(page, "Not kept: another tab is in the way");
  await holder.evaluate(() => globalThis.held.close());
  await status(page, "Saved in this browser");
  const other = await another(page);
  await openLibrary(other);
  await titlesAre(other, ["Held"]);
  assertQuiet(page);
});

test("a database of a newer Schedlab is not touched, and a newer one is let in", async () => {
  const newer = await prepared(holdVersion, 99);
  const page = await another(newer);
  await page.getByText("A newer Schedlab has used this browser’s storage").waitFor();
  await status(page, "Not kept: a newer Schedlab was here");
  assertQuiet(page);

  const older = await lab.open("/#soft-numa-on");
  await ready(older);
  await cores(older).fill("12");
  await status(older, "Draft saved");
  const next = await older.context().newPage();
  await next.goto(new URL("/assets.json", lab.url).href);
  await next.evaluate(holdVersion, 99);
  await cores(older).fill("6");
  await status(older, "Not kept: a newer Schedlab was here");
  assertQuiet(older);
});

/** Puts texts into the store of records as another Schedlab might have left them. */
const leave = (texts) => new Promise((resolve, reject) => {
  const request = indexedDB.open("schedlab", 2);
  request.onupgradeneeded = () => {
    for (const name of ["records", "drafts"]) request.result.createObjectStore(name);
  };
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const transaction = request.result.transaction("records", "readwrite");
    for (const [id, text] of Object.entries(texts)) transaction.objectStore("records").put(text, id);
    transaction.oncomplete = () => { request.result.close(); resolve(); };
  };
});

test("what cannot be read is kept aside, untouched, and can be downloaded", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await saveAs(page, "Readable");
  const garbage = '{"record":999,"from":"the future"}';
  const newer = '{"schedlab":"scenario","version":2,"id":"late","title":"Of tomorrow","document":"{}"}';
  await page.evaluate(leave, { odd: garbage, worse: "no json at all", late: newer });
  await openLibrary(page);
  await library(page).getByRole("heading", { name: "Kept aside" }).waitFor();
  await titlesAre(page, ["Readable"]);
  const row = (name) => library(page).getByRole("listitem").filter({ hasText: `Record ${name}` });
  await row("odd").getByText("The file is something else than saved scenarios.").waitFor();
  await row("worse").getByText("The file is damaged: it is no JSON of a saved scenario.").waitFor();
  await row("late").getByText("It was saved by a newer Schedlab. Reload the page to get the newest one.")
    .waitFor();
  const tomorrow = await downloaded(page, () => button(page, "Download Record late").click());
  assert.equal(tomorrow.text, newer);
  const file = await downloaded(page, () => button(page, "Download Record odd").click());
  assert.equal(file.text, garbage);
  await page.reload();
  await ready(page);
  await openLibrary(page);
  await button(page, "Download Record worse").waitFor();
  const kept = await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open("schedlab", 2).onsuccess = ({ target: { result } }) => {
      const asked = result.transaction("records").objectStore("records").get("late");
      asked.onsuccess = () => { result.close(); resolve(asked.result); };
    };
  }));
  assert.equal(kept, newer, "it waits for the Schedlab that can read it");
  assertQuiet(page);
});

test("a saved scenario shows the picture of its run", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await captionIs(page, /of 48 CPUs/);
  await saveAs(page, "With a picture");
  await openLibrary(page);
  const picture = library(page).getByRole("listitem").filter({ hasText: "With a picture" }).locator("img");
  const painted = () => picture.evaluate((image) => image.complete && image.naturalWidth > 0
    && decodeURIComponent(image.src));
  const first = await until("the picture", painted, (address) => address.length > 1000);
  assert.match(first, /^data:image\/svg\+xml,<svg /);
  await page.keyboard.press("Escape");
  await cores(page).fill("6");
  await captionIs(page, /of 24 CPUs/);
  await page.keyboard.press("Control+s");
  await openLibrary(page);
  await until("the new picture", painted, (address) => address && address !== first);
  await page.reload();
  await ready(page);
  await openLibrary(page);
  await until("the picture after a reload", painted, (address) => address && address !== first);
  assertQuiet(page);
});

test("files that are dropped on the library go into it, not onto the page", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await saveAs(page, "First");
  await openLibrary(page);
  const all = await downloaded(page, () => button(page, "Export all").click());
  const text = all.text.replace('"id":"', '"id":"x').replace('"title":"First"', '"title":"Second"');
  const third = text.replaceAll("Second", "Third").replace('"id":"x', '"id":"y');
  await drops(library(page).locator("ul").first(), ["library.json", text], ["one.json", third]);
  await until("three", () => titles(page), (list) => list.toSorted().join() === "First,Second,Third");
  await status(page, "1 scenario was imported.");
  assert.match(await picker(page).innerText(), /First/, "what is open stays");
  assert.equal(await cores(page).inputValue(), "12");
  assertQuiet(page);
});

test("fingers find what they press: nothing of the library is smaller than 44 pixels", async () => {
  const page = await lab.open("/#soft-numa-on", { touch: true, size: sizes.phone });
  await ready(page);
  assert.ok(await page.evaluate(() => matchMedia("(pointer: coarse)").matches), "the pointer is coarse");
  await pressSave(page);
  await field(page, "Name").fill("For fingers");
  await field(page, "Tags").fill("tag");
  await button(page, "Save scenario").click();
  await page.getByRole("status").filter({ hasText: "Saved as “For fingers”." }).waitFor();
  await page.evaluate(leave, { odd: "unreadable" });
  await openLibrary(page);
  await button(page, "Download Record odd").waitFor();
  const small = () => library(page).locator("button:visible, select:visible, input[type=search]:visible")
    .evaluateAll((all) => all.map((e) => [e.textContent || e.ariaLabel, e.getBoundingClientRect()])
      .filter(([, box]) => box.height < 44 || box.width < 44).map(([name, box]) =>
        `${name}: ${box.width} × ${box.height}`));
  assert.deepEqual(await small(), []);
  assertQuiet(page);
});

test("500 scenarios are listed and searched", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await saveAs(page, "Number 0");
  await page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open("schedlab", 2);
    request.onsuccess = () => {
      const transaction = request.result.transaction("records", "readwrite");
      const store = transaction.objectStore("records");
      store.getAll().onsuccess = (event) => {
        const record = JSON.parse(event.target.result[0]);
        for (let i = 1; i < 500; i += 1) {
          const next = { ...record, id: `n${i}`, title: `Number ${i}` };
          store.put(JSON.stringify(next), next.id);
        }
      };
      transaction.oncomplete = () => { request.result.close(); resolve(); };
    };
  }));
  await openLibrary(page);
  await until("500 rows", () => library(page).getByRole("heading", { level: 3 }).count(), (n) => n === 500);
  await library(page).getByRole("searchbox").fill("number 499");
  await titlesAre(page, ["Number 499"]);
  assertQuiet(page);
});

/** Ends a browser and all that it has started, as a power cut would. */
function kill(folder) {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  for (const line of lines.filter((text) => text.includes(`--user-data-dir=${folder}`))) {
    try { process.kill(Number(line.trim().split(" ")[0]), "SIGKILL"); } catch { /* it is gone */ }
  }
}

/** The cores of the only saved scenario, as the database holds it. */
async function savedCores(page) {
  const [text] = await page.evaluate(() => new Promise((done, fail) => {
    const opening = indexedDB.open("schedlab");
    opening.onerror = fail;
    opening.onsuccess = () => {
      const all = opening.result.transaction("records").objectStore("records").getAll();
      all.onerror = fail;
      all.onsuccess = () => { opening.result.close(); done(all.result); };
    };
  }));
  return text.match(/cores_per_node\\?":\s*(\d+)/)[1];
}

test("ending the browser in the middle of a save loses at most the last second", async () => {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-profile-"));
  const start = async () => {
    const isRoot = process.getuid?.() === 0;
    const context = await chromium.launchPersistentContext(folder, { executablePath: findBrowser(),
      headless: true, args: ["--disable-gpu", ...(isRoot ? ["--no-sandbox"] : [])] });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    return { context, page };
  };
  try {
    const first = await start();
    await first.page.goto(new URL("/#soft-numa-on", lab.url).href);
    await ready(first.page);
    await cores(first.page).fill("12");
    await saveAs(first.page, "Saved before");
    const typed = [];
    const end = Date.now() + 3000;
    for (let n = 1; Date.now() < end; n = n % 40 + 1) {
      await cores(first.page).fill(String(n));
      typed.push({ value: String(n), at: Date.now() });
    }
    const killed = Date.now();
    await first.page.keyboard.press("Control+s");
    kill(folder);
    await first.context.close().catch(() => undefined);

    const second = await start();
    second.page.notes = watch(second.page, new URL(lab.url).origin);
    await second.page.goto(new URL("/", lab.url).href);
    await ready(second.page);
    const recent = typed.filter(({ at }) => at >= killed - 1000).map((entry) => entry.value);
    // The save may have come to its end; then it holds the work, and there is no draft to go on with.
    const saved = await savedCores(second.page);
    if (!recent.includes(saved)) await resumed(second.page);
    const value = recent.includes(saved) ? saved : await cores(second.page).inputValue();
    const before = typed.filter(({ at }) => at < killed - 1000).at(-1)?.value;
    assert.ok([before, ...recent].includes(value), `${value} is none of ${before}, ${recent}`);
    await openLibrary(second.page);
    await titlesAre(second.page, ["Saved before"]);
    assertQuiet(second.page);
    await second.context.close();
  } finally {
    kill(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

for (const theme of themes) {
  for (const [name, size] of Object.entries(sizes)) {
    test(`axe finds nothing wrong with the library, ${theme}, ${name}`, async () => {
      const page = await lab.open("/#soft-numa-on", { theme, size });
      await ready(page);
      await pressSave(page);
      await field(page, "Name").fill("A scenario");
      await field(page, "Tags").fill("one, two");
      await assertAccessible(page);
      await button(page, "Save scenario").click();
      await page.evaluate(leave, { odd: "unreadable" });
      await openLibrary(page);
      await button(page, "Duplicate A scenario").click();
      await button(page, "Delete A scenario, copy").click();
      await button(page, "Download Record odd").waitFor();
      await assertAccessible(page);
      assertQuiet(page);
    });
  }
}
