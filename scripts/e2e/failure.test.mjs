import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuiet, useLab } from "./harness.mjs";
import { captionIs, clipboard, field, headline, ready, step, until } from "./screen.mjs";

const lab = useLab();

// Keeps the page's runners where a test can reach them.
const reach = `globalThis.runners = [];
  globalThis.Worker = class extends Worker {
    constructor(...of) { super(...of); runners.push(this); }
  };`;

test("a runner that dies is replaced, the document is kept, and the report can be copied", async () => {
  const page = await lab.open("/", { script: reach });
  await ready(page);
  await page.getByRole("switch", { name: "Automatic soft-NUMA" }).click();
  await captionIs(page, /8 of 96 CPUs idle/);
  const bar = page.getByRole("alert").filter({ hasText: "The simulator stopped." });

  const deaths = {
    "a message of the page cannot be read": () => { runners.at(-1).postMessage("no message"); },
    "out of memory": () => {
      runners.at(-1).dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true }));
    },
  };
  for (const [reason, kill] of Object.entries(deaths)) {
    await step(reason, async () => {
      await page.evaluate(kill);
      await bar.waitFor();
      const control = page.getByRole("switch", { name: "Automatic soft-NUMA" });
      assert.equal(await control.getAttribute("aria-checked"), "false");
      await bar.getByRole("button", { name: "Copy the report" }).click();
      await page.getByRole("status").filter({ hasText: "The report was copied." }).waitFor();
      const report = await until("the clipboard", () => clipboard(page), (text) => text.includes(reason));
      assert.match(report, /^Schedlab \S+\n/);
      assert.match(report, /"auto_soft_numa": false/);
      await bar.getByRole("button", { name: "Run again" }).click();
      await bar.waitFor({ state: "hidden" });
      await ready(page);
      await captionIs(page, /8 of 96 CPUs idle/);
    });
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await captionIs(page, /64 of 96 CPUs idle/);

  await step("a long run tells how far it is and can be cancelled; the old picture stays", async () => {
    await page.evaluate(() => { location.hash = "oltp-1024-schedulers"; });
    const before = await captionIs(page, /of 1,024 CPUs busy/);
    await page.getByText("Run", { exact: true }).click();
    await field(page, "Duration").fill("200000");
    const told = page.getByRole("status").filter({ hasText: /Simulating 0:\d\d of 3:20/ });
    assert.match(await told.innerText(), /1,024 schedulers, [\d,]+ events so far/);
    assert.equal(await headline(page), before);
    await told.getByRole("button", { name: "Cancel" }).click();
    await told.waitFor({ state: "hidden" });
    assert.equal(await headline(page), before);
    await field(page, "Duration").fill("10000");
    await page.getByText("of 0:10", { exact: true }).waitFor();
  });
  assertQuiet(page);
});
