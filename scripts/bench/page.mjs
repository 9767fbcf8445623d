// Measures the built page's runner in a browser: node scripts/bench/page.mjs PLAN.json, which is what page.go
// writes. It prints one JSON object: see pageResult there.
import { readFileSync } from "node:fs";
import { launch, openPage } from "../e2e/harness.mjs";
import { startServer } from "../e2e/server.mjs";
import { measureRunner, runProbe } from "./inpage.mjs";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** Serves what only the benchmark needs beside the built page, under the headers of its other files. */
async function addFiles(page, files) {
  for (const [name, { file, type }] of Object.entries(files)) {
    await page.context().route(`**/bench/${name}`, (route) => route.fulfill({
      path: file,
      headers: { "content-type": type, "cross-origin-embedder-policy": "require-corp" },
    }));
  }
}

/** A page of the site without its scripts: small enough not to be in the way. */
async function open(lab) {
  const page = await openPage(lab, "/assets.json");
  await addFiles(page, plan.files);
  return page;
}

async function inPage(lab, measure, argument) {
  const page = await open(lab);
  try {
    return await page.evaluate(measure, argument);
  } finally {
    await page.context().close();
  }
}

const server = await startServer();
const browser = await launch();
try {
  const lab = { browser, url: server.url };
  const result = { version: browser.version(), probe: [], runners: [] };
  const problems = [];
  for (const argv of plan.probes) {
    try {
      result.probe.push(...await inPage(lab, runProbe, argv));
    } catch (error) {
      problems.push(`${argv.join(" ")}: ${error.message}`);
    }
  }
  for (const size of plan.sizes) {
    try {
      result.runners.push(await inPage(lab, measureRunner, size));
    } catch (error) {
      problems.push(`${size.schedulers} schedulers: ${error.message}`);
    }
  }
  console.log(JSON.stringify({ ...result, problems }));
} finally {
  await browser.close();
  await server.close();
}
