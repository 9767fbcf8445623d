import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, sizes, themes, useLab } from "./harness.mjs";
import { ask, events, hasEvent, pictured, useHost } from "./host.mjs";
import { step, until } from "./screen.mjs";

const lab = useLab();
const host = useHost(lab);
const { open: openHost, frame: frameOf, assertQuiet } = host;

test("an element is a still picture until somebody presses play, and then it plays", async () => {
  const page = await openHost(`<schedlab-embed title="Stacked"></schedlab-embed>`);
  const element = page.locator("schedlab-embed");
  const play = page.getByRole("button", { name: "Play: Stacked" });
  await play.waitFor();
  await until("the picture", () => page.getByRole("img", { name: "Stacked" })
    .evaluate((picture) => picture.complete && picture.naturalWidth > 0), Boolean);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(page.asked.sort(), ["/embed.js", "/stills/soft-numa-on.svg"]);
  assert.equal(await page.locator("iframe").count(), 0);
  await assertAccessible(page);

  await element.evaluate((e) => {
    globalThis.heard = {};
    for (const name of ["ready", "state", "time", "finding", "end", "resize", "error"]) {
      e.addEventListener(name, ({ detail }) => { (globalThis.heard[name] ??= []).push(detail); });
    }
  });
  await play.click();
  const frame = page.frameLocator("schedlab-embed iframe");
  await frame.getByRole("button", { name: "Pause" }).waitFor();
  const heard = () => page.evaluate(() => globalThis.heard);
  await until("events", heard, (h) => h.ready && h.state && h.time?.length > 2 && h.finding && h.resize);
  const { finding, resize } = await heard();
  assert.ok(finding[0].claims.some(({ label, simulated, holds }) =>
    label === "CPU busy" && simulated === "33.3 %" && holds), JSON.stringify(finding[0]));
  assert.ok(resize.every(({ height }) => height > 200 && height < 700), JSON.stringify(resize));

  await step("methods are promises", async () => {
    const paused = await element.evaluate((e) => e.pause());
    assert.equal(paused.playing, false);
    assert.equal((await element.evaluate((e) => e.seek(92.4))).t, 92.4);
    const { headline } = await element.evaluate((e) => e.get("caption"));
    assert.match(headline, /^12 long queries sit on 4 of 12 soft-NUMA nodes/);
    await element.evaluate((e) => e.set({ "system.settings.auto_soft_numa": false }));
    const metrics = await element.evaluate((e) => e.get("metrics"));
    assert.equal(metrics["cpu.busy_pct"].toFixed(1), "91.7");
    const refused = await element.evaluate((e) => e.set({ "machine.packages": -1 })
      .catch(({ message, code, problems }) => ({ message, code, problems })));
    assert.equal(refused.code, "problems");
    assert.equal(refused.problems[0].path, "machine.packages");
    await element.evaluate((e) => e.load({ scenario: "cpu-loops-12-cores" }));
    assert.equal((await element.evaluate((e) => e.get("state"))).scenario, "cpu-loops-12-cores");
    await element.evaluate((e) => e.play({ speed: 60 }));
    await until("the end", heard, (h) => h.end);
  });
  assert.equal(await page.evaluate(() => document.querySelector("[style]")), null);
  assertQuiet(page);
});

