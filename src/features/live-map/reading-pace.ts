/** What is read within this time tells the pace, milliseconds: slots come and go. */
const tellsFor = 10 * 60_000;
/** A pace of less time than this is chance, milliseconds. */
const tellsFrom = 90_000;

/** How many vehicles a minute a list is read on by; null while that is not known. */
export type ReadingPace = {
  /** @param read vehicles so far @param now milliseconds */
  note(read: number, now: number): number | null;
};

/** Measures how fast a list is read that takes many requests; nobody knows how long it is. */
export function createReadingPace(): ReadingPace {
  let noted: { read: number; at: number }[] = [];
  return {
    note(read, now) {
      const last = noted.at(-1);
      // It began again, or the clock was set back.
      if (last && (read < last.read || now < last.at)) noted = [];
      if (last?.read !== read || noted.length === 0) noted.push({ read, at: now });
      // The first pages come at once, and then one at a time.
      while (noted.length > 2 && now - (noted[1]?.at ?? now) >= tellsFor) noted.shift();
      const [first] = noted;
      if (first === undefined || noted.length < 3 || now - first.at < tellsFrom) return null;
      return rounded(((read - first.read) * 60_000) / (now - first.at));
    },
  };
}

/** Nobody reads more than two digits out of "about". */
function rounded(pace: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(pace, 1))) - 1);
  return Math.round(pace / step) * step;
}
