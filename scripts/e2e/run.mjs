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
// One file at a time: page, runner and compositor of a single one keep two cores busy.
const files = names.map((name) => join(folder, name));
const args = ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files];
const { status } = spawnSync(process.execPath, args, {
  stdio: "inherit",
  env: { ...process.env, SCHEDLAB_URL: server.url, ...browser },
});
await server.close();
process.exitCode = status ?? 1;
