import type { Clock } from './ports/clock';

/** What comes of some work; null where it takes longer than so many milliseconds. */
export async function withinTime<T>(
  clock: Pick<Clock, 'after'>,
  duration: number,
  work: Promise<T>,
): Promise<T | null> {
  let stop: () => void = () => undefined;
  const late = new Promise<null>((resolve) => {
    stop = clock.after(duration, () => {
      resolve(null);
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}
