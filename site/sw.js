// The service worker: keeps the whole site in the browser, so that it works without a network. The build
// puts the list of files in. A new version waits until a person takes it; what is below v/ is never answered
// here.
import { clientsClaim } from "workbox-core";
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

const shell = new PrecacheController();
shell.addToCacheList(self.__WB_MANIFEST);

// The files are plain files: no parameter makes another one of them. embed.html reads its own in the page.
registerRoute(new PrecacheRoute(shell, { ignoreURLParametersMatching: [/^/], cleanURLs: true }));

/** Scripts of the version before, for tabs that are still open with it: they fetch some later. */
const before = "schedlab-before";
const assets = new URL("assets/", self.registration.scope).href;
registerRoute(({ url }) => url.href.startsWith(assets), async ({ request }) =>
  (await caches.match(request, { cacheName: before })) ?? fetch(request));

async function keepBefore() {
  const current = new Set(shell.getURLsToCacheKeys().values());
  const files = await caches.open(shell.strategy.cacheName);
  const left = (await files.keys()).filter(({ url }) => !current.has(url) && url.startsWith(assets)
    && !url.startsWith(`${assets}schedlab-`)); // a page compiles its module once
  if (left.length === 0) return;
  await caches.delete(before);
  const kept = await caches.open(before);
  for (const request of left) await kept.put(request, await files.match(request));
}

self.addEventListener("install", (event) => shell.install(event));
self.addEventListener("activate", (event) => {
  const kept = keepBefore().catch((error) => console.warn("tabs of the version before:", error)); // no room
  event.waitUntil(kept.then(() => shell.activate(event)));
});
self.addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") self.skipWaiting();
});
clientsClaim();
