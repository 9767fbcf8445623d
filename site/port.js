// The line between a frame and the page around it: who may take it, how much may come over it, and bytes to
// and from the simulator, which alone knows what the messages mean (wasm/desk/port.go,
// embed-api.schema.json).
import {
  "port.busy" as busy, "port.failed" as failed, "port.large" as large, "port.request" as unreadable,
} from "./locales/en.json";

const version = 1;
const most = 1_048_576; // characters of a request
const mostWaiting = 64; // requests that have not been answered

/** The JSON text of a message. Work is bounded: what is shared inside a message is short, its text is not. */
function textOf(message) {
  let left = most;
  return JSON.stringify(message, (key, value) => {
    left -= 1 + key.length + (typeof value === "string" ? value.length : 4);
    if (left < 0) throw new RangeError(large);
    return value;
  });
}

const isID = (id) => Number.isFinite(id) || (typeof id === "string" && id.length <= 64);

/**
 * Listens to the parent window; `origin`, if given, is the only one that it may have. `wake` is called at the
 * first request. Messages are kept until the simulator listens.
 */
export function openPort(origin, wake) {
  let port;
  let waiting = []; // ids of requests that have not been answered
  let kept = []; // requests and their ids as JSON, before somebody listens
  let simulator;
  let isBroken = false;

  const tell = (text) => {
    const message = JSON.parse(text);
    const at = "ok" in message ? waiting.indexOf(message.id) : -1;
    if (at >= 0) waiting.splice(at, 1);
    port?.postMessage(message);
  };
  const refuse = (id, code, message) => {
    port?.postMessage({ id: isID(id) ? id : null, ok: false, error: { code, message } });
  };
  const take = ({ data }) => {
    const id = data?.id;
    if (isBroken) return refuse(id, "failed", failed);
    if (waiting.length >= mostWaiting) return refuse(id, "busy", busy);
    let text;
    try {
      text = textOf(data);
    } catch (error) {
      if (error instanceof RangeError) return refuse(id, "too-large", large);
    }
    if (text === undefined) return refuse(id, "request", unreadable);
    waiting.push(isID(id) ? id : null);
    const asked = [text, JSON.stringify(waiting.at(-1))];
    if (simulator) simulator.asked(...asked);
    else kept.push(asked);
    return wake();
  };
  const connect = (taken) => {
    port?.close();
    port = taken;
    waiting = [];
    kept = [];
    port.onmessage = take;
    simulator?.opened();
  };
  addEventListener("message", ({ source, origin: from, data, ports }) => {
    const isHost = source === parent && parent !== window && (!origin || from === origin);
    if (isHost && data?.schedlab === "connect" && data.version === version && ports.length === 1) {
      connect(ports[0]);
    }
  });
  if (parent !== window) parent.postMessage({ schedlab: "hello", version }, origin || "*");

  return {
    tell,
    listen(opened, asked) {
      simulator = { opened, asked };
      if (port) opened();
      for (const request of kept.splice(0)) asked(...request);
    },
    /** The simulator will not answer any more. */
    fail() {
      isBroken = true;
      for (const id of waiting.splice(0)) refuse(id, "failed", failed);
      port?.postMessage({ event: "error", error: { code: "failed", message: failed } });
    },
  };
}
