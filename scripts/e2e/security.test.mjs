// Links, files and pages around frames are hostile until proven otherwise: each attack is tried and fails.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertQuiet, useLab } from "./harness.mjs";
import { counted, markup, packed, poisoned } from "./hostile.mjs";
import { ask, hasEvent, useHost } from "./host.mjs";
import { captionIs, field, headline, ready, settled, step, until } from "./screen.mjs";

const lab = useLab();
const host = useHost(lab);
const root = fileURLToPath(new URL("../..", import.meta.url));
const shipped = (name) => JSON.parse(readFileSync(`${root}/scenarios/${name}.json`, "utf8"));

/** All pages that are built: at the top, and one of the lessons. */
const pages = ["/", "/lessons/", "/lessons/soft-numa-on.html",
  ...readdirSync(`${root}/dist`).filter((name) => name.endsWith(".html")).map((name) => `/${name}`)];

/** Tries what scripts of other people would do, and gives what happened. */
const attacks = async (elsewhere) => {
  const element = (name, properties) => {
    const made = Object.assign(document.createElement(name), properties);
    document.body.append(made);
    return made;
  };
  const caught = (work) => { try { return String(work()); } catch (error) { return error.name; } };
  element("script", { textContent: "globalThis.hit = 1" });
  element("script", { src: "data:text/javascript,globalThis.hit=2" });
  element("script", { src: `${elsewhere}/evil.js` });
  element("style", { textContent: "body { --hit: 1 }" });
  const styled = element("p", {});
  styled.setAttribute("style", "--hit: 2");
  element("p", {}).setAttribute("onclick", "globalThis.hit = 3");
  document.body.lastElementChild.click();
  element("img", { src: `${elsewhere}/x.png` });
  element("iframe", { src: `${elsewhere}/` });
  element("object", { data: `${elsewhere}/x.pdf` });
  element("link", { rel: "stylesheet", href: `${elsewhere}/x.css` });
  element("base", { href: `${elsewhere}/` });
  const form = element("form", { action: `${elsewhere}/`, method: "post", target: "_self" });
  form.requestSubmit();
  element("a", { href: "javascript:globalThis.hit=4" }).click();
  // What is evaluated from outside may do what the page's own scripts may not: a timer is the page's.
  const found = await new Promise((told) => {
    setTimeout(async () => {
      const fetched = await fetch(`${elsewhere}/x.json`, { mode: "no-cors" })
        .then(() => "sent", (error) => error.name);
      told({ evaluated: caught(() => (0, eval)("1")), made: caught(() => new Function("return 1")()), fetched,
        timed: caught(() => setTimeout("globalThis.hit = 5", 0)),
        beacon: caught(() => navigator.sendBeacon(`${elsewhere}/x`, "1")),
        worker: caught(() => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])))),
        socket: caught(() => new WebSocket(elsewhere.replace("http", "ws"))) });
    });
  });
  await new Promise((passed) => { setTimeout(passed, 100); });
  return { ...found, hit: globalThis.hit, base: document.baseURI,
    style: getComputedStyle(document.body).getPropertyValue("--hit"),
    styled: getComputedStyle(styled).getPropertyValue("--hit") };
};

