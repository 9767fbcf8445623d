// Takes a picture of a page, to look at it:
//   node scripts/e2e/shot.mjs URL OUT.png WIDTH HEIGHT [light|dark] [script to run in the page first]
// A URL that begins with / is one of the built page's own; a server is started for it.
import { launch, openPage } from "./harness.mjs";
import { startServer } from "./server.mjs";

const [address, file, width, height, theme = "light", script] = process.argv.slice(2);
if (!(Number(width) > 0 && Number(height) > 0) || !["light", "dark"].includes(theme)) {
  console.error("usage: shot.mjs URL OUT.png WIDTH HEIGHT [light|dark] [script to run in the page first]");
  process.exit(2);
}
const server = address.startsWith("/") ? await startServer() : undefined;
const browser = await launch();
try {
  const url = server ? server.url : new URL(address).origin;
  const size = { width: Number(width), height: Number(height) };
  const page = await openPage({ browser, url }, address, { size, theme });
  await page.waitForLoadState("networkidle");
  if (script) await page.evaluate(`(async () => { ${script} })()`);
  await page.evaluate(() => new Promise((painted) => {
    requestAnimationFrame(() => requestAnimationFrame(painted));
  }));
  await page.screenshot({ path: file });
  for (const [kind, notes] of Object.entries(page.notes)) {
    for (const note of notes) console.error(`${kind}: ${note}`);
  }
} finally {
  await browser.close();
  await server?.close();
}
