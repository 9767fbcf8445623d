import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertAccessible, assertQuiet, sizes, themes, useLab, watch } from "./harness.mjs";
import {
  captionIs, field, figures, frames, headline, ready, settled, step, timeSlider, until,
} from "./screen.mjs";
import { drops as dropsOn } from "./shelf.mjs";

const lab = useLab();
const folder = mkdtempSync(join(tmpdir(), "schedlab-export-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const exportButton = (page) => page.getByRole("button", { name: "Export", exact: true });

/** Chooses an entry of the menu of files. */
async function chooses(page, name) {
  await exportButton(page).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Exports a file and gives where it was saved and what it is called. */
async function saved(page, name) {
  const download = page.waitForEvent("download");
  await chooses(page, name);
  const file = await download;
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return { path, name: file.suggestedFilename(), text: () => readFileSync(path, "utf8") };
}

/** Opens a file as a person does who chooses it in the menu. */
async function opens(page, file) {
  const chooser = page.waitForEvent("filechooser");
  await chooses(page, /^Open a file/);
  await (await chooser).setFiles(file);
}

/** Drops a file on the page. */
const drops = (page, name, text) => dropsOn(page.locator("#stage"), [name, text]);

const csv = (text) => text.trimEnd().split("\r\n").map((line) => line.split(","));

test("pictures carry their scenario and open again", async () => {
  const page = await lab.open("/");
  await ready(page);
  await settled(page);
  const svg = await saved(page, /^Picture as SVG/);
  assert.equal(svg.name, "soft-numa-stacks-parallel-queries.svg");
  await step("the drawing says what the page says", async () => {
    const text = svg.text();
    assert.ok(text.length < 100_000, `${text.length} bytes`);
    const read = await page.evaluate((all) => {
      const root = new DOMParser().parseFromString(all, "image/svg+xml").documentElement;
      return { name: root.localName, title: root.querySelector("title")?.textContent,
        texts: [...root.querySelectorAll("text")].map((t) => t.textContent),
        active: root.querySelectorAll("script, foreignObject, style, [onload]").length };
    }, text);
    assert.equal(read.name, "svg");
    assert.equal(read.title, await headline(page));
    assert.ok(read.texts.some((t) => /^Soft-NUMA .* 2:27\.500 · seed 1 · Schedlab/.test(t)), "the footer");
    assert.ok(read.texts.some((t) => t.endsWith("/#soft-numa-on")), "the address");
    assert.equal(read.active, 0);
  });
  await step("the pixels are those of the drawing", async () => {
    const png = await saved(page, /^Picture as PNG/);
    assert.equal(png.name, "soft-numa-stacks-parallel-queries.png");
    const look = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const colours = new Set(new Uint32Array(data.buffer));
      return { width: bitmap.width, height: bitmap.height, colours: colours.size };
    }, readFileSync(png.path).toString("base64"));
    const width = Number(svg.text().match(/ width="([\d.]+)"/)[1]);
    assert.ok(Math.abs(look.width - 2 * width) <= 1, `${look.width} pixels for ${width}`);
    assert.ok(look.height > 1000 && look.colours > 50, JSON.stringify(look));
  });
  await step("another scenario, then the picture again", async () => {
    await drops(page, "small.json", `{"version":1,"title":"Dropped","duration_ms":1000,"machine":{},
      "system":{"product":"sqlserver"},"workload":{}}`);
    await until("the title", () => page.title(), (title) => title.startsWith("Dropped"));
    await opens(page, svg.path);
    await captionIs(page, /^12 long queries sit on 4 of 12/);
    await until("the address", () => new URL(page.url()).hash, (hash) => hash.includes("soft-numa-on"));
    await page.getByRole("button", { name: "Undo" }).click();
    await until("the title", () => page.title(), (title) => title.startsWith("Dropped"));
  });
  assertQuiet(page);
});

test("a picture and a report of an edited scenario open again as the same scenario", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await field(page, "Packages").fill("2");
  await captionIs(page, /of 48 CPUs/);
  const text = (await saved(page, /^Scenario as JSON/)).text();
  assert.equal(JSON.parse(text).machine.packages, 2);
  const svg = await saved(page, /^Picture as SVG/);
  const report = await saved(page, /^Report as HTML/);
  assert.match(report.text(), /href="[^"]*\/#1\.[\w-]+"/, "the report leads to the edited scenario");
  assert.match(report.text(), />[^<]*\b48 CPUs\b/, "it tells the edited machine");
  const packages = () => field(page, "Packages").inputValue();
  for (const file of [svg, report]) {
    await step(file.name, async () => {
      await page.getByRole("button", { name: "Undo" }).click();
      await until("another scenario", packages, (value) => value === "4");
      await captionIs(page, /of 96 CPUs|sit on 4 of 12/);
      await opens(page, file.path);
      await captionIs(page, /of 48 CPUs/);
      assert.equal((await saved(page, /^Scenario as JSON/)).text(), text);
    });
  }
  await step("and so does the report's link", async () => {
    const [, fragment] = report.text().match(/href="[^"]*(\/#1\.[\w-]+)"/);
    const other = await lab.open(fragment);
    await ready(other);
    assert.equal(await field(other, "Packages").inputValue(), "2");
    assertQuiet(other);
  });
  assertQuiet(page);
});

test("tables and charts as CSV, the scenario as JSON", async () => {
  const page = await lab.open("/#checkpoint-automatic");
  await ready(page);
  const waits = await saved(page, /^Table as CSV/);
  assert.match(waits.name, /-waits\.csv$/);
  const [head, ...rows] = csv(waits.text());
  assert.ok(head.includes("wait type") && head.includes("waits"), head.join());
  const cells = () => page.getByRole("tabpanel").locator("tbody tr:visible").count();
  assert.equal(rows.length, await cells());
  const text = (await saved(page, /^Charts as CSV/)).text();
  const charts = csv(text.replaceAll(/"[^"]*"/g, (quoted) => quoted.replaceAll(",", ";")));
  assert.equal(charts[0][0], "time s");
  assert.ok(charts[0].includes("CPU busy %") && charts[0].some((name) => name.startsWith('"Dirty pages')));
  assert.ok(charts.length > 500, `${charts.length} rows`);
  for (const row of charts.slice(1)) {
    assert.equal(row.length, charts[0].length);
    for (const cell of row) assert.ok(cell !== "" && Number.isFinite(Number(cell)), cell);
  }
  const json = await saved(page, /^Scenario as JSON/);
  const document = JSON.parse(json.text());
  assert.equal(document.version, 1);
  assert.ok(document.machine && document.workload && document.expect, "the whole of it");
  assertQuiet(page);
});

/**
 * Checks a trace against the trace event format and gives the busy time of all schedulers between two
 * instants in milliseconds, in seconds.
 */
function busySeconds(trace, { from_ms: from, to_ms: to }) {
  const ends = new Map();
  let busy = 0;
  for (const event of trace.traceEvents) {
    assert.ok(["X", "C", "M", "i", "b", "e"].includes(event.ph), event.ph);
    assert.ok(Number.isInteger(event.pid) && Number.isInteger(event.tid) && event.name !== "");
    if (event.ph !== "M") assert.ok(event.ts >= 0);
    if (event.ph !== "X") continue;
    const thread = `${event.pid} ${event.tid}`;
    assert.ok(event.dur > 0 && event.ts >= (ends.get(thread) ?? 0) - 1e-3, "slices overlap");
    ends.set(thread, event.ts + event.dur);
    busy += Math.max(0, Math.min(event.ts + event.dur, 1000 * to) - Math.max(event.ts, 1000 * from));
  }
  return busy / 1e6;
}

test("a trace whose sums are the page's figures", async () => {
  const page = await lab.open("/#dop-12-spill");
  await ready(page);
  const trace = JSON.parse((await saved(page, /^Trace for Perfetto/)).text());
  assert.equal(trace.displayTimeUnit, "ns");
  assert.match(trace.otherData.hash, /^[0-9a-f]{16}$/);
  assert.match(trace.otherData.content2, /^every slice/, "only those can be cut at the window's ends");
  const { measure } = JSON.parse((await saved(page, /^Scenario as JSON/)).text());
  const report = (await saved(page, /^Report as HTML/)).text();
  const [, text] = report.match(/<td class="n">([\d,.]+) s<\/td>\s*<td>cpu\.busy_s<\/td>/);
  const told = Number(text.replaceAll(",", ""));
  const seconds = busySeconds(trace, measure);
  assert.ok(told > 0 && Math.abs(seconds - told) <= 0.051, `${seconds} and ${text} s`);
  assertQuiet(page);
});

test("a long trace shows how far it is and can be cancelled", async () => {
  const page = await lab.open("/#oltp-1024-schedulers");
  await ready(page);
  await chooses(page, /^Trace for Perfetto/);
  await page.getByRole("progressbar", { name: "Making the file" }).waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("progressbar", { name: "Making the file" }).waitFor({ state: "hidden" });
  await timeSlider(page).press("Home");
  const svg = await saved(page, /^Picture as SVG/);
  assert.match(svg.text(), /^<svg /);
  assertQuiet(page);
});

test("a report opens from the disk, without a network, and says the figures", async () => {
  const page = await lab.open("/");
  await ready(page);
  await settled(page);
  const figure = (await figures(page)).match(/SOS_SCHEDULER_YIELD two hours ([\d.]+ h)/)[1];
  const file = await saved(page, /^Report as HTML/);
  for (const size of Object.values(sizes)) {
    const context = await lab.browser.newContext({ viewport: size, offline: true });
    const reader = await context.newPage();
    const requests = [];
    context.on("request", (request) => requests.push(request.url()));
    reader.notes = watch(reader, "null");
    await reader.goto(pathToFileURL(file.path).href);
    assert.equal(await headline(reader), "Soft-NUMA stacks parallel queries");
    const text = await reader.locator("main").innerText();
    assert.ok(text.includes(figure), `the report says ${figure}`);
    assert.ok(text.includes("91.7 %"), "the variant's figure");
    assert.ok(await reader.locator("svg text").count() > 50);
    assert.equal(await reader.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    assert.deepEqual(requests, [pathToFileURL(file.path).href]);
    assert.deepEqual(reader.notes.console, []);
    await context.close();
  }
  await opens(page, file.path);
  await captionIs(page, /^12 long queries/);
  assertQuiet(page);
});

test("bad files are told, and nothing is lost", async () => {
  const page = await lab.open("/");
  await ready(page);
  const alert = page.getByRole("alert").filter({ hasText: "json" });
  const bad = join(folder, "bad.json");
  await step("no JSON", async () => {
    writeFileSync(bad, '{\n  "version": 1,\n  oops\n}');
    await opens(page, bad);
    await alert.filter({ hasText: "bad.json could not be read" }).filter({ hasText: "line 3" }).waitFor();
    assert.match(await page.title(), /^Soft-NUMA/);
    await alert.getByRole("button", { name: "Close" }).click();
    await alert.waitFor({ state: "hidden" });
  });
  await step("markup in place of a scenario stays text", async () => {
    await drops(page, "x.json", '<img src=x onerror="document.title=1">');
    await alert.filter({ hasText: "carries no scenario" }).waitFor();
    await drops(page, "y.json", `{"version":1,"title":"<img src=x>","duration_ms":1000,"machine":{},
      "system":{"product":"sqlserver"},"workload":{}}`);
    await until("the title", () => page.title(), (title) => title.startsWith("<img src=x>"));
    assert.equal(await page.locator("img").count(), 0);
    const report = (await saved(page, /^Report as HTML/)).text();
    assert.ok(!report.includes("<img"), "markup of a document in a report");
  });
  await step("a scenario with problems is opened with all of them, and taken back", async () => {
    await drops(page, "z.json", '{"version":1,"duration_ms":-5,"machine":{"packages":0},"workload":{}}');
    await page.getByRole("alert").filter({ hasText: /\d problems keep/ }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await until("the title", () => page.title(), (title) => title.startsWith("<img src=x>"));
  });
  await step("a file that is too large is not read", async () => {
    await drops(page, "big.json", " ".repeat(25 << 20));
    await alert.filter({ hasText: "big.json is too large" }).waitFor();
  });
  assertQuiet(page);
});

test("the menu is reached by keyboard, on every width", async () => {
  for (const theme of themes) {
    const page = await lab.open("/", { theme, size: { width: 1024, height: 768 } });
    await ready(page);
    await exportButton(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu", { name: "Export or open a file" }).waitFor();
    await frames(page);
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    await until("the focus", focused, (text) => text === "Export");
    assertQuiet(page);
  }
  const phone = await lab.open("/", { size: sizes.phone });
  await ready(phone);
  assert.ok(await exportButton(phone).isHidden());
  await phone.getByRole("button", { name: "More", exact: true }).click();
  const svg = await saved(phone, /^Picture as SVG/);
  assert.match(svg.text(), /^<svg /);
  await exportButton(phone).waitFor({ state: "hidden" });
  assertQuiet(phone);
});