test("two frames at once: each has a port of its own, and all that can be asked is answered", async () => {
  const page = await openHost(frameOf("scenario=soft-numa-on", "one")
    + frameOf("scenario=soft-numa-off&readonly", "two"), { size: { width: 800, height: 1000 } });
  await until("the greetings", () => page.evaluate(() => globalThis.hellos), (n) => n === 2);
  assert.equal(page.asked.some((path) => path.endsWith(".wasm")), false, "nothing is loaded before");
  const busy = async (name) => (await ask(page, { do: "get", what: "metrics" }, name)).value["cpu.busy_pct"];
  const [one, two] = [await busy("one"), await busy("two")];
  assert.equal(one.toFixed(1), "33.3");
  assert.equal(two.toFixed(1), "91.7");
  await hasEvent(page, "finding", "one");
  await hasEvent(page, "finding", "two");

  await step("requests", async () => {
    assert.equal((await ask(page, { do: "seek", t: 92.4 }, "one")).value.t, 92.4);
    assert.equal((await ask(page, { do: "play", speed: 0.01 }, "one")).value.playing, true);
    assert.equal((await ask(page, { do: "get", what: "state" }, "one")).value.speed, 0.01);
    assert.equal((await ask(page, { do: "pause" }, "one")).value.playing, false);
    const claims = (await ask(page, { do: "get", what: "claims" }, "one")).value;
    assert.ok(claims.length > 5);
    const document = (await ask(page, { do: "get", what: "document" }, "one")).value;
    document.title = "Ours";
    document.machine.packages = 2;
    assert.equal((await ask(page, { do: "load", document }, "one")).value.title, "Ours");
    assert.notEqual(await busy("one"), one);
    assert.equal(await busy("two"), two, "the other frame is another run");
    assert.equal((await ask(page, { do: "load", link: "#soft-numa-on" }, "one")).ok, true);
  });

  await step("a readonly frame takes no edits", async () => {
    const frame = page.frameLocator("#two");
    const before = (await ask(page, { do: "get", what: "document" }, "two")).value;
    const refused = await ask(page, { do: "set", set: { "machine.packages": 2 } }, "two");
    assert.equal(refused.error.code, "readonly");
    assert.equal(await frame.getByRole("button", { name: "Scenario" }).count(), 0);
    await frame.getByRole("main").focus();
    for (const key of ["Control+z", "Control+y", "?", "Escape", "m", "1"]) await page.keyboard.press(key);
    assert.equal(await frame.getByRole("textbox").count(), 0);
    assert.deepEqual((await ask(page, { do: "get", what: "document" }, "two")).value, before);
  });

  await step("the host can connect again; the line before is closed", async () => {
    await page.evaluate((origin) => globalThis.connect(document.getElementById("one"), origin), lab.url);
    await hasEvent(page, "ready", "one");
    assert.equal((await ask(page, { do: "get", what: "state" }, "one")).value.scenario, "soft-numa-on");
  });
  assertQuiet(page);
});

test("hostile messages are answered with errors, and those of strangers not at all", async () => {
  const page = await openHost(`${frameOf("scenario=soft-numa-on&load=1")}
    <iframe id="stranger" data-deaf="1" title="Stranger" src="/other"></iframe>`);
  await hasEvent(page, "ready");
  const refusals = await page.evaluate(async () => {
    let bomb = [1];
    for (let i = 0; i < 40; i++) bomb = [bomb, bomb];
    const cyclic = {};
    cyclic.self = cyclic;
    const deep = JSON.parse("[".repeat(500) + "]".repeat(500));
    const codes = {};
    for (const [name, message] of Object.entries({
      bomb: { do: "load", document: bomb }, cyclic: { do: "load", document: cyclic },
      big: { do: "set", set: { title: "x".repeat(2_000_000) } }, bigint: { do: "seek", t: 1n },
      deep: { do: "load", document: deep }, markup: { do: "<img src=x onerror=alert(1)>" },
      proto: { do: "constructor" }, proto2: { do: "get", what: "__proto__" },
      paths: { do: "set", set: Object.fromEntries([...Array(65)].map((_, i) => [`a${i}`, 1])) },
      nowhere: { do: "load", scenario: "../../etc/passwd" }, link: { do: "load", link: "1.AAAA" },
      binary: { do: "seek", t: new Uint8Array(10) },
    })) codes[name] = (await globalThis.ask("frame", message)).error.code;
    const { port } = globalThis.frames_.frame;
    for (const message of [null, 1, "text", [], {}]) port.postMessage(message);
    return codes;
  });
  assert.deepEqual(refusals, { bomb: "too-large", cyclic: "request", big: "too-large", bigint: "request",
    deep: "request", markup: "unknown", proto: "unknown", proto2: "value", paths: "value",
    nowhere: "no-scenario", link: "link", binary: "value" });
  const anonymous = () => page.evaluate(() =>
    globalThis.frames_.frame.answers.filter((a) => a.id === null && !a.ok).length);
  await until("answers without an id", anonymous, (count) => count === 5);

  await step("a flood is refused, not queued without end", async () => {
    const codes = await page.evaluate(async () => {
      const all = [globalThis.ask("frame", { do: "load", scenario: "soft-numa-off" })];
      for (let i = 0; i < 300; i++) all.push(globalThis.ask("frame", { do: "get", what: "metrics" }));
      return (await Promise.all(all)).map((answer) => answer.error?.code ?? "ok");
    });
    assert.ok(codes.includes("busy") && codes.includes("ok"));
  });

  await step("only the parent can take the line", async () => {
    const stranger = page.frames().find((frame) => frame.url().endsWith("/other"));
    const answers = await stranger.evaluate(async (origin) => {
      const { port1, port2 } = new MessageChannel();
      const heard = [];
      port1.onmessage = ({ data }) => heard.push(data);
      parent.frames[0].postMessage({ schedlab: "connect", version: 1 }, origin, [port2]);
      port1.postMessage({ id: 1, do: "get", what: "document" });
      await new Promise((passed) => { setTimeout(passed, 500); });
      return heard;
    }, lab.url);
    assert.deepEqual(answers, []);
    assert.equal((await ask(page, { do: "get", what: "state" })).ok, true, "the parent's line still works");
    for (const bad of [`{ schedlab: "connect", version: 2 }`, `{ schedlab: "hello" }`, "null"]) {
      await page.evaluate(`document.getElementById("frame").contentWindow.postMessage(${bad}, "*")`);
    }
    assert.equal((await ask(page, { do: "get", what: "state" })).ok, true);
  });
  assertQuiet(page);

  await step("a frame that names its host's origin ignores all others", async () => {
    const other = await openHost(frameOf("scenario=soft-numa-on&load=1&origin=https%3A%2F%2Fcourse.example"));
    await pictured(other.frameLocator("#frame"));
    await other.evaluate((origin) => globalThis.connect(document.getElementById("frame"), origin), lab.url);
    await other.evaluate(() => globalThis.frames_.frame.port.postMessage({ id: 1, do: "pause" }));
    await other.waitForTimeout(500);
    assert.deepEqual(await events(other), []);
    assert.deepEqual(await other.evaluate(() => globalThis.frames_.frame.answers), []);
    // That the greeting found nobody is what the browser says of an origin that does not match.
    other.notes.console = other.notes.console.filter((text) => !text.includes("postMessage"));
    assertQuiet(other);
  });
});

