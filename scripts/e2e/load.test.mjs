import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertQuiet, sizes, themes, useLab } from "./harness.mjs";
import { field, frames, headline, ready, step, until } from "./screen.mjs";

const lab = useLab();

test("the page loads under the policy it is deployed with, quietly, and asks no other site", async () => {
  const page = await lab.open("/");
  assert.equal(page.response.status(), 200);
  await ready(page);
  assert.match(await page.title(), /Schedlab/);

  await step("the policy is that of netlify.toml, and the browser enforces it", async () => {
    const headers = page.response.headers();
    const policy = headers["content-security-policy"];
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';.*frame-ancestors 'none'/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["cache-control"], "no-cache");
    assertQuiet(page);
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.inlineScriptRan = true";
      document.head.append(script);
      return globalThis.inlineScriptRan === true;
    });
    assert.equal(ran, false);
  });

  await step("what the page loads may be kept for ever, under names that say what is inside", async () => {
    const loaded = await page.evaluate(
      () => performance.getEntriesByType("resource").map(({ name }) => name));
    const assets = loaded.filter((name) => new URL(name).pathname.startsWith("/assets/"));
    assert.ok(assets.length > 0);
    for (const asset of assets) {
      assert.match(asset, /-[0-9A-Za-z]{8,10}\.\w+$/);
      const response = await page.request.get(asset);
      assert.equal(response.headers()["cache-control"], "public, max-age=31536000, immutable");
    }
  });
});

test("without JavaScript the page says so, and its text and still picture are there", async () => {
  const page = await lab.open("/", { noScript: true });
  const told = page.locator("noscript"); // text inside is not found by its words
  await told.waitFor();
  assert.match(await told.innerText(), /needs JavaScript/);
  assert.match(await headline(page), /^12 long queries sit on 4 of 12 soft-NUMA nodes/);
  await page.getByRole("img", { name: /^Still picture/ }).waitFor();
  assertQuiet(page);
});

test("without WebAssembly the page says so, and its text and still picture are there", async () => {
  const page = await lab.open("/", { script: "delete globalThis.WebAssembly" });
  await page.getByRole("alert").filter({ hasText: "This browser lacks WebAssembly" }).waitFor();
  assert.match(await headline(page), /^12 long queries sit on 4 of 12 soft-NUMA nodes/);
  await page.getByRole("img", { name: /^Still picture/ }).waitFor();
  assertQuiet(page);
});

test("axe finds nothing on a desktop and on a phone, light and dark", async () => {
  const page = await lab.open("/", { size: sizes.desktop });
  await ready(page);
  await page.getByRole("gridcell", { name: /^scheduler 43/ }).click(); // fills the inspector
  await page.getByRole("tab", { name: "Placement" }).click();
  await page.getByRole("tabpanel").getByRole("img").first().waitFor();
  await page.getByRole("region", { name: "Results" }).getByRole("button", { name: "Clear" }).waitFor();
  await field(page, "Packages").fill("0");
  await page.getByRole("button", { name: "Back to the last valid" }).waitFor();
  await page.getByRole("button", { name: "Import a machine…" }).click();
  await page.getByRole("dialog", { name: "Import a machine" }).waitFor();
  await step("an invalid scenario below the import dialog", () => assertAccessible(page));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Back to the last valid" }).click();
  await page.getByRole("button", { name: "Back to the last valid" }).waitFor({ state: "hidden" });
  await inThemes(page, "the desktop");

  await page.setViewportSize(sizes.phone);
  const parts = {
    Waits: page.getByRole("tab", { name: "Waits", selected: true }),
    Results: page.getByRole("heading", { name: "Reported and simulated" }),
    Scenario: field(page, "Packages"),
    Picture: page.getByRole("figure", { name: "Floor plan" }),
  };
  for (const [name, part] of Object.entries(parts)) {
    const button = page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name });
    await button.click();
    await part.waitFor();
    await button.and(page.locator("[aria-current=page]")).waitFor();
    for (const other of Object.values(parts)) {
      await other.waitFor({ state: other === part ? "visible" : "hidden" });
    }
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await until(`the width of ${name}`, width, (pixels) => pixels <= sizes.phone.width);
    await step(`${name} of a phone`, () => assertAccessible(page));
  }
  await inThemes(page, "the picture of a phone");
  for (const name of ["Play", "Next event"]) {
    const box = () => page.getByRole("button", { name, exact: true }).boundingBox();
    await until(`a finger's room on ${name}`, box, (found) => found?.width >= 44 && found.height >= 44);
  }
  assertQuiet(page);
});

async function inThemes(page, what) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    await frames(page);
    await step(`${what}, ${theme}`, () => assertAccessible(page));
  }
}
