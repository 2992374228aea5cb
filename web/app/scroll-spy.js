/** "On this page": the entry of the section that is being read is marked. */

export function startScrollSpy() {
  const links = /** @type {HTMLAnchorElement[]} */ ([
    ...document.querySelectorAll(".on-this-page a"),
  ]);
  const linkOf = new Map(links.map((link) => [targetOf(link), link]));
  const headings = [...linkOf.keys()].filter((heading) => heading !== null);
  const mark = () => {
    const line = innerHeight / 3;
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < line);
    for (const [heading, link] of linkOf) {
      if (heading && heading === read) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  // The headings' crossing of a line is what changes the mark, not every scrolled pixel.
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
}

/** @param {HTMLAnchorElement} link */
function targetOf(link) {
  try {
    return document.getElementById(decodeURIComponent(link.hash.slice(1)));
  } catch {
    return null;
  }
}
