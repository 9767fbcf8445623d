import assert from "node:assert/strict";
import {
  copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, assertQuiet, openPage, sizes, themes, useLab } from "./harness.mjs";
import { captionIs, field, headline, ready, step, until } from "./screen.mjs";
import { startServer } from "./server.mjs";

const lab = useLab();
const dist = fileURLToPath(new URL("../../dist", import.meta.url));

/** A copy of the built site, which a test may change, with a server of its own. */
async function useCopy(work) {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-site-"));
  cpSync(dist, folder, { recursive: true });
  const server = await startServer("-dir", folder);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  try {
    await work({ folder, url: server.url, browser: lab.browser, close });
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the whole site is in the browser. */
const kept = (page) => page.getByRole("status").filter({ hasText: "Schedlab works offline now." }).waitFor();

const renewal = (page) => page.getByRole("status").filter({ hasText: "A new version of Schedlab is ready." });

/** Publishes another version in a folder: another title, and charts under another name. */
function publish(folder, title) {
  const change = (name, edit) => {
    const file = join(folder, name);
    writeFileSync(file, edit(readFileSync(file, "utf8")));
  };
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  const [charts] = worker.match(/assets\/charts-\w+\.js/);
  const [boot] = worker.match(/assets\/boot-\w+\.js/);
  const next = (name) => name.replace(/-\w+\.js/, `-${title.toUpperCase()}.js`);
  renameSync(join(folder, charts), join(folder, next(charts)));
  copyFileSync(join(folder, boot), join(folder, next(boot)));
  rmSync(join(folder, boot));
  change(next(boot), (text) => text.replaceAll(charts.slice(7), next(charts).slice(7)));
  change("index.html", (text) => text.replaceAll(boot, next(boot))
    .replace("</head>", `<meta name="edition" content="${title}"></head>`));
  change("sw.js", (text) => text.replaceAll(charts, next(charts)).replaceAll(boot, next(boot))
    .replace(/(url:"index\.html",revision:")\w+/, `$1${title}`));
  return { charts, next: next(charts) };
}

const edition = (page) => page.evaluate(() =>
  document.querySelector("meta[name=edition]")?.content ?? "first");

const looksForUpdate = (page) => page.evaluate(async () => {
  await (await navigator.serviceWorker.getRegistration()).update();
});

/** How the browser answers a request of the page. */
const answer = (page, path) => page.evaluate(async (address) => {
  try {
    return (await fetch(address)).status;
  } catch {
    return 0;
  }
}, path);

test("with the network gone, a reload gives the whole playground", async () => {
  await useCopy(async (site) => {
    const page = await openPage(site, "/", { worker: true });
    await ready(page);
    await kept(page);
    await field(page, "Packages").fill("2");
    await captionIs(page, /of 48 CPUs/);
    await page.keyboard.press("Control+s");
    await field(page, "Name").fill("Two packages");
    await page.keyboard.press("Enter");
    await page.getByText("Saved in this browser", { exact: true }).first().waitFor();
    await page.evaluate(() => { location.hash = "cpu-loops-12-cores"; });
    await captionIs(page, /\b12 CPUs\b/);
    await page.evaluate(() => { location.hash = "soft-numa-on"; });
    await captionIs(page, /64 of 96 CPUs idle/);
    await site.close();
    await page.context().setOffline(true);
    const told = page.getByRole("status").filter({ hasText: "You are offline. Schedlab goes on working." });
    await told.waitFor();
    await page.reload();
    await ready(page);
    await captionIs(page, /^12 long queries sit on 4 of 12/);

    await step("another scenario, an edit, charts", async () => {
      await page.evaluate(() => { location.hash = "checkpoint-automatic"; });
      await captionIs(page, /checkpoints took 3\d\.\d s in the mean/);
      await page.evaluate(() => { location.hash = "soft-numa-on"; });
      await captionIs(page, /64 of 96 CPUs idle/);
      await page.getByRole("switch", { name: "Automatic soft-NUMA" }).click();
      await captionIs(page, /8 of 96 CPUs idle/);
      const charts = () => page.locator(".uplot canvas").count();
      await until("charts", charts, (count) => count > 0);
    });

    await step("saved scenarios", async () => {
      await page.locator("#topbar .pick").click();
      await page.getByRole("menuitem", { name: "My scenarios…" }).click();
      const library = page.getByRole("dialog", { name: "My scenarios" });
      await library.getByRole("button", { name: "Open Two packages", exact: true }).click();
      await captionIs(page, /of 48 CPUs/);
      assert.equal(await field(page, "Packages").inputValue(), "2");
    });

    await step("files", async () => {
      for (const [name, ending] of [[/^Picture as PNG/, ".png"], [/^Charts as CSV/, "-charts.csv"],
        [/^Trace for Perfetto/, "-trace.json"], [/^Report as HTML/, "-report.html"]]) {
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Export", exact: true }).click();
        await page.getByRole("menuitem", { name }).click();
        const file = await download;
        assert.ok(file.suggestedFilename().endsWith(ending), file.suggestedFilename());
        assert.ok(statSync(await file.path()).size > 500);
      }
    });

    await step("pages under all their addresses, with the headers that they were sent with", async () => {
      const atTop = readdirSync(dist).filter((name) => name.endsWith(".html")).map((name) => `/${name}`);
      for (const path of ["/", "/?from=elsewhere", ...atTop, "/lessons/", "/lessons/soft-numa-on",
        "/lessons/soft-numa-on.html"]) {
        const response = await page.goto(new URL(path, site.url).href);
        assert.equal(response.status(), 200, path);
        assert.ok(response.fromServiceWorker(), path);
        assert.match(response.headers()["content-security-policy"], /script-src 'self' 'wasm-unsafe-eval'/);
        assert.equal(response.headers()["cross-origin-embedder-policy"], "require-corp");
      }
      await until("the still", () => page.evaluate(() => {
        const shown = [...document.images].find((image) => image.checkVisibility());
        return shown?.complete && shown.naturalWidth;
      }), (width) => width === 720);
      assert.equal(await answer(page, "../scenarios/soft-numa-on.json"), 200);
    });
    assert.deepEqual(page.notes.foreign, []);
    assert.deepEqual(page.notes.console, []);
  });
});

test("a new version is announced, waits, and is taken on the user's word, in two tabs", async () => {
  await useCopy(async (site) => {
    const page = await openPage(site, "/", { worker: true });
    await ready(page);
    await kept(page);
    const other = await page.context().newPage();
    await other.goto(site.url);
    await ready(other);
    for (const tab of [page, other]) {
      await tab.getByRole("switch", { name: "Automatic soft-NUMA" }).click();
      await captionIs(tab, /8 of 96 CPUs idle/);
    }
    const { charts, next } = publish(site.folder, "second");
    await looksForUpdate(page);
    await renewal(page).waitFor();
    await renewal(other).waitFor();
    assert.match(await renewal(page).innerText(), /Your scenario stays/);
    await step("axe finds nothing on the bar", () => assertAccessible(page));

    await step("an open page goes on with the files of its own version", async () => {
      assert.equal((await page.request.get(new URL(charts, site.url).href)).status(), 404);
      assert.equal(await answer(page, charts), 200);
      await page.reload();
      await ready(page);
      assert.equal(await edition(page), "first");
      await renewal(page).waitFor();
    });

    await step("later", async () => {
      await renewal(page).getByRole("button", { name: "Later" }).click();
      await renewal(page).waitFor({ state: "hidden" });
    });

    await step("one tab takes it; its scenario stays", async () => {
      await renewal(other).getByRole("button", { name: "Reload" }).click();
      await until("the new version", () => edition(other).catch(() => ""), (name) => name === "second");
      await ready(other);
      await captionIs(other, /8 of 96 CPUs idle/);
      assert.equal(await answer(other, next), 200);
      await renewal(other).waitFor({ state: "hidden" });
    });

    await step("the other one is told, still finds its files, and takes it when it wants", async () => {
      const told = page.getByRole("status").filter({ hasText: "Another tab has taken a new version" });
      await told.waitFor();
      assert.equal(await edition(page), "first");
      assert.equal(await answer(page, charts), 200);
      await field(page, "Packages").fill("2");
      const halved = /^12 long queries sit on both memory nodes; all 48 CPUs busy/; // soft-NUMA is off
      await captionIs(page, halved);
      await told.getByRole("button", { name: "Reload" }).click();
      await until("the new version", () => edition(page).catch(() => ""), (name) => name === "second");
      await ready(page);
      await captionIs(page, halved);
      await page.locator("#topbar .pick").click(); // the draft has come over, its history has not
      await page.getByRole("menuitemradio", { name: /^Soft-NUMA stacks/ }).click();
      await captionIs(page, /64 of 96 CPUs idle/);
    });
    assert.deepEqual(page.notes.console, []);
    assert.deepEqual(page.notes.foreign, []);
  });
});

test("no worker is registered in a frame or below /v/; versions there come from the network", async () => {
  await useCopy(async (site) => {
    cpSync(dist, join(site.folder, "v", "1.0"), { recursive: true });
    rmSync(join(site.folder, "v", "1.0", "sw.js")); // as the build leaves it out of versions
    const workers = (page) => page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).length);
    const asked = (frame) => frame.evaluate(() => globalThis.schedlab.keepSite(() => {}));
    const page = await openPage(site, "/help.html", { worker: true });
    await page.waitForLoadState("networkidle"); // leaving earlier breaks off what is on its way

    await step("in windows of their own: what is embedded elsewhere, and a version beside newer storage",
      async () => {
        await page.evaluate(() => new Promise((made, failed) => {
          const request = indexedDB.open("schedlab", 99);
          request.onsuccess = () => { request.result.close(); made(); };
          request.onerror = () => failed(request.error);
        }));
        for (const path of ["/embed.html?load", "/v/1.0/embed.html?load", "/v/1.0/"]) {
          await page.goto(site.url + path);
          await page.getByRole("gridcell").first().waitFor();
          assert.equal(await asked(page), undefined, path);
          assert.equal(await workers(page), 0, path);
        }
        await field(page, "Packages").fill("2");
        await captionIs(page, /of 48 CPUs/);
        await page.getByText(/A newer Schedlab has used this browser’s storage/).waitFor();
        assertQuiet(page);
      });

    await step("in a frame", async () => {
      await page.goto(`${site.url}/help.html`);
      await page.evaluate(() => {
        const frame = document.createElement("iframe");
        frame.src = "/embed.html?load";
        document.body.append(frame);
      });
      const frame = await until("the frame", () => page.frames()[1], (found) => found !== undefined);
      await frame.waitForFunction(() => globalThis.schedlab?.keepSite && document.querySelector("canvas"));
      await frame.getByRole("gridcell").first().waitFor();
      assert.equal(await asked(frame), undefined);
      assert.equal(await workers(page), 0);
      assertQuiet(page);
    });

    await step("a worker that is there does not answer below /v/", async () => {
      await page.goto(site.url);
      await ready(page);
      await kept(page);
      const scopes = await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
      assert.deepEqual(scopes, [`${site.url}/`]);
      const fromWorker = [];
      page.context().on("response", (response) => {
        if (response.fromServiceWorker()) fromWorker.push(new URL(response.url()).pathname);
      });
      await page.goto(`${site.url}/v/1.0/embed.html?load`);
      await page.getByRole("gridcell").first().waitFor();
      assert.deepEqual(fromWorker.filter((path) => path.startsWith("/v/")), []);
      await page.goto(`${site.url}/embed.html`);
      await page.getByRole("button", { name: "Play" }).waitFor();
      assert.ok(fromWorker.includes("/embed.html"), "it answers elsewhere");
    });
  });
});

test("the page can be installed: manifest, icons, shortcuts", async () => {
  const page = await lab.open("/", { worker: true });
  await ready(page);
  await kept(page);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A profile that tests use is private, and a private window installs nothing.
  const ids = installabilityErrors.map(({ errorId }) => errorId);
  assert.deepEqual(ids.filter((id) => id !== "in-incognito"), []);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data);
  assert.equal(new URL(manifest.start_url, url).pathname, "/");
  assert.equal(manifest.display, "standalone");
  const response = await page.request.get(url);
  assert.equal(response.headers()["content-type"], "application/manifest+json");

  await step("each icon has the size that is said, and what may be masked fills its square", async () => {
    for (const icon of manifest.icons) {
      const facts = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        return { width: image.naturalWidth, corner: pen.getImageData(0, 0, 1, 1).data[3] };
      }, new URL(icon.src, url).href);
      if (icon.sizes !== "any") assert.equal(`${facts.width}x${facts.width}`, icon.sizes);
      assert.equal(facts.corner, icon.purpose === "maskable" ? 255 : 0, icon.src);
    }
  });
  await step("shortcuts open their scenarios", async () => {
    const [, second] = manifest.shortcuts;
    await page.evaluate((hash) => { location.hash = hash; }, new URL(second.url, url).hash);
    await until("the title", () => page.title(), (title) => title.startsWith(second.name));
  });
  assertQuiet(page);
});

