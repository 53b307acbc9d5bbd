/**
 * Calls when something beside a map's element, which covers the map, comes, goes or gets another
 * size. What follows the map (`data-follows-map`) is left out: the map tells of its own moves.
 * Answers what ends it.
 */
export function watchPanels(element: HTMLElement, changed: () => void): () => void {
  const parent = element.parentElement;
  if (!parent) return () => undefined;
  const sizes = new ResizeObserver(changed);
  function watchAll() {
    sizes.disconnect();
    for (const panel of parent?.children ?? []) {
      if (panel !== element && !panel.hasAttribute('data-follows-map')) sizes.observe(panel);
    }
  }
  // Observing a panel reports its size at once, so a new panel is reported too.
  const panels = new MutationObserver(() => {
    watchAll();
    changed();
  });
  panels.observe(parent, { childList: true });
  watchAll();
  return () => {
    sizes.disconnect();
    panels.disconnect();
  };
}
