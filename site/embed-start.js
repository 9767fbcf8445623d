// A frame's first script: shows a still picture, and loads the simulator when somebody presses play. Little
// may be here, since every page that embeds a scenario loads it.
import { openPort } from "./port.js";

const element = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const isOn = (name) => asked.has(name) && !["0", "false"].includes(asked.get(name));
const folder = new URL("./", location.href);
const first = "soft-numa-on"; // as firstScenario of wasm/page
const mostBytes = 1_048_576; // of a document
const patience = 30_000; // for a document, in milliseconds

const fragment = decoded(location.hash.slice(1));
const isName = (name) => /^[\w-]{1,100}$/.test(name);

/** A part of the address as it was meant; what was changed on the way stays as it is, and is told later. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Name of the shipped scenario that is asked for; nothing if it is another document. */
function shippedName() {
  if (fragment) return isName(fragment) ? fragment : "";
  if (asked.has("src")) return "";
  const name = asked.get("scenario") || first;
  return isName(name) ? name : "";
}

const isNarrow = innerWidth < 600;
const theme = asked.get("theme");
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.theme = isDark ? "dark" : "light";
if (asked.get("title")) document.title = asked.get("title");

/** The picture; what it says is fetched only if it is there. */
function showStill(name) {
  const picture = element("picture");
  const none = () => { picture.hidden = true; element("no-picture").hidden = false; };
  if (!name) return none();
  picture.onerror = none;
  picture.onload = async () => {
    picture.hidden = false;
    const response = await fetch(new URL(`stills/${name}.json`, folder)).catch(() => undefined);
    if (!response?.ok || !element("size")) return;
    const said = await response.json();
    element("headline").textContent = said.caption ?? said.title;
    picture.alt = said.caption ?? said.title;
    element("reading").textContent = said.why ?? "";
    if (!asked.get("title")) document.title = said.title;
  };
  picture.src = new URL(`stills/${name}${isDark ? "-dark" : ""}.svg${isNarrow ? "#plan" : ""}`, folder);
  document.body.classList.toggle("narrow", isNarrow);
}

/** Reads a body that may not be longer than some bytes. */
async function read(body) {
  const parts = [];
  let length = 0;
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    length += value.length;
    if (length > mostBytes) {
      reader.cancel();
      throw new Error("large");
    }
    parts.push(value);
  }
}

/** The document that src leads to: of this site only, without what the browser knows of its visitor. */
async function fetchDocument() {
  if (!asked.has("src") || fragment) return {};
  const address = parsed(asked.get("src"));
  const isOurs = address?.origin === location.origin && /^https?:$/.test(address.protocol);
  if (!isOurs) return { source: "foreign" };
  try {
    const response = await fetch(address,
      { credentials: "omit", redirect: "error", signal: AbortSignal.timeout(patience) });
    if (!response.ok) return { source: "missing" };
    return { document: await read(response.body) };
  } catch (error) {
    return { source: error.message === "large" ? "large" : "missing" };
  }
}

function parsed(address) {
  try {
    return new URL(address, folder);
  } catch {
    return undefined;
  }
}

const loaded = (name) => new Promise((done) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = document.body.dataset[name];
  link.onload = done;
  link.onerror = done;
  document.head.append(link);
});

let isLoading = false;

/** Loads the rest; isAsked says that somebody pressed play. */
async function load(isAsked) {
  if (isLoading) return;
  isLoading = true;
  element("start").disabled = true;
  element("size").hidden = true;
  element("loading").hidden = false;
  const query = [...asked].slice(0, 50).flat();
  const styles = [loaded("pageCss"), loaded("embedCss")]; // in this order
  globalThis.schedlab = {
    port,
    prepared: Promise.all([fetchDocument(), ...styles])
      .then(([found]) => ({ embed: JSON.stringify({ query, asked: isAsked, ...found }) })),
  };
  try {
    await import("./boot.js");
  } catch {
    element("loading").hidden = true;
    element("boot-failed").hidden = false;
    port.fail();
  }
}

showStill(shippedName());
if (fragment || shippedName()) element("open").href = `./#${location.hash.slice(1) || shippedName()}`;
else element("open").hidden = true; // it would lead to something else
element("start").onclick = () => load(true);
element("start").disabled = false;
const port = openPort(asked.get("origin"), () => load(false));
if (isOn("autoplay") || isOn("load")) load(false);
