// Starts browsers: Chromium, or the engine that the variable ENGINE names (firefox, webkit), in the build
// that Playwright keeps of it.
import * as engines from "playwright-core";
import { findBrowser } from "./browser.mjs";

const engine = engines[process.env.ENGINE ?? "chromium"];
if (!engine?.launch) throw new Error(`ENGINE is chromium, firefox or webkit, not ${process.env.ENGINE}`);

export const isChromium = engine.name() === "chromium";

// Without these, Chromium asks its maker's hosts at each start.
const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

// The last list of features prevails, so this one repeats what Playwright leaves out itself: what asks other
// hosts, and what makes tests unsteady. The last two are pages for the address bar, which every window loads
// and nobody sees: without them a page is ready in three quarters of the time.
const without = ["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
  "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
  "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch", "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup"];

function options() {
  if (!isChromium) return { headless: true };
  const isRoot = process.getuid?.() === 0; // the sandbox of Chromium refuses to start as root
  const args = [...quiet, `--disable-features=${without.join(",")}`, ...isRoot ? ["--no-sandbox"] : []];
  return { executablePath: findBrowser(), headless: true, args };
}

export const launch = () => engine.launch(options());

/** A browser whose profile lies in a folder, as its one context. */
export const launchWith = (folder) => engine.launchPersistentContext(folder, options());
