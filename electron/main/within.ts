/** Waits for the end of some work, well or not, but no longer than so many milliseconds. */
export async function within(duration: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, duration);
  });
  const end = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([end, late]);
  clearTimeout(timer);
}
