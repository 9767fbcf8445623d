// The draft, the address, the browser's history and the library together, as people go through them in a day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuiet, useLab, watch } from "./harness.mjs";
import { clipboard, field, pressAct, ready, step, until } from "./screen.mjs";
import {
  another, button, cores, coresAre, library, openLibrary, picker, pressSave, resumed, saveAs, show,
  startFresh, status, titles, titlesAre,
} from "./shelf.mjs";

const lab = useLab();
const fragmentOf = (page) => new URL(page.url()).hash.slice(1);
const calledIs = (page, name) => until(`the name ${name}`, () => picker(page).innerText(),
  (text) => text.includes(name));
const addressIs = (page, fragment) => until(`the address ${fragment}`, () => fragmentOf(page),
  (text) => text === fragment);
const undo = (page) => page.locator("#topbar").getByRole("button", { name: "Undo" });
const drafts = (page) => library(page).getByRole("region", { name: "Drafts" })
  .or(library(page).locator("section").filter({ hasText: "Drafts" }));

/** Reloads a page when it fetches nothing: a new address has the browser look for the page's icon again. */
async function reload(page) {
  const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  let before = -1;
  await until("no request", async () => {
    await page.evaluate(() => new Promise((passed) => { requestIdleCallback(passed); }));
    const now = page.pending.size + await fetched();
    const isSame = now === before && page.pending.size === 0;
    before = now;
    return isSame;
  }, (is) => is);
  await page.reload();
  await ready(page);
}

/** Opens a page whose requests under way are known. */
async function opened() {
  const page = await lab.open("/#soft-numa-on");
  page.pending = new Set();
  page.on("request", (request) => page.pending.add(request));
  for (const end of ["requestfinished", "requestfailed"]) {
    page.on(end, (request) => page.pending.delete(request));
  }
  await ready(page);
  return page;
}

/** Opens the only draft of the library. */
async function openDraft(page) {
  await openLibrary(page);
  const open = drafts(page).getByRole("button", { name: /^Open / });
  await until("one draft", () => open.count(), (n) => n === 1);
  await open.click();
  await library(page).waitFor({ state: "hidden" });
}

/** Copies the link of what is open. */
async function copyLink(page) {
  await pressAct(page, "Share");
  const dialog = page.getByRole("dialog", { name: "Share this scenario" });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  const made = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  const link = await until("the clipboard", () => clipboard(page), (text) => text === made);
  await page.keyboard.press("Escape");
  return link;
}

test("edits are there after a reload, and can still be taken back", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  assert.ok(await undo(page).isDisabled());
  await cores(page).fill("12");
  await status(page, "Draft saved");
  await page.reload();
  await ready(page);
  await coresAre(page, "12");
  await addressIs(page, "soft-numa-on");
  await undo(page).click();
  await coresAre(page, "24");
  await page.locator("#topbar").getByRole("button", { name: "Redo" }).click();
  await coresAre(page, "12");
  await step("of a saved scenario too, and which one it is stays known", async () => {
    await saveAs(page, "Mine");
    await cores(page).fill("6");
    await status(page, "Draft saved");
    await page.reload();
    await ready(page);
    await coresAre(page, "6");
    await calledIs(page, "Mine");
    await page.keyboard.press("Control+s");
    await status(page, "Saved in this browser");
    await openLibrary(page);
    await titlesAre(page, ["Mine"]);
    await page.keyboard.press("Escape");
    await undo(page).click();
    await coresAre(page, "12");
  });
  assertQuiet(page);
});

test("back gives what was open before, with its edits and the name it is saved under", async () => {
  const page = await opened();
  await cores(page).fill("12");
  await saveAs(page, "Mine");
  await cores(page).fill("6");
  await status(page, "Draft saved");
  await show(page, /^CPU loops on 12 cores/);
  await calledIs(page, "CPU loops");
  await addressIs(page, "cpu-loops-12-cores");
  await page.goBack();
  await calledIs(page, "Mine");
  await coresAre(page, "6");
  await page.keyboard.press("Control+s");
  await status(page, "Saved in this browser");
  await openLibrary(page);
  await titlesAre(page, ["Mine"]);
  await page.keyboard.press("Escape");
  await page.goForward();
  await calledIs(page, "CPU loops");

  await step("a reload in between changes nothing of that", async () => {
    await page.goBack();
    await calledIs(page, "Mine");
    await cores(page).fill("5");
    await status(page, "Draft saved");
    await show(page, /^CPU loops on 12 cores/);
    await calledIs(page, "CPU loops");
    await reload(page);
    await calledIs(page, "CPU loops");
    await page.goBack();
    await coresAre(page, "5");
    await calledIs(page, "Mine");
    await addressIs(page, "soft-numa-on");
    await page.keyboard.press("Control+s");
    await status(page, "Saved in this browser");
    await openLibrary(page);
    await titlesAre(page, ["Mine"]);
  });
  assertQuiet(page);
});

