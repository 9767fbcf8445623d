// The element <schedlab-embed> for pages of other sites:
//
//   <script type="module" src="https://…/embed.js"></script>
//   <schedlab-embed scenario="soft-numa-on" title="Twelve queries on four nodes"></schedlab-embed>
//
// It shows a still picture; the frame with the simulator is loaded when somebody presses play, or when a
// method is called. Attributes are the parameters of embed.html, and link, the part of a link after #. Its
// methods and events are the messages of embed-api.schema.json.
import {
  "embed.noPicture" as noneText, "embed.open" as openText, "embed.size" as size, "embed.still" as stillText,
  "play.play" as playText,
} from "./locales/en.json";

const folder = new URL("./", import.meta.url);
const parameters = ["scenario", "src", "mode", "readonly", "autoplay", "speed", "t", "theme", "lang",
  "controls", "title"];
const events = ["ready", "state", "time", "finding", "end", "resize", "error"];
const version = 1;
const patience = 30_000; // for the frame's greeting, in milliseconds

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host { display: block; position: relative; min-height: 200px; aspect-ratio: 12 / 7;
  overflow: hidden; contain: content;
  --s: #fff; --i: #16181d; --j: #63676e; --l: #e4e3dd; --m: #8a8b88; --a: #1d5bd0; --b: #fff;
  color-scheme: light; }
