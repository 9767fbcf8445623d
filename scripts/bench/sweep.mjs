// Times sweeps in the whole page, as a person runs them: node scripts/bench/sweep.mjs. It prints one JSON
// object: see sweepResult in sweep.go.
import { availableParallelism } from "node:os";
import { launch, openPage } from "../e2e/harness.mjs";
import { ready } from "../e2e/screen.mjs";
import { startServer } from "../e2e/server.mjs";

const patience = 180_000;

/** Milliseconds that the sweep of a scenario takes, on so many cores; values: others than its own. */
async function sweep(lab, cores, values) {
  const script = "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', " +
    `{ get: () => ${cores} })`;
  const page = await openPage(lab, "/#vm-right-sizing", { script });
  await ready(page);
  // What the page finds out in idle moments, of variants and claims, would be measured too.
  await page.waitForFunction(() => !document.querySelector(".claims")?.textContent.includes("…"), undefined,
    { timeout: patience });
  const panel = page.getByRole("tabpanel");
  const cancel = panel.getByRole("button", { name: "Cancel" });
  const run = panel.getByRole("button", { name: /^Run/ });
  await page.getByRole("tab", { name: "Sweep" }).click();
  await cancel.or(run).first().waitFor();
  if (values) {
    if (await cancel.isVisible()) await cancel.click();
    await panel.getByRole("combobox", { name: "A line for each" }).selectOption("");
    await panel.getByRole("textbox", { name: /^Values of/ }).first().fill(values);
  }
  const began = performance.now();
  await cancel.or(run).first().waitFor();
  if (await run.isVisible()) await run.click();
  await panel.getByText(/^\d+ runs\. Choose one/).waitFor({ timeout: patience });
  const millis = performance.now() - began;
  await page.context().close();
  return millis;
}

const server = await startServer();
const browser = await launch();
try {
  const lab = { browser, url: server.url };
  const cores = availableParallelism();
  const result = { cores, shipped: await sweep(lab, cores) };
  // One core and all of them in turn, since what else the machine does comes and goes.
  result.one = await sweep(lab, 1, "201..264");
  result.all = cores > 1 ? await sweep(lab, cores, "201..264") : result.one;
  console.log(JSON.stringify(result));
} finally {
  await browser.close();
  await server.close();
}
