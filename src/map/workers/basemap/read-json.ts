/** A file that could not be read is tried again after this time, milliseconds. */
const again = 2_000;

/** Reads a file of the app, until it succeeds: without it there is no map. */
export async function readJson<T>(url: string): Promise<T> {
  for (;;) {
    try {
      const answer = await fetch(new URL(url, self.location.href));
      return (await answer.json()) as T;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, again));
    }
  }
}
