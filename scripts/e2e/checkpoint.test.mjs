import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertQuiet, sizes, themes, useLab } from "./harness.mjs";
import {
  captionIs, clipboard, figures, headline, playhead, ready, step, timeSlider, until,
} from "./screen.mjs";

const lab = useLab();

// Messages as they were published: a blog of 2020, Microsoft Tech Community of 2012, a public demo script,
// and a question on a forum, where parts of two messages were mixed.
const published = {
  joined: "FlushCache: cleaned up 394031 bufs with 282252 writes in 65544 ms (avoided 21 new dirty bufs) "
    + "for db 19:0 average writes per second: 4306.30 writes/sec average throughput: 46.96 MB/sec, I/O "
    + "saturation: 53644, context switches 101117 last target outstanding: 639360, avgWriteLatency 1",
  records: "2012-05-30 02:01:56.31 spid14s FlushCache: cleaned up 216539 bufs with 154471 writes in "
    + "69071 ms (avoided 11796 new dirty bufs) for db 6:0\n2012-05-30 02:01:56.31 spid14s average "
    + "throughput: 24.49 MB/sec, I/O saturation: 68365, context switches 80348\n2012-05-30 02:01:56.31 "
    + "spid14s last target outstanding: 1560, avgWriteLatency 15",
  reversed: "last target outstanding: 2, avgWriteLatency 111\naverage throughput:   0.19 MB/sec, I/O "
    + "saturation: 1009, context switches 2085\naverage writes per second:   0.24 writes/sec\nFlushCache: "
    + "cleaned up 11208 bufs with 109 writes in 463587 ms (avoided 8791 new dirty bufs) for db 10:0",
  mixed: "FlushCache: cleaned up 11848 bufs with 7432 writes in 97168 ms (avoided 8139 new dirty bufs) "
    + "for db 9:0\nlast target outstanding: 4, avgWriteLatency 32\naverage throughput: 0.72 MB/sec, I/O "
    + "saturation: 11635, context switches 18849",
};

/** The cells of a table that says what a picture shows: by row. */
async function cells(page, name) {
  const table = page.getByRole("table", { name, exact: true });
  return table.evaluate((element) => [...element.tBodies[0].rows].filter((row) => !row.hidden)
    .map((row) => [...row.cells].map((cell) => cell.textContent)));
}

const count = (text) => Number(text.replaceAll(",", ""));

