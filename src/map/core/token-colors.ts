/** Which custom property each named colour of a drawing is read from. */
export type ColorTokens = Readonly<Record<string, `--${string}`>>;

/** The named colours of a drawing as they are in the theme in use. */
export type ColorsOf<T extends ColorTokens> = { readonly [K in keyof T]: string };

/** Reads colours from the tokens, for canvas and workers, which know no custom properties. */
export function readColors<T extends ColorTokens>(tokens: T): ColorsOf<T> {
  const style = getComputedStyle(document.documentElement);
  const colors = Object.entries(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim(),
  ]);
  return Object.fromEntries(colors) as ColorsOf<T>;
}

/** Calls at once, and again whenever the theme changes. */
export function followColors<T extends ColorTokens>(
  tokens: T,
  listener: (colors: ColorsOf<T>) => void,
): () => void {
  const observer = new MutationObserver(() => {
    listener(readColors(tokens));
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  listener(readColors(tokens));
  return () => {
    observer.disconnect();
  };
}