test("a link that is opened over a draft loses nothing", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await field(page, "Packages").fill("2");
  const link = await copyLink(page);
  await undo(page).click();
  await cores(page).fill("12");
  await status(page, "Draft saved");

  await step("in the same tab, where back gives the draft", async () => {
    await page.goto(link);
    await until("the link's packages", () => field(page, "Packages").inputValue(), (text) => text === "2");
    await coresAre(page, "24");
    await page.goBack();
    await coresAre(page, "12");
    await status(page, "Draft saved");
  });
  await step("in the same tab, from another site", async () => {
    await page.goto("about:blank");
    await page.goto(link);
    await ready(page);
    await coresAre(page, "24");
    assert.equal(await field(page, "Packages").inputValue(), "2");
    await openDraft(page);
    await coresAre(page, "12");
    assert.equal(await field(page, "Packages").inputValue(), "4");
    await undo(page).click();
    await until("the link's packages", () => field(page, "Packages").inputValue(), (text) => text === "2");
  });
  assertQuiet(page);
});

test("a link never writes over a saved scenario, not even over the one that it was made of", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await saveAs(page, "Mine");
  const link = await copyLink(page);
  const reader = await another(lab, page, new URL(link).hash.replace("#", "/#"));
  for (const tab of [reader, page]) {
    if (tab === page) {
      await show(page, /^CPU loops on 12 cores/);
      await page.goto(link);
    }
    await coresAre(tab, "12");
    await cores(tab).fill("3");
    await status(tab, "Draft saved");
    await tab.keyboard.press("Control+s");
    const name = field(tab, "Name");
    await name.waitFor();
    assert.notEqual(await name.inputValue(), "Mine");
    await tab.getByRole("dialog", { name: "Save in this browser" }).getByRole("button", { name: "Cancel" })
      .click();
  }
  await openLibrary(page);
  await titlesAre(page, ["Mine"]);
  await button(page, "Open Mine").click();
  await coresAre(page, "12");
  await status(page, "Saved in this browser");
  assertQuiet(page);
  assertQuiet(reader);
});

test("each tab has a draft of its own, also one that was copied from another", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await status(page, "Draft saved");
  const other = await another(lab, page);
  await coresAre(other, "24");
  await cores(other).fill("6");
  await status(other, "Draft saved");
  await page.context().addInitScript("delete Navigator.prototype.serviceWorker");
  const [copy] = await Promise.all([page.waitForEvent("popup"),
    page.evaluate(() => { globalThis.open(location.href); })]);
  copy.notes = watch(copy, new URL(lab.url).origin);
  await ready(copy);
  await coresAre(copy, "24");
  await cores(copy).fill("3");
  await status(copy, "Draft saved");
  for (const [tab, value] of [[page, "12"], [other, "6"], [copy, "3"]]) {
    await tab.reload();
    await ready(tab);
    await coresAre(tab, value);
    assertQuiet(tab);
  }

  const last = await prepared(page);
  await page.close();
  await copy.close();
  await other.close(); // whose draft is not the newest
  await last.goto(new URL("/", lab.url).href);
  await ready(last);
  await resumed(last);
  await coresAre(last, "3");
  await openLibrary(last);
  const open = drafts(last).getByRole("button", { name: /^Open / });
  await until("the two others", () => open.count(), (n) => n === 2);
  assertQuiet(last);
});

/** Another tab, with nothing in it yet. */
async function prepared(page) {
  const next = await page.context().newPage();
  next.notes = watch(next, new URL(lab.url).origin);
  await next.addInitScript("delete Navigator.prototype.serviceWorker");
  await next.goto("about:blank");
  return next;
}

test("who turns away from a restored draft can come back to it", async () => {
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await cores(page).fill("12");
  await status(page, "Draft saved");
  const next = await prepared(page);
  await page.close();
  await next.goto(new URL("/", lab.url).href);
  await ready(next);
  await resumed(next);
  await coresAre(next, "12");
  await startFresh(next);
  await coresAre(next, "24");
  await undo(next).click();
  await coresAre(next, "12");
  await pressSave(next);
  await field(next, "Name").fill("Kept after all");
  await button(next, "Save scenario").click();
  await status(next, "Saved in this browser");
  await openLibrary(next);
  await titlesAre(next, ["Kept after all"]);
  assert.equal((await titles(next)).length, 1);
  assertQuiet(next);
});
