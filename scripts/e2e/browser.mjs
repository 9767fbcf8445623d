// Finds the browser that the tests drive. `node browser.mjs` prints its path, or says what to install.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

const onPath = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
  "microsoft-edge"];
const elsewhere = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ...["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].map((name) => process.env[name]).filter(Boolean)
    .flatMap((folder) => [
      join(folder, "Chromium", "Application", "chrome.exe"),
      join(folder, "Google", "Chrome", "Application", "chrome.exe"),
      join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
    ]),
];

/** The path of a browser of the Chromium family; the variable CHROMIUM prevails. Throws if there is none. */
export function findBrowser() {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM names ${chosen}, which does not exist`);
  }
  const suffix = process.platform === "win32" ? ".exe" : "";
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = onPath.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  const found = [...candidates, ...elsewhere].find((file) => existsSync(file));
  if (found) return found;
  throw new Error("no browser was found: install Chromium, Chrome or Edge, or name one in CHROMIUM");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(findBrowser());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
