// What hostile people make: links, documents, and pages that count what the policy stopped.
import { deflateRawSync } from "node:zlib";

/** Packs a text as a link does: a head without compression, then the rest. */
export function packed(rest, { length, sum } = {}) {
  let hash = 2166136261; // FNV-1a
  for (const byte of Buffer.from(rest)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  const tail = deflateRawSync(rest, { level: 9 });
  const letters = Math.ceil(8 * (31 + tail.length) / 6);
  const n = String(length ?? letters + 2).padStart(5);
  const head = Buffer.from(`{"n":${n},"s":"${sum ?? hash.toString(16).padStart(8, "0")}",`);
  const frame = Buffer.from([0, head.length, 0, 255 - head.length, 255]);
  return `1.${Buffer.concat([frame, head, tail]).toString("base64url")}`;
}

/** Text that would run, were it markup. */
export const markup = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=2</script>'
  + "<svg onload=globalThis.hit=3>";

/** A document with markup in the place of each text that people read. */
export function poisoned(document) {
  const short = markup.slice(0, 40);
  const made = structuredClone(document);
  Object.assign(made, { title: markup, summary: markup, look: markup });
  for (const each of made.workload.classes) each.title = short;
  for (const each of made.variants) each.summary = markup;
  for (const each of made.expect) Object.assign(each, { label: short, text: short, source: markup });
  return made;
}

/** A script for pages: keeps what the policy stopped, and how often the clipboard was written. */
export const counted = `
  globalThis.stopped = [];
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    stopped.push(effectiveDirective + " " + blockedURI));
  globalThis.copies = 0;
  if (navigator.clipboard) {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) => { copies++; return write(text); };
    clipboard.readText = () => { throw new Error("nobody reads the clipboard"); };
  }`;
