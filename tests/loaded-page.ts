/**
 * Whether the program behind a debugging port shows a page that has loaded. To be asked before
 * Playwright attaches: it never ends attaching to a page that changes its process meanwhile, and
 * the app's window opens early.
 * @param endpoint `http://127.0.0.1:PORT`
 */
export async function hasLoadedPage(endpoint: string): Promise<boolean> {
  const targets = (await (await fetch(`${endpoint}/json/list`)).json()) as { url: string }[];
  return targets.some(({ url }) => /\.html(?:#|$)|^data:/.test(url));
}