test("each lesson has a page that works without scripts and leads on", async () => {
  const page = await lab.open("/lessons/", { noScript: true });
  const links = page.getByRole("main").getByRole("link");
  const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.ok(names.length >= 20, `${names.length} lessons`);
  await links.first().click();
  assert.match(await headline(page), /^Soft-NUMA stacks parallel queries/);
  const row = page.getByRole("row", { name: /^CPU busy about 33 % 33\.3 % predicted/ });
  await row.waitFor();
  const seen = [];
  for (let more = true; more; seen.push(await headline(page))) {
    const next = page.getByRole("navigation").last().getByRole("link", { name: /^Next/ });
    assert.equal(await page.getByRole("img").count(), 1, "one still is seen");
    more = await next.count() > 0;
    if (more) await next.click();
  }
  assert.equal(new Set(seen).size, names.length - 1, "the next ones lead through all");
  await page.getByRole("link", { name: "Open in the playground" }).and(
    page.locator(`[href$="#${names.at(-1).replace(".html", "")}"]`)).waitFor();
  assert.deepEqual(page.notes.foreign, []);
  assert.deepEqual(page.notes.console, []);
});

test("oEmbed is discovered on the pages, and names a frame of this site", async () => {
  for (const [path, name] of [["/", "soft-numa-on"], ["/lessons/checkpoint-automatic.html",
    "checkpoint-automatic"]]) {
    const page = await lab.open(path, { noScript: true });
    const link = page.locator('link[rel=alternate][type="application/json+oembed"]');
    const address = new URL(await link.getAttribute("href"));
    assert.equal(address.pathname, `/oembed/${name}.json`);
    const response = await page.request.get(new URL(address.pathname, lab.url).href);
    assert.equal(response.headers()["access-control-allow-origin"], "*");
    const told = await response.json();
    assert.equal(told.version, "1.0");
    assert.equal(told.type, "rich");
    assert.equal(told.title, await link.getAttribute("title"));
    const frame = await page.evaluate((html) => {
      const { attributes } = new DOMParser().parseFromString(html, "text/html").querySelector("iframe");
      return Object.fromEntries([...attributes].map((each) => [each.name, each.value]));
    }, told.html).catch(() => undefined);
    const [, source] = told.html.match(/src="([^"]+)"/);
    assert.equal(new URL(source).origin, address.origin);
    assert.equal(`${new URL(source).pathname}${new URL(source).search}`, `/embed.html?scenario=${name}`);
    if (frame) assert.deepEqual([frame.width, frame.height], [String(told.width), String(told.height)]);
    const still = await page.request.get(new URL(new URL(told.thumbnail_url).pathname, lab.url).href);
    assert.match(await still.text(), new RegExp(`^<svg [^>]*width="${told.thumbnail_width}" `));
    assertQuiet(page);
  }
});

test("axe finds nothing on lessons, on a desktop and on a phone, light and dark", async () => {
  for (const path of ["/lessons/checkpoint-automatic.html", "/lessons/"]) {
    for (const size of [sizes.desktop, sizes.phone]) {
      for (const theme of themes) {
        const page = await lab.open(path, { size, theme });
        await page.locator(`html[data-theme=${theme}]`).waitFor();
        await step(`${path}, ${theme}, ${size.width} wide`, () => assertAccessible(page));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= size.width, `${path} is ${width} wide`);
        assertQuiet(page);
      }
    }
  }
});

test("offline before the site is kept: the page says what that means, until it is over", async () => {
  const page = await lab.open("/");
  await ready(page);
  await page.context().setOffline(true);
  const bar = page.getByRole("status").filter({ hasText: "this browser has not kept Schedlab yet" });
  await bar.waitFor();
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    await step(theme, () => assertAccessible(page));
  }
  await page.context().setOffline(false);
  await bar.waitFor({ state: "hidden" });
  assertQuiet(page);
});