const open = async (query, look = {}) => {
  const page = await openHost(frameOf(query), look);
  return { page, frame: page.frameLocator("#frame") };
};

test("parameters: each does what it says, and a bad one is explained", async () => {
  await step("modes", async () => {
    const modes = [["full", 1, 1], ["picture", 1, 0], ["timeline", 0, 1]];
    const page = await openHost(modes.map(([mode]) => frameOf(`mode=${mode}&load=1`, mode)).join(""),
      { size: { width: 800, height: 1400 } });
    for (const [mode, plan, line] of modes) {
      const frame = page.frameLocator(`#${mode}`);
      await hasEvent(page, "ready", mode);
      await until("the floor plan", () => frame.getByRole("grid", { name: "Floor plan" }).count(),
        (count) => count === plan);
      assert.equal(await frame.getByRole("group", { name: "Timeline" }).count(), line, mode);
      assert.equal(await frame.getByRole("slider", { name: "Time" }).count(), mode === "picture" ? 1 : 0);
      const isFull = mode === "full" ? 1 : 0;
      assert.equal(await frame.getByRole("button", { name: "Scenario" }).count(), isFull);
    }
    assertQuiet(page);
    await page.context().close();
  });
  await step("start, speed, title, controls, theme", async () => {
    const { page, frame } = await open("load&t=40&speed=1/100&title=Lesson%203"
      + "&theme=dark&lang=de&controls=0");
    await hasEvent(page, "ready");
    const { value } = await ask(page, { do: "get", what: "state" });
    assert.deepEqual([value.t, value.speed, value.playing], [40, 0.01, false]);
    await frame.getByText("Lesson 3").waitFor();
    assert.equal(await frame.getByRole("button", { name: "Play" }).count(), 0);
    assert.equal(await frame.locator("html").getAttribute("data-theme"), "dark");
    assertQuiet(page);
    await page.context().close();
  });
  await step("autoplay plays, but not for who wants less motion", async () => {
    for (const reducedMotion of [false, true]) {
      const { page } = await open("autoplay&speed=10", { reducedMotion });
      await hasEvent(page, "ready");
      const state = async () => (await ask(page, { do: "get", what: "state" })).value.playing;
      await until("playing", state, (playing) => playing === !reducedMotion);
      assertQuiet(page);
      await page.context().close();
    }
  });
  await step("bad ones", async () => {
    const { page, frame } = await open("load&mode=huge&t=x&colour=red&scenario=nowhere%3Cb%3E");
    await hasEvent(page, "ready");
    const text = await frame.getByRole("alert").innerText();
    for (const part of ["“huge” is no value", "“x” is no value", "“colour” that does not exist",
      "no scenario named “nowhere<b>”"]) assert.ok(text.includes(part), text);
    await frame.getByRole("button", { name: "Close" }).click();
    await frame.getByRole("alert").waitFor({ state: "hidden" });
    assertQuiet(page);
    await page.context().close();
  });
});

