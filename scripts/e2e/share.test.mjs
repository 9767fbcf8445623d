// Links, the browser's history, and code for other pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertQuiet, sizes, themes, useLab } from "./harness.mjs";
import { packed } from "./packed.mjs";
import {
  captionIs, clipboard, field, headline, playhead, pressAct, ready, step, timeSlider, until,
} from "./screen.mjs";

const lab = useLab();
const fragmentOf = (page) => new URL(page.url()).hash.slice(1);
const shareDialog = (page) => page.getByRole("dialog", { name: "Share this scenario" });
const brokenBar = (page) => page.getByRole("alert").filter({ hasText: "This link cannot be read." });

async function openShare(page) {
  await pressAct(page, "Share");
  await shareDialog(page).waitFor();
  return shareDialog(page);
}

async function copyLink(page) {
  const dialog = await openShare(page);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await dialog.getByRole("status").filter({ hasText: "Copied." }).waitFor();
  const made = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  const link = await until("the clipboard", () => clipboard(page), (text) => text === made);
  assert.ok(link.includes("#"), link);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  return link;
}

test("a link brings document and view into another browser", async () => {
  const page = await lab.open("/");
  await ready(page);
  await until("the address", () => fragmentOf(page), (text) => text === "soft-numa-on");
  await field(page, "Packages").fill("2");
  const caption = await captionIs(page, /of 48 CPUs/);
  await page.getByRole("tab", { name: "Placement" }).click();
  await page.getByRole("combobox", { name: /colour/i }).selectOption("load");
  await timeSlider(page).press("Home");
  await timeSlider(page).press("PageUp");
  const at = await until("the playhead", () => playhead(page), (ms) => ms > 0 && ms < 60_000);
  const link = await copyLink(page);
  assert.ok(link.length <= 2000, `${link.length} characters`);
  assert.equal(fragmentOf(page), "soft-numa-on", "an edit does not change the address");

  await step("in a fresh profile", async () => {
    const other = await lab.open(new URL(link).hash.replace("#", "/#"));
    await ready(other);
    assert.equal(await field(other, "Packages").inputValue(), "2");
    assert.equal(await playhead(other), at);
    const seen = await until("the caption", () => headline(other), (text) => text !== caption);
    await until("the same caption", () => headline(page), (text) => text === seen);
    const tab = other.getByRole("tab", { name: "Placement" });
    assert.equal(await tab.getAttribute("aria-selected"), "true");
    assert.equal(await other.getByRole("combobox", { name: /colour/i }).inputValue(), "load");
    await other.reload();
    await ready(other);
    await until("the field after a reload", () => field(other, "Packages").inputValue(), (v) => v === "2");
    assertQuiet(other);
  });

  await step("without the moment it is shorter", async () => {
    const dialog = await openShare(page);
    const box = dialog.getByRole("textbox", { name: "Link" });
    const before = await box.inputValue();
    await dialog.getByRole("checkbox", { name: "At this moment and zoom" }).uncheck();
    await until("the link", () => box.inputValue(), (text) => text.length < before.length);
  });
  assertQuiet(page);
});

test("back gives the scenario before with its edits", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await field(page, "Packages").fill("2");
  await captionIs(page, /of 48 CPUs/);
  await page.getByRole("button", { name: "Soft-NUMA stacks parallel queries" }).click();
  await page.getByRole("menuitemradio", { name: /^CPU loops on 12 cores/ }).click();
  await captionIs(page, /\b12 CPUs\b/);
  assert.equal(fragmentOf(page), "cpu-loops-12-cores");
  await page.goBack();
  await captionIs(page, /of 48 CPUs/);
  assert.equal(await field(page, "Packages").inputValue(), "2");
  assert.equal(fragmentOf(page), "soft-numa-on");
  await page.goForward();
  await captionIs(page, /\b12 CPUs\b/);
  await page.evaluate(() => { location.hash = "soft-numa-off"; });
  await captionIs(page, /of 96 CPUs|96 CPUs/);
  await page.goBack();
  await captionIs(page, /\b12 CPUs\b/);
  await page.goBack();
  await captionIs(page, /of 48 CPUs/);
  await step("the link to skip to the picture is no step", async () => {
    const steps = await page.evaluate(() => history.length);
    await page.locator("a.skip").focus();
    await page.keyboard.press("Enter");
    await until("the focus", () => page.evaluate(() => document.activeElement.id), (id) => id === "stage");
    assert.equal(await page.evaluate(() => history.length), steps);
    assert.equal(fragmentOf(page), "soft-numa-on");
  });
  assertQuiet(page);
});

