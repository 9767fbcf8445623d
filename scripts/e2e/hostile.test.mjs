// Links, files and saved scenarios of somebody who means harm: they are told, nothing of them runs, nothing
// is asked of another place, and the page goes on.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertQuiet, useLab } from "./harness.mjs";
import { packed } from "./packed.mjs";
import { captionIs, field, headline, pressAct, ready, step, until } from "./screen.mjs";
import { button, cores, downloaded, drops, library, openLibrary, saveAs, titlesAre } from "./shelf.mjs";

const lab = useLab();
const folder = mkdtempSync(join(tmpdir(), "schedlab-hostile-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const first = /^12 long queries sit on 4 of 12/;
const hit = "top.hits=1";
const markup = `</title></script></metadata></textarea>--><script>${hit}</script>`
  + `<img src=x onerror='${hit}'><svg onload="${hit}">"'\`&lt;{{text}}</svg>`;

/** Opens a page that notes whether anything of others has run. */
async function opened(path = "/") {
  const page = await lab.open(path);
  page.dialogs = [];
  page.on("dialog", (dialog) => { page.dialogs.push(dialog.message()); dialog.dismiss(); });
  await ready(page);
  return page;
}

/** Asserts that nothing has run, and that no element of others stands in the page. */
async function assertUnharmed(page) {
  const found = await page.evaluate(() => ({ hits: globalThis.hits,
    handlers: [...document.querySelectorAll("*")].flatMap((e) => e.getAttributeNames())
      .filter((name) => /^on/i.test(name)),
    images: [...document.images].filter(({ src }) => !src.startsWith("data:image/svg+xml,")).length,
    polluted: {}.polluted }));
  assert.deepEqual(found, { hits: undefined, handlers: [], images: 0, polluted: undefined });
  assert.deepEqual(page.dialogs, []);
  assertQuiet(page);
}

const alert = (page, text) => page.getByRole("alert").filter({ hasText: text });
const stage = (page) => page.locator("#stage");

/** A scenario as text, with changes. */
const scenario = (page, change) => page.evaluate(async (text) => {
  const document = await (await fetch("scenarios/soft-numa-on.json")).json();
  return JSON.stringify(Object.assign(document, JSON.parse(text)));
}, JSON.stringify(change));

test("links that are made to do harm", async () => {
  const page = await opened();
  const deep = `"d":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const cases = [
    [packed(`"d":{"a":"${"a".repeat(64 << 20)}"}}`), /more than a link may/],
    [packed(`"p":"soft-numa-on","c":{"title":"${" ".repeat(64 << 20)}"}}`), /more than a link may/],
    [packed(`${deep}}`), /changed on the way/],
    [packed('"p":"soft-numa-on"}', { length: 99_999 }), /more than a link may/],
    [packed('"p":"soft-numa-on"}', { length: -1 }), /changed on the way/],
    ["1.".padEnd(300_000, "A"), /more than a link may/],
    [`1.${"%41".repeat(80_000)}`, /changed on the way|more than a link may/],
    [packed('"d":[1],"v":{"t":"x"}}'), /changed on the way/],
    [`999999999999999999999.${"A".repeat(50)}`, /changed on the way/],
  ];
  for (const [fragment, told] of cases) {
    await step(`the link ${fragment.slice(0, 60)}`, async () => {
      await page.evaluate((text) => { location.hash = text; }, fragment);
      await until("the bar", () => alert(page, "This link cannot be read.").innerText(),
        (text) => told.test(text));
      await captionIs(page, first);
      await alert(page, "This link cannot be read.").getByRole("button", { name: "Close" }).click();
    });
  }
  await step("names that objects have by themselves", async () => {
    const link = packed('"d":{"version":1,"__proto__":{"polluted":1},"duration_ms":1000,"machine":{},'
      + '"constructor":{"prototype":{"polluted":1}},"system":{"product":"sqlserver"},"workload":{}}}');
    await page.evaluate((text) => { location.hash = text; }, link);
    await alert(page, /\d problems? keep/).waitFor();
    await page.goBack();
    await captionIs(page, first);
  });
  await step("numbers that would take a day to run", async () => {
    const link = packed('"p":"soft-numa-on","c":{"duration_ms":9e18,"machine":{"packages":1e9}}}');
    await page.evaluate((text) => { location.hash = text; }, link);
    await alert(page, /\d problems? keep/).waitFor();
    await page.goBack();
    await captionIs(page, first);
  });
  await step("markup and code in texts and names", async () => {
    const text = JSON.stringify(markup);
    await page.evaluate((link) => { location.hash = link; },
      packed(`"p":"soft-numa-on","c":{"title":${text},"summary":${text},"look":${text}}}`));
    await until("the title", () => page.title(), (title) => title.includes("onerror"));
    await pressAct(page, "Share");
    const code = page.getByRole("region", { name: "Embed code" });
    const made = await page.evaluate((html) => {
      const body = new DOMParser().parseFromString(html, "text/html");
      return [...body.querySelectorAll("*")].map((e) => e.localName);
    }, await code.innerText());
    assert.deepEqual(made, ["html", "head", "script", "body", "schedlab-embed"]);
    await page.keyboard.press("Escape");
  });
  await assertUnharmed(page);
});

test("files that are made to do harm", async () => {
  const page = await opened();
  const good = await scenario(page, { title: "Carried" });
  const escaped = good.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const carried = `<metadata id="schedlab-scenario">${escaped}</metadata>`;
  const bomb = `<!DOCTYPE svg [<!ENTITY a "${"lol".repeat(10)}">${Array.from("bcdefghij", (name, i) =>
    `<!ENTITY ${name} "${`&${"abcdefghij"[i]};`.repeat(10)}">`).join("")}]>`;
  const svg = (inside, before = "") => `${before}<svg xmlns="http://www.w3.org/2000/svg" onload="${hit}">`
    + `<script>${hit}</script><foreignObject><iframe src="https://evil.example/"></iframe></foreignObject>`
    + `<image href="https://evil.example/x.png"/>${inside}</svg>`;
  await step("a drawing with a script and without a scenario", async () => {
    await drops(stage(page), ["evil.svg", svg("<text>no scenario</text>")]);
    await alert(page, "evil.svg carries no scenario").waitFor();
  });
  await step("entities that grow to a billion", async () => {
    await drops(stage(page), ["bomb.svg", svg("<text>&j;</text>", bomb)]);
    await alert(page, "bomb.svg carries no scenario").waitFor();
    const inside = '<metadata id="schedlab-scenario">&j;</metadata>';
    await drops(stage(page), ["inner.svg", svg(inside, bomb)]);
    await alert(page, "inner.svg could not be read").waitFor();
    await captionIs(page, first);
  });
  await step("a file of 30 MB, dropped on the page and on the library", async () => {
    const large = ["large.json", `{"title":"${"x".repeat(30 << 20)}"}`];
    await drops(stage(page), large);
    await alert(page, "large.json is too large").waitFor();
    await openLibrary(page);
    await drops(library(page), large);
    await library(page).getByText("large.json was not imported").waitFor();
    await page.keyboard.press("Escape");
  });
  await step("100,000 sessions", async () => {
    const { workload } = JSON.parse(good);
    workload.sessions[0].count = 100_000;
    await drops(stage(page), ["many.json", await scenario(page, { workload })]);
    const told = alert(page, /\d problems? keep/);
    await told.waitFor();
    await told.getByRole("button", { name: "Connections" }).click();
    const count = page.locator("input:focus");
    await until("the place", () => count.inputValue(), (text) => /^100,?000$/.test(text));
    await page.getByRole("region", { name: "Scenario" }).getByText(/at most [\d,]+/).first().waitFor();
    await page.locator("#topbar").getByRole("button", { name: "Undo" }).click();
    await told.waitFor({ state: "hidden" });
    const list = Array.from({ length: 100_000 }, (_, i) => ({ name: `s${i}`, run: [{ class: "x" }] }));
    const listed = await scenario(page, { workload: { classes: [], sessions: list } });
    await drops(stage(page), ["listed.json", listed]);
    await alert(page, "listed.json could not be read").filter({ hasText: /at most|than/ }).waitFor();
    await captionIs(page, first);
  });
  await step("a drawing with a script and a scenario gives the scenario alone", async () => {
    await drops(stage(page), ["both.svg", svg(carried)]);
    await until("the title", () => page.title(), (title) => title.startsWith("Carried"));
  });
  await assertUnharmed(page);
});

test("saved scenarios of others", async () => {
  const page = await opened("/#soft-numa-on");
  await cores(page).fill("12");
  await saveAs(page, "Good");
  await openLibrary(page);
  const all = await downloaded(page, () => button(page, "Export all").click());
  const file = JSON.parse(all.text);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${hit}">`
    + `<script>${hit}</script><image href="https://evil.example/x.png" width="9" height="9"/></svg>`;
  const evil = { ...file.records[0], id: '"><img src=x onerror=1>', title: markup, picture,
    tags: [markup.slice(0, 30)] };
  const text = JSON.stringify({ ...file, records: [evil] });
  await drops(library(page), ["evil.json", text]);
  await library(page).getByText("1 scenario was imported.").waitFor();
  const row = library(page).getByRole("listitem").filter({ hasText: "</title>" });
  await until("the picture", () => row.locator("img").evaluate((image) => image.complete), (is) => is);
  await row.getByRole("button", { name: /^Open / }).click();
  await library(page).waitFor({ state: "hidden" });
  await cores(page).fill("3");
  await page.keyboard.press("Control+s");
  await openLibrary(page);
  await library(page).getByRole("button", { name: /^Delete <\/title>/ }).click();
  await titlesAre(page, ["Good"]);
  await assertUnharmed(page);
});

