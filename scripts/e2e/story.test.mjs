import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuiet, patience, useLab } from "./harness.mjs";
import {
  captionIs, figures, frames, headline, playhead, ready, step, timeSlider, until, whatIf,
} from "./screen.mjs";

const lab = useLab();
const stacked = /^12 long queries sit on 4 of 12 soft-NUMA nodes; 64 of 96 CPUs idle\.$/;
const spread = /^12 long queries sit on all 4 memory nodes; 8 of 96 CPUs idle\.$/;

/**
 * Milliseconds from a click on a control until the caption is another one, on the page's own clock; infinite
 * if it stays the same.
 */
const untilCaption = (control) => control.evaluate((element, patience) => new Promise((told) => {
  setTimeout(() => told(Infinity), patience);
  const began = performance.now();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    told(performance.now() - began);
  });
  const text = { childList: true, characterData: true, subtree: true };
  observer.observe(document.getElementById("headline"), text);
  element.click();
}), patience);

test("soft-NUMA on and off: seen, played, compared with what was reported, and taken back", async () => {
  const page = await lab.open("/");
  await ready(page);

  await step("the first screen tells the finding, and the figures beside it agree", async () => {
    assert.match(await headline(page), stacked);
    const text = await until("figures", () => figures(page), (all) => !all.includes("…"));
    assert.match(text, /CPU busy about 33 % 33\.3 %/);
    assert.match(text, /SOS_SCHEDULER_YIELD two hours 2\.13 h/);
    assert.match(text, /CPU busy without soft-NUMA up to 90 % 91\.7 %/);
  });

  await step("play moves the time from the start, pause holds it", async () => {
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until("the playhead", () => playhead(page), (at) => at > 0 && at < 60_000);
    const early = await playhead(page);
    await until("the playhead goes on", () => playhead(page), (at) => at > early + 1000);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const held = await playhead(page);
    await frames(page);
    assert.equal(await playhead(page), held);
  });

  await step("soft-NUMA off shows another picture within a second, at the same time", async () => {
    await timeSlider(page).press("Home");
    await captionIs(page, /^1 cheap query keeps 1 of 96 CPUs busy/); // so that the next one is no older one
    for (let tenth = 0; tenth < 6; tenth++) await timeSlider(page).press("PageUp");
    const at = 88_500;
    await until("the playhead", () => playhead(page), (now) => now === at);
    await captionIs(page, stacked);
    const control = page.getByRole("switch", { name: "Automatic soft-NUMA" });
    const passed = await untilCaption(control);
    await captionIs(page, spread);
    assert.ok(passed < 1000, `the caption took ${passed} ms`);
    assert.equal(await control.getAttribute("aria-checked"), "false");
    assert.equal(await playhead(page), at);
  });

  await step("what was reported for the other machine is not held against this one", async () => {
    const isOther = (all) => /CPU busy about 33 % 91\.7 %/.test(all);
    const text = await until("figures", () => figures(page), isOther);
    assert.match(text, /reported for the scenario as shipped; yours differs in: Automatic soft-NUMA\./);
    assert.doesNotMatch(text, /outside/);
  });

  await step("What if has the number that matters for each variant", async () => {
    const all = await until("variants", () => whatIf(page), (list) => !Object.values(list).includes("…"));
    assert.equal(all["Soft-NUMA off"], "91.7 %");
    assert.equal(Object.keys(all).length, 7);
  });

  await step("an edit while it plays is shown too, and the time goes on", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await captionIs(page, stacked);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("switch", { name: "Automatic soft-NUMA" }).click();
    await captionIs(page, spread);
    const early = await playhead(page);
    await until("the playhead goes on", () => playhead(page), (at) => at > early);
    await page.getByRole("button", { name: "Pause" }).click();
  });

  await step("undo brings it back, redo takes it away again", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await captionIs(page, stacked);
    await until("figures", () => figures(page), (all) => /CPU busy about 33 % 33\.3 %/.test(all));
    await page.keyboard.press("Control+Shift+Z");
    await captionIs(page, spread);
  });

  await step("the list of scenarios opens another one, and the address names it", async () => {
    await page.getByRole("button", { name: "Soft-NUMA stacks parallel queries" }).click();
    const entries = page.getByRole("menuitemradio");
    await until("the entries", () => entries.count(), (count) => count >= 15);
    const chosen = page.getByRole("menuitemradio", { checked: true });
    assert.match(await chosen.innerText(), /^Soft-NUMA stacks parallel queries/);
    await page.getByRole("menuitemradio", { name: /^CPU loops on 12 cores/ }).click();
    await until("the address", () => new URL(page.url()).hash, (hash) => hash === "#cpu-loops-12-cores");
    await until("the title", () => page.title(), (title) => title.startsWith("CPU loops on 12 cores"));
    await captionIs(page, /\b12 CPUs\b/);
    await page.evaluate(() => { location.hash = "soft-numa-off"; });
    await captionIs(page, spread);
    await page.evaluate(() => { location.hash = "no-such-thing"; });
    await page.getByRole("alert").filter({ hasText: "no scenario named “no-such-thing”" }).waitFor();
  });
  assertQuiet(page);
});
