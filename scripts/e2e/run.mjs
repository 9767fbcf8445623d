// Runs the browser tests against one server: node scripts/e2e/run.mjs [file of this folder]…
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "./browser.mjs";
import { startServer } from "./server.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const asked = process.argv.slice(2);
const all = readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort();
const names = asked.length > 0 ? asked : all;
if (names.length === 0) throw new Error(`there are no tests in ${folder}`);

const browser = process.env.ENGINE ? {} : { CHROMIUM: findBrowser() };
const server = await startServer();
// Two files at a time: most of a test is waiting for one thread of the page or of its runner.
const files = names.map((name) => join(folder, name));
const args = ["--test", "--test-concurrency=2", "--test-reporter=spec", ...files];
const { status } = spawnSync(process.execPath, args, {
  stdio: "inherit",
  env: { ...process.env, SCHEDLAB_URL: server.url, ...browser },
});
await server.close();
process.exitCode = status ?? 1;
