import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertQuiet, sizes, themes, useLab } from "./harness.mjs";

const lab = useLab();

test("the page loads, says nothing on its console and asks no other site", async () => {
  const page = await lab.open("/");
  await page.waitForLoadState("networkidle");
  assert.equal(page.response.status(), 200);
  assert.match(await page.title(), /Schedlab/);
  assertQuiet(page);
});

test("the page is sent with the policy of netlify.toml, and the browser enforces it", async () => {
  const page = await lab.open("/");
  const headers = page.response.headers();
  const policy = headers["content-security-policy"];
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';.*frame-ancestors 'none'/);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "no-cache");
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.inlineScriptRan = true";
    document.head.append(script);
    return globalThis.inlineScriptRan === true;
  });
  assert.equal(ran, false);
});

test("what the page loads may be kept for ever, under names that say what is inside", async () => {
  const page = await lab.open("/");
  await page.waitForLoadState("networkidle");
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const assets = loaded.filter((name) => new URL(name).pathname.startsWith("/assets/"));
  assert.ok(assets.length > 0);
  for (const asset of assets) {
    assert.match(asset, /-[0-9A-Za-z]{8,10}\.\w+$/);
    const response = await page.request.get(asset);
    assert.equal(response.headers()["cache-control"], "public, max-age=31536000, immutable");
  }
});

for (const theme of themes) {
  for (const [name, size] of Object.entries(sizes)) {
    test(`axe finds nothing on the first screen, ${theme}, ${name}`, async () => {
      const page = await lab.open("/", { theme, size });
      await page.waitForLoadState("networkidle");
      await assertAccessible(page);
      assertQuiet(page);
    });
  }
}