test("a report and a picture of a hostile scenario are as harmless as others", async () => {
  const page = await opened();
  const machine = { packages: 2, nodes_per_package: 1, cores_per_node: 24, threads_per_core: 1 };
  const text = await scenario(page, { title: markup, summary: markup, look: markup, machine, expect: [] });
  await drops(stage(page), ["evil.json", text]);
  await until("the title", () => page.title(), (title) => title.includes("onerror"));
  await captionIs(page, /of 48 CPUs/);
  const files = {};
  for (const kind of ["Report as HTML", "Picture as SVG"]) {
    const download = page.waitForEvent("download");
    await pressAct(page, "Export");
    await page.getByRole("menuitem", { name: kind }).click();
    const file = await download;
    files[kind] = join(folder, file.suggestedFilename());
    assert.match(file.suggestedFilename(), /^[\w-]+\.(html|svg)$/);
    await file.saveAs(files[kind]);
  }
  const alive = "script, foreignObject, iframe, img, object, embed, [onload], [onerror]";
  const context = await lab.browser.newContext({ offline: true });
  for (const path of Object.values(files)) {
    const reader = await context.newPage();
    const asked = [];
    reader.on("request", (request) => asked.push(request.url()));
    await reader.goto(pathToFileURL(path).href);
    const found = await reader.evaluate((selector) => ({ hits: globalThis.hits,
      active: document.querySelectorAll(selector).length }), alive);
    assert.deepEqual(found, { hits: undefined, active: 0 });
    assert.deepEqual(asked, [pathToFileURL(path).href]);
    if (path.endsWith(".html")) assert.equal(await headline(reader), markup.replaceAll(/\s+/g, " "));
    await drops(stage(page), [path.split("/").at(-1), readFileSync(path, "utf8")]);
    await until("the title", () => page.title(), (title) => title.includes("onerror"));
  }
  assert.equal(await field(page, "Packages").inputValue(), "2");
  await assertUnharmed(page);
});
