import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuiet, useLab } from "./harness.mjs";
import { ready, settled, step } from "./screen.mjs";

const lab = useLab();

const numactl = "available: 1 nodes (0)\nnode 0 cpus: 0 1 2 3\nnode 0 size: 16000 MB\n";

/** The address of the module that makes files and reads pasted texts. */
const isMaker = (address) => /\/maker-\w+\.wasm$/.test(String(address));

test("what makes files and reads texts comes when it is needed, and again after a failure", async () => {
  const page = await lab.open("/");
  let fetched = 0;
  page.on("request", (request) => { fetched += isMaker(request.url()) ? 1 : 0; });
  await ready(page);
  await settled(page);
  assert.equal(fetched, 0);
  await page.route(isMaker, (route) => route.abort());

  await page.getByRole("button", { name: "Import a machine…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a machine" });
  await step("a dialog says that it could not be fetched, and reads at the next try", async () => {
    const text = dialog.getByRole("textbox", { name: "Text to import" });
    await text.fill(numactl);
    await dialog.getByText("could not be fetched", { exact: false }).waitFor();
    assert.equal(await text.inputValue(), numactl);
    await page.unroute(isMaker);
    // A reading that was under way may have come through by now, and the button is gone then.
    const read = dialog.getByText("1 package, 1 NUMA nodes, 4 cores, 4 CPUs");
    await Promise.any([dialog.getByRole("button", { name: "Try again" }).click(), read.waitFor()]);
    await read.waitFor();
    await dialog.getByRole("button", { name: "Try again" }).waitFor({ state: "hidden" });
    await dialog.getByRole("list", { name: "Formats that are recognised" }).getByText("lscpu").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  assert.deepEqual(page.notes.foreign, []);
  page.notes.failed.splice(0); // the tries that were to fail
  page.notes.console.splice(0);
  await step("the same one makes a file", async () => {
    const before = fetched;
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Table as CSV/ }).click();
    assert.match((await download).suggestedFilename(), /-waits\.csv$/);
    assert.equal(fetched, before);
  });
  assertQuiet(page);
});

test("a file that cannot be made is told, and made at the next try", async () => {
  const page = await lab.open("/");
  await ready(page);
  await page.route(isMaker, (route) => route.abort());
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Picture as SVG/ }).click();
  const alert = page.getByRole("alert").filter({ hasText: "could not be fetched" });
  await alert.waitFor();
  await page.unroute(isMaker);
  const download = page.waitForEvent("download");
  await alert.getByRole("button", { name: "Try again" }).click();
  assert.match((await download).suggestedFilename(), /\.svg$/);
  await alert.waitFor({ state: "hidden" });
  page.notes.failed.splice(0);
  page.notes.console.splice(0);
  assertQuiet(page);
});
