import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuiet, useLab } from "./harness.mjs";
import {
  captionIs, clipboard, field, headline, ready, step, timeSlider, until, whatIf,
} from "./screen.mjs";

const lab = useLab();

// A machine of two NUMA nodes as the operating system and the database print it; odd ids, made up here.
const numactl = `available: 2 nodes (0-1)
node 0 cpus: 0 1 2 3 4 5 6 7
node 0 size: 32108 MB
node 0 free: 14022 MB
node 1 cpus: 8 9 10 11 12 13 14 15
node 1 size: 32254 MB
node 1 free: 20871 MB
node distances:
node   0   1
  0:  10  21
  1:  21  10
`;
const nodes = [
  "node_id\tnode_state_desc\tmemory_node_id\tcpu_affinity_mask\tonline_scheduler_count",
  "0\tONLINE\t0\t255\t8",
  "1\tONLINE\t1\t65280\t8",
  "64\tONLINE DAC\t0\t255\t1",
].join("\n");

test("tables are copied, mistakes stay where they are typed, a pasted machine is taken over", async () => {
  const page = await lab.open("/");
  await ready(page);
  await tables(page);
  await mistakes(page);
  await variations(page);
  await imports(page);
  assertQuiet(page);
});

async function tables(page) {
  const panel = page.getByRole("tabpanel");

  await step("a product's table at the playhead's time, sorted by a column", async () => {
    await page.getByRole("tab", { name: "Tables" }).click();
    await page.getByRole("combobox", { name: "Table" }).selectOption("sys.dm_os_schedulers");
    const head = panel.getByRole("columnheader", { name: "runnable_tasks_count" });
    await head.waitFor();
    const column = await head.evaluate((th) => th.cellIndex);
    const cells = async () => {
      const rows = await panel.locator("tbody tr:visible").allInnerTexts();
      return rows.map((row) => Number(row.split("\t")[column])).filter((n) => !Number.isNaN(n));
    };
    // The header tells the order as soon as it is asked for; the rows follow when the runner has sent them.
    const sorted = async (order, compare) => {
      await head.getByRole("button").click();
      await until(order, () => head.getAttribute("aria-sort"), (told) => told === order);
      const isInOrder = (list) => list.length > 90
        && list.every((n, i) => i === 0 || compare(list[i - 1], n));
      return until(`rows ${order}`, cells, isInOrder);
    };
    const up = await sorted("ascending", (before, after) => before <= after);
    assert.equal(up[0], 0);
    const down = await sorted("descending", (before, after) => before >= after);
    assert.equal(down[0], 2);
  });

  await step("copied as text with tabs", async () => {
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    const text = await until("the clipboard", () => clipboard(page), (all) => all.includes("scheduler_id"));
    const lines = text.trimEnd().split("\n");
    assert.ok(lines.length > 96, `${lines.length} lines`);
    const width = lines[0].split("\t").length;
    assert.ok(width > 5 && lines.every((line) => line.split("\t").length === width));
    await page.getByRole("status").filter({ hasText: `${lines.length - 1} rows were copied.` }).waitFor();
  });

  await step("the log opens at the playhead", async () => {
    await timeSlider(page).press("Home");
    await timeSlider(page).press("PageUp");
    await page.getByRole("tab", { name: "Log" }).click();
    const inView = () => panel.evaluate((view) => [...view.querySelectorAll("tbody tr")]
      .filter((row) => row.offsetParent && row.offsetTop + row.offsetHeight > view.scrollTop + 20
        && row.offsetTop < view.scrollTop + view.clientHeight)
      .map((row) => row.firstElementChild.textContent));
    await until("lines around 0:14.75", inView, (times) => times.some((at) => /^0:1[2345]\./.test(at)));
  });

  await step("the twin of the lanes and the live caption keep step with the playhead", async () => {
    const twin = page.getByRole("table", { name: "Lanes now" });
    const number = page.getByRole("cell", { name: "43", exact: true });
    const row = twin.getByRole("row").filter({ has: number }).first();
    await until("the rows", () => twin.getByRole("row").count(), (count) => count === 97);
    await timeSlider(page).press("End");
    const caption = await captionIs(page, /^12 long queries sit on 4 of 12 soft-NUMA nodes/);
    const isBusy = (text) => /Q\d+.*\b2\b/.test(text.replaceAll("\t", " "));
    await until("scheduler 43", () => row.innerText(), isBusy);
    const spoken = page.locator("[aria-live=polite]").filter({ hasText: caption });
    await spoken.first().waitFor({ state: "attached" });
    await timeSlider(page).press("Home");
    await until("scheduler 43", () => row.innerText(), (text) => !/Q\d/.test(text));
  });
}

