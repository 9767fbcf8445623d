// The page as a person meets it: by role and name. What is waited for is always a condition, never a time.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { patience } from "./harness.mjs";

/** Reads something again and again until it is as wanted, and gives it back. */
export async function until(what, read, isWanted) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (Date.now() > end) assert.fail(`${what}: waited in vain, it is ${JSON.stringify(value)}`);
    await pause(20);
  }
}

/** A part of a test, named in what is told when it fails; the parts after it are not tried then. */
export async function step(name, work) {
  try {
    return await work();
  } catch (error) {
    throw new Error(`in the part “${name}”`, { cause: error });
  }
}

/**
 * Waits until the first run can be played and its pictures are there, and the other scenarios, which a first
 * visit fetches after them: a page that is left earlier breaks that off.
 */
export async function ready(page) {
  await page.locator("#topbar [role=menuitemradio]").nth(1).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Play", exact: true }).and(page.locator(":enabled")).waitFor();
  await page.getByRole("grid", { name: "Floor plan" }).getByRole("gridcell").first().waitFor();
}

/** Waits until the run has told all that it tells by and by: the figures of its variants and claims. */
export async function settled(page) {
  await until("the figures", () => figures(page), (text) => !text.includes("…"));
  await until("the variants", () => whatIf(page), (all) => !Object.values(all).includes("…"));
}

/** The caption, beside which a dialog may have a heading of the same level; elsewhere the title. */
export const headline = (page) => page.locator("#headline, body:not(:has(#headline)) h1").innerText();

/** Waits for a caption. */
export const captionIs = (page, pattern) =>
  until(`the caption ${pattern}`, () => headline(page), (text) => pattern.test(text));

export const timeSlider = (page) => page.getByRole("slider", { name: "Time" });

/** The playhead's place, in milliseconds of simulated time. */
export const playhead = async (page) => Number(await timeSlider(page).getAttribute("aria-valuenow"));

/** The rows of reported beside simulated, as text: "CPU busy about 33 % 33.3 %". */
export async function figures(page) {
  const text = await page.getByRole("region", { name: "Results" }).innerText();
  return text.replaceAll(/\s+/g, " ");
}

/** What the list of variants says: name → the number that matters. */
export async function whatIf(page) {
  const entries = page.getByRole("region", { name: "Scenario" }).getByRole("listitem")
    .filter({ has: page.getByRole("button") });
  const lines = await entries.allInnerTexts();
  return Object.fromEntries(lines.map((line) => line.split("\n").map((part) => part.trim())));
}

/** Two frames of the page: what was done has been shown, if it takes no answer of the runner. */
export const frames = (page) => page.evaluate(() => new Promise((shown) => {
  requestAnimationFrame(() => requestAnimationFrame(shown));
}));

/** What was copied last. */
export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The field of a label. */
export const field = (page, name) => page.getByRole("textbox", { name, exact: true });

/** Presses a button of the top bar that is for the whole scenario: on a phone they hang from one more. */
export async function pressAct(page, name) {
  const bar = page.locator("#topbar");
  const act = bar.getByRole("button", { name, exact: true });
  const more = bar.getByRole("button", { name: "More", exact: true });
  await act.or(more).filter({ visible: true }).first().waitFor();
  if (!await act.isVisible()) await more.click();
  await act.click();
}