:host(.dark) { --s: #16191d; --i: #eceef1; --j: #98a0ab; --l: #282d34; --m: #747d89; --a: #82b1ff;
  --b: #0d0f12; color-scheme: dark; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
iframe, .box { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
.box { display: grid; grid-template-rows: minmax(0, 1fr) 44px; border: 1px solid var(--l);
  background: var(--s); color: var(--i);
  font: 12px/1.4 system-ui, sans-serif; }
img { width: 100%; height: 100%; object-fit: contain; object-position: 50% 0; }
img.none, img:not(.none) + p { display: none; }
p { align-self: center; margin: 0; padding: 16px; color: var(--j); text-align: center; }
.bar { display: flex; align-items: center; gap: 8px; min-width: 0; padding: 0 16px;
  border-top: 1px solid var(--l); }
.bar span { flex: 1; min-width: 0; color: var(--j); }
button { flex: none; width: 32px; height: 32px; padding: 0; border: 0; border-radius: 50%;
  background: var(--a); cursor: pointer; }
svg { display: block; width: 16px; height: 16px; margin: auto; fill: var(--b); }
a { flex: none; padding: 4px 8px; border: 1px solid var(--m); border-radius: 4px; color: var(--i);
  font-weight: 500; text-decoration: none; }
:focus-visible { outline: 2px solid var(--a); outline-offset: 2px; }
@media (max-width: 479px) { a { display: none; } }
@media (pointer: coarse) { button { width: 44px; height: 44px;
  } .box { grid-template-rows: minmax(0, 1fr) 52px; } }
`);

function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function playIcon() {
  const [svg, path] = ["svg", "path"].map((n) => document.createElementNS("http://www.w3.org/2000/svg", n));
  svg.setAttribute("viewBox", "0 0 16 16");
  path.setAttribute("d", "M5 2.8v10.4L13.5 8z");
  svg.append(path);
  return svg;
}

class SchedlabEmbed extends HTMLElement {
  static observedAttributes = ["scenario", "link", "src", "theme", "title"];
  #frame;
  #port;
  #asked = new Map(); // requests that have not been answered, by id
  #unsent = []; // before there is a port
  #last = 0;
  #scheme = matchMedia("(prefers-color-scheme: dark)");
  #hear = (event) => this.#meet(event);
  #show = () => this.#still();

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
  }

  connectedCallback() {
    addEventListener("message", this.#hear);
    this.#scheme.addEventListener("change", this.#show);
    this.#still();
    if (this.#isOn("autoplay")) this.#open();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#scheme.removeEventListener("change", this.#show);
    this.#port?.close();
    this.#frame = this.#port = undefined;
    this.#giveUp("the element was removed");
  }

  /** Nobody will answer what was asked. */
  #giveUp(message) {
    const error = Object.assign(new Error(message), { code: "failed" });
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
    this.#unsent = [];
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#still();
  }

  /** Puts another scenario in: { scenario } by name, { link }, or { document }. */
  load(what) { return this.#ask("load", what); }
  play(how) { return this.#ask("play", how); }
  pause() { return this.#ask("pause"); }
  /** Moves the playhead to a time in seconds. */
  seek(t) { return this.#ask("seek", { t }); }
  /** Edits the document: { "system.settings.max_dop": 4 }. */
  set(values) { return this.#ask("set", { set: values }); }
  /** Reads "state", "metrics", "document", "claims" or "caption". */
  get(what) { return this.#ask("get", { what }); }

  #isOn(name) {
    return this.hasAttribute(name) && !["0", "false"].includes(this.getAttribute(name));
  }

  #fragment() { return (this.getAttribute("link") ?? "").replace(/^[^#]*#/, ""); }

  #still() {
    if (this.#frame) return;
    const theme = this.getAttribute("theme");
    const isDark = theme === "dark" || (theme !== "light" && this.#scheme.matches);
    this.classList.toggle("dark", isDark);
    const link = this.#fragment();
    const name = link || (this.hasAttribute("src") ? "" : this.getAttribute("scenario") || "soft-numa-on");
    const hasStill = /^[\w-]{1,100}$/.test(name);
    const alt = this.getAttribute("title") || stillText;
    const picture = make("img", { alt, className: hasStill ? "" : "none" });
    picture.onerror = () => { picture.className = "none"; };
    if (hasStill) picture.src = new URL(`stills/${name}${isDark ? "-dark" : ""}.svg`, folder).href;
    const play = make("button", { type: "button", ariaLabel: `${playText}: ${alt}` }, playIcon());
    play.onclick = () => this.play().then(() => this.#frame?.focus());
    const href = new URL(`./#${name}`, folder).href;
    const full = make("a", { href, hidden: !name, target: "_blank", rel: "noopener", textContent: openText });
    const bar = make("div", { className: "bar" }, play, make("span", { textContent: size }), full);
    const none = make("p", { textContent: noneText });
    this.shadowRoot.replaceChildren(make("div", { className: "box" }, picture, none, bar));
  }

  #open() {
    if (this.#frame || !this.isConnected) return;
    const address = new URL("embed.html", folder);
    for (const name of parameters) {
      if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
    }
    address.searchParams.set("load", "1");
    // What messages will say: of a file or in a sandbox, location.origin is another.
    if (globalThis.origin !== "null") address.searchParams.set("origin", globalThis.origin);
    address.hash = this.#fragment();
    this.#frame = make("iframe", { src: address.href, title: this.getAttribute("title") || stillText,
      allow: "fullscreen; clipboard-write" });
    this.shadowRoot.replaceChildren(this.#frame);
    const frame = this.#frame;
    setTimeout(() => { if (this.#frame === frame && !this.#port) this.#silent(); }, patience);
  }

  /** The frame has not greeted: it was not loaded, or is in a sandbox. */
  #silent() {
    const message = "the frame does not answer";
    this.#giveUp(message);
    const detail = { event: "error", error: { code: "failed", message } };
    this.dispatchEvent(new CustomEvent("error", { detail }));
  }

  /** Answers the frame's greeting with a port. */
  #meet({ source, origin, data }) {
    const isOurs = this.#frame && source === this.#frame.contentWindow && origin === folder.origin;
    if (!isOurs || data?.schedlab !== "hello" || data.version !== version) return;
    const { port1, port2 } = new MessageChannel();
    if (this.#port) {
      this.#port.close();
      this.#giveUp("the frame was loaded anew");
    }
    this.#port = port1;
    port1.onmessage = (event) => this.#take(event.data);
    source.postMessage({ schedlab: "connect", version }, origin, [port2]);
    for (const message of this.#unsent.splice(0)) port1.postMessage(message);
  }

  #take(message) {
    const asked = this.#asked.get(message.id);
    if (asked) {
      this.#asked.delete(message.id);
      if (message.ok) asked.resolve(message.value);
      else asked.reject(Object.assign(new Error(message.error.message), message.error));
    } else if (events.includes(message.event)) {
      this.dispatchEvent(new CustomEvent(message.event, { detail: message }));
    }
  }

  #ask(verb, more) {
    return new Promise((resolve, reject) => {
      this.#open();
      if (!this.#frame) throw new Error("the element is not in a page");
      const message = { ...more, id: ++this.#last, do: verb };
      if (this.#port) this.#port.postMessage(message);
      else this.#unsent.push(message);
      this.#asked.set(message.id, { resolve, reject });
    });
  }
}

if (!customElements.get("schedlab-embed")) customElements.define("schedlab-embed", SchedlabEmbed);
