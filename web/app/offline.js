/** Keeps a site readable without a network, where its maker chose so; ends that where not any more. */

import { element, textButton } from "./element.js";
import { scriptUrl } from "./script-urls.js";
import { keep, siteRoot } from "./site.js";
import { text } from "./strings.js";

const NAME = "offline";

export async function startOffline() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const registration = await workers.register(scriptUrl("offline"));
  keep(NAME, "1");
  if (registration.waiting && workers.controller) offerUpdate(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => {
      if (found.state === "installed" && workers.controller) offerUpdate(found);
    });
  });
}

/** The kill switch: a page that is built without `offline` takes the worker and its caches away. */
export async function endOffline() {
  const registration = await navigator.serviceWorker?.getRegistration(siteRoot.href);
  if (registration?.scope === siteRoot.href) await registration.unregister();
  for (const name of await caches.keys()) {
    if (name.startsWith(`chapterverse:${siteRoot.pathname}:`)) await caches.delete(name);
  }
  keep(NAME, null);
}

/**
 * Say that there is a newer version; the reader chooses when to change.
 * @param {ServiceWorker} worker
 */
function offerUpdate(worker) {
  const reload = textButton(text("update_reload"), () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage("activate");
  });
  const notice = element("p", { class: "notice", role: "status", "data-role": "update" });
  notice.append(text("update_ready"), " ", reload);
  document.querySelector("main")?.prepend(notice);
}
