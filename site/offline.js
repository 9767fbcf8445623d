// Registers the service worker and tells the page what becomes of it: "kept" when the whole site has come
// into the browser, "complete" when it was there already, "waiting" when a new version is, "replaced" when
// another tab took it; and of the network: "offline" and "online".
import { Workbox } from "workbox-window";

/** How often a page that stays open asks for a new version, in milliseconds. */
const checkEvery = 60 * 60 * 1000;

export function keepSite(worker, tell) {
  const isAble = isSecureContext && "serviceWorker" in navigator;
  const control = isAble ? register(worker, tell) : undefined;
  const tellNetwork = () => tell(navigator.onLine ? "online" : "offline");
  addEventListener("online", tellNetwork);
  addEventListener("offline", tellNetwork);
  if (!navigator.onLine) tellNetwork();
  return control;
}

function register(worker, tell) {
  const box = new Workbox(worker.href, { scope: new URL("./", worker).pathname });
  let isTaken = Boolean(navigator.serviceWorker.controller); // a worker looks after this page
  let isAsked = false; // for the new version, here
  if (isTaken) tell("complete");

  box.addEventListener("waiting", () => tell("waiting"));
  box.addEventListener("activated", ({ isUpdate, isExternal }) => {
    if (!isUpdate && !isExternal) tell("kept");
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isAsked) location.reload();
    else if (isTaken) tell("replaced");
    isTaken = true;
  });

  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !navigator.onLine || Date.now() - checked < checkEvery) return;
    checked = Date.now();
    box.update().catch((error) => console.info("offline:", error)); // the next visit asks again
  });
  box.register({ immediate: true }).catch((error) => console.info("offline:", error));

  return {
    /** Takes the new version: the page is loaded anew when it is in charge; at once if it is already. */
    apply(isReplaced) {
      isAsked = true;
      if (isReplaced) location.reload();
      else box.messageSkipWaiting();
    },
  };
}
