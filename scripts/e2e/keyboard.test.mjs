import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuiet, patience, useLab } from "./harness.mjs";
import { frames, playhead, ready, settled, step, timeSlider, until } from "./screen.mjs";

const lab = useLab();

/** Whether something has the focus; it is noted that it had it. */
const hasFocus = (page) => page.evaluate(() => {
  document.activeElement.wasReached = true;
  return document.activeElement !== document.body;
});

test("everything is reached and done by keyboard", async () => {
  const page = await lab.open("/");
  await ready(page);
  await settled(page); // what comes later would be passed by

  await step("Tab reaches all that can be seen and used", async () => {
    let places = 0;
    do await page.keyboard.press("Tab");
    while (await hasFocus(page) && ++places < 150);
    const missed = await page.evaluate(() => [...document.querySelectorAll(
      "a[href], button, input, select, textarea, summary, [tabindex]")]
      .filter((e) => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled && !e.wasReached)
      .map((e) => e.outerHTML.slice(0, 120)));
    assert.deepEqual(missed, []);
    assert.ok(places > 40, `${places} places`);
  });

  await step("Space plays and pauses, full stop and comma go from event to event", async () => {
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await until("the playhead", () => playhead(page), (at) => at > 0 && at < 100_000);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.keyboard.press("Home");
    await until("the start", () => playhead(page), (at) => at === 0);
    const clock = () => timeSlider(page).getAttribute("aria-valuetext");
    for (let notch = 0; notch < 12; notch++) await page.keyboard.press("+");
    await until("a fine clock", clock, (text) => /\.\d{3} \d{3}$/.test(text));
    // A clock of microseconds tells each step: the next key is pressed when the one before was answered.
    const move = async (key) => {
      const from = await clock();
      await page.keyboard.press(key);
      return until(`the clock after ${key}`, clock, (text) => text !== from);
    };
    do await move("p");
    while (await playhead(page) < 2500);
    let from;
    do from = await move("Shift+P");
    while (await playhead(page) >= 2500);
    await move(".");
    assert.equal(await move(","), from);
  });

  await step("plus zooms in, zero shows the whole run", async () => {
    const line = page.getByRole("figure", { name: "Timeline" });
    await page.keyboard.press("0");
    await line.getByText("whole run", { exact: false }).waitFor();
    await page.keyboard.press("+");
    await line.getByText("whole run", { exact: false }).waitFor({ state: "hidden" });
    await page.keyboard.press("0");
    await line.getByText("whole run", { exact: false }).waitFor();
  });

  await step("arrows go over the floor plan, Enter zooms in, Escape out", async () => {
    await page.getByRole("gridcell", { name: /^memory node 0|^node 0/i }).first().focus();
    const name = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    const place = async () => (await name()).split(",")[0]; // what is going on there follows the picture
    const first = await place();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await place(), first);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await place(), first);
    await page.keyboard.press("ArrowDown");
    assert.match(await place(), /^(memory )?node \d+$/i);
    await until("a scheduler", async () => {
      await page.keyboard.press("ArrowRight");
      return name();
    }, (text) => /^scheduler \d+, node \d+/.test(text));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Whole machine" }).waitFor();
    await page.getByRole("heading", { name: /^Scheduler \d+/ }).waitFor();
    await until("escaped", async () => {
      await page.keyboard.press("Escape");
      return page.getByRole("button", { name: "Whole machine" }).isVisible();
    }, (isZoomed) => !isZoomed);
  });

  await step("? lists the keys, Escape closes the list", async () => {
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keys" });
    await dialog.waitFor();
    await dialog.getByText("play, pause").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  await step("F6 goes round the parts of the page", async () => {
    const parts = new Set();
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press("F6");
      await frames(page);
      parts.add(await page.evaluate(() => {
        const regions = "#topbar, #editor, #stage, #results, #transport";
        return document.activeElement.closest(regions)?.id;
      }));
    }
    assert.equal(parts.size, 5);
  });

  await step("with reduced motion, play goes from event to event, at most four a second", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await timeSlider(page).press("Home");
    const speed = page.getByRole("slider", { name: "Speed" });
    await speed.fill("200");
    const says = () => speed.getAttribute("aria-valuetext");
    await until("the speed", says, (text) => text.includes("one by one"));
    const times = await timeSlider(page).evaluate((slider, patience) => new Promise((told, failed) => {
      const moments = [];
      setTimeout(() => failed(new Error(`steps came at ${moments}`)), patience);
      const observer = new MutationObserver(() => {
        moments.push(performance.now());
        if (moments.length === 5) told(moments);
      });
      observer.observe(slider, { attributeFilter: ["aria-valuetext", "aria-valuenow"] });
      document.querySelector("button.play").click();
    }), patience);
    await page.getByRole("button", { name: "Pause" }).click();
    const gaps = times.slice(1).map((at, i) => at - times[i]).slice(1);
    assert.ok(gaps.every((gap) => gap > 150), `steps were ${gaps} ms apart`);
  });
  assertQuiet(page);
});
