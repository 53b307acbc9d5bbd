/**
 * Whether the program behind a debugging port shows a page that has loaded. To be asked before
 * Playwright attaches: it never ends attaching to a page that changes its process meanwhile, and
 * the app's window opens early. A page that is not there yet is listed with its address, and with
 * that address as its title.
 * @param endpoint `http://127.0.0.1:PORT`
 * @param address what the page's address has to be like, where the first one leads to another
 */
export async function hasLoadedPage(endpoint: string, address: RegExp): Promise<boolean> {
  const answer = await fetch(`${endpoint}/json/list`);
  const targets = (await answer.json()) as { type: string; url: string; title: string }[];
  return targets.some(
    ({ type, url, title }) => type === 'page' && address.test(url) && /^[^/:]+$/.test(title),
  );
}