test("src leads to this site only, and to so much", async () => {
  const ours = { version: 1, title: "Ours", duration_ms: 1000, seed: 1, machine: { packages: 1,
    nodes_per_package: 1, cores_per_node: 2, threads_per_core: 1 }, system: { product: "sqlserver" },
  workload: {} };
  const tries = { foreign: [`${host.url}/secret.json`, /on another site, so it was not loaded/],
    other: ["assets.json", /What src names|problem/], big: ["big.json", /larger than 1 MB/],
    missing: ["nothing-here.json", /could not be loaded/] };
  const frames = Object.entries(tries).map(([id, [src]]) =>
    frameOf(`load&src=${encodeURIComponent(src)}`, id));
  const page = await openHost("");
  await page.context().route("**/big.json", (route) => route.fulfill({ body: " ".repeat(1_100_000) }));
  await page.context().route("**/ours.json", (route) => route.fulfill({ json: ours }));
  host.show([...frames, frameOf("load&src=ours.json", "ours")].join(""));
  await page.reload();
  for (const [id, [, want]] of Object.entries(tries)) {
    await until(`the message of ${id}`, () => page.frameLocator(`#${id}`).getByRole("alert").allInnerTexts(),
      (all) => all.some((text) => want.test(text)));
  }
  assert.equal((await ask(page, { do: "get", what: "state" }, "ours")).value.title, "Ours");
  // What is too large is not read to its end, which the browser calls a failure unless it had come by then.
  const failed = page.notes.failed.filter((text) => !text.endsWith("/big.json: net::ERR_ABORTED"));
  assert.deepEqual(failed, [`${lab.url}/nothing-here.json: 404`]);
  const [told, ...more] = page.notes.console;
  assert.match(told, /status of 404/);
  Object.assign(page.notes, { failed: [], console: more });
  assertQuiet(page);
});

test("a frame out of sight pauses, answers, and goes on when it is seen", async () => {
  const { page } = await open("autoplay&speed=1", { size: { width: 800, height: 600 } });
  await hasEvent(page, "ready");
  const clock = async () => (await ask(page, { do: "get", what: "state" })).value.t;
  await until("time", clock, (t) => t > 0);
  await page.evaluate(() => {
    document.querySelector("main").append(Object.assign(document.createElement("p"), { id: "end" }));
    document.styleSheets[0].insertRule("#end { margin-top: 3000px }");
    scrollTo(0, 3000);
  });
  await until("the clock stands", async () => [await clock(), await page.waitForTimeout(300), await clock()],
    ([early, , late]) => early === late);
  const held = await clock();
  assert.equal((await ask(page, { do: "get", what: "metrics" })).ok, true);
  await page.evaluate(() => scrollTo(0, 0));
  await until("the clock goes on", clock, (t) => t > held);
  assertQuiet(page);
});

const frameSizes = { light: [[720, 420], [320, 300], [1000, 700]], dark: [[720, 420], [390, 420]] };

for (const theme of themes) {
  test(`a ${theme} frame is accessible before and after the click, at each size`, async () => {
    const page = await openHost("", { theme });
    const eachSize = async (name, work) => {
      for (const [width, height] of frameSizes[theme]) {
        await page.setViewportSize({ width, height });
        await step(`${name}, ${theme}, ${width} × ${height}`, work);
      }
    };
    await page.goto(`${lab.url}/embed.html`);
    await page.getByText("Up to 1.2 MB are loaded").waitFor();
    await eachSize("before the click", () => assertAccessible(page));
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await pictured(page);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const link = page.getByRole("link", { name: "Open in Schedlab" });
    const results = page.getByRole("heading", { name: "Reported and simulated" });
    await eachSize("after the click", async () => {
      await assertAccessible(page);
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth
        && document.getElementById("transport").scrollWidth <= innerWidth);
      assert.ok(fits, "nothing is wider than the frame");
      assert.equal(await link.getAttribute("rel"), "noopener");
      assert.match(await link.getAttribute("href"), /#soft-numa-on$|#1\./);
      await page.getByRole("button", { name: "Results" }).click();
      await results.waitFor();
      await assertAccessible(page);
      await page.keyboard.press("Escape");
      await results.waitFor({ state: "hidden" });
    });
    assertQuiet(page);
  });
}

test("the example page works as written", async () => {
  const page = await openHost("");
  await page.goto(`${lab.url}/embed-example.html`);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Go to 1:32.4" }).click();
  const first = page.frameLocator("#lesson iframe");
  await first.getByRole("heading", { name: /^12 long queries sit on 4 of 12/ }).waitFor();
  await until("CPU busy", () => page.locator("#busy").innerText(), (text) => text === "33.3 %");
  await page.getByRole("button", { name: "Soft-NUMA off" }).click();
  await until("CPU busy", () => page.locator("#busy").innerText(), (text) => text === "91.7 %");
  await page.getByRole("button", { name: "Play at ten times the speed" }).click();
  await first.getByRole("button", { name: "Pause" }).waitFor();
  assert.equal(await page.getByRole("status").first().innerText(), "");
  assertQuiet(page);
});
