import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, assertQuiet, sizes, themes, useLab } from "./harness.mjs";
import { captionIs, field, headline, ready, step, until } from "./screen.mjs";

const lab = useLab();

const cells = (page) => page.getByRole("tabpanel").getByRole("row");

/** What the command line says of the same sweep: CPU busy by the values of both fields. */
function sweptByCommand() {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const text = execFileSync("go", ["run", "./scripts/simulate", "-sweep", "soft-numa-on"], { cwd: root });
  const [head, ...rows] = text.toString().trim().split("\n").map((line) => line.split(","));
  const at = head.indexOf("cpu.busy_pct");
  return Object.fromEntries(rows.map((row) => [`${row[0]},${row[1]}`, Number(row[at])]));
}

/** The cells of a table's row that begins with a text. */
async function rowOf(page, name) {
  const row = cells(page).filter({ has: page.getByRole("cell", { name, exact: true }) }).first();
  await row.waitFor();
  return (await row.getByRole("cell").allInnerTexts()).map((text) => text.trim());
}

test("two large machines on one host: played, and what no guest sees is read", async () => {
  const page = await lab.open("/#vm-two-monsters");
  // 24 cores whose threads do 1.3 times a core's work, shared by 400 sessions of 60 ms and 600 ms elsewhere.
  await page.getByText(/A closed form expects: .* 3[67]\d\.\d\d ms; .* 9\d\.\d %/).waitFor();
  await ready(page);
  await captionIs(page, /processes want 24 CPUs/);
  await page.getByText(/^On host esx1 48 of 48 threads are busy, on 24 of 24 cores\./).waitFor();
  const plan = page.getByRole("grid", { name: "Floor plan" });
  assert.equal(await plan.getByRole("gridcell", { name: /^pCPU \d+,/ }).count(), 48);

  await page.getByRole("tab", { name: "Tables" }).click();
  const pick = page.getByRole("combobox", { name: "Table" });
  await pick.selectOption({ label: "esx1: guest and host" });
  const [, busy, steal, run, readyShare, stopped] = await until("a row", () => rowOf(page, "db1"),
    (row) => row.length === 9);
  assert.equal(steal, "–");
  assert.ok(Number(busy) > 95 && Number(run) > 90, `${busy} ${run}`);
  assert.ok(Number(readyShare) > 0.3 && Number(readyShare) < 5, readyShare);
  assert.ok(Number(stopped) > 0 && Number(stopped) < 5, stopped);
  await pick.selectOption({ label: "esx1: esxtop, virtual machines" });
  await until("its worlds", async () => (await rowOf(page, "db2"))[1], (text) => text === "24");
  await pick.selectOption({ label: "one: vmstat" });
  await page.getByRole("columnheader", { name: "st" }).waitFor();

  const before = await headline(page);
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until("it plays", () => headline(page), (text) => text !== before && text !== "");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  assertQuiet(page);
});

test("a sweep is run, drawn, and one of its points opened; and taken back", async () => {
  const swept = sweptByCommand();
  const page = await lab.open("/#soft-numa-on");
  await ready(page);
  await page.getByRole("tab", { name: "Sweep" }).click();
  const panel = page.getByRole("tabpanel");
  await panel.getByText("22 runs. Choose one to open it as the scenario.").waitFor();
  const rowAt = (name) => panel.getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  for (const times of ["1", "4", "11"]) {
    const shown = (await rowAt(times).getByRole("button").allInnerTexts()).map(Number.parseFloat);
    const told = ["true", "false"].map((isOn) => swept[`${times},${isOn}`]);
    shown.forEach((value, i) => assert.ok(Math.abs(value - told[i]) < 0.051, `${times}: ${shown}, ${told}`));
    assert.equal(shown.length, 2);
  }
  await rowAt("4").getByRole("button").first().click();
  await captionIs(page, /96/);
  await panel.getByText("22 runs.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await captionIs(page, /64 of 96 CPUs idle/);

  await panel.getByRole("textbox", { name: /Values of Times/ }).fill("2, 3");
  await panel.getByText("4 runs. Choose one").waitFor();
  await panel.getByRole("combobox", { name: "Figure" }).selectOption("placement.nodes_used");
  await rowAt("2").getByRole("button", { name: "4", exact: true }).first().waitFor();
  assertQuiet(page);
});

test("response times against rate and size: a point of the chart is opened as a run", async () => {
  const page = await lab.open("/#vm-right-sizing");
  await ready(page);
  await page.getByRole("tab", { name: "Sweep" }).click();
  const panel = page.getByRole("tabpanel");
  await step("what a closed form expects is there before the runs", async () => {
    await panel.getByRole("button", { name: "Cancel" }).click();
    // 12 CPUs that never rest finish 200 a second: 333 sessions see 333 / 200 s, less 410 ms of thinking.
    await panel.getByText("≈ 1,255.00 ms", { exact: true }).waitFor();
    await panel.getByRole("button", { name: /^Run (the rest|20)$/ }).click();
  });
  await until("all runs", () => panel.getByRole("status").innerText(), (text) => text.startsWith("20 runs."));
  const rowAt = (name) => panel.getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  const times = await Promise.all(["200", "333"].map(async (rate) => {
    const texts = await rowAt(rate).getByRole("button").allInnerTexts();
    return texts.map((text) => Number.parseFloat(text.replace(",", "")));
  }));
  const [[, at3x24], [at5x12, at5x24, at5x36]] = times;
  assert.ok(at3x24 < 265 && at5x24 > 1.4 * at3x24 && at5x12 > at5x24 && at5x36 < at5x24, `${times}`);
  await rowAt("267").getByRole("button").nth(2).click();
  await until("the size", () => page.getByText("36 vCPUs").count(), (count) => count > 0);
  await panel.getByText("20 runs.").waitFor();
  assertQuiet(page);
});

test("a machine's settings and its guests are edited; what cannot be is told in its place", async () => {
  const page = await lab.open("/#vm-vnuma");
  await ready(page);
  await page.getByText("db", { exact: true }).first().click();
  await field(page, "Virtual CPUs").fill("49");
  const told = page.getByRole("alert").filter({ hasText: /problem/ });
  await told.waitFor();
  await page.getByText("49 virtual CPUs on a host with 48 CPUs").first().waitFor();
  await field(page, "Virtual CPUs").fill("12");
  await told.waitFor({ state: "hidden" });
  await ready(page);
  assertQuiet(page);
});

for (const theme of themes) {
  test(`axe finds nothing in hosts, guests and sweeps, ${theme}`, async () => {
    for (const size of Object.values(sizes)) {
      const page = await lab.open("/#vm-ready-zero-but-slow", { theme, size });
      await ready(page);
      await assertAccessible(page);
      if (size === sizes.desktop) {
        await page.getByRole("tab", { name: "Sweep" }).click();
        await page.getByRole("combobox", { name: "Along the axis" }).waitFor();
        await assertAccessible(page);
      }
      assertQuiet(page);
    }
  });
}