test("the policy has no exception, and stops what it says on each page", async () => {
  for (const path of pages) {
    const page = await lab.open("/site.webmanifest", { script: counted });
    host.received = [];
    await page.goto(lab.url + path);
    const policy = (await fetch(lab.url + path)).headers.get("content-security-policy");
    assert.doesNotMatch(policy, /'unsafe-|\*;|https?:|strict-dynamic|nonce-/, path);
    await page.waitForLoadState("networkidle");
    assert.deepEqual(await page.evaluate(() => globalThis.stopped), [], `${path} by itself`);
    const found = await page.evaluate(attacks, host.url);
    assert.deepEqual([found.hit, found.style, found.styled, found.evaluated, found.made, found.fetched],
      [undefined, "", "", "EvalError", "EvalError", "TypeError"], path);
    assert.equal(found.base, page.url(), path);
    const stopped = await page.evaluate(() => globalThis.stopped.map((each) => each.split(" ")[0]));
    const wanted = ["script-src-elem", "script-src-attr", "script-src", "style-src-elem", "style-src-attr",
      "img-src", "connect-src", "frame-src", "object-src", "base-uri", "form-action", "worker-src"];
    assert.deepEqual(wanted.filter((directive) => !stopped.includes(directive)), [], `${path}: ${stopped}`);
    assert.deepEqual(host.received, [], `${path} sent something`);
    await page.context().close();
  }
});

test("only frames' pages can be framed", async () => {
  const refused = pages.filter((path) => path !== "/embed.html");
  const frames = [...refused, "/embed.html"].map((path, i) =>
    `<iframe id="f${i}" title="${path}" src="${lab.url}${path}"></iframe>`);
  const page = await host.open(frames.join(""));
  await page.waitForLoadState("load");
  for (const path of [...refused, "/embed.html"]) {
    const frame = await (await page.locator(`iframe[title="${path}"]`).elementHandle()).contentFrame();
    const wanted = path === "/embed.html" ? `${lab.url}/embed.html` : "chrome-error://chromewebdata/";
    await until(path, () => frame.url(), (address) => address === wanted);
  }
  for (const path of ["/v/1.0/", "/v/1.0/index.html", "/v/1.0/lessons/x", "/v/1.0/embed-example.html",
    "/sw.js", "/stills/soft-numa-on.svg", "/scenarios/soft-numa-on.json", "/v/1.0/stills/soft-numa-on.svg"]) {
    const { headers } = await fetch(lab.url + path);
    assert.match(headers.get("content-security-policy"), /frame-ancestors 'none'$/, path);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
  }
});

/** Opens a file as somebody who drops it on the page. */
const drop = (page, text) => page.evaluate((content) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], "scenario.json"));
  document.querySelector("#stage").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true,
    cancelable: true }));
}, text);

/** Asserts that a page, or a file that it made, has no element of the markup that documents bring. */
async function assertInert(page) {
  const found = await page.evaluate(() => ({ hit: globalThis.hit,
    images: [...document.images].filter((image) => image.getAttribute("src") === "x").length,
    active: document.querySelectorAll("[onerror], [onload], script:not([src]):not([type])").length }));
  assert.deepEqual(found, { hit: undefined, images: 0, active: 0 });
}

test("the texts of documents are text everywhere", async () => {
  const page = await lab.open("/", { script: counted });
  await ready(page);
  await drop(page, JSON.stringify(poisoned(shipped("soft-numa-on"))));
  await until("the title", () => page.title(), (title) => title.startsWith("<img src=x"));
  await ready(page);
  await settled(page);
  await page.getByRole("region", { name: "Results" }).getByText("<img src=x").first().waitFor();
  for (const name of ["Waits", "Placement", "Tables", "Log"]) {
    await page.getByRole("tab", { name }).click();
    await page.getByRole("tabpanel").waitFor();
  }
  await page.getByRole("gridcell", { name: /^scheduler 43/ }).click();
  await assertInert(page);
  await step("saved scenarios", async () => {
    await page.locator("#topbar").getByRole("button", { name: "Save", exact: true }).click();
    await field(page, "Tags").fill(markup.slice(0, 30));
    await page.keyboard.press("Enter");
    await page.getByText("Saved in this browser", { exact: true }).first().waitFor();
    await page.locator("#topbar .pick").click();
    await page.getByRole("menuitem", { name: "My scenarios…" }).click();
    const library = page.getByRole("dialog", { name: "My scenarios" });
    await library.getByRole("heading", { name: /^<img src=x/ }).waitFor();
    await assertInert(page);
    await page.keyboard.press("Escape");
  });
  const exported = async (name) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  await step("report and picture, opened by a browser without our policy", async () => {
    const made = { "report.html": await exported(/^Report as HTML/),
      "picture.svg": await exported(/^Picture as SVG/) };
    for (const [name, text] of Object.entries(made)) {
      host.pages[`/${name}`] = [name.endsWith("html") ? "text/html; charset=utf-8" : "image/svg+xml", text];
      const other = await lab.browser.newPage();
      await other.route("**/*", async (route) => {
        if (!route.request().url().endsWith(name)) return route.abort();
        return route.fulfill({ contentType: host.pages[`/${name}`][0], body: text });
      });
      const asked = [];
      other.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await other.goto(`${host.url}/${name}`);
      const seen = await other.evaluate(() => ({ hit: globalThis.hit,
        text: document.documentElement.textContent,
        active: document.querySelectorAll("script, img[src=x], [onerror], [onload]").length }));
      assert.deepEqual([seen.hit, seen.active, asked], [undefined, 0, [`/${name}`]], name);
      assert.ok(seen.text.includes("<img src=x"), `${name} shows the text`);
      await other.context().close();
    }
  });
  await step("a link", async () => {
    await page.evaluate((fragment) => { location.hash = fragment; },
      packed(JSON.stringify({ p: "soft-numa-off", c: { title: markup, look: markup } }).slice(1)));
    await page.getByRole("button", { name: /^<img src=x/ }).first().waitFor();
    await ready(page);
    await assertInert(page);
  });
  assert.deepEqual(await page.evaluate(() => globalThis.stopped), []);
  assertQuiet(page);
});

