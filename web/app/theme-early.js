// Runs before the first paint, so that a chosen theme does not flash; a classic script on purpose.
(() => {
  const root = document.documentElement;
  root.dataset.script = "loading";
  try {
    const script = /** @type {HTMLScriptElement} */ (document.currentScript);
    const site = new URL("../../../", script.src).pathname;
    const theme = localStorage.getItem(`chapterverse:${site}:theme`);
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's theme is used then.
  }
})();