/** Plays for a while, from the start. */
async function plays(page) {
  await timeSlider(page).press("Home");
  await until("the start", () => playhead(page), (at) => at === 0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until("the playhead", () => playhead(page), (at) => at > 100_000);
  await page.getByRole("button", { name: "Pause" }).click();
}

async function seeks(page, tenths) {
  await timeSlider(page).press("Home");
  for (let tenth = 0; tenth < tenths; tenth++) await timeSlider(page).press("PageUp");
  await until("the playhead", () => playhead(page), (at) => at === 60_000 * tenths);
}

test("automatic checkpoints: played, read, selected, stepped through; the log explained", async () => {
  const page = await lab.open("/#checkpoint-automatic");
  await ready(page);
  await captionIs(page, /checkpoints took 3\d\.\d s in the mean; the longest, of db 19, 6\d\.\d s\.$/);

  await step("the memory and the amounts are pictures with a text alternative", async () => {
    await page.getByRole("figure", { name: "Buffer pool" }).waitFor();
    const rows = await until("dirty pages", () => cells(page, "Dirty pages"), (all) => all.length > 20);
    const most = rows.find(([name]) => name === "maximum");
    assert.ok(count(most[1]) > 350_000 && count(most[1]) < 450_000, `db 19 had ${most[1]} dirty pages`);
    assert.equal(count(rows[0].at(-1)), 0, "nothing is dirty at first");
    assert.equal((await cells(page, "Buffer pool")).length, 4);
    const bars = await cells(page, "Checkpoints");
    const large = bars.filter(([what, of]) => what === "automatic checkpoint" && of === "db 19");
    assert.ok(large.length > 0);
    for (const [, , , due, scan, write, all] of large) {
      assert.ok(count(scan) > 26 && count(scan) < 27.5, `a scan of ${scan} s`);
      assert.ok(count(all) > 60 && count(all) < 70, `${due} ${scan} ${write} ${all}`);
    }
  });

  await step("it plays, and the tables follow the playhead", async () => {
    const before = await cells(page, "Buffer pool");
    await plays(page);
    const isOther = (rows) => JSON.stringify(rows) !== JSON.stringify(before);
    await until("the buffer pool", () => cells(page, "Buffer pool"), isOther);
  });

  const places = page.getByRole("grid", { name: /^Dirty pages and checkpoints/ });
  await step("a checkpoint is pointed at, selected and inspected", async () => {
    await seeks(page, 6);
    const first = places.getByRole("gridcell", { name: /checkpoint of db 19/ }).first();
    await first.hover();
    await page.getByRole("tooltip").filter({ hasText: "Automatic checkpoint of db 19" }).waitFor();
    await first.click();
    await first.and(page.locator("[aria-selected=true]")).waitFor();
    const results = page.getByRole("region", { name: "Results" });
    await results.getByRole("heading", { name: /^Automatic checkpoint of db 19/ }).waitFor();
  });

  await step("comma and full stop go to its begin, its writes and its end", async () => {
    const moves = async (key) => {
      const from = await playhead(page);
      await page.keyboard.press(key);
      return until(`the playhead after ${key}`, () => playhead(page), (at) => at !== from);
    };
    const end = await moves(",");
    const writes = await moves(",");
    const begin = await moves(",");
    assert.ok(end - begin > 60_000 && end - begin < 70_000, `${begin} to ${end}`);
    assert.ok(writes - begin > 26_000 && writes - begin < 27_500, `it wrote from ${writes} on`);
    assert.equal(await moves("."), writes);
  });

  await step("the places are reached by keyboard", async () => {
    await places.getByRole("gridcell").first().focus();
    await page.keyboard.press("ArrowDown");
    const told = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.match(await told(), /checkpoint of db \d+, began/);
    await page.keyboard.press("Space");
    await places.locator("[aria-selected=true]:focus").waitFor();
  });
  await log(page);
  assertQuiet(page);
});

async function log(page) {
  const panel = page.getByRole("tabpanel");
  const rows = async () => (await panel.locator("tbody tr:visible").allInnerTexts())
    .map((row) => row.replaceAll(/\s+/g, " ").trim());

  await step("the log is filtered and copied as it is seen", async () => {
    await seeks(page, 10);
    await page.getByRole("tab", { name: "Log" }).click();
    await until("lines of all kinds", rows, (all) => all.some((row) => row.includes("submitted")));
    await page.getByRole("combobox", { name: "Lines of the log" }).selectOption("error log");
    const isOwn = (all) => all.length > 5 && !all.some((row) => row.includes("submitted"));
    await until("the error log", rows, isOwn);
    await page.getByRole("searchbox", { name: "Filter" }).fill("flushcache: cleaned up");
    const lines = await until("the messages", rows, (all) => all.length > 0 && all.length < 5);
    const message = /^\d+:\d\d\.\d{3} \d{3} spid\S+ FlushCache: cleaned up \d+ bufs/;
    for (const line of lines) assert.match(line, message);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    const text = await until("the clipboard", () => clipboard(page), (all) => all.includes("FlushCache"));
    assert.equal(text.trimEnd().split("\n").length, lines.length + 1);
  });

  await step("each field of a message is explained by keyboard", async () => {
    await page.getByRole("searchbox", { name: "Filter" }).focus();
    await until("a field has the focus", async () => {
      await page.keyboard.press("Tab");
      return page.evaluate(() => document.activeElement.className);
    }, (name) => name === "part");
    const tip = page.locator("#field-help");
    const told = [];
    for (let last = ""; told.length < 20;) {
      await tip.waitFor();
      const text = await tip.innerText();
      if (text === last) break;
      told.push(text);
      last = text;
      await page.keyboard.press("ArrowRight");
    }
    assert.ok(told.length >= 5, `${told.length} fields`);
    for (const text of told) assert.ok(text.length > 30, text);
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
  });
}

test("indirect checkpoints: played, and none is long enough to be logged", async () => {
  const page = await lab.open("/#checkpoint-indirect");
  await ready(page);
  await captionIs(page, /checkpoints took 0\.0\d s in the mean/);
  const text = await until("figures", () => figures(page), (all) => !all.includes("…"));
  assert.match(text, /FlushCache lines gone 0/);
  const bars = await until("checkpoints", () => cells(page, "Checkpoints"), (all) => all.length > 0);
  for (const [what, , , , , , all] of bars.slice(0, -1)) {
    assert.equal(what, "indirect checkpoint");
    assert.ok(count(all) < 1, `${all} s`);
  }
  const pages = await cells(page, "Dirty pages");
  assert.ok(count(pages.find(([name]) => name === "maximum")[1]) < 150_000);
  await plays(page);
  assertQuiet(page);
});

/** Opens the dialog and gives what explains a text, once it is about it. */
async function explained(page, text, database) {
  const dialog = page.getByRole("dialog", { name: "Explain a FlushCache line" });
  await dialog.getByRole("textbox", { name: "Lines of the error log" }).fill(text);
  const said = dialog.getByRole("group", { name: "What it means" });
  return until(`the explanation of database ${database}`, () => said.innerText(),
    (all) => all.includes(`database ${database},`));
}

test("pasted messages are explained, and one becomes a scenario", async () => {
  const page = await lab.open("/");
  await ready(page);
  await page.getByRole("button", { name: "Explain a FlushCache line…" }).click();
  const dialog = page.getByRole("dialog", { name: "Explain a FlushCache line" });
  const use = dialog.getByRole("button", { name: "Make a scenario of it" });
  assert.ok(await use.isDisabled());

  await step("four published messages", async () => {
    const mixed = await explained(page, published.mixed, 9);
    assert.match(mixed, /contradicts itself\. Not to be believed: average throughput, I\/O saturation/);
    assert.match(mixed, /are 0\.95 MB\/sec, but 0\.72 is printed/);
    assert.match(mixed, /disk-bound/);
    const reversed = await explained(page, published.reversed, 10);
    assert.match(reversed, /Line 4: .*\bdisk-bound/s);
    assert.match(reversed, /102\.83 pages/);
    assert.doesNotMatch(reversed, /contradicts/);
    const records = await explained(page, published.records, 6);
    assert.match(records, /216,539 buffers in 69\.1 s/);
    assert.match(records, /printed rates agree/);
    const joined = await explained(page, published.joined, 19);
    assert.match(joined, /issuer-bound/);
    assert.match(joined, /1\.40 pages/);
    for (const basis of ["arithmetic", "published", "inferred"]) assert.ok(joined.includes(basis), basis);
  });

  await step("the size of the buffer pool tells the share of the scan", async () => {
    await dialog.getByRole("textbox", { name: "Buffer pool" }).fill("3072");
    await until("the scan", () => dialog.innerText(), (all) => /scan of 3 TB .* takes 26\.6 s/.test(all));
    await dialog.getByRole("textbox", { name: "Buffer pool" }).fill("much");
    await until("a problem", () => dialog.innerText(), (all) => all.includes("“much” is no size"));
    await dialog.getByRole("textbox", { name: "Buffer pool" }).fill("3072");
    await until("no problem", () => dialog.innerText(), (all) => !all.includes("“much”"));
  });

  await step("a scenario of it has such a checkpoint; undo brings the old one back", async () => {
    await use.click();
    await dialog.waitFor({ state: "hidden" });
    const isMade = (title) => title.startsWith("A pasted checkpoint of database 19");
    await until("the title", () => page.title(), isMade);
    await captionIs(page, /the longest, of db19, 6[4-6]\.\d s\.$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await captionIs(page, /^12 long queries sit on 4 of 12/);
    assert.ok((await headline(page)).length > 0);
    await page.getByRole("figure", { name: "Buffer pool" }).waitFor({ state: "hidden" });
  });
  assertQuiet(page);
});

test("undo works while a button has the focus, and not inside a text field", async () => {
  const page = await lab.open("/");
  await ready(page);
  const control = page.getByRole("switch", { name: "Automatic soft-NUMA" });
  await control.click();
  await captionIs(page, /8 of 96 CPUs idle/);
  await control.press("Control+z");
  await captionIs(page, /64 of 96 CPUs idle/);
  await control.press("Control+y");
  await captionIs(page, /8 of 96 CPUs idle/);
  await page.getByRole("textbox", { name: "Packages" }).press("Control+z");
  await page.getByRole("button", { name: "Undo" }).press("Control+z");
  await captionIs(page, /64 of 96 CPUs idle/);
  await page.getByRole("button", { name: "Undo" }).and(page.locator(":disabled")).waitFor();
  assertQuiet(page);
});

test("the names of places follow the last of two pictures that come one after the other", async () => {
  const page = await lab.open("/");
  await ready(page);
  const named = page.getByRole("gridcell", { name: /^scheduler 43/ });
  const busy = await named.getAttribute("aria-label");
  await timeSlider(page).press("Home");
  const name = () => named.getAttribute("aria-label");
  await until("another name", name, (text) => text !== busy);
  await timeSlider(page).press("End"); // well within half a second
  await until("the first name", name, (text) => text === busy);
  assertQuiet(page);
});

test("axe finds nothing in figures, log and explanation", async () => {
  for (const theme of themes) {
    const page = await lab.open("/#checkpoint-automatic", { theme });
    await ready(page);
    await until("the claims", () => figures(page), (all) => !all.includes("…"));
    await page.getByRole("tab", { name: "Log" }).click();
    await page.getByRole("tabpanel").locator(".part").first().focus();
    await step(`the figures, ${theme}`, () => assertAccessible(page));
    await page.getByRole("button", { name: "Explain a FlushCache line…" }).click();
    await explained(page, `${published.mixed}\n\n${published.joined}`, 9);
    await step(`the dialog, ${theme}`, () => assertAccessible(page));
    await page.setViewportSize(sizes.phone);
    await step(`the dialog on a phone, ${theme}`, () => assertAccessible(page));
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Picture" }).click();
    await page.getByRole("figure", { name: "Buffer pool" }).waitFor();
    await step(`a phone, ${theme}`, () => assertAccessible(page));
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(await isWide(), false, "nothing lies beside a phone's screen");
    assertQuiet(page);
    await page.context().close();
  }
});