test("names that objects have by themselves are names like others", async () => {
  const page = await host.open(["__proto__", "constructor", "toString"].map((name) =>
    host.frame(`load&scenario=${name}&${name}=1`, `f-${name}`)).join(""));
  for (const name of ["__proto__", "constructor", "toString"]) {
    await hasEvent(page, "ready", `f-${name}`);
    const text = await page.frameLocator(`#f-${name}`).getByRole("alert").innerText();
    for (const part of [`no scenario named “${name}”`, `parameter “${name}”`]) {
      assert.ok(text.includes(part), text);
    }
  }
  const codes = await page.evaluate(async () => {
    const all = {};
    const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    for (const [name, message] of Object.entries({
      document: { do: "load", document: hostile }, text: { do: "load", document: JSON.stringify(hostile) },
      path: { do: "set", set: JSON.parse('{"__proto__.polluted":1}') },
      member: { do: "set", set: { "system.settings.constructor": 1 } },
      what: { do: "get", what: "constructor" },
      verb: { do: "__proto__" }, scenario: { do: "load", scenario: "__proto__" },
      more: JSON.parse('{"do":"pause","__proto__":{"a":1}}'),
    })) all[name] = (await globalThis.ask("f-__proto__", message)).error?.code;
    const { id, ok } = await globalThis.ask("f-__proto__", { id: "__proto__", do: "get", what: "state" });
    return { ...all, id, ok };
  });
  assert.deepEqual(codes, { document: "problems", text: "problems", path: "problems", member: "problems",
    what: "value", verb: "unknown", scenario: "no-scenario", more: "unknown", id: "__proto__", ok: true });
  for (const frame of page.frames()) assert.equal(await frame.evaluate(() => ({}).polluted), undefined);
  const link = packed('"p":"soft-numa-on","c":{"__proto__":{"polluted":1},"constructor":{"polluted":1}}}');
  const told = await ask(page, { do: "load", link }, "f-toString");
  assert.ok(told.ok || ["link", "problems"].includes(told.error.code), JSON.stringify(told));
  // What is asked for by these names, and is not there, are the stills.
  assert.deepEqual(page.notes.failed.map((line) => line.replace(/^.*\/stills\//, "")).sort(),
    ["__proto__.svg: 404", "constructor.svg: 404", "toString.svg: 404"]);
  assert.ok(page.notes.console.every((line) => line.includes("404")), page.notes.console.join());
  assert.deepEqual(page.notes.console.length, 3);
});

test("what is huge is refused or bounded, and the page goes on", async () => {
  const page = await host.open(host.frame("load&scenario=soft-numa-on"));
  await hasEvent(page, "ready");
  const base = shipped("soft-numa-on");
  const load = async (change) => {
    const document = structuredClone(base);
    change(document);
    const { ok, error } = await ask(page, { do: "load", document });
    assert.equal((await ask(page, { do: "get", what: "state" })).ok, true);
    return { code: ok ? "ok" : error.code, text: JSON.stringify(error?.problems ?? "") };
  };
  const sessions = (count) => [{ name: "s", count, run: [{ class: "long" }] }];
  const cases = {
    "100,000 sessions": [(d) => { d.workload.sessions = sessions(100_000); }, /ok|problems/],
    "100,000 entries": [(d) => { d.workload.sessions = Array(100_000).fill({ count: 1 }); }, /too-large/],
    "20,000 entries": [(d) => { d.workload.sessions = Array(20_000).fill(sessions(1)[0]); }, /problems/],
    "a number beyond all": [(d) => { d.duration_ms = 1e300; }, /problems/],
    "a negative number": [(d) => { d.machine.packages = -1; }, /problems/],
    "a day of short queries": [(d) => { Object.assign(d, { duration_ms: 86_400_000, measure: undefined });
      Object.assign(d.workload, { classes: [{ name: "short", cpu_ms: 0.01 }],
        sessions: [{ name: "s", count: 10_000, repeat: true, run: [{ class: "short" }] }] });
      Object.assign(d, { variants: [], sweep: {}, expect: [] }); }, /problems/],
    "a title of 900 kB": [(d) => { d.title = "x".repeat(900_000); }, /problems/],
    "4,000,000 CPUs": [(d) => { Object.assign(d.machine, { packages: 1000, cores_per_node: 4000 }); },
      /problems/],
  };
  for (const [name, [change, wanted]] of Object.entries(cases)) {
    const { code, text } = await step(name, () => load(change));
    assert.match(code, wanted, `${name}: ${code} ${text.slice(0, 300)}`);
  }
  await step("nesting, as text", async () => {
    const text = `{"version":1,"title":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    assert.equal((await ask(page, { do: "load", document: text })).error.code, "problems");
  });
  await step("a link that unpacks into 32 MB", async () => {
    const link = packed(`"d":{"a":"${"a".repeat(32 << 20)}"}}`);
    assert.equal((await ask(page, { do: "load", link })).error.code, "link");
  });
  assert.equal((await ask(page, { do: "load", scenario: "soft-numa-on" })).ok, true);
  assert.equal((await ask(page, { do: "get", what: "metrics" })).value["cpu.busy_pct"].toFixed(1), "33.3");
  host.assertQuiet(page);
});

test("files: 100,000 entries and a run that would be long do not stop the page", async () => {
  const page = await lab.open("/#oltp-1024-schedulers");
  await ready(page);
  const before = await headline(page);
  const many = shipped("soft-numa-on");
  many.workload.sessions = Array(100_000).fill({ count: 1 });
  await drop(page, JSON.stringify(many));
  await page.getByRole("alert").filter({ hasText: "scenario.json" }).waitFor();
  assert.equal(await headline(page), before);
  const long = shipped("oltp-1024-schedulers");
  long.duration_ms = 200_000;
  delete long.measure;
  await drop(page, JSON.stringify(long));
  const told = page.getByRole("status").filter({ hasText: /Simulating 0:\d\d of 3:20/ });
  await told.getByRole("button", { name: "Cancel" }).click();
  await told.waitFor({ state: "hidden" });
  await page.evaluate(() => { location.hash = "soft-numa-on"; });
  await captionIs(page, /^12 long queries sit on 4 of 12/);
  assertQuiet(page);
});

test("src cannot be led astray", async () => {
  const elsewhere = host.url.replace("http:", "");
  const tries = [`${host.url}/a.json`, `${elsewhere}/a.json`, `\\\\${elsewhere.slice(2)}\\a.json`, "data:,{}",
    `blob:${lab.url}/x`, "javascript:globalThis.hit=1", `${lab.url.replace("http", "ftp")}/a.json`,
    `${lab.url}@${elsewhere.slice(2)}/a.json`, "http://["];
  const page = await lab.open("/embed.html");
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  // What is found out before the simulator is there is looked at; what it says of it, in embed.test.mjs.
  await page.context().route("**/*.wasm", () => {});
  await page.context().route("**/leads-away.json", (route) => route.fulfill({ status: 302,
    headers: { location: `${host.url}/a.json` } }));
  const found = async (src) => {
    await page.goto(`${lab.url}/embed.html?load&src=${encodeURIComponent(src)}`);
    return page.evaluate(async () => JSON.parse((await globalThis.schedlab.prepared).embed));
  };
  for (const src of tries) {
    const { source, document } = await found(src);
    assert.deepEqual([source, document], ["foreign", undefined], src);
  }
  const { source, document } = await found("leads-away.json");
  assert.deepEqual([source, document], ["missing", undefined]);
  const ours = await found("scenarios/soft-numa-off.json");
  assert.equal(JSON.parse(ours.document).version, 1);
  assert.deepEqual(asked.filter((address) => address.endsWith("/a.json")), []);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
});

test("a line belongs to the page that has the frame, and to no other", async () => {
  const nested = ["text/html", `<!doctype html><title>Nested</title><script src="/host.js"></script>
    ${host.frame("load", "inner")}`];
  const page = await host.open(`<iframe id="middle" title="Middle" src="${host.alias}/nested"></iframe>
    <iframe id="opaque" title="Opaque" sandbox="allow-scripts" src="/other"></iframe>
    ${host.frame("load&scenario=soft-numa-on")}`, { pages: { "/nested": nested } });
  await hasEvent(page, "ready");
  const middle = page.frames().find((frame) => frame.url().endsWith("/nested"));
  await middle.waitForFunction(() =>
    globalThis.frames_?.inner?.events.some(({ event }) => event === "ready"));
  /** Tries to take a line from a window, and gives what is heard on it. */
  const take = (from, path) => from.evaluate(async ([way, origin]) => {
    let target = window;
    for (const part of way) target = part === "parent" ? target.parent : target.frames[part];
    const { port1, port2 } = new MessageChannel();
    const heard = [];
    port1.onmessage = ({ data }) => heard.push(data);
    target.postMessage({ schedlab: "connect", version: 1 }, origin, [port2]);
    port1.postMessage({ id: 1, do: "get", what: "document" });
    await new Promise((passed) => { setTimeout(passed, 400); });
    return heard;
  }, [path, lab.url]);
  const opaque = page.frames().find((frame) => frame.url().endsWith("/other"));
  assert.deepEqual(await take(page.mainFrame(), [0, 0]), [], "the outer page and the inner frame");
  assert.deepEqual(await take(middle, ["parent", 2]), [], "a frame beside it");
  assert.deepEqual(await take(opaque, ["parent", 2]), [], "a frame beside it, of no origin");
  const answer = await middle.evaluate(() => globalThis.ask("inner", { do: "get", what: "state" }));
  assert.equal(answer.ok, true, "the line of the middle page still works");
  assert.equal((await ask(page, { do: "get", what: "state" })).ok, true);

  await step("a frame that is loaded anew greets again, and has forgotten what it was told", async () => {
    await ask(page, { do: "load", scenario: "cpu-loops-12-cores" });
    const greetings = () => page.evaluate(() => globalThis.hellos);
    const before = await greetings();
    await page.locator("#frame").evaluate((frame) => { frame.src = `${frame.src}&t=5`; });
    await until("the greeting", greetings, (count) => count > before);
    await hasEvent(page, "ready");
    const { value } = await ask(page, { do: "get", what: "state" });
    assert.deepEqual([value.t, value.scenario], [5, "soft-numa-on"]);
  });
  host.assertQuiet(page);
});

test("a full tour: nothing is stopped, sent elsewhere, told by headers, or kept in cookies", async () => {
  const page = await lab.open("/lessons/", { script: counted });
  const sent = [];
  page.context().on("request", (request) => sent.push(request));
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByRole("link", { name: "Open in the playground" }).click();
  await ready(page);
  await settled(page);
  assert.equal(await page.evaluate(() => globalThis.copies), 0);
  for (const key of ["?", "l", "Control+s"]) {
    await page.keyboard.press(key);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  for (const name of ["Placement", "Tables", "Log", "Waits"]) await page.getByRole("tab", { name }).click();
  await page.getByRole("button", { name: "Import a machine…" }).click();
  await page.getByRole("dialog", { name: "Import a machine" }).waitFor();
  await page.keyboard.press("Escape");
  for (const name of [/^Picture as SVG/, /^Picture as PNG/, /^Table as CSV/, /^Charts/, /^Report as HTML/]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
    await (await download).cancel();
  }
  await page.getByRole("switch", { name: "Automatic soft-NUMA" }).click();
  await captionIs(page, /8 of 96 CPUs idle/);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await page.evaluate(() => globalThis.copies), 0, "nothing was copied unasked");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await until("the copy", () => page.evaluate(() => globalThis.copies), (count) => count === 1);
  const stopped = () => page.evaluate(() => globalThis.stopped);
  assert.deepEqual(await stopped(), []);
  for (const mode of ["full", "picture", "timeline"]) {
    await page.goto(`${lab.url}/embed.html?load&mode=${mode}`);
    await page.getByRole("button", { name: "Play", exact: true }).and(page.locator(":enabled")).waitFor();
    assert.deepEqual(await stopped(), [], mode);
  }
  for (const path of pages.filter((each) => !each.startsWith("/embed.html"))) {
    await page.goto(lab.url + path);
    await page.waitForLoadState("networkidle");
    assert.deepEqual(await stopped(), [], path);
  }
  for (const request of sent) {
    const headers = await request.allHeaders();
    assert.deepEqual([headers.referer || undefined, headers.cookie], [undefined, undefined], request.url());
  }
  assert.ok(sent.length > 30);
  assert.deepEqual(await page.context().cookies(), []);
  assertQuiet(page);
});