test("a link that cannot be read says why and opens the first scenario", async () => {
  const whole = packed('"p":"soft-numa-on","c":{"machine":{"packages":2}}}');
  const noise = Array.from({ length: 400 }, (_, i) => `x${(i * 7919) % 1000}y`).join("");
  const long = packed(`"p":"soft-numa-on","c":{"title":"${noise}"}}`);
  const bomb = packed(`"d":{"a":"${"a".repeat(32 << 20)}"}}`);
  const cases = [
    [long.slice(0, 300), new RegExp(`300 of ${long.length.toLocaleString("en")} characters arrived`)],
    [whole.slice(0, 20), /only 20 characters arrived/],
    [`${whole.slice(0, 60)}AAAA${whole.slice(64)}`, /changed on the way/],
    ["1.%E0%A4%A", /changed on the way/],
    [`9${whole.slice(1)}`, /newer Schedlab: the link has version 9/],
    [bomb, /more than a link may/],
    [packed('"p":"soft-numa-on","c":{"machine":{"nowhere":null}}}'), /not the same any more/],
    [packed(`"d":${"[".repeat(5000)}`), /changed on the way/],
    [packed('"d":{"title":"<img src=x onerror=alert(1)>","version":1}}', { sum: "00000000" }), /changed/],
  ];
  const page = await lab.open("/");
  await ready(page); // or leaving it would break off what it loads
  for (const [fragment, told] of cases) {
    await page.goto("about:blank");
    await page.goto(`${lab.url}/#${fragment}`);
    await ready(page);
    await until("the bar", () => brokenBar(page).innerText(), (text) => told.test(text));
    await captionIs(page, /^12 long queries sit on 4 of 12/);
  }
  await step("one that names an unknown scenario", async () => {
    await page.goto("about:blank");
    await page.goto(`${lab.url}/#${packed('"p":"no-such-thing"}')}`);
    await page.getByRole("alert").filter({ hasText: "no scenario named “no-such-thing”" }).waitFor();
  });
  await step("while something is open, that stays", async () => {
    await field(page, "Packages").fill("2");
    await captionIs(page, /of 48 CPUs/);
    await page.evaluate((text) => { location.hash = text; }, long.slice(0, 300));
    await brokenBar(page).waitFor();
    await captionIs(page, /of 48 CPUs/);
    assert.equal(fragmentOf(page), "soft-numa-on");
  });
  await paste(page, whole);
  assertQuiet(page);
});

async function paste(page, link) {
  await brokenBar(page).getByRole("button", { name: "Paste the whole link" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a link" });
  const box = dialog.getByRole("textbox");
  await until("the focus", () => box.evaluate((e) => e === document.activeElement), (is) => is);
  await box.fill(link.slice(0, 90));
  await box.press("Enter");
  await dialog.getByRole("alert").filter({ hasText: "characters arrived" }).waitFor();
  await assertAccessible(page);
  // As a program for mail breaks it.
  await box.fill(`> Look: <https://lab.example/#${link.slice(0, 50)}=\n${link.slice(50)}>\n`);
  await dialog.getByRole("button", { name: "Open" }).click();
  await dialog.waitFor({ state: "hidden" });
  await until("the field", () => field(page, "Packages").inputValue(), (value) => value === "2");
  await until("the bar", () => brokenBar(page).isVisible(), (is) => !is);
  assert.match(fragmentOf(page), /^1\./);
}

test("a text of a link's document is text and nothing else", async () => {
  const evil = '<img src=x onerror=\\"document.title=1\\">';
  const link = packed(`"p":"soft-numa-on","c":{"title":"${evil}","summary":"${evil}"}}`);
  const page = await lab.open(`/#${link}`);
  await ready(page);
  await page.getByRole("button", { name: /^<img src=x/ }).waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assertQuiet(page);
});

test("code for other pages is made and copied", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await page.keyboard.press("l");
  const dialog = shareDialog(page);
  await dialog.waitFor();
  const code = dialog.getByRole("region", { name: "Embed code" });
  const copy = dialog.getByRole("button", { name: "Copy embed code" });
  await dialog.getByRole("combobox", { name: "Shows" }).selectOption("timeline");
  await dialog.getByRole("combobox", { name: "Colours" }).selectOption("dark");
  await dialog.getByRole("checkbox", { name: "Readers cannot edit" }).check();
  await copy.click();
  const element = await until("the code", () => clipboard(page), (text) => text.includes("readonly"));
  assert.equal(element, await code.innerText());
  assert.equal(element, `<script type="module" src="${lab.url}/embed.js"></script>\n<schedlab-embed `
    + 'scenario="soft-numa-on" title="Soft-NUMA stacks parallel queries" mode="timeline" theme="dark" '
    + "readonly></schedlab-embed>");

  await dialog.getByRole("radio", { name: /Plain frame/ }).check();
  await copy.click();
  const frame = await until("the code", () => clipboard(page), (text) => text.startsWith("<iframe"));
  const made = await page.evaluate((html) => {
    const e = new DOMParser().parseFromString(html, "text/html").querySelector("iframe");
    return { src: e.src, title: e.title, loading: e.loading };
  }, frame);
  assert.deepEqual(made, { title: "Soft-NUMA stacks parallel queries", loading: "lazy",
    src: `${lab.url}/embed.html?scenario=soft-numa-on&mode=timeline&theme=dark&readonly=1` });
  assertQuiet(page);
});

test("the dialogs are accessible, in both themes and on a phone", async () => {
  for (const theme of themes) {
    for (const size of [sizes.desktop, sizes.phone]) {
      const page = await lab.open("/#1.AAAA", { theme, size });
      await ready(page);
      await brokenBar(page).waitFor();
      await assertAccessible(page);
      const dialog = await openShare(page);
      await assertAccessible(page);
      const overflow = await dialog.evaluate((e) => [...e.querySelectorAll("*")]
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 1).length);
      assert.equal(overflow, 0);
      assertQuiet(page);
      await page.context().close();
    }
  }
});
