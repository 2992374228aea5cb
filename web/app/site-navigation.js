/** The navigation beside a page: its current entry is in sight. */

export function startNavigation() {
  const navigation = document.querySelector(".site-navigation");
  const current = navigation?.querySelector('[aria-current="page"]');
  if (!(navigation && current instanceof HTMLElement)) return;
  const show = () => {
    // Only the navigation's own box is moved; scrollIntoView() would move the page as well.
    const { top, height } = navigation.getBoundingClientRect();
    const below = current.getBoundingClientRect().bottom - top - height / 2;
    if (below > height / 2 - current.offsetHeight) navigation.scrollTop += below;
  };
  show();
  navigation.addEventListener("toggle", show);
}
