/** A click on a link to the very place where the page already is: no event, so nobody would scroll. */

/** @param {() => void} onSamePlace */
export function onSameLink(onSamePlace) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    // The browser scrolls to the fragment's element first, where there is one.
    if (link.hash && link.href === location.href) setTimeout(onSamePlace);
  });
}
