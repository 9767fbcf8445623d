// Links as others may write them.
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
