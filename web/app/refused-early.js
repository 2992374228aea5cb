// Runs before any other file is loaded: says which file was refused, for a browser says it to nobody.
// A classic script on purpose: modules can be refused, too.
(() => {
  document.documentElement.dataset.guard = "on";
  const show = (/** @type {string} */ name) => {
    const notice = document.querySelector('[data-role="refused"]');
    if (!(notice instanceof HTMLElement)) return;
    notice.hidden = false;
    const names = notice.querySelector("code");
    if (names && !names.textContent?.includes(name)) names.textContent += ` ${name}`;
  };
  const onError = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return;
    if (!target.integrity) return;
    const url = target instanceof HTMLLinkElement ? target.href : target.src;
    const name = url.split("/").at(-1) ?? url;
    // The notice stands in the body, which may not have been read yet.
    if (document.readyState !== "loading") show(name);
    else addEventListener("DOMContentLoaded", () => show(name));
  };
  addEventListener("error", onError, true);
})();
