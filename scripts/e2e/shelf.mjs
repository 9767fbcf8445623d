// The library of saved scenarios as a person meets it.
import { readFileSync } from "node:fs";
import { watch } from "./harness.mjs";
import { field, pressAct, ready, until } from "./screen.mjs";

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const cores = (page) => field(page, "Cores per node");
export const picker = (page) => page.locator("#topbar .pick");
export const library = (page) => page.getByRole("dialog", { name: "My scenarios" });
export const titles = (page) => library(page).getByRole("list", { name: "Saved scenarios" })
  .getByRole("heading").allInnerTexts();

/** Waits for a text. */
export const status = (page, text) => page.getByText(text, { exact: true }).first().waitFor();

/** Waits for a value of the field of cores. */
export const coresAre = (page, value) => until("the cores", () => cores(page).inputValue(),
  (now) => now === value);

export const pressSave = (page) => pressAct(page, "Save");

/** Saves what is in view under a name. */
export async function saveAs(page, name, tags = "") {
  await pressSave(page);
  await field(page, "Name").fill(name);
  await field(page, "Tags").fill(tags);
  await page.keyboard.press("Enter");
  await status(page, "Saved in this browser");
}

export async function openLibrary(page) {
  await picker(page).click();
  await page.getByRole("menuitem", { name: "My scenarios…" }).click();
  await library(page).waitFor();
}

export const titlesAre = (page, wanted) => until(`the list ${wanted}`, () => titles(page),
  (all) => all.join() === wanted.join());

/** Opens a scenario that comes with the page. */
export async function show(page, name) {
  await picker(page).click();
  await page.getByRole("menuitemradio", { name }).click();
}

/** What a click saves on the person's computer. */
export async function downloaded(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

/** Drops files, [name, text] each, on an element. */
export const drops = (locator, ...files) => locator.evaluate((target, all) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of all) dataTransfer.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"]) {
    target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }
}, files);

/** Waits until the page has told of a draft; a machine that is too slow to begin with it offers it. */
export async function resumed(page) {
  const restored = page.getByText(/^Your draft of “.*” from \d\d:\d\d was restored\.$/);
  const offer = button(page, "Go on with it");
  await restored.or(offer).waitFor();
  if (await offer.isVisible()) await offer.click();
}

/** Turns away from a draft: by the message or, where that was late, by opening the shipped scenario. */
export async function startFresh(page) {
  const fresh = button(page, "Start fresh");
  if (await fresh.isVisible()) return fresh.click();
  return show(page, /^Soft-NUMA stacks/);
}

/** Another page of the same browser. */
export async function another(lab, page, path = "/#soft-numa-on") {
  const next = await page.context().newPage();
  next.notes = watch(next, new URL(lab.url).origin);
  await next.addInitScript("delete Navigator.prototype.serviceWorker");
  await next.goto(new URL(path, lab.url).href);
  await ready(next);
  return next;
}