async function mistakes(page) {
  const packages = field(page, "Packages");
  const before = await captionIs(page, /^1 cheap query keeps 1 of 96 CPUs busy/);
  const bar = page.getByRole("alert").filter({ hasText: "keeps this scenario from running" });

  const typos = { 0: /at least 1/, four: /number/i, "99999999999999999999": /at most/ };
  for (const [typed, told] of Object.entries(typos)) {
    await packages.fill(typed);
    await bar.waitFor();
    const describes = () => packages.evaluate(
      (e) => document.getElementById(e.getAttribute("aria-describedby"))?.innerText ?? "");
    await until(`what is wrong with ${typed}`, describes, (text) => told.test(text));
    assert.equal(await packages.inputValue(), typed);
    assert.equal(await packages.getAttribute("aria-invalid"), "true");
    const isTold = (text) => /1 problem .* The picture below is the last valid one/.test(text);
    await until("the bar", () => bar.innerText(), isTold);
    assert.equal(await headline(page), before);
  }
  await page.getByRole("region", { name: "Results" }).getByText("machine.packages").waitFor();

  await step("the message leads to the field", async () => {
    await page.getByRole("tab", { name: "Waits" }).focus();
    await bar.getByRole("button", { name: "Packages" }).click();
    await until("the focus", () => packages.evaluate((e) => e === document.activeElement), (is) => is);
  });

  await step("back to the last valid, and undo to the mistake", async () => {
    await bar.getByRole("button", { name: "Back to the last valid" }).click();
    await bar.waitFor({ state: "hidden" });
    const valueIs = (text) => until("the field", () => packages.inputValue(), (value) => value === text);
    await valueIs("4");
    await page.getByRole("button", { name: "Undo" }).click();
    await bar.waitFor();
    await valueIs("99999999999999999999");
    await packages.fill("2");
    await bar.waitFor({ state: "hidden" });
    await captionIs(page, /of 48 CPUs/);
  });

  await step("a document that is none is not taken over, and says in which line", async () => {
    await page.getByText("As JSON", { exact: true }).click();
    const source = field(page, "The scenario as JSON");
    const isShown = (text) => text.includes('"packages": 2');
    await until("the text", () => source.inputValue(), isShown); // or it would be written over what is typed
    await source.fill('{ "version": 1,\n  "title": }');
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText(/^line 2: /).waitFor();
    assert.equal(await source.inputValue(), '{ "version": 1,\n  "title": }');
    await page.getByRole("button", { name: "Back to the last valid" }).click();
    await until("the text", () => source.inputValue(), isShown);
  });
}

/** A session that variants speak of can be removed: the scenario runs, and they are said not to fit. */
async function variations(page) {
  const workload = page.getByRole("region", { name: "Scenario" });
  await workload.getByText("procedure", { exact: true }).click();
  const removes = workload.getByRole("button", { name: "Remove", exact: true });
  await removes.and(page.locator(":visible")).last().click();
  await captionIs(page, /^Nothing runs/);
  await until("what if", () => whatIf(page), (all) => all["No cheap query"] === "does not fit");
  await page.getByRole("button", { name: "Undo" }).click();
  await captionIs(page, /of 48 CPUs/);
}

async function imports(page) {
  await page.getByRole("button", { name: "Import a machine…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a machine" });
  const use = dialog.getByRole("button", { name: "Use this machine" });
  await until("the button", () => use.isDisabled(), (isDisabled) => isDisabled);
  await dialog.getByRole("textbox", { name: "Text to import" }).fill(`${numactl}\n${nodes}\n`);
  await dialog.getByText("2 packages, 2 NUMA nodes, 16 cores, 16 CPUs").waitFor();
  await dialog.getByText("Distance to another node: 21", { exact: false }).waitFor();
  await use.click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("The machine has 16 CPUs now.").waitFor();
  await captionIs(page, /of 16 CPUs|16 CPUs/);
  await page.getByRole("button", { name: "Undo" }).click();
  await captionIs(page, /of 48 CPUs/);
}
